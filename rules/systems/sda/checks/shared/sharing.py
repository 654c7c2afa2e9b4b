"""A group whose members help each other: the best way to share, and how likely it is that all succeed (SDA-038)."""

from collections.abc import Sequence
from functools import lru_cache

from rules.engine.odds import Distribution, normal
from rules.systems.sda.core.rolls import Roll, sum_of, together


def best_transfer(measures: Sequence[int], difficulty: int) -> list[tuple[int, int, int]]:
    """The gifts by which as many as possible succeed, as (giver, taker, MoS) by place (SDA-038).

    Whoever has most to spare gives first; whoever lacks least is helped first; whoever cannot be helped gives all.

    >>> best_transfer([5, 4, 0], 3)
    [(0, 2, 2), (1, 2, 1)]
    """
    kept = _saved(measures, difficulty)
    spare = {place: value - (difficulty if place in kept else 0) for place, value in enumerate(measures)}
    gifts: list[tuple[int, int, int]] = []
    for taker in sorted(kept, key=lambda place: (-measures[place], place)):
        givers = sorted((p for p in spare if spare[p] > 0), key=lambda p: (p not in kept, -spare[p], p))
        for giver in givers:
            given = min(spare[giver], -spare[taker])
            if given > 0:
                gifts.append((giver, taker, given))
                spare[giver] -= given
                spare[taker] += given
    return gifts


def _saved(measures: Sequence[int], difficulty: int) -> set[int]:
    """The places that can reach the difficulty together: the best of them."""
    most = len(measures) if difficulty <= 0 else min(len(measures), sum(measures) // difficulty)
    return set(sorted(range(len(measures)), key=lambda place: (-measures[place], place))[:most])


def group(members: Sequence[tuple[Roll, ...]], difficulty: int) -> Distribution:
    """The distribution of how many members succeed by their best transfer (SDA-038)."""
    return _sharing(tuple(members), difficulty)


@lru_cache(maxsize=512)
def _sharing(members: tuple[tuple[Roll, ...], ...], difficulty: int) -> Distribution:
    """The distribution of how many succeed: all MoS are one sum, and as many as it is enough for do."""
    total = together(tuple([roll for rolls in members for roll in rolls]))
    if difficulty <= 0:
        return (*(0.0,) * len(members), 1.0)
    weights, most = (*(0,) * total.least, *total.weights), difficulty * len(members)
    return normal([*(sum(weights[at : at + difficulty]) for at in range(0, most, difficulty)), sum(weights[most:])])


def group_alone(members: Sequence[tuple[Roll, ...]], difficulty: int) -> float:
    """The chance that everybody succeeds without giving each other anything."""
    out = 1.0
    for rolls in members:
        out *= sum(share for value, share in sum_of(rolls).items() if value >= difficulty)
    return out
