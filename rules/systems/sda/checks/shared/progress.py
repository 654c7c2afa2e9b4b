"""The exact odds of long tasks, whose rolls add up to a tally until the difficulty is reached; what one roll adds."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from rules.engine.kernel import Table
from rules.engine.odds import mixture
from rules.engine.odds.contests import Margin
from rules.engine.odds.runs import ALMOST_ALL, FAR, Run, Step, run
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.core.person import none_scores
from rules.systems.sda.core.rolls import (
    EACH,
    FIRST_FAIL,
    MOS,
    SETBACK,
    SPIRIT_OF_A_MOS,
    Aim,
    Gains,
    Pool,
    Roll,
    gain_of_blanks,
    opposed_together,
    sum_of,
    together,
)


@dataclass(frozen=True, slots=True)
class Turnout:
    """The outcomes of one roll of a long task: ``lost`` is the chance that all of the tally goes, else it ``gains``."""

    gains: Gains
    lost: float = 0.0

    def scaled(self, times: int) -> "Turnout":
        """The turnout of a roll that stands for so many at once; the malus has been taken before (D-8)."""
        return Turnout({value * times: share for value, share in self.gains.items()}, self.lost)

    @property
    def step(self) -> Step:
        """The turnout as a step of a run of rolls."""
        if not self.gains:
            return Step(0, (), self.lost)
        least = min(self.gains)
        shares = tuple([self.gains.get(value, 0.0) for value in range(least, max(self.gains) + 1)])
        return Step(least, shares, self.lost)


def turnout(rolls: tuple[Roll, ...], mode: str, rounding: str = EACH, *, net_decides: bool = True) -> Turnout:
    """The turnout of one roll of a long task by one hand or several (SDA-031 to SDA-035).

    ``net_decides`` whether a roll that its malus brought to nothing counts as one without any MoS (C-27).
    """
    gains = sum_of(rolls, mode, rounding)
    if mode != FIRST_FAIL:
        return Turnout(gains)
    if net_decides:
        return _but_for_blanks(gains, gains.get(0, 0.0))
    lost = prod(none_scores(roll.sides, roll.count, roll.how) if roll.count else 1.0 for roll in rolls)
    return _but_for_blanks(gains, lost, gain_of_blanks(rolls, rounding))


def turnout_against(mine: tuple[Roll, ...], theirs: tuple[Roll, ...], mode: str, rounding: str = EACH) -> Turnout:
    """The turnout of a roll against somebody: its margin counts, and one not won is one without MoS (SDA-041)."""
    hits = opposed_together(mine, theirs, rounding).hits()
    gains = {value: share for value, share in enumerate(hits) if share}
    return _but_for_blanks(gains, gains.get(0, 0.0)) if mode == FIRST_FAIL else Turnout(gains)


def _but_for_blanks(gains: Gains, lost: float, gain: int = 0) -> Turnout:
    """The turnout of these gains, where blank rolls of this gain lose everything."""
    kept = {value: share for value, share in gains.items() if value != gain}
    left = gains.get(gain, 0.0) - lost
    return Turnout({gain: left, **kept} if left > 0 else kept, lost)


#: The run of rolls that a long task may still take.
Course = Run


def course(
    turnouts: Sequence[Turnout],
    goal: int,
    tally: int = 0,
    rolled: int = 0,
    first: Turnout | None = None,
    *,
    far: int = FAR,
    enough: float = ALMOST_ALL,
) -> Course:
    """How many more rolls it takes until the tally reaches the goal, with exact probabilities.

    Rolls take turns among ``turnouts``, and each of them has its turn before anything is done (SDA-039). ``first`` is
    the next roll, where it is not as usual. One looks ``far`` ahead, until it is as likely as ``enough`` to be done.
    """
    steps = tuple([each.step for each in turnouts])
    return run(steps, goal, tally, rolled, first.step if first else None, far=far, enough=enough)


def mixed(courses: Sequence[tuple[float, Course]]) -> Course:
    """One of several courses, each with its chance, where it is not known yet which."""
    done = mixture((share, each.done) for share, each in courses)
    lost = sum(share * each.next_lost for share, each in courses)
    return Course(done, max(0.0, 1.0 - sum(done)), lost)


def is_sure(turnouts: Sequence[Turnout], goal: int) -> bool:
    """Whether a task is done some day whatever has happened before, for it could be done from nothing (SDA-031).

    >>> [is_sure([one], 50) for one in (Turnout({0: 0.9, 1: 0.1}), Turnout({0: 1.0}), Turnout({2: 0.5}, 0.5))]
    [True, False, True]
    """
    return all(_at_best(turnouts, goal, start) for start in range(len(turnouts)))


def _at_best(turnouts: Sequence[Turnout], goal: int, start: int) -> bool:
    """Whether the luckiest rolls reach the goal from nothing, beginning with one of those that take turns."""
    tally = 0
    # Where a whole turn of them gains nothing, more of them do not either.
    for roll in range(start, start + (goal + 1) * len(turnouts)):
        gains = [value for value, share in turnouts[roll % len(turnouts)].gains.items() if share > 0]
        tally = max(0, tally + max(gains)) if gains else 0
        if tally >= goal and roll - start + 1 >= len(turnouts):
            return True
    return False


#: Aim of such a roll; :func:`nearer` counts it, for the odds tell of the end of the task alone.
NEARER = Aim(
    MOS,
    "Average progress of this roll in MoS, minus possible losses, up to what is needed; 2 spirit count as 1 MoS.",
    "Progress",
    spirit=SPIRIT_OF_A_MOS,
)


def turnout_of(table: Table, pools: Sequence[Pool], mode: str) -> Turnout:
    """The turnout of these pools together, in one roll of a task of that mode."""
    rolls = tuple(Roll(pool.sides, pool.available, pool.malus, how=pool.how) for pool in pools)
    return turnout(rolls, mode, net_decides=house_rules.net_decides(table))


def gathered(pools: Sequence[Pool], tally: int) -> Margin:
    """The change of a setback test's tally by one roll: a malus takes back no more than has been gathered (SDA-034)."""
    rolls = tuple(Roll(pool.sides, pool.available, pool.malus, how=pool.how) for pool in pools)
    return Margin.of(together(rolls, SETBACK).to(lambda gain: max(-tally, gain)))


def nearer(roll: Turnout, tally: int, goal: int) -> float:
    """MoS by which a roll brings a tally nearer to its goal on average; below 0 where more may be lost.

    >>> nearer(Turnout({0: 0.5, 3: 0.5}), 4, 5), nearer(Turnout({2: 0.5}, lost=0.5), 4, 9)
    (0.5, -1.0)
    """
    most = max(tally, goal)
    gained = sum(share * (min(most, max(0, tally + gain)) - tally) for gain, share in roll.gains.items())
    return gained - roll.lost * tally
