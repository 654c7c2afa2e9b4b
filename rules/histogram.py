"""An answer as the columns of a histogram: few enough to be seen, none of them lost."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import accumulate

from rules.engine.notation.questions import Answer
from rules.engine.odds import Odds

#: The most columns of values, beyond which they are bundled; and the share at either end that becomes one column.
MOST, TAIL = 40, 0.0005
_ALIKE = 1e-9
#: A value with its chance, and whether it is among those of the first of the named chances.
_Value = tuple[int, float, bool]


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
    width = -(-len(shown) // MOST)
    bundles = [shown[place : place + width] for place in range(0, len(shown), width)]
    beyond = [Column(_spoken(f"over {listed[-1][0]}"), answer.left)] if answer.left > TAIL else []
    found = [Column(_span(bundle), _chance(bundle), any(mark for _, _, mark in bundle)) for bundle in bundles]
    if len(found) == 1:
        able = [one for one in listed if one[1]] or shown
        # One column holds both tails as well, so its label is open at neither end.
        return [replace(found[0], label=_span(able), chance=_chance(able)), *beyond]
    if below := _chance(listed[:first]):
        found[0] = replace(found[0], label=_spoken(f"≤{bundles[0][-1][0]}"), chance=found[0].chance + below)
    if above := _chance(listed[last:]):
        label = _span([*bundles[-1], *listed[last:]]) if beyond else _spoken(f"{bundles[-1][0][0]}+")
        found[-1] = replace(found[-1], label=label, chance=found[-1].chance + above)
    return [*found, *beyond]


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


def _chance(several: list[_Value]) -> float:
    return sum(chance for _, chance, _ in several)


def _span(several: list[_Value]) -> str:
    first, last = several[0][0], several[-1][0]
    return _spoken(str(first) if first == last else f"{first}–{last}")


def _spoken(label: str) -> str:
    return label.replace("-", "−")


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
