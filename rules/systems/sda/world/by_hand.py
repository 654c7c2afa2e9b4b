"""Injury boxes that the game master ticks or clears by hand."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import by_hand
from rules.engine.character.edits import BY_HAND
from rules.engine.kernel import BoxesTicked, Dice, NotNow, Table
from rules.systems.sda.core.rolls import TRACK
from rules.systems.sda.fight.base import lines
from rules.systems.sda.fight.wounds import freest, incapacitate, ticked
from rules.systems.sda.world.recovery import ORDER, get_up, hurt_lines, most_hurt


@dataclass(frozen=True, slots=True)
class Wound(by_hand.Wound):
    """Boxes ticked on the line with the most left, minor before major; more than it has incapacitate (SDA-207).

    Nothing bleeds and nobody is stunned: a blow without a weapon has no kind of damage.
    """

    counts: ClassVar[str] = "boxes"

    def perform(self, table: Table, dice: Dice) -> None:
        injuries = lines(table.me)
        number = freest(injuries)
        minor, major = ticked(injuries[number], self.amount) if injuries else (0, 0)
        for box, count in (("minor", minor), ("major", major)):
            if count:
                table.happen(BoxesTicked(table.actor, TRACK, number, box, count))
        if self.amount > minor + major:
            incapacitate(table, dice, table.actor, BY_HAND, unconscious=False)


@dataclass(frozen=True, slots=True)
class Heal(by_hand.Heal):
    """Boxes cleared, on the worst line first: bleeding, then major, then minor; without any major one one is up."""

    counts: ClassVar[str] = "boxes"

    def perform(self, table: Table, dice: Dice) -> None:
        if not hurt_lines(table.me) and not table.me.has("incapacitated"):
            raise NotNow(f"{table.me.name} has no wound.")
        left = self.amount
        while left and hurt_lines(table.me):
            number = most_hurt(table.me)
            box = next(box for box in ORDER if lines(table.me)[number].ticked.get(box))
            count = min(left, lines(table.me)[number].ticked[box])
            table.happen(BoxesTicked(table.actor, TRACK, number, box, -count))
            left -= count
        get_up(table, table.actor)
