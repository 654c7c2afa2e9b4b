"""Steps of the damage track that the game master takes or gives back by hand."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import by_hand
from rules.engine.character.edits import BY_HAND
from rules.engine.kernel import Dice, NotNow, Table
from rules.systems.grim.core import DAMAGE, Wound, has_track, heal, wounded


@dataclass(frozen=True, slots=True)
class WoundByHand(by_hand.Wound):
    """Steps down the damage track, without an injury."""

    counts: ClassVar[str] = "steps of damage"

    def perform(self, table: Table, dice: Dice) -> None:
        _refuse_without_track(table)
        wounded(table, dice, table.actor, self.amount, Wound(source=BY_HAND, harmless=True))


@dataclass(frozen=True, slots=True)
class HealByHand(by_hand.Heal):
    """Steps back up the damage track; whoever was slain by it lives again."""

    counts: ClassVar[str] = "steps of damage"

    def perform(self, table: Table, dice: Dice) -> None:
        _refuse_without_track(table)
        heal(table, table.actor, self.amount)


def _refuse_without_track(table: Table) -> None:
    if not has_track(table.me, DAMAGE):
        raise NotNow(f"{table.me.name} has no damage track.")
