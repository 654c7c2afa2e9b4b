"""Health that the game master takes or gives back by hand."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import by_hand
from rules.engine.character.edits import BY_HAND
from rules.engine.kernel import Dice, NotNow, Table
from rules.systems.fortune.core import heal, hindrance_to_heal, suffer


@dataclass(frozen=True, slots=True)
class Wound(by_hand.Wound):
    """Health lost, none of it to Stamina."""

    counts: ClassVar[str] = "Health"

    def perform(self, table: Table, dice: Dice) -> None:
        suffer(table, table.actor, self.amount, 0, BY_HAND)


@dataclass(frozen=True, slots=True)
class Heal(by_hand.Heal):
    """Health given back, as much as there is room for."""

    counts: ClassVar[str] = "Health"

    def perform(self, table: Table, dice: Dice) -> None:
        if hindrance := hindrance_to_heal(table.me):
            raise NotNow(hindrance)
        heal(table, table.actor, self.amount, BY_HAND)
