"""How far ahead a long task can be seen: exact chances, for every tally at once, so that the next look finds them.

:func:`~rules.systems.sda.trials.chances.course` says the same of one tally, more slowly; tests hold both together.
"""

from array import array
from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from rules.engine.calendar.long_tests import NOTHING
from rules.engine.odds import Distribution
from rules.engine.odds.runs import FAR
from rules.systems.sda.trials.chances import Turnout, course

#: The most rolls to look ahead, and the most sums to work out for them; ``FAR`` rolls at least.
FARTHEST, MOST_TO_RECKON = 1000, 6_000_000

#: A turnout as something to look results up by: its gains, and the chance to lose all.
_Plain = tuple[tuple[tuple[int, float], ...], float]


def chances_of(turnouts: Sequence[Turnout], goal: int, tally: int, rolled: int) -> Distribution:
    """The chance that exactly so many more rolls finish a task (SDA-031 to SDA-034).

    Where several skills take turns (SDA-039), each has to have had one before anything is done.
    """
    if len(turnouts) > 1:
        begun = min(rolled, len(turnouts) + rolled % len(turnouts))
        return course(turnouts, goal, tally, begun, far=_far(turnouts, goal), enough=1 - NOTHING).done
    return _from(_table(_plain(turnouts[0]), goal), tally)


def _plain(turnout: Turnout) -> _Plain:
    return tuple(sorted(turnout.gains.items())), turnout.lost


def _far(turnouts: Sequence[Turnout], goal: int) -> int:
    widest = max(len(one.gains) for one in turnouts)
    return max(FAR, min(FARTHEST, MOST_TO_RECKON // (4 * goal * max(1, widest))))


def _from(table: Sequence[Sequence[float]], tally: int) -> Distribution:
    done, reached = [0.0], 0.0
    for row in table:
        done.append(row[tally])
        reached += row[tally]
        if reached >= 1 - NOTHING:
            break
    return tuple(done)


@lru_cache(maxsize=32)
def _table(plain: _Plain, goal: int) -> tuple[Sequence[float], ...]:
    """``table[n][tally]``: the chance that exactly n + 1 rolls finish it from this tally."""
    gains, lost = dict(plain[0]), plain[1]
    below, above = max(0, -min(gains, default=0)), max(0, max(gains, default=0))
    shares = [gains.get(gain, 0.0) for gain in range(-below, above + 1)]
    far = max(FAR, min(FARTHEST, MOST_TO_RECKON // (goal * len(shares))))
    # Before the first roll whatever reaches the goal is done; after each, whatever leads to where it was to be done.
    row, beyond, reached = [0.0] * goal, 1.0, 0.0
    rows: list[Sequence[float]] = []
    for _ in range(far):
        wide = [row[0]] * below + row + [beyond] * above
        start = lost * row[0]
        row = [sum(map(mul, shares, wide[tally : tally + len(shares)])) + start for tally in range(goal)]
        rows.append(array("d", row))
        beyond = 0.0
        reached += row[0]
        if reached >= 1 - NOTHING or not any(row):
            break
    return tuple(rows)
