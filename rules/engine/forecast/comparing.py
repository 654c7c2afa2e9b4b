"""Two shares held against each other: by how much they differ, and whether so many fights can tell them apart."""

from dataclasses import dataclass
from math import sqrt

from rules.engine.forecast.tally import Share


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much a share is larger than another, and between what the true difference lies."""

    by: float
    least: float
    most: float

    @property
    def is_clear(self) -> bool:
        """Whether there is a difference at all, as far as so many fights can say."""
        return not self.least <= 0 <= self.most


def difference(share: Share, other: Share) -> Difference:
    """Newcombe's interval, made from both Wilson intervals, so that it is honest near 0 and 1 as well.

    >>> from rules.engine.forecast.tally import wilson
    >>> found = difference(wilson(56, 70), wilson(48, 80))
    >>> [round(number, 4) for number in (found.by, found.least, found.most)]
    [0.2, 0.0524, 0.3339]
    >>> difference(wilson(5, 10), wilson(6, 10)).is_clear
    False
    """
    by = share.share - other.share
    down = sqrt((share.share - share.least) ** 2 + (other.most - other.share) ** 2)
    up = sqrt((share.most - share.share) ** 2 + (other.share - other.least) ** 2)
    return Difference(by, by - down, by + up)
