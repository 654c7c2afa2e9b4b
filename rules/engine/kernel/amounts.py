"""Amounts that dice decide, as the books write them: ``d8``, ``2d6+d4``, ``d3+3``."""

import re
from dataclasses import dataclass
from functools import lru_cache

from rules.engine.kernel import luck
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Die
from rules.engine.kernel.refusals import Refused
from rules.engine.kernel.table import Table
from rules.engine.odds import Distribution, mixed

_TERM = re.compile(r"([1-9]\d?)?d(\d{1,3})|(\d{1,3})")
#: The highest sum that an amount may reach, so that its distribution stays quick to count.
MOST = 1000


@dataclass(frozen=True, slots=True)
class Amount:
    """Dice by their sides, and what is added to them."""

    dice: tuple[int, ...] = ()
    plus: int = 0

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.dice + other.dice, self.plus + other.plus)

    def times(self, count: int) -> "Amount":
        """The amount of ``count`` such throws: the dice and the addition, each that many times."""
        return Amount(self.dice * count, self.plus * count)

    @property
    def most(self) -> int:
        """The highest sum that the amount can come to."""
        return sum(self.dice) + self.plus

    @property
    def words(self) -> str:
        """The amount as the books write it: "2D6 + D4", "D3 + 3", "0"."""
        kinds = [(sides, self.dice.count(sides)) for sides in dict.fromkeys(self.dice)]
        terms = [f"{count if count > 1 else ''}D{sides}" for sides, count in kinds]
        return " + ".join((*terms, str(self.plus)) if self.plus or not terms else terms)


@lru_cache(maxsize=256)
def amount(written: str) -> Amount:
    """The amount that a text stands for (an empty one for 0); refuses any other text, and an amount above the most.

    >>> amount("2d6+d4"), amount("D3+3").words, amount("")
    (Amount(dice=(6, 6, 4), plus=0), 'D3 + 3', Amount(dice=(), plus=0))
    """
    total = Amount()
    for term in written.lower().replace(" ", "").split("+") if written.strip() else []:
        found = _TERM.fullmatch(term)
        if not found or (found[2] and not 2 <= int(found[2]) <= 100):
            raise Refused(f"{written!r} is not an amount. Write it like d8, 2d6 or d3+3.", "damage")
        total += Amount((int(found[2]),) * int(found[1] or 1)) if found[2] else Amount((), int(found[3]))
    if total.most > MOST:
        raise Refused(f"An amount can be at most {MOST}. Use fewer dice.", "damage")
    return total


def is_amount(text: str) -> bool:
    """Whether a text is an amount that can be thrown."""
    try:
        amount(text)
    except Refused:
        return False
    return True


@lru_cache(maxsize=512)
def distribution(rolled: Amount) -> Distribution:
    """The probability of each value of the amount, at the index of the value."""
    return (*(0.0,) * rolled.plus, *mixed(tuple(sorted(rolled.dice))))


def throw(table: Table, dice: Dice, who: str, purpose: str, rolled: Amount, *, listed: bool = False) -> int:
    """Roll an amount, let it stand in the log, and return what it comes to: a row of a list, where ``listed``."""
    fell = dice.roll(who, rolled.dice)
    total = sum(fell.faces) + rolled.plus
    if fell.faces:
        shown = tuple(Die(sides, face, face) for sides, face in zip(rolled.dice, fell.faces, strict=True))
        table.happen(luck.rolled(who, purpose, shown, total, distribution(rolled), typed=fell.typed, listed=listed))
    return total
