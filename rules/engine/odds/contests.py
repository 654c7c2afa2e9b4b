"""Contests of one count against another: differences, which may fall below nothing, margins; and results of a group."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.engine.odds.packing import Weights
from rules.engine.odds.shares import Distribution, normal
from rules.engine.odds.sums import convolve


class Spread(NamedTuple):
    """A count that may be below 0: whole numbers from ``least`` on, each with its integer weight."""

    least: int
    weights: Weights

    @classmethod
    def of(cls, weights: Mapping[int, int]) -> "Spread":
        """The spread of these weights by number.

        >>> Spread.of({2: 3, 0: 1})
        Spread(least=0, weights=(1, 0, 3))
        """
        least = min(weights)
        return cls(least, tuple([weights.get(value, 0) for value in range(least, max(weights) + 1)]))

    def plus(self, other: "Spread") -> "Spread":
        """The spread of the sum of two independent numbers.

        >>> Spread(-1, (1, 1)).plus(Spread(2, (1, 3)))
        Spread(least=1, weights=(1, 4, 3))
        """
        return Spread(self.least + other.least, convolve(self.weights, other.weights))

    def minus(self, other: "Spread") -> "Spread":
        """The spread of the difference of two independent numbers."""
        least = self.least - other.least - len(other.weights) + 1
        return Spread(least, convolve(self.weights, other.weights[::-1]))

    def to(self, function: Callable[[int], int]) -> "Spread":
        """The spread of ``function`` of the number.

        >>> Spread(-1, (1, 2, 3)).to(abs)
        Spread(least=0, weights=(2, 4))
        """
        out: dict[int, int] = {}
        for value, weight in enumerate(self.weights, self.least):
            out[function(value)] = out.get(function(value), 0) + weight
        return Spread.of(out)

    def floored(self) -> "Spread":
        """The spread of the number, with 0 in place of anything below.

        >>> Spread(-2, (1, 2, 3, 4)).floored(), Spread(-3, (1, 2)).floored(), Spread(1, (5,)).floored()
        (Spread(least=0, weights=(6, 4)), Spread(least=0, weights=(3,)), Spread(least=1, weights=(5,)))
        """
        if self.least >= 0:
            return self
        below = 1 - self.least
        return Spread(0, (sum(self.weights[:below]), *self.weights[below:]))

    def shares(self) -> dict[int, float]:
        """The probability of each number that may come."""
        return {value: share for value, share in enumerate(normal(self.weights), self.least) if share}


class Margin(NamedTuple):
    """The lead of one side over the other: ``shares[i]`` is the probability of a margin of ``least + i``."""

    least: int
    shares: Distribution

    @classmethod
    def of(cls, ahead: Spread, whole: int = 0) -> "Margin":
        """The margin from the weights of all leads; ``whole`` is the sum that they are part of, 0 if they are all."""
        return cls(ahead.least, normal(ahead.weights, whole))

    @property
    def ahead(self) -> float:
        return sum(p for i, p in enumerate(self.shares) if self.least + i > 0)

    @property
    def level(self) -> float:
        return self.shares[-self.least] if 0 <= -self.least < len(self.shares) else 0.0

    @property
    def behind(self) -> float:
        return sum(p for i, p in enumerate(self.shares) if self.least + i < 0)

    def at_least(self, value: int) -> float:
        """P(the margin is ``value`` or more).

        >>> Margin(-1, (0.25, 0.5, 0.25)).at_least(0)
        0.75
        """
        return sum(self.shares[max(0, value - self.least) :], 0.0)

    def hits(self) -> Distribution:
        """Probabilities of 0, 1, 2 ... hits for this side; a tie or a defeat is none.

        >>> Margin(-1, (0.25, 0.5, 0.25)).hits(), Margin(2, (0.5, 0.5)).hits()
        ((0.75, 0.25), (0, 0.0, 0.5, 0.5))
        """
        lost = sum(p for i, p in enumerate(self.shares) if self.least + i <= 0)
        surely = (0.0,) * (self.least - 1)
        return (lost, *surely, *self.shares[max(0, 1 - self.least) :])

    def hits_against(self) -> Distribution:
        """Probabilities of 0, 1, 2 ... hits for the other side."""
        return Margin(1 - self.least - len(self.shares), self.shares[::-1]).hits()


# -- a group whose members each end in one of several bands, such as failure and success -------------------------------


def tallies(members: Iterable[Sequence[float]]) -> Mapping[tuple[int, ...], float]:
    """The probability of each way in which a group may be spread over the bands, by the number in each.

    >>> tallies([(0.5, 0.5), (0.5, 0.5)])
    {(2, 0): 0.25, (1, 1): 0.5, (0, 2): 0.25}
    """
    spread: dict[tuple[int, ...], float] = {}
    for number, bands in enumerate(members):
        if not number:
            spread = {(0,) * len(bands): 1.0}
        after: dict[tuple[int, ...], float] = {}
        for counts, share in spread.items():
            for band, chance in enumerate(bands):
                if chance:
                    now = (*counts[:band], counts[band] + 1, *counts[band + 1 :])
                    after[now] = after.get(now, 0.0) + share * chance
        spread = after
    return spread


def judged(members: Iterable[Sequence[float]], verdict: Callable[[tuple[int, ...]], int], bands: int) -> Distribution:
    """The probability of each band for the group as a whole, where ``verdict`` gives the band for a spread over them.

    >>> judged([(0.5, 0.5), (0.5, 0.5)], lambda counts: int(counts[1] > 0), 2)
    (0.25, 0.75)
    """
    out = [0.0] * bands
    for counts, share in tallies(members).items():
        out[verdict(counts)] += share
    return tuple(out)
