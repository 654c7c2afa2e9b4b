"""Walks of those who fight by themselves: nearer to foes, and away from them (DRB-028, DRB-029)."""

from collections.abc import Iterable, Sequence

from rules.engine.fight import EDGE, Point, is_walled_from, is_walled_off, metres, place, route
from rules.engine.kernel import Table, is_possible
from rules.systems.dragonbane.fight.base import (
    SQUARE,
    apart_from,
    in_the_way,
    metres_left,
    squared,
    way,
)
from rules.systems.dragonbane.fight.defence.movement import Move


def nearer(table: Table, foes: Sequence[str], reach: float) -> Move | None:
    """The move to where a foe is in reach, or as far towards one as it goes; None if that is no nearer."""

    def short_of(point: Point) -> float:
        return min(max(0.0, apart_from(table, table.actor, point, foe) - reach) for foe in near)

    start = place(table, table.actor)
    if not is_possible(Move, table):
        return None
    near = [foe for foe in foes if not is_walled_from(table, table.actor, foe)]
    if not near:
        return _round_walls(table, foes)
    before = short_of(start)
    if not before:
        return None
    ends = sorted((short_of(end), way(table, start, end), end) for end in _within(table))
    return _first(table, (end for gap, _, end in ends if gap < before))


def _round_walls(table: Table, foes: Sequence[str]) -> Move | None:
    """The move to, or towards, the first corner of the way to the nearest foe whom one leads to; None without one."""
    start = place(table, table.actor)
    for foe in sorted(foes, key=lambda foe: apart_from(table, table.actor, start, foe)):
        if corners := route(table.scene, start, place(table, foe), SQUARE):
            ends = sorted((metres(end, corners[0]), way(table, start, end), end) for end in _within(table))
            return _first(table, (end for gap, _, end in ends if gap < metres(start, corners[0])))
    return None


def away(table: Table, foes: Sequence[str]) -> Move | None:
    """The move to where the nearest foe is farthest; None if the actor stands there."""

    def alone(point: Point) -> float:
        return min((apart_from(table, table.actor, point, foe) for foe in foes), default=0.0)

    if not foes or not is_possible(Move, table):
        return None
    before = alone(place(table, table.actor))
    ends = sorted((-alone(end), end) for end in _within(table))
    return _first(table, (end for far, end in ends if -far > before))


def _within(table: Table) -> list[Point]:
    """Squares that the actor can reach with the movement left."""
    start, left = place(table, table.actor), metres_left(table, table.actor)
    home, steps = squared(*start), range(-int(left // SQUARE) - 1, int(left // SQUARE) + 2)
    around = ((home[0] + SQUARE * east, home[1] + SQUARE * north) for east in steps for north in steps)
    return [
        end
        for end in around
        if metres(start, end) >= SQUARE / 2 and way(table, start, end) <= left and max(map(abs, end)) <= EDGE
    ]


def _first(table: Table, ends: Iterable[Point]) -> Move | None:
    """The move to the first of these squares to which the way is free; None without one."""
    start = place(table, table.actor)
    free = (end for end in ends if not is_walled_off(table, start, end) and not in_the_way(table, table.actor, end))
    return next((Move(int(end[0]), int(end[1])) for end in free), None)
