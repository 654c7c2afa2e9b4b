"""Where people stand: squares of 2 metres, who is near, and who is in the way (DRB-028, DRB-029)."""

from math import ceil

from rules.engine.ground import Point, metres, place
from rules.engine.table import Table
from rules.engine.turns import others_known
from rules.systems.dragonbane.fight import house
from rules.systems.dragonbane.fight.state import lies

#: Metres that a square is wide (DRB-028).
SQUARE = 2
#: Somebody who stands this near to the straight way blocks it: half a square.
BLOCKS = 1.0


def squared(x: float, y: float) -> Point:
    """The middle of the square in which a point lies.

    >>> squared(3, 5), squared(2, 0)
    ((4.0, 4.0), (2.0, 0.0))
    """
    return float(SQUARE * round(x / SQUARE)), float(SQUARE * round(y / SQUARE))


def way(table: Table, start: Point, end: Point) -> float:
    """Metres from one point to another; a diagonal step is one square, unless the house measures it (DRB-028)."""
    if house.DIAGONALS.chosen(table.house_rules) == "one square":
        return round(max(abs(start[0] - end[0]), abs(start[1] - end[1])), 2)
    return metres(start, end)


def squares(far: float) -> int:
    """How many squares a distance is (DRB-028).

    >>> squares(20), squares(3)
    (10, 2)
    """
    return ceil(far / SQUARE)


def apart(table: Table, who: str, other: str) -> float:
    """Metres between two people (DRB-028)."""
    return apart_at(table, place(table, who), place(table, other))


def apart_at(table: Table, start: Point, end: Point) -> float:
    """Metres between two places; neighbouring squares are 2 metres apart, whatever diagonals cost (DRB-028)."""
    beside = max(abs(start[0] - end[0]), abs(start[1] - end[1]))
    return round(beside, 2) if beside <= SQUARE else way(table, start, end)


def path(start: Point, end: Point) -> list[Point]:
    """The squares that a straight walk steps on, by the moves of a king; the last is where it ends (DRB-028).

    >>> path((0.0, 0.0), (2.0, 4.0))
    [(0.0, 2.0), (2.0, 4.0)]
    """
    east, north = end[0] - start[0], end[1] - start[1]
    steps = max(1, ceil(max(abs(east), abs(north)) / SQUARE))
    between = (squared(start[0] + east * at / steps, start[1] + north * at / steps) for at in range(1, steps))
    return [*between, end]


def in_the_way(table: Table, who: str, end: Point) -> list[str]:
    """Enemies who stand on the straight way, and anybody who stands where it ends (DRB-029)."""
    start, mine = place(table, who), table.combatant(who).side
    found = []
    for other in others_known(table, who):
        if lies(table.sheet(other)):
            continue
        there = place(table, other)
        ends_there = metres(there, end) < BLOCKS
        enemy = table.combatant(other).side != mine
        if ends_there or (enemy and metres(there, start) >= BLOCKS and _off_the_way(start, end, there) < BLOCKS):
            found.append(other)
    return found


def _off_the_way(start: Point, end: Point, point: Point) -> float:
    """How far a point is from the straight way between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    if not length:
        return metres(start, point)
    share = max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length))
    return metres((start[0] + share * dx, start[1] + share * dy), point)
