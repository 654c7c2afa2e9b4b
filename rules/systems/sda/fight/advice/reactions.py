"""The worth of a reaction now, and of the dice that it leaves for later (SDA-163)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing, Worth
from rules.systems.sda.core.rolls.pools import Pool, price
from rules.systems.sda.core.rolls.valuation import dice_said
from rules.systems.sda.fight.advice.later import Later, later
from rules.systems.sda.fight.base.budgets import reacting
from rules.systems.sda.fight.wounds.valuation import BOXES, RATES, in_boxes, strain

OF_DEFENCES = "Injury boxes on them less those on you, on average."
OF_DODGES = "Injury boxes on you, on average, each as one below nothing."
OF_OPENINGS = "Injury boxes on them less those on you, on average, if they defend as well as they can."
STRIKE, LATER = "The strike", "Blows still to come"


@dataclass(frozen=True, slots=True)
class Reaction:
    """A reaction as it can be made now, and the worth of dice for what may still come after it."""

    table: Table
    later: Later

    def weighing(
        self,
        now: str,
        expected: str,
        worth: Callable[[Any], Worth],
        upto: Mapping[str, int],
        *more: str,
        said: Callable[[Any], str] = dice_said,
    ) -> Weighing:
        """The weighing of dice, bought dice, and the fields ``more``; ``now`` is the name of the first share."""
        sentence = " ".join(filter(None, (expected, self.later.said, RATES)))
        return Weighing(("dice", "bought", *more), BOXES, sentence, worth, (now, LATER), upto, said)

    def worth(self, now: float, plain: Pool, whole: Pool, dice: int, bought: int, extra: int = 0) -> Worth:
        """The worth of a reaction, less bought dice and worse wounds, and of the dice left for later, in boxes.

        Dice that are bought or granted do not come out of the budget, and without any nothing is bought.
        """
        if not dice:
            return now, self.later.after(0)
        worse = strain(self.table, whole, dice, reacting(self.table, whole.who, bought + extra))
        cost = in_boxes(price(plain.available, bought)) + worse
        return now - cost, self.later.after(max(0, dice - bought - extra))


def let_pass(table: Table, label: str) -> Weighing:
    """The weighing of doing nothing now, with all dice left for what may come."""
    kept = later(table, table.actor).after(0)
    return Weighing.of_one(BOXES, OF_OPENINGS, (0.0, kept), (STRIKE, LATER), label)
