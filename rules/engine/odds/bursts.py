"""Dice that are thrown again for some of their faces, and dice that are only looked over for a face."""

from functools import lru_cache
from math import comb

from rules.engine.odds.packing import Weights, packed, unpacked, width_for
from rules.engine.odds.shares import Distribution, normal
from rules.engine.odds.sums import pool

#: The probability that may be left out where dice might be thrown again without end.
NOTHING = 1e-13
#: The most further throws that are followed.
MOST_MORE = 2000


def goes_on(sides: int, again: int, throws: int) -> float:
    """P(a die is thrown again after ``throws`` throws), if ``again`` of its faces have it thrown again.

    >>> goes_on(6, 1, 2) == 1 / 36
    True
    """
    return (again / sides) ** throws


def enough_throws(sides: int, again: int, dice: int = 1) -> int:
    """The fewest throws of a die after which P(any of these dice would go on) is at most 1e-13.

    >>> enough_throws(6, 1), enough_throws(6, 2), enough_throws(6, 0)
    (17, 28, 1)
    """
    throws = 1
    while dice * goes_on(sides, again, throws) > NOTHING:
        throws += 1
    return throws


@lru_cache(maxsize=64)
def burst(sides: int, again: tuple[int, ...], throws: int) -> Weights:
    """Weights of a die that is thrown again, and added, as long as it shows one of these faces.

    It is thrown ``throws`` times at most, as where a rule says so. Where none does, every chance is off by
    :func:`goes_on` at most, for only what goes on beyond that would have come to more.

    >>> burst(2, (2,), 2)
    (0, 2, 0, 1, 1)
    """
    once = tuple(1 if face else 0 for face in range(sides + 1))
    if throws <= 1:
        return once
    further = burst(sides, again, throws - 1)
    out = [0] * (max((sides, *again)) + len(further))
    for face in range(1, sides + 1):
        if face not in again:
            out[face] += sides ** (throws - 1)
            continue
        for more, weight in enumerate(further):
            out[face + more] += weight
    return _trimmed(out)


def _trimmed(weights: list[int]) -> Weights:
    while not weights[-1]:
        weights.pop()
    return tuple(weights)


@lru_cache(maxsize=512)
def bursting(count: int, sides: int, again: tuple[int, ...], throws: int = 0) -> Distribution:
    """P(``count`` bursting dice come to v) at index v; without a limit of throws all but 1e-13 of it is told.

    >>> bursting(1, 2, (2,), 2)
    (0.0, 0.5, 0.0, 0.25, 0.25)
    """
    return normal(pool(burst(sides, again, throws or enough_throws(sides, len(again), count)), count))


def enough_more(count: int, sides: int, again: int) -> int:
    """The fewest further throws of all these dice together beyond which P(they would go on) is at most 1e-13.

    >>> enough_more(1, 6, 1), enough_more(3, 6, 1)
    (16, 19)
    """
    goes, more = again / sides, 0
    share = (1 - goes) ** count
    left = 1 - share
    while left > NOTHING and more < MOST_MORE:
        more += 1
        share *= goes * (count + more - 1) / more
        left -= share
    return more


@lru_cache(maxsize=512)
def endless(count: int, sides: int, again: tuple[int, ...]) -> Weights:
    """Weights of dice thrown again, and added, as long as they show one of these faces: all but 1e-13 of it.

    Told apart by how many throws more there are of all dice together: k of them come in C(count + k - 1, k) orders,
    each shows one of those faces, and the last throw of each die none of them. Horner's scheme adds that up.

    >>> [round(share, 6) for share in normal(endless(1, 2, (2,)))[:5]]
    [0.0, 0.5, 0.0, 0.25, 0.0]
    """
    most = enough_more(count, sides, len(again))
    width = width_for(sides ** (count + most))
    further = packed([int(face in again) for face in range(max(again) + 1)], width)
    found = 0
    for more in range(most, -1, -1):
        found = found * further + comb(count + more - 1, more) * sides ** (most - more)
    last = pool(tuple([int(face and face not in again) for face in range(sides + 1)]), count)
    return unpacked(found * packed(last, width), width, count * sides + most * max(again) + 1)


@lru_cache(maxsize=1024)
def showing(count: int, sides: int, faces: int = 1) -> Distribution:
    """P(just n of ``count`` equal dice show one of ``faces`` faces) at index n.

    >>> showing(2, 6)[0] == 25 / 36, showing(0, 6)
    (True, (1.0,))
    """
    return normal(pool((sides - faces, faces), count))


def any_shows(count: int, sides: int, faces: int = 1) -> float:
    """P(at least one of ``count`` equal dice shows one of ``faces`` faces).

    >>> any_shows(2, 6) == 11 / 36, any_shows(0, 6)
    (True, 0.0)
    """
    return 1.0 - showing(count, sides, faces)[0] if count else 0.0
