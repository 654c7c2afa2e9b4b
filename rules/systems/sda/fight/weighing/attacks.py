"""What an attack on one's own turn is worth: its dice, those bought for it, and those left for a second (SDA-161)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.sheets import Rung
from rules.engine.table import Table
from rules.engine.weighing import Weighing, Worth
from rules.engine.words import counted
from rules.systems.sda.chances import Side
from rules.systems.sda.fight.bleeding import costly, to_worsen
from rules.systems.sda.fight.budgets import actions_left, used
from rules.systems.sda.fight.ladder import BETWEEN, WHOLE
from rules.systems.sda.fight.weighing.duels import Duel
from rules.systems.sda.fight.weighing.units import BOXES, OF_SPIRIT, in_boxes
from rules.systems.sda.pools import Pool, price, with_bought
from rules.systems.sda.weighing import most_bought

#: What a blow, or a shot, is expected to come to.
OF_BLOWS = "Injury boxes on them less those on you, on average, if they defend as well as they can."
OF_SHOTS = "Injury boxes on them, on average, if they dodge as well as they can."
ONCE_MORE = "What is kept back attacks them once more this turn, and they keep dice for that too."
NOW, ONCE_AGAIN = "This attack", "Another with the rest"


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as it can be made now: the pool before anything is bought, and whether one more may follow it."""

    table: Table
    plain: Pool
    again: bool

    def weighing(
        self, expected: str, worth: Callable[[Any], Worth], *more: str, said: Callable[[Any], str] | None = None
    ) -> Weighing:
        """All numbers of dice with all that may be bought for them, and whatever else is chosen beside them."""
        upto = most_dice(self.table, self.plain, lambda pool: actions_left(self.table, pool))
        shares = (NOW, ONCE_AGAIN) if self.again else (NOW,)
        sentence = " ".join(filter(None, (expected, ONCE_MORE * self.again, OF_SPIRIT)))
        return Weighing(("dice", "bought", *more), BOXES, sentence, worth, shares, upto, said or dice_said)

    def worth(self, duel: Duel, whole: Pool, rolled: Pool, dice: int, bought: int) -> Worth:
        """What it comes to, less the spirit that the dice cost and the wounds that get worse of it."""
        now, then = duel.split(rolled.side(dice), self._second(whole, dice))
        now -= in_boxes(price(self.plain.available, bought)) + to_worsen(self.table, whole, dice)
        return (now, then) if self.again else (now,)

    def _second(self, whole: Pool, dice: int) -> Side | None:
        """The dice that are left for one more: two together use no more than the larger pool (SDA-161)."""
        if not self.again:
            return None
        before, plain = used(self.table, whole.who), self.plain
        budget = max(plain.available, whole.available, before.pool) - before.action - dice
        rest = min(plain.available, whole.cap, budget) - costly(self.table, plain)
        return plain.side(rest) if rest > 0 else None


def acts_again(rung: Rung) -> bool:
    """Whether another action may follow on this turn, once it is split (SDA-160)."""
    return rung.part in ("first", BETWEEN) or (rung.part == WHOLE and rung.at > 0)


def most_dice(table: Table, plain: Pool, allowed: Callable[[Pool], int]) -> Mapping[str, int]:
    """The most dice that may be thrown, and the most that may be bought for it (SDA-059, SDA-060)."""
    bought = most_bought(table, plain)
    return {"dice": max(allowed(plain), allowed(with_bought(table, plain, bought))), "bought": bought}


def dice_said(chosen: Any) -> str:
    """A choice of dice in words.

    >>> from types import SimpleNamespace
    >>> [dice_said(SimpleNamespace(dice=dice, bought=bought)) for dice, bought in ((0, 1), (1, 0), (4, 2))]
    ['No dice', '1 die', '4 dice, 2 of them bought']
    """
    if not chosen.dice:
        return "No dice"
    dice = counted(chosen.dice, "die", "dice")
    return f"{dice}, {chosen.bought} of {'it' if chosen.dice == 1 else 'them'} bought" if chosen.bought else dice
