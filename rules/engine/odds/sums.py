"""Sums of dice: pools of one kind of die, any mixture of kinds, and dice of which only some count, by their rank."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from math import comb

from rules.engine.odds.packing import Weights, packed, unpacked, width_for
from rules.engine.odds.shares import Distribution, normal

#: The most dice and sides for which floats were held against the exact weights, every pool of them.
PROVEN_DICE, PROVEN_SIDES = 60, 100


def convolve(a: Sequence[int], b: Sequence[int]) -> Weights:
    """Weights of the sum of two independent counts; none if one of them has none."""
    width = width_for(max(sum(a), 1) * max(sum(b), 1))
    return unpacked(packed(a, width) * packed(b, width), width, len(a) + len(b) - 1)


@lru_cache(maxsize=4096)
def pool(die: Weights, count: int) -> Weights:
    """Weights of the sum of ``count`` equal dice, each given by its own weights.

    >>> pool((1, 1), 3), pool((0, 1, 1), 2)
    ((1, 3, 3, 1), (0, 0, 1, 2, 1))
    """
    width = width_for(sum(die) ** count)
    return unpacked(packed(die, width) ** count, width, (len(die) - 1) * count + 1)


def pools(kinds: Iterable[tuple[Weights, int]]) -> Weights:
    """Weights of the sum of several kinds of dice, each with its number."""
    listed, whole, top, together = tuple(kinds), 1, 0, 1
    for die, count in listed:
        whole *= sum(die) ** count
        top += (len(die) - 1) * count
    width = width_for(whole)
    for die, count in listed:
        together *= packed(die, width) ** count
    return unpacked(together, width, top + 1)


def plain(sides: int) -> Weights:
    """The weights of a die that counts its face."""
    return (0, *(1,) * sides)


@lru_cache(maxsize=4096)
def dice(count: int, sides: int) -> Distribution:
    """P(``count`` equal dice show v together) at index v.

    >>> dice(2, 2)
    (0.0, 0.0, 0.25, 0.5, 0.25)
    """
    if not 0 < count <= PROVEN_DICE or not 2 <= sides <= PROVEN_SIDES:
        return normal(pool(plain(sides), count))
    lower, odd = _lower_half(count, sides), count * (sides - 1) % 2
    return tuple([0.0] * count + lower + lower[-1 if odd else -2 :: -1])


def _lower_half(count: int, sides: int) -> list[float]:
    """P(the dice show ``count + k``) at index k, up to the middle; the other half is its mirror image.

    With n dice of s sides these are the coefficients q of ((1 - x^s) / (1 - x))^n / s^n. Its derivative gives
    (1 - x)(1 - x^s) q' = n (1 - x^s) q - n s x^(s-1) (1 - x) q, and so, place by place,
    k q[k] = (k + n - 1) q[k-1] + (k - s - ns) q[k-s] - (k - s - 1 + n - ns) q[k-s-1]: some eight operations for
    each place, however many dice there are.

    The recurrence subtracts, so that no general bound of its rounding is small. But there are only so many pools, and
    arithmetic in floats is the same on every machine: each pool of up to 60 dice of up to 100 sides was held against
    its exact weights, and no share is off by more than 1e-12 of itself (``test_odds_sums`` does it again).
    """
    half = count * (sides - 1) // 2
    last, place, fewer = 1 / sides**count, 1.0, count - 1.0
    row = [last]
    keep = row.append
    for _ in range(sides - 1 if sides <= half else half):
        last += fewer * last / place
        keep(last)
        place += 1.0
    many, earlier = float(sides * (count + 1)), 0.0
    for value in islice(row, half + 1 - sides) if sides <= half else ():
        step = value - earlier
        last += step + (fewer * (last - earlier) - many * step) / place
        keep(last)
        earlier = value
        place += 1.0
    return row


@lru_cache(maxsize=1024)
def mixed(sides: tuple[int, ...]) -> Distribution:
    """P(dice of these sides show v together) at index v; without dice, surely 0.

    >>> mixed((2, 4)), mixed(())
    ((0.0, 0.0, 0.125, 0.25, 0.25, 0.25, 0.125), (1.0,))
    """
    kinds = {one: sides.count(one) for one in sides}
    if len(kinds) == 1:
        return dice(len(sides), sides[0])
    return normal(pools((plain(one), count) for one, count in kinds.items()))


# -- the highest three of four, all but the lowest, the middle one -----------------------------------------------------


@lru_cache(maxsize=1024)
def ranked(die: Weights, count: int, first: int, last: int) -> Weights:
    """Weights of the sum of the dice of ranks ``first`` (from 0, the lowest) up to but without ``last``.

    The faces are gone through from the lowest: ``rows[n]`` is the sum so far, where n dice show one of them.

    >>> ranked((0, 1, 1), 2, 1, 2), ranked((0, 1, 1), 2, 0, 1), ranked((0, 1, 1), 3, 1, 2)
    ((0, 1, 3), (0, 3, 1), (0, 4, 4))
    """
    if (first, last) == (0, count):
        return pool(die, count)
    width = width_for(sum(die) ** count)
    rows = [1] + [0] * count
    for face, weight in enumerate(die):
        if weight:
            rows = _with_face(rows, face, weight, (first, last), 8 * width)
    return unpacked(rows[count], width, (len(die) - 1) * (last - first) + 1)


def _with_face(rows: list[int], face: int, weight: int, ranks: tuple[int, int], place: int) -> list[int]:
    """The rows after 0, 1, 2 ... of the dice that are left show this face."""
    first, last = ranks
    count, after = len(rows) - 1, rows.copy()
    for so_far, row in enumerate(rows):
        if not row:
            continue
        for showing in range(1, count - so_far + 1):
            counting = max(0, min(last, so_far + showing) - max(first, so_far))
            times = comb(count - so_far, showing) * weight**showing
            after[so_far + showing] += row * times << place * face * counting
    return after


def steps(die: Weights, count: int) -> int:
    """The number of additions that :func:`ranked` takes."""
    return sum(map(bool, die)) * count * (count + 1) // 2
