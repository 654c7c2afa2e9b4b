"""Routes on the board: the shortest way round walls and shut doors, found from square to square and then drawn tight.

Whoever goes from one clear place to another is not led through fog: what stands there is not known to all.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import hypot

from rules.engine.fight.fog import is_clear, is_foggy
from rules.engine.fight.ground import EDGE, Point, in_the_way
from rules.engine.kernel import Barrier, Encounter, FogArea

#: Metres of the longest way round that is looked for.
LONGEST = 60
#: Squares around somebody within which a barrier may be in the way of one step.
_NEAR = 2

Square = tuple[int, int]


def route(scene: Encounter, start: Point, end: Point, side: float) -> tuple[Point, ...]:
    """The corners of the way to a place, the end last; the end alone if the way is straight, nothing without a way.

    Corners are middles of squares whose sides are ``side`` metres long.
    """
    if not in_the_way(scene.barriers.values(), start, end):
        return (end,)
    shut = tuple(one for one in scene.barriers.values() if one.is_shut)
    return _round(shut, () if is_foggy(scene.fog, start) or is_foggy(scene.fog, end) else scene.fog, start, end, side)


@lru_cache(maxsize=4096)
def _round(
    shut: tuple[Barrier, ...], fog: tuple[FogArea, ...], start: Point, end: Point, side: float
) -> tuple[Point, ...]:
    """The corners of the way to a place round what is shut, kept for those who go there again."""
    maze = _Maze(shut, fog, end, side)
    return maze.tight(start, maze.steps(start))


def _far(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


class _Maze:
    """The ground between two places, with the barriers that nobody gets through, and fog where none may go in."""

    def __init__(self, shut: Sequence[Barrier], fog: Sequence[FogArea], end: Point, side: float) -> None:
        self.shut, self.fog, self.end, self.side = shut, fog, end, side
        self._near = dict[Square, list[Barrier]]()

    def steps(self, start: Point) -> list[Point]:
        """The places of the shortest way from square to square, the end last; none without a way."""
        gone, came = {start: 0.0}, dict[Point, Point]()
        waiting = [(_far(start, self.end), start)]
        while waiting:
            _, at = heappop(waiting)
            if at == self.end:
                return self._traced(came)
            for to in self._beside(at):
                far = gone[at] + _far(at, to)
                whole = far + _far(to, self.end)
                if far < gone.get(to, LONGEST) and whole <= LONGEST and self._is_free(at, to, self._barriers_near(at)):
                    gone[to], came[to] = far, at
                    heappush(waiting, (whole, to))
        return []

    def tight(self, start: Point, steps: list[Point]) -> tuple[Point, ...]:
        """The corners of the way along these steps: where it has to turn."""
        corners = list[Point]()
        at, left = start, steps
        while left:
            place = next(i for i in range(len(left) - 1, -1, -1) if i == 0 or self._is_free(at, left[i], self.shut))
            at, left = left[place], left[place + 1 :]
            corners.append(at)
        return tuple(corners)

    def _traced(self, came: dict[Point, Point]) -> list[Point]:
        way = [self.end]
        while way[-1] in came:
            way.append(came[way[-1]])
        return way[-2::-1]

    def _square(self, at: Point) -> Square:
        return round(at[0] / self.side), round(at[1] / self.side)

    def _beside(self, at: Point) -> Iterator[Point]:
        """The middles of the squares around a place, and the end where it is that near."""
        middle = self._square(at)
        for east in (-1, 0, 1):
            for north in (-1, 0, 1):
                to = (middle[0] + east) * self.side, (middle[1] + north) * self.side
                if to != at and max(map(abs, to)) <= EDGE:
                    yield to
        if at != self.end and max(abs(at[0] - self.end[0]), abs(at[1] - self.end[1])) <= self.side:
            yield self.end

    def _is_free(self, start: Point, end: Point, barriers: Sequence[Barrier]) -> bool:
        return not in_the_way(barriers, start, end) and is_clear(self.fog, start, end)

    def _barriers_near(self, at: Point) -> list[Barrier]:
        """The barriers that one step from a place may meet."""
        square = self._square(at)
        if square not in self._near:
            reach = _NEAR * self.side
            self._near[square] = [one for one in self.shut if _comes_near(one, at, reach)]
        return self._near[square]


def _comes_near(barrier: Barrier, at: Point, reach: float) -> bool:
    """Whether the rectangle around a barrier comes as near as that to a place, east and north."""
    across = min(barrier.x, barrier.to_x) - reach <= at[0] <= max(barrier.x, barrier.to_x) + reach
    return across and min(barrier.y, barrier.to_y) - reach <= at[1] <= max(barrier.y, barrier.to_y) + reach
