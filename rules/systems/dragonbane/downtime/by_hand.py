"""Hit points that the game master takes or gives back by hand."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import by_hand
from rules.engine.character.edits import BY_HAND
from rules.engine.kernel import Dice, NotNow, Table
from rules.systems.dragonbane.core import is_dead
from rules.systems.dragonbane.fight.base import hurt, mend


@dataclass(frozen=True, slots=True)
class Wound(by_hand.Wound):
    """Hit points lost as by a blow, armour aside."""

    counts: ClassVar[str] = "hit points"

    def perform(self, table: Table, dice: Dice) -> None:
        _refuse_dead(table)
        hurt(table, dice, table.actor, self.amount, BY_HAND)


@dataclass(frozen=True, slots=True)
class Heal(by_hand.Heal):
    """Hit points given back, as many as there is room for."""

    counts: ClassVar[str] = "hit points"

    def perform(self, table: Table, dice: Dice) -> None:
        _refuse_dead(table)
        mend(table, table.actor, self.amount, BY_HAND)


def _refuse_dead(table: Table) -> None:
    if is_dead(table.me):
        raise NotNow(f"{table.me.name} is dead.")
