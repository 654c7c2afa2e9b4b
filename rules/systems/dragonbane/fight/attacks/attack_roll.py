"""Attacks from the roll to the blow that lands: the outcome, the Dragon's choice, and the ask for a defence."""

from collections.abc import Mapping

from rules.engine.kernel import Answered, Dice, Json, Said, Table, Told, joined, plainly
from rules.systems.dragonbane.core import PUSHABLE, Check, Outcome, Stake, affordable, goes_on, judged, may_push, risk
from rules.systems.dragonbane.fight.base import (
    HIT_POINTS,
    MEASURE,
    OF_CONDITIONS,
    Blow,
    ask_a_guard,
    body_of,
    can_react,
    demon_on_attack,
    guards_of,
    is_able,
    land,
    loss,
    parrying,
    rolls_of,
    settle,
)

FOLLOW = "fight.attack"
#: The command that lets an opening pass, or a failed strike at it.
LET_GO = "free.pass"
#: The use of an ability that lets a shield parry without an action.
WALL = "extra_parry"


def roll_attack(table: Table, dice: Dice, check: Check, blow: Blow) -> None:
    """Roll an attack, which goes on by its outcome; defences are chosen before damage (DRB-001, DRB-031)."""
    told: dict[str, Json] = {"blow": blow.known()}
    pushes = _is_on_turn(table, blow.by) or may_push(table, check)
    risk(table, dice, check, joined("attack: ", check.purpose), FOLLOW, told, pushes=pushes)


def _is_on_turn(table: Table, who: str) -> bool:
    """Whether it is somebody's own turn, so that a push of theirs holds nobody up."""
    current = table.scene.current
    return current is not None and current.who == who


OF_PUSHES = (
    f"Average damage if they do not defend, minus the condition. Not pushing counts as 0. {OF_CONDITIONS} {MEASURE}"
)
OF_A_PUSH = ("They lose", "The condition")


def _stake(table: Table, check: Check, told: Mapping[str, Json]) -> Stake:
    """The stake of pushing an attack: the cost of a hit to the target (DRB-003)."""
    blow = Blow.restored(told["blow"])
    price = body_of(table, table.actor).most
    return Stake(loss(table, blow), HIT_POINTS, OF_PUSHES, OF_A_PUSH, rolls_of(table.me), price)


@goes_on(FOLLOW, _stake)
def attacked(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the roll of an attack, or its push: hit, miss, Dragon or Demon."""
    blow = Blow.restored(told["blow"])
    table.happen(*(Answered(ask.key) for ask in table.asks_for(blow.by, LET_GO) if "check.push" in ask.commands))
    table.happen(judged(outcome, told, target=blow.target))
    if outcome.demon:
        table.happen(Told((blow.by, blow.target), "{0} attacks {1}: a Demon."))
        demon_on_attack(table, dice, blow)
    elif not outcome.success:
        table.happen(Told((blow.by, blow.target), f"{{0}} misses {{1}} ({plainly(blow.name)})."))
        if PUSHABLE in table.sheet(blow.by).memo and not _is_on_turn(table, blow.by):
            title = Said(f"You miss {{0}} ({outcome.face}): push the roll?", (blow.target,))
            table.ask(blow.by, title, "check.push", LET_GO, target=blow.target)
    elif blow.target not in table.scene.combatants:
        table.happen(Told((blow.by,), "{0} strikes, but the target is gone."))
    elif outcome.dragon:
        # The attacker chooses which effect the Dragon has (D-4, C-11).
        known = blow.but(dragon=True).known()
        table.ask(blow.by, "A Dragon! Choose its effect", "dragon.choose", target=blow.target, blow=known)
    else:
        strike(table, dice, blow)
    settle(table, dice)


def strike(table: Table, dice: Dice, blow: Blow) -> None:
    """Ask the target of a hit for a defence before damage is rolled (DRB-031, DRB-035).

    A companion beside the target may step between first (DRB-022).
    """
    if not blow.guarded and ask_a_guard(table, blow, guards_of(table, blow)):
        return
    answers = answers_to(table, blow)
    if not answers:
        land(table, dice, blow)
        return
    title = Said(f"{{0}} hits you ({plainly(blow.name)}): defend?", (blow.by,))
    table.ask(blow.target, title, *answers, "defend.take", attacker=blow.by, blow=blow.known())


def answers_to(table: Table, blow: Blow) -> list[str]:
    """Names of the target's possible defences: parry, dodge; none without an action (DRB-027)."""
    if not is_able(table, blow.target):
        return []
    reacts = can_react(table, blow.target)
    can_parry = blow.parry and parrying(table.sheet(blow.target), shot=blow.shot)
    parries = can_parry and (reacts or can_wall(table, blow.target, shot=blow.shot))
    return [*(["defend.parry"] if parries else []), *(["defend.dodge"] if reacts and blow.dodge else [])]


def can_wall(table: Table, who: str, *, shot: bool) -> bool:
    """Whether somebody can parry with a shield without an action, for willpower (DRB-022)."""
    sheet = table.sheet(who)
    shields = any(arm.weapon.is_shield for arm in parrying(sheet, shot=shot))
    return shields and not sheet.has("frozen") and bool(affordable(sheet, WALL))
