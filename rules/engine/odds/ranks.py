"""Dice of which only some count, by their rank: the highest three of four, all but the lowest, the middle one."""

from functools import lru_cache
from math import comb

from rules.engine.odds.packing import Weights, unpacked, width_for
from rules.engine.odds.sums import pool


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
