"""Tallies of many fights, which can be added up, and are equal whoever counted which part.

A tally is one bag of counts. Each count has a name of several words, the first of which says what is counted:

=====================  ===============================================================
``fights``             all of them
``won SIDE``           victories; ``won`` alone are fights that nobody won
``rounds N``           fights that took so many rounds
``fell WHO``           fights in which somebody fell, whether or not they got up again
``first WHO``          fights in which nobody fell before them; ``first`` alone: nobody fell at all
``fell WHO SIDE``      of those in which they fell, the victories of a side
``fate WHO HOW``       how somebody was at the end
``gauge WHO NAME N``   fights after which a gauge of theirs had changed by so many
=====================  ===============================================================
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt

Word = str | int
Name = tuple[Word, ...]

#: Standard deviations either way that hold this share of a normal distribution.
DEVIATIONS = {0.90: 1.6448536269514722, 0.95: 1.959963984540054, 0.99: 2.5758293035489004}


@dataclass(slots=True)
class Tally:
    """Counts by name; two tallies of different fights add up to that of all of them."""

    counts: Counter[Name] = field(default_factory=Counter)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.counts + other.counts)

    def count(self, *name: Word) -> None:
        self.counts[name] += 1

    def of(self, *name: Word) -> int:
        return self.counts[name]

    @property
    def fights(self) -> int:
        return self.of("fights")

    def under(self, *first: Word) -> dict[Word, int]:
        """The counts whose names are ``first`` and one word more, by that word, in its order."""
        length = len(first)
        found = {name[-1]: n for name, n in self.counts.items() if len(name) == length + 1 and name[:length] == first}
        return dict(sorted(found.items(), key=lambda one: (isinstance(one[0], str), one[0])))

    def plain(self) -> list[list[Word]]:
        """The tally as rows for JSON, in an order that does not hang on who counted first."""
        return sorted(([*name, count] for name, count in self.counts.items()), key=lambda row: list(map(str, row)))

    @classmethod
    def from_plain(cls, told: Iterable[Sequence[Word]]) -> "Tally":
        return cls(Counter({tuple(row[:-1]): int(row[-1]) for row in told}))


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of several tallies."""
    whole: Counter[Name] = Counter()
    for one in tallies:
        whole.update(one.counts)
    return Tally(whole)


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the fights, and the interval in which the true chance lies, by the number of fights played."""

    share: float
    least: float
    most: float

    def holds(self, chance: float) -> bool:
        return self.least - 1e-12 <= chance <= self.most + 1e-12


def wilson(count: int, of: int, confidence: float = 0.95) -> Share:
    """A share with its Wilson interval, which is honest for few fights and near 0 and 1 as well.

    >>> eight = wilson(8, 10)
    >>> eight.share, round(eight.least, 4), round(eight.most, 4)
    (0.8, 0.4902, 0.9433)
    >>> wilson(0, 0)
    Share(share=0.0, least=0.0, most=1.0)
    """
    if not of:
        return Share(0.0, 0.0, 1.0)
    z2, share = DEVIATIONS[confidence] ** 2, count / of
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    reach = sqrt(z2 * (share * (1 - share) / of + z2 / (4 * of * of))) / (1 + z2 / of)
    return Share(share, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(frozen=True, slots=True)
class Spread:
    """The spread of a whole number: its mean, and the interval in which it was in nine fights of ten."""

    mean: float
    least: int
    most: int


def spread(counts: dict[Word, int], within: float = 0.9) -> Spread:
    """The mean and the middle part of a count; the rest is halved between both ends.

    >>> spread({0: 2, 3: 6, 9: 2})
    Spread(mean=3.6, least=0, most=9)
    """
    whole = sum(counts.values())
    if not whole:
        return Spread(0.0, 0, 0)
    values = sorted((int(value), count) for value, count in counts.items())
    mean = sum(value * count for value, count in values) / whole
    return Spread(mean, _reached(values, whole * (1 - within) / 2), _reached(values, whole * (1 + within) / 2))


def _reached(values: Sequence[tuple[int, int]], due: float) -> int:
    """The first value at which the counts add up to ``due``."""
    seen = 0
    for value, count in values:
        seen += count
        if seen >= due:
            return value
    return values[-1][0]
