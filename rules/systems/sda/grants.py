"""Dice that a malus grants: what it takes beyond the dice of one side, the other side throws more."""

from collections.abc import Callable
from itertools import chain, repeat

from rules.engine.odds import Weights
from rules.engine.odds.contests import Spread
from rules.engine.odds.packing import packed, unpacked, width_for


def granting(roll: Weights, malus: int, die: Weights, counts: Callable[[int], int] | None = None) -> Spread:
    """A roll less a malus, where as much of the malus as is beyond the roll are dice for the other side.

    What those dice will show depends on nothing else that is rolled, so it is counted against this side at once, and
    the two sides stay independent. Their weights are a polynomial D and those of the roll p[0], p[1] ...: what the
    other side gains comes to p[0] D^m + p[1] D^(m-1) + ... + p[m-1] D, which Horner's scheme multiplies out, with D
    backwards, for it counts against this side.

    ``counts`` turns the MoS that are left into those that count, if these are others. All weights together are those of
    the roll times those of as many dice as the malus is high.

    >>> granting((1, 1), 1, (1, 1))
    Spread(least=-1, weights=(1, 3))
    """
    if malus <= 0:
        left = Spread(-malus, roll)
        return left.to(counts) if counts else left
    faces, step = sum(die), len(die) - 1
    width = width_for(sum(roll) * faces**malus)
    thrown, place, scale, all_of_it = packed(die[::-1], width), 8 * width, 1, 0
    for beyond, weight in zip(range(malus), chain(roll, repeat(0)), strict=False):
        all_of_it = (all_of_it + (weight * scale << place * step * beyond)) * thrown
        scale *= faces
    over: Weights = roll[malus:] or (0,)
    kept = Spread(0, over).to(counts).weights if counts else over
    all_of_it += packed(kept, width) * scale << place * step * malus
    return Spread(-step * malus, unpacked(all_of_it, width, step * malus + len(kept)))
