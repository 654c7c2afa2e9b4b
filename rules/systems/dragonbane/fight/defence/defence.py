"""Defences before damage is rolled: parry, dodge, take the hit (DRB-013, DRB-014, DRB-031).

A shield parries with the best weapon skill of strength (DRB-032); a dodge is open against shots too (DRB-035).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import Ask, Choice, Dice, NotNow, Refused, Reply, Table, Weighing, pick
from rules.engine.odds import Chance, Odds
from rules.systems.dragonbane.core import (
    Check,
    Source,
    affordable,
    boons_of,
    call_upon,
    check_for,
    doing,
    field_abilities,
    forget_push,
    helping,
    listed,
    paid,
    uses_of,
)
from rules.systems.dragonbane.fight.attacks.attack_roll import WALL
from rules.systems.dragonbane.fight.attacks.attack_worth import Meeting, on_a_dragon, worth_of_answers
from rules.systems.dragonbane.fight.base import (
    Arm,
    Blow,
    arm_named,
    can_react,
    costs_a_turn,
    land,
    parrying,
    react,
    settle,
    skill_of,
)
from rules.systems.dragonbane.fight.defence.defence_roll import breaking, meet, met_by, odds_of_meeting, odds_of_taking

EVADE = "evade"


@dataclass(frozen=True, slots=True)
class Answer(Reply):
    """A defence against a hit. Parrying and dodging take the action and the movement of the round (DRB-027)."""

    unasked: ClassVar[str] = "Nobody is hitting you. You will be asked when somebody does."

    def blow(self, table: Table) -> Blow:
        """The hit that is asked about."""
        return blow_of(table.open_ask(self.ask, self.name))


def blow_of(ask: Ask) -> Blow:
    return Blow.restored(ask.known["blow"])


@dataclass(frozen=True, slots=True)
class Parry(Answer, name="defend.parry", label="Parry"):
    """Parry a hit with a drawn weapon or shield: no damage (DRB-013, DRB-031).

    The weapon's skill is rolled, with a shield the best weapon skill of strength (DRB-032); shots are parried with a
    shield only (C-05). Damage above the durability breaks the parrying weapon, if it is not piercing (DRB-033).
    A Dragon strikes back at once, unless the attack was a Dragon too (DRB-034).
    """

    weapon: str = pick("Parry with", default="", help="Default: the best")
    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        # The sturdiest first: of two equal parries it breaks less often (DRB-033).
        parries = _able(table, blow_of(table.asks_for(table.actor, cls.name)[0]))
        able = sorted(parries, key=lambda arm: -arm.weapon.durability)
        helps = helping(table.me, {skill_of(table.me, arm) for arm in able})
        walls = doing(table.me, WALL) if any(arm.weapon.is_shield for arm in able) else {}
        # What a parry costs matters more than how sturdy the weapon is: a tile on a phone has one line for it.
        price = "costs your turn" if costs_a_turn(table, table.actor) else ""
        arms = tuple(Choice(arm.key, arm.name, price or f"durability {arm.weapon.durability}") for arm in able)
        return {"weapon": arms, "abilities": listed({**helps, **walls})}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = table.asks_for(table.actor, cls.name)[0]
        return {"ask": ask.key, "weapon": _best(table, blow_of(ask)).key}

    def odds(self, table: Table) -> Odds:
        blow = self.blow(table)
        keys = self._called(table)
        arm, check = self._ready(table, blow, keys)
        odds = odds_of_meeting(table, blow, check)
        breaks = met_by(table, blow, check) * breaking(blow, arm)
        listed = (*odds.chances, Chance("breaks", f"{arm.name} breaks", breaks)) if breaks else odds.chances
        is_free = WALL in uses_of(table.me, keys)
        return replace(odds, sentence=odds.sentence + _price(table, keys, is_free=is_free), chances=listed)

    def perform(self, table: Table, dice: Dice) -> None:
        blow = blow_of(table.answer(self.ask, self.name))
        keys = self._called(table)
        arm, check = self._ready(table, blow, keys)
        if WALL not in uses_of(table.me, keys):
            react(table, table.actor)
        call_upon(table, table.actor, keys)
        meet(table, dice, check, blow, arm.key)

    def weighing(self, table: Table) -> Weighing:
        """The weapons weighed for a parry, beside a dodge and the hit itself (DRB-013, DRB-031)."""
        blow = self.blow(table)

        def meeting(chosen: Parry) -> Meeting:
            keys, check = chosen._called(table), chosen.meeting(table)
            price = paid(table.me, keys)
            back = on_a_dragon(table, blow, check, parries=True)
            return Meeting(met_by(table, blow, check), WALL in uses_of(table.me, keys), price, back)

        def said(chosen: Parry) -> str:
            return f"Parry: {chosen._arm(table, blow).name}"

        return worth_of_answers(table, blow).weighing(meeting, said, "weapon")

    def meeting(self, table: Table) -> Check:
        """The roll of the parry; refused with what does not parry the hit."""
        blow = self.blow(table)
        return self._ready(table, blow, self._called(table))[1]

    def _called(self, table: Table) -> tuple[str, ...]:
        """The abilities called upon; without an action left, also the one that needs none, if affordable (DRB-022)."""
        if can_react(table, table.actor) or WALL in uses_of(table.me, self.abilities):
            return self.abilities
        wall = affordable(table.me, WALL)
        return (*self.abilities, wall) if wall else self.abilities

    def _ready(self, table: Table, blow: Blow, keys: Sequence[str]) -> tuple[Arm, Check]:
        """The parrying weapon and the roll; refused without an action, unless an ability does without it (DRB-022)."""
        arm = self._arm(table, blow)
        called = boons_of(table.me, keys, skill_of(table.me, arm), others=(WALL,))
        if WALL not in uses_of(table.me, keys):
            _refuse_spent(table)
        elif not arm.weapon.is_shield:
            raise Refused(f"{arm.name} cannot parry this. Use the shield.", "weapon")
        return arm, parry_check(table, arm, called)

    def _arm(self, table: Table, blow: Blow) -> Arm:
        if not self.weapon:
            return _best(table, blow)
        arm = arm_named(table.me, self.weapon)
        if not arm.can_parry(shot=blow.shot):
            listed = ", ".join(one.name for one in _able(table, blow))
            raise Refused(f"{arm.name} cannot parry this. Use: {listed}.", "weapon")
        return arm


def _able(table: Table, blow: Blow) -> list[Arm]:
    return parrying(table.me, shot=blow.shot)


def _best(table: Table, blow: Blow) -> Arm:
    able = _able(table, blow)
    if not can_react(table, table.actor):
        able = [arm for arm in able if arm.weapon.is_shield] or able
    if not able:
        raise NotNow("Nothing in hand can parry this. Dodge, or take the hit.")

    def serves(arm: Arm) -> tuple[float, int]:
        check = parry_check(table, arm)
        return check.chance, arm.weapon.durability

    return max(able, key=serves)


def parry_check(table: Table, arm: Arm, boons: tuple[Source, ...] = ()) -> Check:
    """The roll of a parry, by the weapon's skill; a damaged weapon has a bane (DRB-032, D-4)."""
    banes = (("Damaged", 1),) if arm.is_damaged else ()
    return check_for(table, table.actor, skill_of(table.me, arm), boons, banes)


def _price(table: Table, keys: Sequence[str], *, is_free: bool = False) -> str:
    """The price of a defence, behind its odds: willpower, and the coming turn if it is not ``is_free`` (DRB-027)."""
    willpower = paid(table.me, keys)
    price = [f"{willpower} WP"] if willpower else []
    price += ["your turn"] if costs_a_turn(table, table.actor) and not is_free else []
    return f", for {' and '.join(price)}" if price else ""


def _refuse_spent(table: Table) -> None:
    if not can_react(table, table.actor):
        raise NotNow("You have no action left this round. Take the hit.")


@dataclass(frozen=True, slots=True)
class Dodge(Answer, name="defend.dodge", label="Dodge"):
    """Dodge a hit, in melee or at range, by Evade: no damage (DRB-014, DRB-035, C-02)."""

    abilities: tuple[str, ...] = field_abilities()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"abilities": listed(helping(table.me, (EVADE,)))}

    def odds(self, table: Table) -> Odds:
        odds = odds_of_meeting(table, self.blow(table), self.meeting(table))
        return replace(odds, sentence=odds.sentence + _price(table, self.abilities))

    def perform(self, table: Table, dice: Dice) -> None:
        check = self.meeting(table)
        blow = blow_of(table.answer(self.ask, self.name))
        react(table, table.actor)
        call_upon(table, table.actor, self.abilities)
        meet(table, dice, check, blow, "")

    def weighing(self, table: Table) -> Weighing:
        """The dodge weighed, beside a parry and the hit itself (DRB-014, DRB-035)."""
        blow = self.blow(table)

        def meeting(chosen: Dodge) -> Meeting:
            check = chosen.meeting(table)
            price = paid(table.me, chosen.abilities)
            back = on_a_dragon(table, blow, check, parries=False)
            return Meeting(met_by(table, blow, check), price=price, strikes_back=back)

        return worth_of_answers(table, blow).weighing(meeting, lambda _: "Dodge")

    def meeting(self, table: Table) -> Check:
        """The roll of the dodge; refused without an action left."""
        table.open_ask(self.ask, self.name)
        _refuse_spent(table)
        return check_for(table, table.actor, EVADE, boons_of(table.me, self.abilities, EVADE))


@dataclass(frozen=True, slots=True)
class Take(Answer, name="defend.take", label="Take the hit"):
    """Take the hit: the action of this round is kept (DRB-031)."""

    def odds(self, table: Table) -> Odds:
        return odds_of_taking("You are hit", table.me, self.blow(table), Chance("unharmed", "not hit", 0.0))

    def weighing(self, table: Table) -> Weighing:
        """The hit weighed, beside a parry and a dodge, or the push of one that failed (DRB-031)."""
        return worth_of_answers(table, self.blow(table)).taken("Take the hit")

    def perform(self, table: Table, dice: Dice) -> None:
        blow = blow_of(table.answer(self.ask, self.name))
        forget_push(table, table.actor)
        land(table, dice, blow)
        settle(table, dice)
