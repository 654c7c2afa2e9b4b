"""Abilities that are more than a boon: a song for all who hear it, two cards to keep one of (DRB-007, DRB-022)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.commands import Choice, Command, Place, many, pick
from rules.engine.dice import Dice
from rules.engine.facts import ConditionEnded, SceneMemoKept, Told
from rules.engine.refusals import NotNow, Refused
from rules.engine.table import Table
from rules.engine.turns import allies, knows_of
from rules.systems.dragonbane import library
from rules.systems.dragonbane.calling import affordable, call_upon, doing, refuse_unpaid
from rules.systems.dragonbane.checks import forget_push
from rules.systems.dragonbane.choosing import companions, on_their_feet
from rules.systems.dragonbane.fight.budgets import act, not_acted
from rules.systems.dragonbane.fight.order import HIGHER, LOWER, TWO_CARDS
from rules.systems.dragonbane.fight.state import is_out, own_turn

SONG, CARDS = "hearten", "two_cards"


def has_and_can_pay(table: Table, use: str, otherwise: str) -> None:
    """Refuse whoever has no such ability, or not the willpower for it."""
    found = doing(table.me, use)
    if not found:
        raise NotNow(otherwise)
    if not affordable(table.me, use):
        refuse_unpaid(table.me, list(found)[:1], "")


# -- a song ------------------------------------------------------------------------------------------------------------


def _is_fighting(table: Table) -> bool:
    return table.encounter is not None and table.encounter.stage == "fighting"


def _listeners(table: Table) -> dict[str, str]:
    """Who could hear a song, with their names: in a fight one's own side, otherwise everybody there; oneself too."""
    me = {table.actor: table.me.name}
    if not _is_fighting(table):
        return {**me, **{one.value: one.label for one in companions(table)}}
    side = (who for who in allies(table, table.actor) if knows_of(table, table.actor, who))
    return {**me, **{who: table.name(who) for who in side}}


@dataclass(frozen=True, slots=True)
class RousingSong(Command):
    """Sing, play or speak: everybody who hears it is rid of one condition, the same for all (DRB-022, DRB-005).

    In a fight it takes the action.
    """

    name: ClassVar[str] = "ability.hearten"
    label: ClassVar[str] = "Rousing song"
    place: ClassVar[Place] = Place.TURN
    also: ClassVar[tuple[Place, ...]] = (Place.SHEET,)

    condition: str = pick("Condition that it takes away")
    listeners: tuple[str, ...] = many("Who hears it", help="All of them, if nobody is picked")

    @classmethod
    def possible(cls, table: Table) -> None:
        if _is_fighting(table):
            not_acted(table, table.actor, own_turn(table).key)
        on_their_feet(table)
        has_and_can_pay(table, SONG, "No song of yours lifts hearts. A stretch of rest heals a condition.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        six = tuple(Choice(key, one.name) for key, one in library.six_conditions().items())
        return {"condition": six, "listeners": tuple(Choice(who, name) for who, name in _listeners(table).items())}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        """The first condition that the singer is in."""
        own = [key for key in library.six_conditions() if table.me.has(key)]
        return {"condition": own[0]} if own else {}

    def perform(self, table: Table, dice: Dice) -> None:
        heard = [who for who in self.listeners or _listeners(table) if table.sheet(who).has(self.condition)]
        if not heard:
            name = library.conditions()[self.condition].name.lower()
            raise Refused(f"None of them is {name}. Choose a condition that somebody is in.", "condition")
        if _is_fighting(table):
            act(table, table.actor, own_turn(table).key)
        forget_push(table, table.actor)
        call_upon(table, table.actor, (affordable(table.me, SONG),))
        for who in heard:
            table.happen(ConditionEnded(who, self.condition), Told((who,), "{0} takes heart."))


# -- cards -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TwoCards(Command):
    """Draw two cards when they are drawn next, and keep one of them; the other goes back (DRB-007, DRB-022)."""

    name: ClassVar[str] = "initiative.two"
    label: ClassVar[str] = "Draw two cards"

    keep: str = pick("Keep", default=LOWER)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage == "over" or table.actor not in table.scene.combatants or is_out(table.me):
            raise NotNow("Only somebody who takes part, and is on their feet, draws cards.")
        if table.actor in table.scene.memo.get(TWO_CARDS, {}):
            raise NotNow("You draw two cards already when they are drawn next. Once is enough.")
        has_and_can_pay(table, CARDS, "You draw one card like everybody else. Waiting swaps it for a later one.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"keep": (Choice(LOWER, "The lower", "acts earlier"), Choice(HIGHER, "The higher", "acts later"))}

    def perform(self, table: Table, dice: Dice) -> None:
        call_upon(table, table.actor, (affordable(table.me, CARDS),))
        waiting = {**table.scene.memo.get(TWO_CARDS, {}), table.actor: self.keep}
        table.happen(SceneMemoKept(TWO_CARDS, waiting))
