"""Exact odds, laid out for pages: the sentence, the named chances, and the columns of the histogram."""

from itertools import accumulate

from rules.columns import TAIL, Column, good_places
from rules.engine.calendar.long_tests import Forecast
from rules.engine.odds import Odds


def columns(odds: Odds) -> list[Column]:
    """The distribution of the measure, column by column; those that make up the first named chance are good."""
    good = good_places(odds)
    left = 1.0
    listed: list[Column] = []
    for place, chance in enumerate(odds.measure):
        value, last = odds.least + place, left <= TAIL and place > 0
        if last:
            listed[-1] = Column(f"{value - 1}+", listed[-1].chance + left, listed[-1].good)
            break
        listed.append(Column(str(value), chance, place in good))
        left -= chance
    return listed


#: The most columns that show when a long test will be done.
MOST_COLUMNS = 20


def spread(forecast: Forecast) -> list[Column]:
    """The chances of a number of rolls until a long test is done, column by column, several in each where it is long.

    Those that make up nine cases of ten are good. What hardly ever happens, before and after, is left out.
    """
    chances = list(forecast.rolls[1:])
    while len(chances) > 1 and forecast.left + chances[-1] < TAIL:
        chances.pop()
    tail = max(0.0, forecast.ever - sum(chances))
    begin = next((n for n, reached in enumerate(accumulate(chances), start=1) if reached > TAIL), 1)
    width = max(1, -(-(len(chances) - begin + 1) // MOST_COLUMNS))
    most = forecast.most.rolls if forecast.most else None
    listed = []
    for first in range(begin, len(chances) + 1, width):
        last = min(first + width - 1, len(chances))
        label = str(first) if first == last else f"{first}–{last}"
        listed.append(Column(label, sum(chances[first - 1 : last]), most is not None and first <= most))
    if listed and tail > TAIL:
        listed.append(Column(f"over {len(chances)}", tail, good=False))
    return listed
