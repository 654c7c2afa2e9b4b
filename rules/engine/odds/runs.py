"""Rolling again and again until enough is gathered: the number of rolls it takes.

Rolls add to a tally that never falls below nothing; a roll may also lose all of it. What the chances are off by is
bounded by ``NOTHING``; where the tallies are few and far between they are followed one by one, with numbers that are
never negative, so that a share is off by 2^-53 of itself for each operation it took.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, cycle, islice
from operator import mul
from typing import NamedTuple

from rules.engine.odds.shares import Distribution, cumulated
from rules.engine.odds.wording import in_100

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


__all__ = ["ALMOST_ALL", "FAR", "Run", "Step", "run"]

#: The most rolls that are looked ahead, and the probability of being done that is enough.
FAR, ALMOST_ALL = 100, 0.999
#: The highest goal for which all tallies are followed at once.
MANY = 2000


class Run(NamedTuple):
    """The number of rolls it takes: ``done[n]`` is the probability that it is exactly n, ``left`` that it is more.

    ``next_lost`` is the probability that the next roll loses everything.
    """

    done: Distribution
    left: float
    next_lost: float = 0.0

    @property
    def now(self) -> float:
        """The probability that the next roll finishes it."""
        return self.done[1] if len(self.done) > 1 else 0.0

    @property
    def expected(self) -> float | None:
        """The average number of rolls; ``None`` where it may well never be done."""
        finished = sum(self.done)
        if finished < ALMOST_ALL:
            return None
        return sum(n * share for n, share in enumerate(self.done)) / finished

    def by(self, rolls: int) -> float:
        """P(it is done after ``rolls`` rolls at most)."""
        return min(1.0, sum(self.done[: max(0, rolls + 1)], 0.0))

    def so_many_in_100(self) -> tuple[int, ...]:
        """The number of a hundred who try that are done after 0, 1, 2 ... rolls.

        >>> Run((0.0, 0.5, 0.25), 0.25).so_many_in_100()
        (0, 50, 75)
        """
        return tuple(in_100(share) for share in cumulated(self.done))

    def rolls_for(self, share: float) -> int | None:
        """The fewest rolls that do it with at least this probability; ``None`` if they are more than were looked at.

        >>> Run((0.0, 0.5, 0.25), 0.25).rolls_for(0.7), Run((0.0, 0.5, 0.25), 0.25).rolls_for(0.9)
        (2, None)
        """
        sums = accumulate(self.done)
        return next((rolls for rolls, done in enumerate(sums) if done >= share - 1e-12), None)

    def within(self, share: float) -> int:
        """The fewest rolls that do it with at least this probability, or all that were looked at if it takes more."""
        rolls = self.rolls_for(share)
        return len(self.done) - 1 if rolls is None else rolls


@lru_cache(maxsize=512)
def run(
    steps: tuple[Step, ...],
    goal: int,
    tally: int = 0,
    rolled: int = 0,
    first: Step | None = None,
    *,
    far: int = FAR,
    enough: float = ALMOST_ALL,
) -> Run:
    """The run of further rolls until the tally reaches the goal.

    Rolls take turns among ``steps``, and each of them has its turn before anything is done; a roll that loses the tally
    begins with the first of them again. ``rolled`` are the rolls since then, ``first`` is the next one, where it is not
    as usual. It looks ahead ``far`` rolls, or until it is done with the probability ``enough``.

    >>> run((Step(0, (0.5, 0.5)),), 1, far=3)
    Run(done=(0.0, 0.5, 0.25, 0.125), left=0.125, next_lost=0.0)
    """
    if len(steps) > 1 and any(step.lost for step in steps):
        return _with_new_beginnings(steps, goal, tally, rolled, first, far, enough)
    states: Mapping[int, float] = {tally: 1.0}
    done, total, number = [0.0], 0.0, rolled
    lost = (first or steps[rolled % len(steps)]).lost
    gaining = any(step.gains for step in steps)
    while len(done) <= far:
        in_order = [steps[(number + place) % len(steps)] for place in range(len(steps))]
        if gaining and number + 1 >= len(steps) and not first and _close_together(in_order, goal, states):
            done += finishes(in_order, goal, states, far + 1 - len(done), enough - total)
            break
        states, finished = _rolled(states, first or in_order[0], goal if number + 1 >= len(steps) else None)
        done.append(finished)
        total, first, number = total + finished, None, number + 1
        if total >= enough or not states or not (gaining or any(value >= goal for value in states)):
            break
    return Run(tuple(done), max(0.0, 1.0 - sum(done)), lost)


def _with_new_beginnings(
    steps: tuple[Step, ...], goal: int, tally: int, rolled: int, first: Step | None, far: int, enough: float
) -> Run:
    """The run of several steps of which some lose everything: each attempt ends done or lost, and a new one follows.

    ``whole[n]`` is the probability that it takes exactly n rolls from the beginning, whatever attempts they are.
    """
    now, anew = _attempt(steps, goal, tally, rolled, first, far), _attempt(steps, goal, 0, 0, None, far)
    whole: list[float] = []
    done: list[float] = []
    for rolls in range(far + 1):
        whole.append(anew.done[rolls] + sum(map(mul, anew.lost[1 : rolls + 1], reversed(whole))))
        done.append(now.done[rolls] + sum(map(mul, now.lost[1 : rolls + 1], reversed(whole[:rolls]))))
        if sum(done) >= enough:
            break
    return Run(tuple(done), max(0.0, 1.0 - sum(done)), (first or steps[rolled % len(steps)]).lost)


class _Attempt(NamedTuple):
    """The probabilities that an attempt is done, or loses everything, with exactly 0, 1, 2 ... rolls."""

    done: Sequence[float]
    lost: Sequence[float]


def _attempt(steps: Sequence[Step], goal: int, tally: int, rolled: int, first: Step | None, far: int) -> _Attempt:
    states: Mapping[int, float] = {tally: 1.0}
    done, lost = [0.0], [0.0]
    for number in range(rolled, rolled + far):
        step = steps[number % len(steps)] if first is None or number > rolled else first
        lost.append(step.lost * sum(states.values()))
        states, finished = _rolled(states, step._replace(lost=0.0), goal if number + 1 >= len(steps) else None)
        done.append(finished)
    return _Attempt(done, lost)


def _close_together(steps: Sequence[Step], goal: int, states: Mapping[int, float]) -> bool:
    """Whether most tallies below the goal will occur, so that it is quickest to follow all of them at once."""
    dense = all(2 * sum(map(bool, step.shares)) >= len(step.shares) for step in steps)
    return dense and goal <= MANY and max(states) < goal


def _rolled(states: Mapping[int, float], step: Step, goal: int | None) -> tuple[Mapping[int, float], float]:
    """The tallies after a roll, and the probability that one of them reached the goal, if it counts by now."""
    after: dict[int, float] = {0: step.lost * sum(states.values())} if step.lost else {}
    finished = 0.0
    chances = [(gain, share) for gain, share in enumerate(step.shares, step.least) if share]
    for tally, before in states.items():
        for gain, share in chances:
            reached = max(0, tally + gain)
            if goal is not None and reached >= goal:
                finished += before * share
            else:
                after[reached] = after.get(reached, 0.0) + before * share
    return after, finished
