"""Walks of those whom the rules move: to a free place beside somebody, and there leg by leg round walls.

Places are whole metres, as moves go to them; where a game counts in squares they are its squares.
"""

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from math import floor

from rules.engine.fight.ground import EDGE, Point, metres, place
from rules.engine.fight.routes import Square, route
from rules.engine.fight.walls import is_walled_off
from rules.engine.kernel import Table

#: Metres between two people that stand as close as can be.
_CLOSEST = 0.5


def beside(table: Table, who: str, other: str, reach: float, taken: Collection[Point] = ()) -> Point:
    """The nearest place, none of those ``taken``, from which another is within reach, nothing shut between them.

    One's own without such a place.
    """
    start, centre = place(table, who), place(table, other)
    free = (to for to in _around(start, centre, reach) if to not in taken and not is_walled_off(table, to, centre))
    return next(free, start)


def leg(table: Table, who: str, end: Point, most: float) -> Point:
    """The place that somebody gets to in a straight line of so many metres on their way; their own without a way."""
    start = place(table, who)
    corners = route(table.scene, start, end, 1.0)
    onwards = _onwards(start, corners[0], most) if corners else ()
    return next((to for to in onwards if not is_walled_off(table, start, to)), start)


def along(
    start: Square,
    corners: Iterable[Square],
    most: int,
    apart: Callable[[Square, Square], int],
    towards: Callable[[Square, Square, int], Square],
) -> Square:
    """The square reached with so many steps by way of corners, by a game's own count of steps and straight ways."""
    at, left = start, most
    for corner in corners:
        far = apart(at, corner)
        if far > left:
            return towards(at, corner, left)
        at, left = corner, left - far
    return at


@lru_cache(maxsize=4096)
def _around(start: Point, centre: Point, reach: float) -> tuple[Point, ...]:
    """The places within reach of another, the nearest to the start first."""
    span = range(-max(1, floor(reach)), max(1, floor(reach)) + 1)
    there = [(float(round(centre[0]) + east), float(round(centre[1]) + north)) for east in span for north in span]
    able = (to for to in there if _CLOSEST <= metres(to, centre) <= reach and max(map(abs, to)) <= EDGE)
    return tuple(sorted(able, key=lambda to: (metres(start, to), to)))


@lru_cache(maxsize=4096)
def _onwards(start: Point, end: Point, most: float) -> tuple[Point, ...]:
    """The places on the straight way to another one, at most so many metres off, the farthest first.

    >>> [_onwards((0, 0), *way)[0] for way in (((0, 20), 9), ((3, 0), 9), ((20, 20), 9))]
    [(0.0, 9.0), (3.0, 0.0), (6.0, 6.0)]
    """
    whole = metres(start, end)
    shares = (min(1.0, part / whole) for part in range(int(whole) + 1, 0, -1))
    on_it = ((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share) for share in shares)
    rounded = ((float(round(x)), float(round(y))) for x, y in on_it)
    return tuple(dict.fromkeys(to for to in rounded if 0 < metres(start, to) <= most))
