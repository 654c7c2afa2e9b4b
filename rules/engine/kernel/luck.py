"""The luck of rolls: a result of dice, held against everything that they might have come to.

The luck of a roll is its percentile: how many of 100 throws of the same dice would have been worse, and half of those
that would have come to the same. Whatever is rolled, fair dice have 50 on average, so rolls of all kinds add up.
"""

from collections.abc import Iterable, Sequence
from math import erfc, sqrt

from rules.engine.kernel.facts import Die, Rolled
from rules.engine.kernel.references import Wording
from rules.engine.odds import Distribution, mean, percentile

#: Standard deviations from the middle within which 19 of 20 cases lie.
_NINETEEN_IN_TWENTY = 1.959964
#: The probability with which fair dice may look unusual: once in twenty.
ONCE_IN = 0.05


def even(sides: int) -> Distribution:
    """One die: P(it shows f) at index f.

    >>> even(4)
    (0.0, 0.25, 0.25, 0.25, 0.25)
    """
    return (0.0, *[1 / sides] * sides)


def among(faces: Iterable[int]) -> Distribution:
    """The distribution of one of several cards or rows, each as likely as any other.

    >>> among((1, 3))
    (0.0, 0.5, 0.0, 0.5)
    """
    listed = set(faces)
    return tuple(1 / len(listed) if face in listed else 0.0 for face in range(max(listed) + 1))


def rolled(
    who: str,
    purpose: Wording,
    dice: tuple[Die, ...],
    measure: int,
    chances: Distribution,
    *,
    typed: bool = False,
    low: bool = False,
    drawn: bool = False,
    listed: bool = False,
) -> Rolled:
    """The fact that dice fell, with how lucky that was, out of all that they might have come to.

    ``low`` says that a low measure is the lucky one; ``drawn`` that these are cards of what is left of a deck,
    ``listed`` that they name a row of a list.
    """
    above = percentile(chances, measure)
    lucky = 100 - above if low else above
    return Rolled(who, purpose, dice, measure, lucky, typed, round(mean(chances), 9), chances[measure], drawn, listed)


def spread(percentile: float, exactly: float, share: float) -> float:
    """A percentile moved within the span of equal results, by a ``share`` from 0 to 1 that has to do with no dice.

    The percentiles of dice are few: a d4 knows 12.5, 37.5, 62.5 and 87.5. Spread by an even share they are even from 0
    to 100 whatever was rolled, so those of all rolls can be looked at together.

    >>> spread(12.5, 0.25, 0.0), spread(12.5, 0.25, 0.5), spread(87.5, 0.25, 1.0)
    (0.0, 12.5, 100.0)
    """
    return percentile + (share - 0.5) * 100 * exactly


def at_least_as_lucky(percentile: float, exactly: float) -> float:
    """The chance that the same dice come as good or better, from a roll's percentile and P(just this).

    >>> at_least_as_lucky(87.5, 0.25), at_least_as_lucky(12.5, 0.25)
    (0.25, 1.0)
    """
    return min(1.0, max(0.0, 1 - percentile / 100 + exactly / 2))


def usual(rolls: int) -> float:
    """The distance from 50 within which the average luck of ``rolls`` fair rolls lies in 19 of 20 cases.

    Even percentiles have a variance of 100² / 12; those of dice, which are few, have less.

    >>> round(usual(100), 1), round(usual(10_000), 2)
    (5.7, 0.57)
    """
    return _NINETEEN_IN_TWENTY * 100 / sqrt(12 * rolls)


def chance_to_be_as_far(rolls: int, average: float) -> float:
    """P(the average luck of ``rolls`` fair rolls lies as far from 50 as this, to either side); 1 without a roll.

    >>> round(chance_to_be_as_far(100, 50 + usual(100)), 4), chance_to_be_as_far(0, 50)
    (0.05, 1.0)
    """
    return erfc(abs(average - 50) * sqrt(12 * rolls) / 100 / sqrt(2))


def unusual(chances: Sequence[float], once_in: float = ONCE_IN) -> list[bool]:
    """Whether each of several looks is unusual, judged together: fair dice show one once in twenty (Holm, 1979).

    The smallest chance has to hold against as many looks as there are, the next one against one less, until one fails.

    >>> unusual([0.04]), unusual([0.04, 0.5]), unusual([0.02, 0.5, 0.01])
    ([True], [False, False], [True, False, True])
    """
    found = [False] * len(chances)
    for passed, place in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[place] > once_in / (len(chances) - passed):
            break
        found[place] = True
    return found
