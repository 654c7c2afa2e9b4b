"""Tests whether dice are fair: Pearson's chi-square test, its power, and its verdict in words.

Faces are counted and held against as many of each. The tail of the chi-square distribution says how many fair sets of
dice would look at least this uneven. It tells of the counts, not of the die: a fair die is uneven now and then, and a
loaded one that was rolled rarely looks fair. So :func:`rolls_needed` says how often a die must be rolled until the test
finds a fault of a given size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, exp, lgamma, log, sqrt

#: The probability below which a set of dice is called unusual: that share of fair sets is called so, too.
ALARM = 0.01
#: The probability below which it is called a little uneven.
NOTICE = 0.05
#: The least expected count of each face; with fewer rolls the test says nothing.
ENOUGH = 5
#: The excess of a loaded die's one face over its fair share: two rolls in a hundred.
LOADED = 0.02
#: The probability with which a loaded die is to be found.
SURELY = 0.9

_HARDLY = 0.0001
_TINY = 1e-300
_CLOSE = 1e-15
_STEPS = 100_000
_NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


# -- the chi-square distribution --------------------------------------------------------------------------------------


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): a series to the left of ``a``, a fraction to the right.

    >>> round(upper_gamma(1.0, 1.0), 12) == round(exp(-1.0), 12), upper_gamma(2.5, 0.0)
    (True, 1.0)
    """
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """1/a + x/(a(a+1)) + x²/(a(a+1)(a+2)) + …"""
    term = total = 1 / a
    for step in range(1, _STEPS):
        term *= x / (a + step)
        total += term
        if term < total * _CLOSE:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Legendre's continued fraction, by Lentz's method."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    value = d
    for step in range(1, _STEPS):
        factor = -step * (step - a)
        b += 2
        d = 1 / (factor * d + b or _TINY)
        c = b + factor / c or _TINY
        value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return value


def tail(statistic: float, freedom: int) -> float:
    """P(chi-square of ``freedom`` degrees of freedom >= statistic).

    >>> round(tail(3.841459, 1), 6), round(tail(30.143527, 19), 6)
    (0.05, 0.05)
    """
    return upper_gamma(freedom / 2, statistic / 2)


@lru_cache(maxsize=512)
def critical(freedom: int, alarm: float = ALARM) -> float:
    """The statistic that is exceeded with a chance of ``alarm``.

    >>> round(critical(5, 0.01), 3), round(critical(19, 0.05), 3)
    (15.086, 30.144)
    """
    low, high = 0.0, 10.0 + 20.0 * freedom
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, freedom) > alarm else (low, middle)
    return high


# -- counts held against what was to be expected ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fit:
    """The fit of counts to an even share for each face; ``chance`` is P(fair dice are at least this uneven)."""

    rolls: int
    statistic: float
    freedom: int
    chance: float

    @property
    def is_enough(self) -> bool:
        """Whether there are enough rolls for the test to say anything."""
        return self.rolls >= ENOUGH * (self.freedom + 1)

    @property
    def is_unusual(self) -> bool:
        return self.is_enough and self.chance < ALARM

    @property
    def is_noticed(self) -> bool:
        return self.is_enough and self.chance < NOTICE


def fit(counts: Sequence[int]) -> Fit:
    """The fit of counts, one for each face, to equal expected counts.

    >>> even = fit([10, 10, 10, 10])
    >>> even.statistic, even.freedom, even.chance
    (0.0, 3, 1.0)
    """
    rolls, faces = sum(counts), len(counts)
    expected = rolls / faces
    statistic = sum((count - expected) ** 2 for count in counts) / expected if rolls else 0.0
    return Fit(rolls, statistic, faces - 1, tail(statistic, faces - 1))


# -- how much it finds ------------------------------------------------------------------------------------------------


def power(sides: int, rolls: int, by: float = LOADED, alarm: float = ALARM) -> float:
    """P(the test finds a die of which one face comes up more often by ``by``, at the cost of all others alike).

    That face comes up as a binomial number says. Whatever that is, the other faces are even among themselves, so their
    share of the statistic is a chi-square of one degree of freedom less, measured by what is left to them.
    """
    limit, each, share = critical(sides - 1, alarm), rolls / sides, 1 / sides + by
    reach = 9 * sqrt(rolls * share * (1 - share)) + 9
    counts = range(max(0, int(rolls * share - reach)), min(rolls, int(rolls * share + reach)) + 1)
    return sum(_binomial(rolls, share, count) * _exceeds(limit, sides, rolls, each, count) for count in counts)


def _binomial(tries: int, chance: float, count: int) -> float:
    ways = lgamma(tries + 1) - lgamma(count + 1) - lgamma(tries - count + 1)
    return exp(ways + count * log(chance) + (tries - count) * log(1 - chance))


def _exceeds(limit: float, sides: int, rolls: int, each: float, count: int) -> float:
    """P(the statistic exceeds the limit), when one face came up ``count`` times and ``each`` was to be expected."""
    left = (rolls - count) / (sides - 1)
    missing = limit * each - (count - each) ** 2 - (sides - 1) * (left - each) ** 2
    if missing <= 0:
        return 1.0
    return tail(missing / left, sides - 2) if left and sides > 2 else 0.0


@lru_cache(maxsize=512)
def rolls_needed(sides: int, by: float = LOADED, surely: float = SURELY, alarm: float = ALARM) -> int:
    """Rolls until the test finds a die loaded by ``by`` with the probability ``surely``; rounded up to full tens."""
    low, high = 0, 10
    while power(sides, high, by, alarm) < surely:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if power(sides, middle, by, alarm) >= surely else (middle, high)
    return 10 * ceil(high / 10)


# -- in words ---------------------------------------------------------------------------------------------------------


def told(found: Fit) -> str:
    """The verdict of a fit in words.

    >>> told(Fit(412, 21.1, 19, 1 / 3)), told(Fit(3, 1.0, 19, 1.0))
    ('nothing unusual; one fair set in three looks at least this uneven', 'too few rolls: 100 are needed')
    >>> told(Fit(412, 60.0, 19, 0.004))
    'unusual: only one fair set in 250 looks at least this uneven'
    """
    if not found.is_enough:
        return f"too few rolls: {ENOUGH * (found.freedom + 1)} are needed"
    if found.is_unusual:
        only = "only " if found.chance >= _HARDLY else ""
        return f"unusual: {only}{_sets(found.chance)} at least this uneven"
    if found.is_noticed:
        return f"a little uneven, as fair dice can be: {_sets(found.chance)} at least this uneven"
    return f"nothing unusual; {_sets(found.chance)} at least this uneven"


def _sets(chance: float) -> str:
    """The share of fair sets in words, with its verb."""
    if chance >= 0.95:
        return "nearly every fair set looks"
    if chance >= 0.375:
        return f"{_number(round(chance * 10))} fair sets in ten look"
    if chance < _HARDLY:
        return "not one fair set in 10,000 looks"
    return f"one fair set in {_number(round(1 / chance))} looks"


def _number(value: int) -> str:
    return _NUMBERS[value - 1] if value <= len(_NUMBERS) else f"{value:,}"
