"""Exact odds: distributions over whole numbers, how dice make them, and the one vocabulary in which odds are told.

* ``vocabulary``: what may happen, for people (:class:`Odds`, :class:`Chance`), and ``wording``: chances in words;
* ``shares``: what is read off a distribution: means, quantiles, maluses, mixtures;
* ``sums``: pools, from one kind of die to any mixture of them (``packing`` has their weights multiplied in C);
* ``contests``: one count against another, and maluses that give dice to the other side;
* ``runs``: rolling again and again until enough is gathered;
* ``purses``: the same where each roll may also take from a purse, or put into it, without which there is no rolling;
* ``bursts``: dice that are thrown again for some of their faces, and dice that are only looked over for a face;
* ``bands``: tests that end in one of several bands, such as failure, something in between, and success.

A distribution is a tuple of probabilities, index = value, starting at 0. Weights are kept as integers as long as dice
are combined, and divided once at the end: nothing is rounded but that division. Where floats are worked with, the
docstring says why what they are off stays under 1e-12.
"""

from typing import TYPE_CHECKING

from rules.engine.odds.packing import Weights
from rules.engine.odds.shares import (
    Distribution,
    at_least,
    at_most,
    cumulated,
    deviation,
    joint,
    less,
    mapped,
    mean,
    mixture,
    normal,
    percentile,
    quantile,
    summed,
)
from rules.engine.odds.sums import convolve, dice, mixed, pool, pools
from rules.engine.odds.wording import in_100, in_words, often

if TYPE_CHECKING:
    from rules.engine.odds.vocabulary import REST, Chance, Mean, Odds

__all__ = [
    "REST",
    "Chance",
    "Distribution",
    "Mean",
    "Odds",
    "Weights",
    "at_least",
    "at_most",
    "convolve",
    "cumulated",
    "deviation",
    "dice",
    "in_100",
    "in_words",
    "joint",
    "less",
    "mapped",
    "mean",
    "mixed",
    "mixture",
    "normal",
    "often",
    "percentile",
    "pool",
    "pools",
    "quantile",
    "summed",
]


def __getattr__(name: str) -> object:
    """Import :class:`Chance`, :class:`Mean`, :class:`Odds` and :data:`REST` when first asked for.

    Counting needs no dataclasses, which take longer to import than all the rest.
    """
    if name not in ("Chance", "Mean", "Odds", "REST"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from rules.engine.odds import vocabulary

    globals().update({one: getattr(vocabulary, one) for one in ("Chance", "Mean", "Odds", "REST")})
    return globals()[name]
