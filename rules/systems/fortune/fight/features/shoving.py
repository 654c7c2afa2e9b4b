"""People moved by others: pushed away, pulled near, changed places with; and what their size costs (D-3, D-5)."""

from rules.engine.fight import EDGE, Point, place
from rules.engine.kernel import Moved, Table
from rules.systems.fortune.core import size_of
from rules.systems.fortune.fight.base import FOOT


def sizes_above(table: Table, who: str, other: str) -> int:
    """By how many sizes another is larger than somebody; 0 for those who are not."""
    return max(0, size_of(table.sheet(other)) - size_of(table.sheet(who)))


def _put(table: Table, who: str, to: Point) -> None:
    there = table.combatant(who)
    x, y = (max(-EDGE, min(EDGE, one)) for one in to)
    table.happen(Moved(who, float(x), float(y), there.facing))


def push_away(table: Table, who: str, by: str, feet: int) -> None:
    """Move somebody so many feet straight away from another; northwards from the same place."""
    start, source = place(table, who), place(table, by)
    east, north = start[0] - source[0], start[1] - source[1]
    far = (east**2 + north**2) ** 0.5
    share = feet * FOOT / far if far else 0.0
    _put(table, who, (start[0] + east * share, start[1] + (north * share if far else feet * FOOT)))


def pull_towards(table: Table, who: str, other: str, feet: int) -> None:
    """Move somebody at most so many feet straight towards another, and not beyond their side."""
    start, end = place(table, who), place(table, other)
    far = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    way = min(feet * FOOT, max(0.0, far - 1))
    if far and way:
        _put(table, who, (start[0] + (end[0] - start[0]) * way / far, start[1] + (end[1] - start[1]) * way / far))


def change_places(table: Table, who: str, other: str) -> None:
    """Let two people change places, each looking where they looked."""
    first, second = place(table, who), place(table, other)
    _put(table, who, second)
    _put(table, other, first)
