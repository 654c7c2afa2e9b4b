"""Answering a hit: parry, dodge, or take it, before damage is rolled (DRB-013, DRB-014, DRB-031 to DRB-035)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.amounts import throw
from rules.engine.asks import Reply
from rules.engine.commands import Choice, pick
from rules.engine.dice import Dice
from rules.engine.facts import Answered, Judged, SceneMemoKept, Told
from rules.engine.odds import Chance, Odds, in_words
from rules.engine.refusals import NotNow, Refused
from rules.engine.sheets import Ask, Json
from rules.engine.table import Table
from rules.engine.words import plainly
from rules.systems.dragonbane import chances
from rules.systems.dragonbane.calling import (
    affordable,
    boons_of,
    call_upon,
    cost_of,
    doing,
    field_abilities,
    helping,
    listed,
    uses_of,
)
from rules.systems.dragonbane.checks import (
    CONTINUATIONS,
    PUSHABLE,
    Check,
    Outcome,
    Source,
    check_for,
    forget_push,
    roll,
)
from rules.systems.dragonbane.choosing import six
from rules.systems.dragonbane.fight import house
from rules.systems.dragonbane.fight.arms import Arm, arm_named, parrying, reach_of, skill_of
from rules.systems.dragonbane.fight.blow import Blow, land, losses
from rules.systems.dragonbane.fight.budgets import can_react, react
from rules.systems.dragonbane.fight.flow import settle
from rules.systems.dragonbane.fight.ground import apart
from rules.systems.dragonbane.fight.odds import if_hit
from rules.systems.dragonbane.fight.passing import MAY_STEP
from rules.systems.dragonbane.fight.people import is_character
from rules.systems.dragonbane.fight.state import is_able
from rules.systems.dragonbane.fight.striking import WALL
from rules.systems.dragonbane.outfit import BROKEN, wear_out

FOLLOW = "fight.defend"
EVADE = "evade"


@dataclass(frozen=True, slots=True)
class Answer(Reply):
    """An answer to a hit. Parrying and dodging take the action and the movement of the round (DRB-027)."""

    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "Nobody hits you now. A hit asks you what you do."


def blow_of(ask: Ask) -> Blow:
    return Blow.restored(ask.known["blow"])


def met_by(table: Table, blow: Blow, check: Check) -> float:
    """P(the defence succeeds); where the house says so, only a Dragon meets a Dragon (DRB-034)."""
    if blow.dragon and house.DRAGON_NEEDS_DRAGON.flag(table.house_rules):
        return chances.dragon(check.extra)
    return chances.success(check.level, check.extra)


def odds_of_meeting(table: Table, blow: Blow, check: Check) -> Odds:
    """The odds of a defence: unharmed, a Dragon, and the hit points that the blow costs."""
    meets = met_by(table, blow, check)
    lost = if_hit(1 - meets, losses(table.me, blow))
    listed = (
        Chance("unharmed", "not hit", meets),
        Chance("unhurt", "nothing lost", lost[0]),
        Chance("dragon", "a Dragon", chances.dragon(check.extra)),
        Chance("down", "down at 0 hit points", sum(lost[max(1, table.me.now("hp")) :])),
    )
    return Odds(f"{check.words}: {in_words(meets)} not to be hit", listed, lost, "hit points lost")


@dataclass(frozen=True, slots=True)
class Parry(Answer):
    """Parry a hit with a drawn weapon or shield: no damage (DRB-013, DRB-031).

    The weapon's skill is rolled, with a shield the best weapon skill of strength (DRB-032); shots are parried with a
    shield only (C-05). Damage above the durability breaks what parried, if it is not piercing (DRB-033). A Dragon
    strikes back at once, unless the attack was a Dragon too (DRB-034).
    """

    name: ClassVar[str] = "defend.parry"
    label: ClassVar[str] = "Parry"

    weapon: str = pick("Parry with", default="", help="What serves best, if nothing is picked")
    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        able = _able(table, blow_of(table.asks_for(table.actor, cls.name)[0]))
        helps = helping(table.me, {skill_of(table.me, arm) for arm in able})
        walls = doing(table.me, WALL) if any(arm.weapon.is_shield for arm in able) else {}
        arms = tuple(Choice(arm.key, arm.name, _sturdy(arm)) for arm in able)
        return {"weapon": arms, "abilities": listed({**helps, **walls})}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = table.asks_for(table.actor, cls.name)[0]
        return {"ask": ask.key, "weapon": _best(table, blow_of(ask)).key}

    def odds(self, table: Table) -> Odds:
        blow = blow_of(table.open_ask(self.ask, self.name))
        keys = self._called(table)
        _, check = self._ready(table, blow, keys)
        odds = odds_of_meeting(table, blow, check)
        price = sum(cost_of(table.me.items[key]) for key in keys)
        return replace(odds, sentence=f"{odds.sentence}, for {price} WP") if price else odds

    def perform(self, table: Table, dice: Dice) -> None:
        blow = blow_of(table.answer(self.ask, self.name))
        keys = self._called(table)
        arm, check = self._ready(table, blow, keys)
        if WALL not in uses_of(table.me, keys):
            react(table, table.actor)
        call_upon(table, table.actor, keys)
        meet(table, dice, check, blow, arm.key)

    def _called(self, table: Table) -> tuple[str, ...]:
        """The abilities called upon: without an action left, by itself the one that needs none (DRB-022)."""
        if can_react(table, table.actor) or WALL in uses_of(table.me, self.abilities):
            return self.abilities
        wall = affordable(table.me, WALL)
        return (*self.abilities, wall) if wall else self.abilities

    def _ready(self, table: Table, blow: Blow, keys: Sequence[str]) -> tuple[Arm, Check]:
        """What parries, and the roll; refused without an action, unless an ability does without it (DRB-022)."""
        arm = self._arm(table, blow)
        called = boons_of(table.me, keys, skill_of(table.me, arm), others=(WALL,))
        if WALL not in uses_of(table.me, keys):
            _refuse_spent(table)
        elif not arm.weapon.is_shield:
            raise Refused(f"{arm.name} is no shield, and only a shield parries so. Choose the shield.", "weapon")
        return arm, parry_check(table, arm, called)

    def _arm(self, table: Table, blow: Blow) -> Arm:
        if not self.weapon:
            return _best(table, blow)
        arm = arm_named(table.me, self.weapon)
        if not arm.can_parry(shot=blow.shot):
            listed = ", ".join(one.name for one in _able(table, blow))
            raise Refused(f"{arm.name} does not parry this. What does: {listed}.", "weapon")
        return arm


def _sturdy(arm: Arm) -> str:
    return f"durability {arm.weapon.durability}"


def _able(table: Table, blow: Blow) -> list[Arm]:
    return parrying(table.me, shot=blow.shot)


def _best(table: Table, blow: Blow) -> Arm:
    able = _able(table, blow)
    if not can_react(table, table.actor):
        able = [arm for arm in able if arm.weapon.is_shield] or able
    if not able:
        raise NotNow("Nothing in hand parries this. Dodge, or take the hit.")

    def serves(arm: Arm) -> tuple[float, int]:
        check = parry_check(table, arm)
        return chances.success(check.level, check.extra), arm.weapon.durability

    return max(able, key=serves)


def parry_check(table: Table, arm: Arm, boons: tuple[Source, ...] = ()) -> Check:
    """The weapon's skill; a damaged weapon has a bane (DRB-032, D-4)."""
    banes = (("Damaged", 1),) if arm.is_damaged else ()
    return check_for(table, table.actor, skill_of(table.me, arm), boons, banes)


def _refuse_spent(table: Table) -> None:
    if not can_react(table, table.actor):
        raise NotNow("Your action of this round is spent. Take the hit.")


@dataclass(frozen=True, slots=True)
class Dodge(Answer):
    """Dodge a hit, in melee or at range, by Evade: no damage (DRB-014, DRB-035)."""

    name: ClassVar[str] = "defend.dodge"
    label: ClassVar[str] = "Dodge"

    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"abilities": listed(helping(table.me, (EVADE,)))}

    def odds(self, table: Table) -> Odds:
        blow = blow_of(table.open_ask(self.ask, self.name))
        _refuse_spent(table)
        return odds_of_meeting(table, blow, self._check(table))

    def perform(self, table: Table, dice: Dice) -> None:
        blow = blow_of(table.answer(self.ask, self.name))
        check = self._check(table)
        react(table, table.actor)
        call_upon(table, table.actor, self.abilities)
        meet(table, dice, check, blow, "")

    def _check(self, table: Table) -> Check:
        return check_for(table, table.actor, EVADE, boons_of(table.me, self.abilities, EVADE))


@dataclass(frozen=True, slots=True)
class Take(Answer):
    """Take the hit: the action of this round is kept (DRB-031)."""

    name: ClassVar[str] = "defend.take"
    label: ClassVar[str] = "Take it"

    def odds(self, table: Table) -> Odds:
        blow = blow_of(table.open_ask(self.ask, self.name))
        lost = losses(table.me, blow)
        down = sum(lost[max(1, table.me.now("hp")) :])
        listed = (
            Chance("unharmed", "not hit", 0.0),
            Chance("unhurt", "nothing lost", lost[0]),
            Chance("down", "down at 0 hit points", down),
        )
        return Odds(f"You are hit. To go down: {in_words(down)}", listed, lost, "hit points lost")

    def perform(self, table: Table, dice: Dice) -> None:
        blow = blow_of(table.answer(self.ask, self.name))
        forget_push(table, table.actor)
        land(table, dice, blow)
        settle(table, dice)


# -- what comes of it ------------------------------------------------------------------------------------------------


def meet(table: Table, dice: Dice, check: Check, blow: Blow, weapon: str) -> None:
    """Roll a parry (with ``weapon``) or a dodge; a failed one may be pushed by player characters (DRB-003)."""
    pushes = is_character(table.me) and house.DEFENCE_PUSH.flag(table.house_rules) and bool(six(table.me, taken=False))
    told: dict[str, Json] = {"blow": blow.known(), "weapon": weapon}
    kind = "parry" if weapon else "dodge"
    outcome = roll(table, dice, check, f"{kind}: {check.words}", FOLLOW if pushes else "", told)
    if _meets(table, blow, outcome) or PUSHABLE not in table.me.memo:
        met(table, dice, outcome, told)
        return
    title = f"Your {kind} fails ({outcome.face}): push it at the price of a condition, or take the hit?"
    table.ask(table.actor, title, "check.push", "defend.take", attacker=blow.by, blow=blow.known())


def _meets(table: Table, blow: Blow, outcome: Outcome) -> bool:
    needs_dragon = blow.dragon and house.DRAGON_NEEDS_DRAGON.flag(table.house_rules)
    return outcome.dragon if needs_dragon else outcome.success


def _pushed(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """A defence was rolled again: the ask that waited for it is answered."""
    waiting = [ask for ask in table.asks_for(table.actor, "check.push") if ask.known.get("blow") == told["blow"]]
    if waiting:
        table.happen(Answered(waiting[0].key))
        met(table, dice, outcome, told)


CONTINUATIONS[FOLLOW] = _pushed


def met(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """The defence stands: the blow is stopped, or lands (DRB-031, DRB-035)."""
    blow, weapon = Blow.restored(told["blow"]), str(told["weapon"])
    who, kind = blow.target, "parry" if weapon else "dodge"
    table.happen(Judged(who, f"{kind} {outcome.verdict}", 0, {"attacker": blow.by}))
    if not _meets(table, blow, outcome):
        table.happen(Told((who,), f"{{0}} fails to {kind}."))
        land(table, dice, blow)
    else:
        _stopped(table, dice, blow, weapon)
        if outcome.dragon and not blow.dragon and (weapon or house.DODGE_COUNTER.flag(table.house_rules)):
            ask_to_counter(table, who, blow.by)
    settle(table, dice)


def _stopped(table: Table, dice: Dice, blow: Blow, weapon: str) -> None:
    table.happen(Told((blow.target, blow.by), f"{{0}} {'parries' if weapon else 'dodges'} the blow of {{1}}."))
    if not weapon:
        return
    _wear(table, dice, blow, weapon)
    if house.TWO_METRES.flag(table.house_rules) and not blow.shot:
        table.happen(SceneMemoKept(MAY_STEP, [blow.target, blow.by]))


def _wear(table: Table, dice: Dice, blow: Blow, weapon: str) -> None:
    """Damage above its durability breaks what parried; nothing that pierces does (DRB-033, D-4)."""
    arm = arm_named(table.sheet(blow.target), weapon)
    if not blow.damage or blow.as_type == "piercing":
        return
    damage = throw(table, dice, blow.by, "against what parries", blow.amount)
    breaks = damage > arm.weapon.durability
    numbers: dict[str, int | str | None] = {"damage": damage, "durability": arm.weapon.durability}
    table.happen(Judged(blow.target, "broken" if breaks else "intact", 0, numbers))
    if breaks:
        wear_out(table, blow.target, weapon, BROKEN)
        table.happen(Told((blow.target,), f"The {plainly(arm.name)} of {{0}} breaks."))


def ask_to_counter(table: Table, who: str, other: str) -> None:
    """A Dragon on a parry strikes back, if the other one is in reach (DRB-034)."""
    if not (is_able(table, who) and other in table.scene.combatants):
        return
    if apart(table, who, other) <= reach_of(table.sheet(who)):
        table.ask(who, f"A Dragon: strike back at {table.name(other)}?", "counter.strike", "counter.pass", target=other)
