"""An answer as the columns of a histogram: few enough to be seen, none of them lost."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import accumulate

from rules.engine.notation.questions import Answer
from rules.engine.odds import Odds

#: The most columns of values, beyond which they are bundled; and the share at either end that becomes one column.
MOST, TAIL = 40, 0.0005
_ALIKE = 1e-9


@dataclass(frozen=True, slots=True)
class Column:
    """A value, or several of them; ``good`` are those that make up the first of the named chances."""

    label: str
    chance: float
    good: bool = False


def columns(answer: Answer) -> list[Column]:
    """The columns of the measure's distribution, least value first; values beyond those looked at are one column."""
    good = good_places(answer.odds)
    listed = [(value, chance, place in good) for place, (value, chance) in enumerate(answer.values)]
    first, last = _ends([chance for _, chance, _ in listed])
    shown = listed[first:last]
    if not shown:
        return []
    below, above = (sum(chance for _, chance, _ in part) for part in (listed[:first], listed[last:]))
    width = -(-len(shown) // MOST)
    found = [_bundle(shown[place : place + width]) for place in range(0, len(shown), width)]
    if below:
        found[0] = Column(f"≤{shown[:width][-1][0]}".replace("-", "−"), found[0].chance + below, found[0].good)
    if above:
        found[-1] = Column(f"{shown[(len(shown) - 1) // width * width][0]}+", found[-1].chance + above, found[-1].good)
    return [*found, Column(f"over {shown[-1][0]}", answer.left)] if answer.left > TAIL else found


def _ends(chances: list[float]) -> tuple[int, int]:
    """The first place of the columns to be seen and the one after the last: less than ``TAIL`` lies beyond either."""
    first, last = 0, len(chances)
    below = above = 0.0
    while first < last - 1 and below + chances[first] < TAIL:
        below += chances[first]
        first += 1
    while last > first + 1 and above + chances[last - 1] < TAIL:
        above += chances[last - 1]
        last -= 1
    return first, last


def _bundle(several: list[tuple[int, float, bool]]) -> Column:
    (first, _, _), (last, _, _) = several[0], several[-1]
    label = str(first) if first == last else f"{first}–{last}"
    return Column(label.replace("-", "−"), sum(chance for _, chance, _ in several), any(good for _, _, good in several))


def good_places(odds: Odds) -> Collection[int]:
    """The places in the measure that make up the first chance: as the odds say, or the high end that adds up to it."""
    count = len(odds.measure)
    if odds.good is not None:
        return frozenset(value - odds.least for value in odds.good)
    if odds.chances:
        for places, chance in enumerate(accumulate(reversed(odds.measure)), 1):
            if abs(chance - odds.chances[0].probability) < _ALIKE:
                return range(count - places, count)
    return range(0)
