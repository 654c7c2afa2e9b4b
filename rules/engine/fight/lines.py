"""Lines on the board: what stands between two places. Points are in metres, and reckoned in whole centimetres."""

from collections.abc import Iterable

from rules.engine.kernel import Barrier

Spot = tuple[float, float]
_Exact = tuple[int, int]

_CENTIMETRES = 100


def meet(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether the line from ``a`` to ``b`` and the one from ``c`` to ``d`` have a point in common, be it an end.

    >>> [meet((0, 0), (2, 0), *other) for other in (((1, -1), (1, 1)), ((2, 0), (3, 5)), ((0, 1), (2, 1)))]
    [True, True, False]
    """
    return _meet(_exact(a), _exact(b), _exact(c), _exact(d))


def in_the_way(barriers: Iterable[Barrier], start: Spot, end: Spot) -> Barrier | None:
    """The first barrier that nobody gets through on the straight way; whoever stands on one gets off it.

    Who passes the very end of a wall is stopped by it: else people would slip through where two walls meet.
    """
    return next((one for one in barriers if one.is_shut and meet(start, end, *one.ends) and not on(start, one)), None)


def covered(barriers: Iterable[Barrier], one: Spot, other: Spot) -> int:
    """The quarters of somebody that are covered on the line between two places, 0 to 4; the same from either end."""
    return max((each.quarters for each in barriers if not each.is_open and _between(each, one, other)), default=0)


def on(spot: Spot, barrier: Barrier) -> bool:
    """Whether a place lies on a barrier."""
    return meet(spot, spot, *barrier.ends)


def _between(barrier: Barrier, one: Spot, other: Spot) -> bool:
    return meet(one, other, *barrier.ends) and not on(one, barrier) and not on(other, barrier)


def _exact(spot: Spot) -> _Exact:
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
