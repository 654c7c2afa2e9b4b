"""Odds and advice, laid out for pages: columns of a histogram, choices as a table, their trade-off as curves."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from rules.engine.advice.choices import IN_THE_MIDDLE, UNREAD, Advice, Weighed
from rules.engine.advice.reasons import by_shares
from rules.engine.calendar.long_tests import Forecast
from rules.engine.kernel import Json
from rules.engine.odds import Odds
from rules.histogram import TAIL, Column, good_places


def columns(odds: Odds) -> list[Column]:
    """The distribution of the measure, column by column; those that make up the first named chance are good.

    Many equal columns, as of one die, tell nothing that its chances do not: then there are none.
    """
    if len(odds.measure) > FEW and max(odds.measure) - min(odds.measure) < TAIL / len(odds.measure):
        return []
    good = good_places(odds)
    each = (Column(str(odds.least + place), chance, place in good) for place, chance in enumerate(odds.measure))
    return with_tail(each, TAIL)


def with_tail(columns: Iterable[Column], tail: float) -> list[Column]:
    """The columns up to the last ones, which are one column if together they have a chance of ``tail`` or less."""
    listed: list[Column] = []
    left = 1.0
    for column in columns:
        if listed and left <= tail:
            listed[-1] = replace(listed[-1], label=f"{listed[-1].label}+", chance=listed[-1].chance + left)
            break
        listed.append(column)
        left -= column.chance
    return listed


#: The most equal columns that are worth a picture.
FEW = 6
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


#: The fewest points that make a curve.
LEAST_POINTS = 3
#: Values as large as this are told without a fraction.
LARGE = 20
MINUS = "\u2212"
#: Notes beside an advice that rests on what somebody does not know, by the last sentence of it.
_NOTES = {
    IN_THE_MIDDLE: "an estimate",
    UNREAD: "as far as you know",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A choice with its value and the shares that it is made of, as people read them."""

    label: str
    value: str
    shares: tuple[str, ...]
    is_best: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Point:
    """A choice on the axis of the trade-off."""

    label: str
    shares: tuple[float, ...]
    value: float
    is_best: bool


@dataclass(frozen=True, slots=True)
class Counsel:
    """Advice as a page shows it: the best choice, the next one (``then``), all of them, and the trade-off as points.

    ``reason`` says in words why the best one is, and ``note`` that others may be told otherwise. ``given`` are the
    values of the best choice where this command has it, and ``take`` is what the form has to hold for it, as JSON;
    empty if it does, or another form has it. ``shares`` name the columns, and the lines of the trade-off, that are not
    nothing all the time.
    """

    sentence: str
    reason: str
    note: str
    given: Mapping[str, Json]
    unit: str
    best: Row
    then: Row | None
    rows: tuple[Row, ...]
    shares: tuple[str, ...]
    points: tuple[Point, ...]
    take: str
    complete: bool
    #: The name of the command that has the best choice.
    command: str


def counsel_of(advice: Advice | None, command: str) -> Counsel | None:
    """The advice as the page of this command shows it; ``None`` without advice."""
    if advice is None:
        return None
    told = [place for place in range(len(advice.shares)) if any(_share(one, advice, place) for one in advice.choices)]
    kept = told if len(told) > 1 else []
    rows = tuple(_row(one, advice, kept) for one in advice.choices)
    is_here = advice.best.command == command
    return Counsel(
        sentence=advice.sentence,
        reason=advice.reason or by_shares(advice),
        note=next((note for end, note in _NOTES.items() if advice.sentence.endswith(end)), ""),
        given=advice.best.given if is_here else {},
        unit=advice.unit,
        best=_in_short(advice, 0),
        then=_in_short(advice, 1),
        rows=rows,
        shares=tuple(advice.shares[place] for place in kept),
        points=_points(advice, kept),
        take=json.dumps(dict(advice.best.given)) if is_here and advice.best != advice.chosen else "",
        complete=advice.complete,
        command=advice.best.command,
    )


def _row(one: Weighed, advice: Advice, kept: Sequence[int], digits: int = 2) -> Row:
    is_large = max(abs(each.value) for each in advice.choices) >= LARGE
    digits = 0 if is_large else digits
    parts = [_share(one, advice, place) for place in kept]
    shares = tuple("" if part is None else amount(part, digits) for part in parts)
    return Row(one.label, amount(one.value, digits), shares, one == advice.best, one == advice.chosen)


def _share(one: Weighed, advice: Advice, place: int) -> float | None:
    """A share of a choice; ``None`` for a choice whose value is not split into shares."""
    return one.shares[place] if len(one.shares) == len(advice.shares) else None


def _in_short(advice: Advice, place: int) -> Row:
    """One of the first two as the line tells it: with a digit more only where that tells them apart."""
    first, second = (round(one.value, 1) for one in advice.choices[:2])
    return _row(advice.choices[place], advice, (), 1 if first != second else 2)


def amount(value: float, digits: int) -> str:
    """A value with its sign.

    >>> amount(0.84, 1), amount(-0.84, 2), amount(-0.001, 1), amount(62.5, 0)
    ('+0.8', '−0.84', '0', '+62')
    """
    told = f"{value:+.{digits}f}".replace("-", MINUS)
    return "0" if not float(f"{value:.{digits}f}") else told


def _points(advice: Advice, kept: Sequence[int]) -> tuple[Point, ...]:
    listed = advice.trade_off()
    if len(listed) < LEAST_POINTS:
        return ()
    best = max(listed, key=lambda one: one.value)
    return tuple(
        Point(str(one.given[advice.axis]), tuple(one.shares[place] for place in kept), one.value, one == best)
        for one in listed
    )
