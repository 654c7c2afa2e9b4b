"""Shown numbers held against what happened: exactly where all ways of the dice can be played, otherwise by sampling."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, log
from statistics import NormalDist

from rules.engine.kernel import Dice, QuickDice, Throw
from rules.engine.odds import Odds
from tests.rules.sda.dice_outcomes import every_throw
from tests.rules.truth.cached_table import CachedSituation
from tests.rules.truth.performed_command import NumberReading, PerformedCommand, Reading, perform
from tests.rules.truth.situations import Situation

#: What exact odds may be off by rounding.
EXACT = 1e-9
#: How unlikely four standard errors are, to either side.
FOUR_SIGMA = 2 * (1 - NormalDist().cdf(4))


@dataclass(frozen=True, slots=True)
class Comparison:
    """One number that was shown and what it came to; ``surprise`` is −ln of how unlikely that is if it is right."""

    command: str
    number: str
    shown: float
    found: float
    surprise: float
    runs: int
    source: str

    def __str__(self) -> str:
        over = f"{self.runs} runs" if self.runs else "all ways of the dice"
        told = f"{self.command}: {self.number} is shown as {self.shown:.6g}, and is {self.found:.6g}"
        return f"{told} by {over} ({self.source})"


def surprising(found: Sequence[Comparison]) -> list[Comparison]:
    """The comparisons that are off by more than four standard errors, corrected for their number (Bonferroni)."""
    bound = log(max(1, len(found)) / FOUR_SIGMA)
    return [one for one in found if one.surprise > bound]


# -- all ways of the dice ----------------------------------------------------------------------------------------------


class TooMany(Exception):
    """There are more ways in which the dice can fall than are worth playing."""


class _MoreDice(Exception):
    def __init__(self, sides: Sequence[int]) -> None:
        super().__init__()
        self.sides = tuple(sides)


class _Prepared:
    def __init__(self, throws: Sequence[tuple[int, ...]]) -> None:
        self._left = list(throws)

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        if not sides:
            return Throw(())
        if not self._left:
            raise _MoreDice(sides)
        return Throw(self._left.pop(0))


def every_way(play: Callable[[Dice], PerformedCommand], most: int) -> Iterator[tuple[float, PerformedCommand]]:
    """Every outcome of a play with its probability; :class:`TooMany` where it takes more than ``most`` plays."""
    waiting: list[tuple[float, tuple[tuple[int, ...], ...]]] = [(1.0, ())]
    played = 0
    while waiting:
        share, throws = waiting.pop()
        played += 1
        if played + len(waiting) > most:
            raise TooMany
        try:
            yield share, play(_Prepared(throws))
        except _MoreDice as more:
            if _ways(more.sides) > most:
                raise TooMany from None
            waiting += [(share * float(part), (*throws, faces)) for faces, part in every_throw(more.sides)]


def _ways(sides: Sequence[int]) -> float:
    """At least so many ways in which dice fall, like ones in whatever order."""
    ways, like = 1.0, Counter(sides)
    for one, count in like.items():
        for place in range(count):
            ways *= (one + place) / (place + 1)
    return ways


# -- comparing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A shown number by name: what was shown, and how it is read off what happened, as a share or as a mean."""

    name: str
    shown: float
    read: NumberReading
    is_chance: bool


class Unread(Exception):
    """A number is shown that nothing says how to read."""


def numbers_of(odds: Odds, reading: Reading) -> list[Number]:
    """The numbers of some odds that can be compared with what happened."""
    found = []
    for one in odds.chances:
        read = reading.chance(one.name)
        if read is not None:
            found.append(Number(one.name, one.probability, read, is_chance=True))
        elif one.name.partition(".")[0] not in reading.unread:
            raise Unread(f"chance {one.name!r} ({one.label})")
    shown = {one.name: one.amount for one in odds.means}
    for name in sorted({*shown, *reading.means}):
        if name in reading.means:
            found.append(Number(f"mean {name}", shown.get(name, 0.0), reading.means[name], is_chance=False))
        elif name not in reading.unread:
            raise Unread(f"mean {name!r}")
    return found + _of_measure(odds, reading)


def _of_measure(odds: Odds, reading: Reading) -> list[Number]:
    if not odds.measure:
        return []
    if reading.measure is None:
        if "measure" not in reading.unread:
            raise Unread(f"measure {odds.measured!r}")
        return []
    shares = _up_to(reading.last, odds)
    top = odds.least + len(shares) - 1
    read = _within(reading.measure, top) if reading.last else reading.measure

    def is_value(value: int) -> NumberReading:
        return lambda it: None if (found := read(it)) is None else found == value

    def is_none(it: PerformedCommand) -> float | None:
        found = read(it)
        return None if found is None else not (odds.least <= found <= top and found == int(found))

    found = [
        Number(f"measure {value}", share, is_value(value), is_chance=True)
        for value, share in enumerate(shares, odds.least)
    ]
    return [*found, Number("measure otherwise", 0.0, is_none, is_chance=True)]


def _within(read: NumberReading, top: int) -> NumberReading:
    """A measure as it is read, or the last one that is shown, which stands for all that is beyond."""
    return lambda it: None if (found := read(it)) is None else min(found, top)


def _up_to(last: int, odds: Odds) -> Sequence[float]:
    """The shares of a measure, all from ``last`` on as one; a measure that ends before that ends with what is beyond.

    >>> [_up_to(last, Odds("", measure=(0.5, 0.25, 0.125, 0.125))) for last in (2, 9)]
    [(0.5, 0.25, 0.25), (0.5, 0.25, 0.125, 0.125)]
    """
    if not last:
        return odds.measure
    place = min(last - odds.least, len(odds.measure) - 1)
    return (*odds.measure[:place], sum(odds.measure[place:]))


#: A mean that is less than this is not shown.
UNSHOWN = 0.005


@dataclass(slots=True)
class Sum:
    """The sums of a number so far: its weight, total and squares, and how far it was at most from what is shown."""

    weight: float = 0.0
    total: float = 0.0
    squares: float = 0.0
    most: float = 0.0

    def add(self, number: Number, it: PerformedCommand, weight: float) -> None:
        value = number.read(it)
        if value is None:
            return
        self.weight += weight
        self.total += weight * value
        self.squares += weight * value * value
        self.most = max(self.most, abs(value - number.shown))

    @property
    def mean(self) -> float:
        return self.total / self.weight if self.weight else 0.0

    @property
    def spread(self) -> float:
        return max(0.0, self.squares / self.weight - self.mean**2) if self.weight else 0.0


def compare_odds(
    situation: Situation, odds: Odds, reading: Reading, runs: int, seed: int | str, ways: int
) -> list[Comparison]:
    """Every number of the odds of a command compared with performing it, in all ways of the dice or so many times."""
    numbers, kept = numbers_of(odds, reading), CachedSituation(situation)
    sums, exactly = [Sum() for _ in numbers], True
    try:
        for share, it in every_way(lambda dice: perform(situation, reading, dice, kept.table()), ways):
            _add(numbers, sums, it, share)
    except TooMany:
        sums, exactly = [Sum() for _ in numbers], False
        dice = QuickDice(f"{seed} {situation.name} {situation.source}")
        for _ in range(runs):
            _add(numbers, sums, perform(situation, reading, dice, kept.table()), 1.0)
    return [
        _compared(situation, number, found, exactly)
        for number, found in zip(numbers, sums, strict=True)
        if found.weight
    ]


def _add(numbers: Sequence[Number], sums: Sequence[Sum], it: PerformedCommand, weight: float) -> None:
    for number, found in zip(numbers, sums, strict=True):
        found.add(number, it, weight)


def _compared(situation: Situation, number: Number, found: Sum, exactly: bool) -> Comparison:
    off, runs = abs(found.mean - number.shown), 0 if exactly else round(found.weight)
    unshown = 0.0 if number.is_chance or number.shown else UNSHOWN
    if exactly:
        surprise = inf if off > unshown + EXACT else 0.0
    elif number.is_chance:
        surprise = runs * _divergence(found.mean, number.shown) - log(2)
    else:
        surprise = _surprise_of_mean(max(0.0, off - unshown), number.shown, found, runs)
    return Comparison(situation.name, number.name, number.shown, found.mean, surprise, runs, situation.source)


def _divergence(found: float, shown: float) -> float:
    """Kullback and Leibler's: a share as far off comes by chance with exp(-runs times this) at most (Chernoff)."""
    shown = 0.0 if shown < EXACT else 1.0 if shown > 1 - EXACT else shown
    total = 0.0
    for one, other in ((found, shown), (1 - found, 1 - shown)):
        if one > 0:
            if other <= 0:
                return inf
            total += one * log(one / other)
    return total


def _surprise_of_mean(off: float, shown: float, found: Sum, runs: int) -> float:
    """The surprise of a mean that is off, by Bernstein's inequality.

    What rarely happens may have happened never: its spread is that of whole numbers with such a mean, at least.
    """
    if off <= EXACT:
        return 0.0
    part = abs(shown) % 1
    spread, most = max(found.spread, part * (1 - part)), max(found.most, 1.0)
    return runs * off * off / (2 * (spread + most * off / 3)) - log(2)
