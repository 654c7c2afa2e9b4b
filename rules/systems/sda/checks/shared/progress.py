"""The progress that one roll of a task that takes several makes, for advice (SDA-031 to SDA-034)."""

from collections.abc import Sequence

from rules.engine.kernel import Table
from rules.engine.odds.contests import Margin
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.core.rolls import MOS, SETBACK, SPIRIT_OF_A_MOS, Aim, Pool, Roll, Turnout, together, turnout

#: Aim of such a roll; :func:`nearer` counts it, for the odds tell of the end of the task alone.
NEARER = Aim(
    MOS,
    "Average progress of this roll in MoS, minus possible losses, up to what is needed; 2 spirit count as 1 MoS.",
    "Nearer by",
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
