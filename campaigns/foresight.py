"""Exact odds, laid out for pages: the sentence, the named chances, and the columns of the histogram."""

from dataclasses import dataclass
from itertools import accumulate

from rules.engine.long_tests import Forecast
from rules.engine.odds import Odds

#: What all greater values together have less than this of, is one column: "9 or more".
_TAIL = 0.0005
_ALIKE = 1e-9


@dataclass(frozen=True, slots=True)
class Column:
    label: str
    chance: float
    good: bool


def columns(odds: Odds) -> list[Column]:
    """The distribution of the measure, column by column; those that make up the first named chance are good."""
    from_good = _good_from(odds)
    left = 1.0
    listed: list[Column] = []
    for place, chance in enumerate(odds.measure):
        value, last = odds.least + place, left <= _TAIL and place > 0
        if last:
            listed[-1] = Column(f"{value - 1}+", listed[-1].chance + left, listed[-1].good)
            break
        listed.append(Column(str(value), chance, from_good is not None and place >= from_good))
        left -= chance
    return listed


def _good_from(odds: Odds) -> int | None:
    """From which place on the measure means success: where what is left adds up to the chance of success."""
    if not odds.chances:
        return None
    left = sum(odds.measure)
    for place, chance in enumerate(odds.measure):
        if abs(left - odds.chances[0].probability) < _ALIKE:
            return place
        left -= chance
    return None


#: So many columns at most show when a long test will be done.
MOST_COLUMNS = 20


def spread(forecast: Forecast) -> list[Column]:
    """How many more rolls it takes, column by column, several rolls in each where there are many.

    Those that make up nine cases of ten are good. What hardly ever happens, before and after, is left out.
    """
    chances = list(forecast.rolls[1:])
    while len(chances) > 1 and forecast.left + chances[-1] < _TAIL:
        chances.pop()
    tail = max(0.0, forecast.ever - sum(chances))
    begin = next((n for n, reached in enumerate(accumulate(chances), start=1) if reached > _TAIL), 1)
    width = max(1, -(-(len(chances) - begin + 1) // MOST_COLUMNS))
    most = forecast.most.rolls if forecast.most else None
    listed = []
    for first in range(begin, len(chances) + 1, width):
        last = min(first + width - 1, len(chances))
        label = str(first) if first == last else f"{first}–{last}"
        listed.append(Column(label, sum(chances[first - 1 : last]), most is not None and first <= most))
    if listed and tail > _TAIL:
        listed.append(Column(f"over {len(chances)}", tail, good=False))
    return listed
