"""Free actions on one's own turn, one of each kind a round: draw, drop, shout (DRB-026, C-09)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import place
from rules.engine.kernel import Choice, Command, Dice, NotNow, Refused, Table, Told, pick, plainly
from rules.engine.kernel.commands import words
from rules.systems.dragonbane.core import forget_push, held, is_stowed, refuse_overdressed, set_in_use
from rules.systems.dragonbane.fight.base import UNARMED, let_go, lying_at, not_taken, own_turn, show, take_free

WEAPON, DROP, SHOUT = "weapon", "drop", "shout"


def at_hand(table: Table) -> tuple[Choice, ...]:
    """Weapons and shields kept at hand: carried, not in hand, neither in the pack nor on the ground."""
    return tuple(
        Choice(key, item.name)
        for key, item in table.me.items.items()
        if item.kind == "weapon" and not (item.in_use or is_stowed(item)) and item.count and lying_at(item) is None
    )


def in_hand(table: Table) -> tuple[Choice, ...]:
    """The weapons and shields in hand, without bare hands."""
    return tuple(Choice(key, item.name) for key, item in held(table.me).items() if item.entry != UNARMED)


@dataclass(frozen=True, slots=True)
class Draw(Command):
    """Draw a weapon kept at hand, exchange one for another, or put one away: free, one weapon a round (DRB-026)."""

    name: ClassVar[str] = "turn.draw"
    label: ClassVar[str] = "Draw or put away"

    weapon: str = pick("Draw", default="")
    away: str = pick("Put away", default="")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        not_taken(table, table.actor, WEAPON)
        if not (at_hand(table) or in_hand(table)):
            raise NotNow("No weapon is at hand or in hand. To pick one up, or take it from the pack, is an action.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"weapon": at_hand(table), "away": in_hand(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        if not (self.weapon or self.away):
            raise Refused("Say what you draw or put away.", "weapon")
        take_free(table, table.actor, WEAPON)
        forget_push(table, table.actor)
        if self.away:
            set_in_use(table, table.actor, self.away, on=False)
            table.happen(Told((table.actor,), f"{{0}} puts away {plainly(table.me.items[self.away].name)}."))
        if self.weapon:
            refuse_overdressed(table.me, self.weapon)
            set_in_use(table, table.actor, self.weapon, on=True)
            table.happen(Told((table.actor,), f"{{0}} draws {plainly(table.me.items[self.weapon].name)}."))


@dataclass(frozen=True, slots=True)
class Drop(Command):
    """Let something fall to the ground: free, once a round (DRB-026)."""

    name: ClassVar[str] = "turn.drop"
    label: ClassVar[str] = "Drop something"

    thing: str = pick("What")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        not_taken(table, table.actor, DROP)
        if not _droppable(table):
            raise NotNow("There is nothing to drop. Other free actions are left.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"thing": _droppable(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        take_free(table, table.actor, DROP)
        let_go(table, table.actor, self.thing, place(table, table.actor))
        show(table, table.actor)
        table.happen(Told((table.actor,), f"{{0}} drops {plainly(table.me.items[self.thing].name)}."))


def _droppable(table: Table) -> tuple[Choice, ...]:
    """Weapons and gear that are carried and not on the ground yet."""
    return tuple(
        Choice(key, item.name)
        for key, item in table.me.items.items()
        if item.kind in ("weapon", "gear") and item.entry != UNARMED and lying_at(item) is None
    )


@dataclass(frozen=True, slots=True)
class Shout(Command):
    """Say or shout a few words: free, once a round (DRB-026)."""

    name: ClassVar[str] = "turn.shout"
    label: ClassVar[str] = "Shout"

    words: str = words("What you shout", most=120)

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        not_taken(table, table.actor, SHOUT)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.words.strip():
            raise Refused("Say what you shout.", "words")
        take_free(table, table.actor, SHOUT)
        table.happen(Told((table.actor,), f"{{0}} shouts: “{plainly(self.words.strip())}”"))
