"""Hit points that the game master takes or gives back by hand."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import by_hand
from rules.engine.character.edits import BY_HAND
from rules.engine.kernel import Dice, NotNow, Table
from rules.systems.kaos.core import health
from rules.systems.kaos.fight.base import harm


@dataclass(frozen=True, slots=True)
class Wound(by_hand.Wound):
    """Hit points lost, no reduction taken off."""

    counts: ClassVar[str] = "hit points"

    def perform(self, table: Table, dice: Dice) -> None:
        harm.hurt(table, table.actor, self.amount, BY_HAND)


@dataclass(frozen=True, slots=True)
class Heal(by_hand.Heal):
    """Hit points given back, from below 0 upwards."""

    counts: ClassVar[str] = "hit points"

    def perform(self, table: Table, dice: Dice) -> None:
        if hindrance := health.healing_hindrance(table.me):
            raise NotNow(hindrance)
        health.heal(table, table.actor, self.amount, BY_HAND)
