"""Readings of a distribution (mean, quantile, percentile ...), and distributions made of others.

Everything here adds and multiplies numbers that are never negative, so each operation is off by 2^-53 of its result at
most, and a share that took n operations by n times as much: a thousand of them stay under 1.2e-13.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import accumulate
from math import prod, sqrt

Distribution = tuple[float, ...]


#: Whole numbers below the first are floats without being rounded; those above the second are not floats at all.
_AS_THEY_ARE, _TOO_LARGE = 2**53, 2**1000


def normal(weights: Sequence[int], whole: int = 0) -> Distribution:
    """Probabilities from integer weights; ``whole`` is what they are of, if they are but a part of it.

    Each is rounded once; large weights three times, for that is quicker: when they become floats, with the share that
    one of them has, and when both are multiplied. That is 2^-51 of it at most.
    """
    of = whole or sum(weights)
    if of < _AS_THEY_ARE or of > _TOO_LARGE:
        return tuple([weight / of for weight in weights])
    share = 1 / of
    return tuple([weight * share for weight in weights])


def mean(distribution: Sequence[float]) -> float:
    return sum(i * p for i, p in enumerate(distribution))


def deviation(distribution: Sequence[float]) -> float:
    """The standard deviation: the usual distance of a value from the mean.

    >>> deviation((0.5, 0.0, 0.5))
    1.0
    """
    middle = mean(distribution)
    return sqrt(sum((i - middle) ** 2 * p for i, p in enumerate(distribution)))


def at_least(distribution: Sequence[float], value: int) -> float:
    """P(X >= value)."""
    return min(1.0, sum(distribution[max(0, value) :]))


def at_most(distribution: Sequence[float], value: int) -> float:
    """P(X <= value).

    >>> [at_most((0.25, 0.5, 0.25), value) for value in (-1, 0, 1, 9)]
    [0.0, 0.25, 0.75, 1.0]
    """
    return min(1.0, sum(distribution[: max(0, value + 1)], 0.0))


def cumulated(distribution: Sequence[float]) -> Distribution:
    """P(X <= value) at index value."""
    return tuple(min(1.0, share) for share in accumulate(distribution))


def quantile(distribution: Sequence[float], share: float) -> int:
    """The smallest value that is not exceeded with at least this probability.

    What the sums are off by rounding is not taken for a difference.

    >>> [quantile((0.25, 0.5, 0.25), share) for share in (0.1, 0.25, 0.5, 0.9, 1)]
    [0, 0, 1, 2, 2]
    """
    sums = accumulate(distribution)
    return next((value for value, below in enumerate(sums) if below >= share - 1e-12), len(distribution) - 1)


def percentile(distribution: Sequence[float], value: int) -> float:
    """P(X < value) + P(X = value) / 2, as a number from 0 to 100: how lucky a result was."""
    return 100 * (sum(distribution[:value]) + distribution[value] / 2)


def less(distribution: Sequence[float], malus: int) -> Distribution:
    """The distribution of max(0, X - malus)."""
    if malus <= 0:
        return tuple(distribution)
    return (sum(distribution[: malus + 1]), *distribution[malus + 1 :])


def mapped(distribution: Sequence[float], to: Callable[[int], int]) -> Distribution:
    """The distribution of ``to(X)``, for a function to whole numbers from 0."""
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


def summed(parts: Iterable[Sequence[float]]) -> Distribution:
    """The distribution of the sum of independent counts; of none it is surely 0.

    >>> summed([(0.5, 0.5), (0.5, 0.5)])
    (0.25, 0.5, 0.25)
    """
    return reduce(_plus, map(tuple, parts), (1.0,))


def _plus(some: Distribution, more: Distribution) -> Distribution:
    short, long = sorted((some, more), key=len)
    out = [0.0] * (len(short) + len(long) - 1)
    for place, share in enumerate(short):
        window = out[place : place + len(long)]
        out[place : place + len(long)] = [so_far + share * p for so_far, p in zip(window, long, strict=True)]
    return tuple(out)


def joint(*probabilities: float) -> float:
    """The probability that independent things all happen."""
    return prod(probabilities)
