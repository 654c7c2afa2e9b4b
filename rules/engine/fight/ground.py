"""Places and distances. Metres, x to the east and y to the north; a bearing is 0 north, 90 east."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import atan2, ceil, cos, degrees, floor, hypot, radians, sin
from typing import Any

from rules.engine.kernel import Barrier, Command, Moved, Refused, Table, number

#: Metres from the middle of the board to each edge.
EDGE = 500
#: The hints of form fields for a bearing, and for a place that may be left alone.
FACING = "Degrees, 0 north, 90 east"
ON_BOARD = "Tap the board, or stay where you are"

#: The value of a place's field that is left alone: beyond the edge of the board.
HERE = -EDGE - 1

Point = tuple[float, float]

_CENTIMETRE = 0.01
#: Metres around two places within which a line counts as close: pieces of lines end at decimetres.
_MARGIN = 0.1
#: Metres from a wall at which whoever is pushed against it stands.
_BODY = 0.3


def place(table: Table, who: str) -> Point:
    stand = table.combatant(who)
    return stand.x, stand.y


def metres(a: Point, b: Point) -> float:
    """The distance between two points in metres, rounded to the centimetre so that a metre stays a metre."""
    return round(hypot(a[0] - b[0], a[1] - b[1]), 2)


def tenths(far: float) -> str:
    """A length as people read it: to the tenth, finer than anybody measures.

    >>> tenths(5.76), tenths(8.0)
    ('5.8', '8')
    """
    return f"{round(far, 1):g}"


def too_far(cost: float, most: float) -> str:
    """The sentence for a way that costs more than is left; rounded apart, the two never look alike.

    >>> too_far(5.77, 5.76)
    'That costs 5.8 metres; you have 5.7 left.'
    """
    return f"That costs {ceil(cost * 10) / 10:g} metres; you have {floor(most * 10) / 10:g} left."


def distance(table: Table, who: str, other: str) -> float:
    one, two = table.combatant(who), table.combatant(other)
    return round(hypot(one.x - two.x, one.y - two.y), 2)


def bearing(start: Point, to: Point) -> int:
    """The direction from one point to another in degrees (0 to 359), 0 north, 90 east.

    >>> [bearing((0, 0), to) for to in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    [0, 90, 180, 270]
    """
    return round(degrees(atan2(to[0] - start[0], to[1] - start[1]))) % 360


def face(table: Table, who: str, other: str) -> None:
    """Turn somebody to look at another, unless both stand at the same place."""
    stand, here, there = table.combatant(who), place(table, who), place(table, other)
    if here != there and (facing := bearing(here, there)) != stand.facing:
        table.happen(Moved(who, stand.x, stand.y, facing, turns=True))


def shifted(start: Point, towards: int, by: float) -> Point:
    """The point ``by`` metres away from ``start`` in the direction ``towards`` (degrees)."""
    turn = radians(towards)
    return round(start[0] + by * sin(turn), 2), round(start[1] + by * cos(turn), 2)


def between(start: Point, end: Point, share: float) -> Point:
    """The point at a share (0 to 1) of the way."""
    return round(start[0] + (end[0] - start[0]) * share, 2), round(start[1] + (end[1] - start[1]) * share, 2)


# -- fields for a place ------------------------------------------------------------------------------------------------


def field_east(help: str = ON_BOARD, *, at_once: bool = True) -> Any:
    """The field for metres eastwards, hint for both; not ``at_once`` if moving is only a part of it."""
    return number("East", least=HERE, most=EDGE, default=HERE, help=help, at_once=at_once)


def field_north(help: str = "", *, at_once: bool = True) -> Any:
    return number("North", least=HERE, most=EDGE, default=HERE, help=help, at_once=at_once)


def own_place(table: Table) -> Mapping[str, int]:
    """The presets of the fields for a place: where one stands."""
    at = place(table, table.actor)
    return {"x": round(at[0]), "y": round(at[1])}


@dataclass(frozen=True, slots=True)
class ToPlace(Command):
    """A command that goes to a place on the board, which begins at one's own."""

    x: int = field_east()
    y: int = field_north()

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return own_place(table)


# -- what stands on it -------------------------------------------------------------------------------------------------


def refuse_barrier(table: Table, who: str, end: Point, field: str = "x") -> None:
    """Refuse a straight way through a wall or a door that is shut."""
    found = in_the_way(table.scene.barriers.values(), place(table, who), end)
    if found:
        what = "A shut door" if found.kind == "door" else "A wall"
        raise Refused(f"{what} is in the way. Go round it.", field)


def stopped(table: Table, start: Point, end: Point) -> Point:
    """The place where somebody comes to rest who is moved straight to another: close before the first wall."""
    barriers = list(table.scene.barriers.values())
    if not in_the_way(barriers, start, end):
        return end
    free, blocked = 0.0, 1.0
    while (blocked - free) * metres(start, end) > _CENTIMETRE:
        half = (free + blocked) / 2
        stops = in_the_way(barriers, start, between(start, end, half))
        free, blocked = (free, half) if stops else (half, blocked)
    return between(start, end, max(0.0, free - _BODY / metres(start, end)))


def quarters_covered(table: Table, who: str, other: str) -> int:
    """The quarters of somebody that lines on the board cover from somebody else's sight, 0 to 4."""
    return covered(table.scene.barriers.values(), place(table, who), place(table, other))


# -- lines between two places ------------------------------------------------------------------------------------------

#: A place in whole centimetres, in which lines are reckoned.
_Exact = tuple[int, int]
_CENTIMETRES = 100


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the line from ``a`` to ``b`` and the one from ``c`` to ``d`` have a point in common, be it an end.

    >>> [meet((0, 0), (2, 0), *other) for other in (((1, -1), (1, 1)), ((2, 0), (3, 5)), ((0, 1), (2, 1)))]
    [True, True, False]
    """
    return _meet(_exact(a), _exact(b), _exact(c), _exact(d))


def in_the_way(barriers: Iterable[Barrier], start: Point, end: Point) -> Barrier | None:
    """The first barrier that nobody gets through on the straight way; whoever stands on one gets off it.

    Who passes the very end of a wall is stopped by it: else people would slip through where two walls meet.
    """
    near = (one for one in close_to(barriers, start, end) if one.is_shut)
    return next((one for one in near if meet(start, end, *one.ends) and not on(start, one)), None)


def covered(barriers: Iterable[Barrier], one: Point, other: Point) -> int:
    """The quarters of somebody that are covered on the line between two places, 0 to 4; the same from either end."""
    near = (each for each in close_to(barriers, one, other) if not each.is_open)
    return max((each.quarters for each in near if _between(each, one, other)), default=0)


def close_to(barriers: Iterable[Barrier], one: Point, other: Point) -> list[Barrier]:
    """The barriers that do not lie wholly to one side of two places: only they can be between them.

    It is asked of all lines of a board at once, some ten thousand times in a forecast.
    """
    west, east = min(one[0], other[0]) - _MARGIN, max(one[0], other[0]) + _MARGIN
    south, north = min(one[1], other[1]) - _MARGIN, max(one[1], other[1]) + _MARGIN
    return [
        line
        for line in barriers
        if (line.x <= east or line.to_x <= east)
        and (line.x >= west or line.to_x >= west)
        and (line.y <= north or line.to_y <= north)
        and (line.y >= south or line.to_y >= south)
    ]


def on(spot: Point, barrier: Barrier) -> bool:
    """Whether a place lies on a barrier."""
    return meet(spot, spot, *barrier.ends)


def _between(barrier: Barrier, one: Point, other: Point) -> bool:
    return meet(one, other, *barrier.ends) and not on(one, barrier) and not on(other, barrier)


def _exact(spot: Point) -> _Exact:
    return round(spot[0] * _CENTIMETRES), round(spot[1] * _CENTIMETRES)


def _meet(a: _Exact, b: _Exact, c: _Exact, d: _Exact) -> bool:
    sides = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    if sides[0] != sides[1] and sides[2] != sides[3]:
        return True
    on_one = (_is_within(a, b, c) and not sides[0]) or (_is_within(a, b, d) and not sides[1])
    return on_one or (_is_within(c, d, a) and not sides[2]) or (_is_within(c, d, b) and not sides[3])


def _side(a: _Exact, b: _Exact, c: _Exact) -> int:
    """The side of the line from ``a`` to ``b`` on which ``c`` lies: 1 or -1, and 0 upon it."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def _is_within(a: _Exact, b: _Exact, c: _Exact) -> bool:
    """Whether ``c`` lies in the rectangle of which ``a`` and ``b`` are corners."""
    across = min(a[0], b[0]) <= c[0] <= max(a[0], b[0])
    return across and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])
