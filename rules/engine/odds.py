"""Exact odds: distributions over whole numbers, and the one vocabulary in which odds are told.

A distribution is a tuple of probabilities, index = value, starting at 0. Weights are kept as integers as long as dice
are combined (nothing is rounded), and divided once at the end, so the error is that of one division.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

Distribution = tuple[float, ...]
Weights = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """One named thing that may happen, with its probability (0 to 1)."""

    name: str
    label: str
    probability: float


@dataclass(frozen=True, slots=True)
class Odds:
    """What may happen, exactly: a sentence for people, the named outcomes, and the distribution of what is measured.

    ``measure[i]`` is the probability that the measure (successes, hits, boxes ...) is ``least + i``. ``compared`` is
    what the first of the chances would be, had something else been chosen.
    """

    sentence: str
    chances: tuple[Chance, ...] = ()
    measure: Distribution = ()
    measured: str = ""
    least: int = 0
    compared: tuple[Chance, ...] = ()

    @property
    def mean(self) -> float:
        return self.least + mean(self.measure)


def convolve(a: Sequence[int], b: Sequence[int]) -> Weights:
    """Weights of the sum of two independent counts."""
    out = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                out[i + j] += x * y
    return tuple(out)


@lru_cache(maxsize=4096)
def pool(die: Weights, count: int) -> Weights:
    """Weights of the sum of ``count`` equal dice, each given by its own weights; squares its way up."""
    if count == 0:
        return (1,)
    half = pool(die, count // 2)
    whole = convolve(half, half)
    return convolve(whole, die) if count % 2 else whole


def pools(dice: Iterable[tuple[Weights, int]]) -> Weights:
    """Weights of the sum of several kinds of dice."""
    total: Weights = (1,)
    for die, count in dice:
        total = convolve(total, pool(die, count))
    return total


def normal(weights: Sequence[int]) -> Distribution:
    """Probabilities from integer weights."""
    whole = sum(weights)
    return tuple(w / whole for w in weights)


def mean(distribution: Sequence[float]) -> float:
    return sum(i * p for i, p in enumerate(distribution))


def at_least(distribution: Sequence[float], value: int) -> float:
    """P(X >= value)."""
    return min(1.0, sum(distribution[max(0, value) :]))


def percentile(distribution: Sequence[float], value: int) -> float:
    """P(X < value) + P(X = value) / 2, as a number from 0 to 100: how lucky a result was."""
    return 100 * (sum(distribution[:value]) + distribution[value] / 2)


def less(distribution: Sequence[float], malus: int) -> Distribution:
    """The distribution of max(0, X - malus)."""
    if malus <= 0:
        return tuple(distribution)
    return (sum(distribution[: malus + 1]), *distribution[malus + 1 :])


def mapped(distribution: Sequence[float], to: Callable[[int], int]) -> Distribution:
    """The distribution of ``to(X)`` for a function to whole numbers from 0."""
    out: dict[int, float] = {}
    for value, p in enumerate(distribution):
        out[to(value)] = out.get(to(value), 0.0) + p
    return tuple(out.get(i, 0.0) for i in range(max(out) + 1))


def mixture(parts: Iterable[tuple[float, Sequence[float]]]) -> Distribution:
    """The distribution of a draw from one of several distributions, each with its weight."""
    listed = [(weight, tuple(d)) for weight, d in parts]
    out = [0.0] * max(len(d) for _, d in listed)
    for weight, d in listed:
        for i, p in enumerate(d):
            out[i] += weight * p
    return tuple(out)


def joint(*probabilities: float) -> float:
    """The probability that independent things all happen."""
    return prod(probabilities)


def in_words(probability: float) -> str:
    """A chance as people say it: "never", "1 in 100", "7 in 10", "certain"."""
    if probability <= 0:
        return "never"
    if probability >= 1:
        return "certain"
    if probability > 0.99:
        return "almost certain"
    if probability < 0.01:
        return "hardly ever"
    if probability < 0.095:
        return f"{round(probability * 100)} in 100"
    tenths = int(probability * 10 + 0.5)
    return "more than 9 in 10" if tenths == 10 else f"{tenths} in 10"
