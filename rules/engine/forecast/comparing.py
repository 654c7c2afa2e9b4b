"""The difference between two shares, and whether it is clear after the fights that were played."""

from dataclasses import dataclass
from math import sqrt

from rules.engine.forecast.tally import Share


@dataclass(frozen=True, slots=True)
class Difference:
    """The amount by which a share is larger than another, and the interval in which the true difference lies."""

    by: float
    least: float
    most: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out 0: there is a difference, as far as the fights that were played can say."""
        return not self.least <= 0 <= self.most


def difference(share: Share, other: Share) -> Difference:
    """The difference by Newcombe's interval, made from both Wilson intervals: it is honest near 0 and 1 as well.

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
