"""A tally that is rolled for again and again, all its values in one large integer, so that Python follows it in C.

Each tally below the goal has a place in the integer, which holds its probability in units of 2^-bits. A roll multiplies
it by the gains, which have places of the same width: what comes out below nothing is folded into nothing, what comes
out at the goal or above is taken out, and the rest is cut down to units again.

How far off it can be: a gain is rounded by half a unit at most, and a tally is cut down by less than one. A roll hands
on what is missing and makes it no more, so after n rolls, with t tallies and g gains, everything together is off by
less than n * (t + g + 1) units. There are as many bits as keep that under 1e-13.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import NamedTuple

from rules.engine.odds.shares import Distribution

#: The probability by which everything together may be off.
NOTHING = 1e-13


class Step(NamedTuple):
    """A roll: ``shares[i]`` is the probability to gain ``least + i``, ``lost`` that to lose the whole tally."""

    least: int
    shares: Distribution
    lost: float = 0.0

    @property
    def most(self) -> int:
        return self.least + len(self.shares) - 1

    @property
    def gains(self) -> bool:
        """Whether the roll can raise the tally."""
        return any(self.shares[max(0, 1 - self.least) :])


def finishes(steps: Sequence[Step], goal: int, states: Mapping[int, float], far: int, enough: float) -> list[float]:
    """The probabilities that exactly 1, 2 ... rolls reach the goal, for ``far`` rolls or until they come to ``enough``.

    The rolls take turns among ``steps``. All ``states`` are below the goal; a tally never falls below nothing.
    """
    bits = _bits(far * (goal + max(len(step.shares) for step in steps) + 1))
    fine = min(bits, max(map(_fineness, steps)))
    place = bits + fine + 1
    slot, unit, close = (1 << place) - 1, 0.5 ** (bits + fine), min(enough, 1 - NOTHING)
    keep = ((1 << bits + 1) - 1) * (((1 << place * (goal - 1)) - 1) // slot)
    moves = [_move(step, goal, fine, place) for step in steps]
    row = sum(round(share * (1 << bits)) << place * tally for tally, share in states.items())
    done, total = [], 0.0
    for gains, lost, falls, stays, wins in islice(cycle(moves), far):
        fallen = row % slot * lost if lost else 0
        row *= gains
        finished = (row >> wins) % slot * unit
        if falls:
            fallen += (row & falls) % slot
        row = ((row >> stays & keep) << place) + (fallen >> fine)
        done.append(finished)
        total += finished
        if total >= close:
            break
    return done


def _bits(parts: int) -> int:
    """The bits of a unit with which ``parts`` units come to less than :data:`NOTHING`."""
    return int(parts / NOTHING).bit_length()


def _fineness(step: Step) -> int:
    """The bits in which the chances of a step are exact: few where they are halves, quarters, eighths and so on."""
    return max(share.as_integer_ratio()[1] for share in (*step.shares, step.lost)).bit_length() - 1


def _move(step: Step, goal: int, fine: int, place: int) -> tuple[int, int, int, int, int]:
    """A roll in numbers: its gains, what it loses, and where in the product it falls, stays below the goal, and wins.

    A step that gains something in any case is taken for one that may gain nothing, with no chance of it.
    """
    below, whole = max(0, -step.least), 1 << fine
    gains = sum(
        round(share * whole) << place * (gain + below) for gain, share in enumerate(step.shares, step.least) if share
    )
    falls = (1 << place * (below + 1)) - 1 if step.least < 1 else 0
    return gains, round(step.lost * whole), falls, place * (below + 1) + fine, place * (below + goal)
