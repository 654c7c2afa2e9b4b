"""The outcome of a parry or a dodge: the blow stopped or landing, the weapon breaking (DRB-031 to DRB-035)."""

from collections.abc import Mapping

from rules.engine.kernel import (
    Dice,
    Json,
    Judged,
    Said,
    SceneMemoKept,
    Sheet,
    Table,
    Told,
    distribution,
    joined,
    plainly,
    throw,
)
from rules.engine.odds import Chance, Odds, at_least, in_words, often
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.core import (
    BROKEN,
    Check,
    Outcome,
    Question,
    Stake,
    chances,
    if_hit,
    roll_or_ask,
    wear_out,
    when_pushed,
)
from rules.systems.dragonbane.fight.attacks.attack_worth import SHARES
from rules.systems.dragonbane.fight.base import (
    HIT_POINTS,
    MAY_STEP,
    MEASURE,
    OF_CONDITIONS,
    Arm,
    Blow,
    arm_named,
    body_of,
    is_able,
    is_within,
    land,
    left_of,
    loss,
    losses,
    reach_of,
    rolls_of,
    settle,
)

FOLLOW = "fight.defend"
OF_PUSHES = f"Average loss from the hit and the condition, as a minus. {OF_CONDITIONS} {MEASURE}"


def met_by(table: Table, blow: Blow, check: Check) -> float:
    """P(the defence succeeds); where the house says so, only a Dragon meets a Dragon (DRB-034)."""
    if blow.dragon and switches.DRAGON_NEEDS_DRAGON.flag(table.house_rules):
        return chances.dragon(check.extra)
    return check.chance


def odds_of_meeting(table: Table, blow: Blow, check: Check) -> Odds:
    """The odds of a defence: unharmed, a Dragon, and the hit points that the blow costs."""
    meets = met_by(table, blow, check)
    lost = if_hit(1 - meets, losses(table.me, blow))
    listed = (
        Chance("unharmed", "not hit", meets),
        Chance("unhurt", "nothing lost", lost[0]),
        Chance("dragon", "a Dragon", chances.dragon(check.extra)),
        Chance("down", "down at 0 hit points", sum(lost[left_of(table.me) :])),
    )
    return Odds(f"{table.words(check.words)}: {often('you', 'avoid it', meets)}", listed, lost, "hit points lost")


def odds_of_taking(who: str, sheet: Sheet, blow: Blow, *others: Chance) -> Odds:
    """Odds of hit points that the blow costs the one who takes it, without another defence."""
    lost = losses(sheet, blow)
    down = sum(lost[left_of(sheet) :])
    listed = (*others, Chance("unhurt", "nothing lost", lost[0]), Chance("down", "down at 0 hit points", down))
    return Odds(f"{who}. {in_words(down).capitalize()} to go down", listed, lost, "hit points lost")


def breaking(blow: Blow, arm: Arm) -> float:
    """P(the blow breaks the weapon that parries it); 0 for piercing blows (DRB-033, D-4)."""
    return at_least(distribution(blow.amount), arm.weapon.durability + 1) if _wears(blow) else 0.0


def _wears(blow: Blow) -> bool:
    return bool(blow.damage) and blow.as_type != "piercing"


def meet(table: Table, dice: Dice, check: Check, blow: Blow, weapon: str) -> None:
    """Roll a parry (with ``weapon``) or a dodge; a failed one may be pushed by player characters (DRB-003)."""
    told: dict[str, Json] = {"blow": blow.known(), "weapon": weapon, "level": check.level}
    kind = "parry" if weapon else "dodge"
    asked = Question(kind, "take the hit", FOLLOW, "defend.take")
    known: dict[str, Json] = {"attacker": blow.by, "blow": blow.known()}
    pushes = switches.DEFENCE_PUSH.flag(table.house_rules)
    outcome = roll_or_ask(table, dice, check, joined(f"{kind}: ", check.purpose), asked, told, pushes=pushes, **known)
    if outcome:
        met(table, dice, outcome, told)


def _meets(table: Table, blow: Blow, outcome: Outcome) -> bool:
    needs_dragon = blow.dragon and switches.DRAGON_NEEDS_DRAGON.flag(table.house_rules)
    return outcome.dragon if needs_dragon else outcome.success


def _stake(table: Table, check: Check, told: Mapping[str, Json]) -> Stake:
    """The stake of pushing a defence: the cost of the hit that a second roll may still stop (DRB-003)."""
    blow = Blow.restored(told["blow"])
    lost, meets, price = loss(table, blow), met_by(table, blow, check), body_of(table, table.actor).most
    return Stake(lost, HIT_POINTS, OF_PUSHES, SHARES, rolls_of(table.me), price, -lost, meets)


@when_pushed(FOLLOW, "check.push", "blow", _stake)
def met(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Let the outcome of a defence happen: the blow is stopped, or lands (DRB-031, DRB-035)."""
    blow, weapon = Blow.restored(told["blow"]), str(told["weapon"])
    who, kind = blow.target, "parry" if weapon else "dodge"
    numbers: dict[str, int | str | None] = {"attacker": blow.by, "face": outcome.face, "level": told.get("level")}
    table.happen(Judged(who, f"{kind} {outcome.verdict}", 0, numbers, {"level": who}))
    if not _meets(table, blow, outcome):
        table.happen(Told((who,), f"{{0}} fails to {kind}."))
        land(table, dice, blow)
    else:
        _stopped(table, dice, blow, weapon)
        if outcome.dragon and not blow.dragon and (weapon or switches.DODGE_COUNTER.flag(table.house_rules)):
            ask_to_counter(table, who, blow.by)
    settle(table, dice)


def _stopped(table: Table, dice: Dice, blow: Blow, weapon: str) -> None:
    table.happen(Told((blow.target, blow.by), f"{{0}} {'parries' if weapon else 'dodges'} {{1}}’s blow."))
    if not weapon:
        return
    _wear(table, dice, blow, weapon)
    if switches.TWO_METRES.flag(table.house_rules) and not blow.shot:
        table.happen(SceneMemoKept(MAY_STEP, [blow.target, blow.by]))


def _wear(table: Table, dice: Dice, blow: Blow, weapon: str) -> None:
    """Break the parrying weapon if the damage is above its durability (DRB-033)."""
    arm = arm_named(table.sheet(blow.target), weapon)
    if not _wears(blow):
        return
    damage = throw(table, dice, blow.by, "damage to the parry", blow.amount)
    breaks = damage > arm.weapon.durability
    numbers: dict[str, int | str | None] = {"damage": damage, "durability": arm.weapon.durability}
    table.happen(Judged(blow.target, "broken" if breaks else "intact", 0, numbers, {"durability": blow.target}))
    if breaks:
        wear_out(table, blow.target, weapon, BROKEN)
    how = "breaks" if breaks else "holds"
    table.happen(Told((blow.target,), f"{{0}}’s {plainly(arm.name)} {how}."))


def ask_to_counter(table: Table, who: str, other: str) -> None:
    """Ask for a counterattack after a Dragon on a parry, if the other one is in reach (DRB-034)."""
    if not (is_able(table, who) and other in table.scene.combatants):
        return
    if is_within(table, who, other, reach_of(table.sheet(who))):
        title = Said("A Dragon: strike back at {0}?", (other,))
        table.ask(who, title, "counter.strike", "counter.pass", target=other)
