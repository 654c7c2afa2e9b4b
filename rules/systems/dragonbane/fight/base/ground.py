"""Squares of 2 metres: distances, the sizes of bodies, and those in the way (DRB-028, DRB-029)."""

from collections.abc import Mapping
from math import ceil, hypot

from rules.engine.fight import Point, is_walled_from, metres, others_known, place
from rules.engine.kernel import Json, Sheet, Table
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.core import BODY
from rules.systems.dragonbane.fight.base.state import lies

#: Metres that a square is wide (DRB-028).
SQUARE = 2
#: Metres from the straight way within which somebody blocks it: half a square.
BLOCKS = 1.0


def squared(x: float, y: float) -> Point:
    """The middle of the square in which a point lies.

    >>> squared(3, 5), squared(2, 0)
    ((4.0, 4.0), (2.0, 0.0))
    """
    return float(SQUARE * round(x / SQUARE)), float(SQUARE * round(y / SQUARE))


def way(table: Table, start: Point, end: Point) -> float:
    """Metres from one point to another, as the house counts them."""
    return way_by(table.house_rules, start, end)


def way_by(house_rules: Mapping[str, Json], start: Point, end: Point) -> float:
    """Metres from one point to another; a diagonal step is one square, unless the house measures it (DRB-028)."""
    if switches.DIAGONALS.chosen(house_rules) == "one square":
        return round(max(abs(start[0] - end[0]), abs(start[1] - end[1])), 2)
    return metres(start, end)


def squares(far: float) -> int:
    """Squares that a distance in metres comes to (DRB-028).

    >>> squares(20), squares(3)
    (10, 2)
    """
    return ceil(far / SQUARE)


def spread(sheet: Sheet) -> tuple[int, int]:
    """Squares that a body takes beyond its own: to the west and south, and to the east and north.

    Somebody large takes 2 by 2 squares, somebody huge 3 by 3 (DRB-029, C-26, D-6).
    """
    size = sheet.rank(BODY, "size")
    return size // 2, (size + 1) // 2


def gap(table: Table, who: str, at: Point, other: str) -> Point:
    """Metres east and north between the nearest squares of two bodies, if one stood at a point; 0 if they meet.

    Whoever stands aside of the middle of a square counts as in it.
    """
    low, high = spread(table.sheet(who))
    their_low, their_high = spread(table.sheet(other))

    def between(mine: float, theirs: float) -> float:
        return max(0.0, theirs - mine - SQUARE * (their_low + high), mine - theirs - SQUARE * (low + their_high))

    here, there = squared(*at), squared(*place(table, other))
    return between(here[0], there[0]), between(here[1], there[1])


def apart(table: Table, who: str, other: str) -> float:
    """Metres between two people, from the nearest of their squares (DRB-028, DRB-029)."""
    return apart_from(table, who, place(table, who), other)


def is_within(table: Table, who: str, other: str, most: float) -> bool:
    """Whether somebody is at most so many metres from another, with nothing shut between them (DRB-011)."""
    return apart(table, who, other) <= most and not is_walled_from(table, who, other)


def apart_from(table: Table, who: str, at: Point, other: str) -> float:
    """Metres between two people, if the first stood at a point."""
    return apart_at(table, (0.0, 0.0), gap(table, who, at, other))


def apart_at(table: Table, start: Point, end: Point) -> float:
    """Metres between two places; neighbouring squares are 2 metres apart, whatever diagonals cost (DRB-028)."""
    beside = max(abs(start[0] - end[0]), abs(start[1] - end[1]))
    return round(beside, 2) if beside <= SQUARE else way(table, start, end)


def path(start: Point, end: Point) -> list[Point]:
    """The squares of a straight walk, by the moves of a king; the last is its end (DRB-028).

    >>> path((0.0, 0.0), (2.0, 4.0))
    [(0.0, 2.0), (2.0, 4.0)]
    """
    east, north = end[0] - start[0], end[1] - start[1]
    steps = max(1, ceil(max(abs(east), abs(north)) / SQUARE))
    between = (squared(start[0] + east * at / steps, start[1] + north * at / steps) for at in range(1, steps))
    return [*between, end]


def in_the_way(table: Table, who: str, end: Point) -> list[str]:
    """Ids of enemies on the straight way, and of anybody where it ends (DRB-029).

    Those who share squares with the walker already do not hinder the way out.
    """
    mine, found = table.combatant(who).side, []
    for other in others_known(table, who):
        if lies(table.sheet(other)):
            continue
        enemy = table.combatant(other).side != mine
        if _meet(table, who, end, other) or (enemy and _is_on_the_way(table, who, end, other)):
            found.append(other)
    return found


def _meet(table: Table, who: str, at: Point, other: str) -> bool:
    """Whether two bodies would share a square, if one of them stood at a point."""
    return hypot(*gap(table, who, at, other)) < BLOCKS


def _is_on_the_way(table: Table, who: str, end: Point, other: str) -> bool:
    """Whether somebody blocks the straight way of a body."""
    start = place(table, who)
    if _meet(table, who, start, other):
        return False
    (low, high), (their_low, their_high) = spread(table.sheet(who)), spread(table.sheet(other))
    there, steps = place(table, other), range(-their_low - high, their_high + low + 1)
    blocked = ((there[0] + SQUARE * east, there[1] + SQUARE * north) for east in steps for north in steps)
    return any(_off_the_way(start, end, square) < BLOCKS for square in blocked)


def _off_the_way(start: Point, end: Point, point: Point) -> float:
    """Metres of a point from the straight way between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    if not length:
        return metres(start, point)
    share = max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length))
    return metres((start[0] + share * dx, start[1] + share * dy), point)
