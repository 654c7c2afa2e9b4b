"""The squares of the battle, and walking on them: 1.5 metres a side, stepped like a king of chess (PCT-009, C-10).

The board counts in metres. A square is named by its squares east and north of the middle of the board; people stand
in the middle of theirs.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import floor
from typing import Any, ClassVar

from rules.engine.fight import (
    EDGE,
    HERE,
    Point,
    along,
    bearing,
    field_east,
    field_north,
    is_walled_off,
    metres,
    others_known,
    own_place,
    place,
    refuse_barrier,
    route,
)
from rules.engine.kernel import Choice, Dice, Moved, Refused, Table, Told, counted, pick
from rules.systems.kaos.content.switches import DIAGONALS
from rules.systems.kaos.fight.base.state import PRONE, Action, held_by, is_held, let_go, spend_action, squares_of

#: Metres along the side of a square (PCT-009).
SIDE = 1.5
#: The stat of a thing that lies on the ground: where, in metres.
LIES_AT = "lies_at"

#: The squares to a place to which no way leads.
NO_WAY = 2 * EDGE

Square = tuple[int, int]


def square_at(point: Point) -> Square:
    """The square around a point.

    >>> square_at((0.7, -0.7)), square_at((0.8, 3.0)), square_at((-2.0, 1.5))
    ((0, 0), (1, 2), (-1, 1))
    """
    return floor(point[0] / SIDE + 0.5), floor(point[1] / SIDE + 0.5)


def middle(square: Square) -> Point:
    return square[0] * SIDE, square[1] * SIDE


def steps(start: Square, end: Square, *, diagonals: bool = True) -> int:
    """Squares of a king's way from one square to another; a diagonal step counts 1 (C-10), or one and a half.

    >>> steps((0, 0), (3, -2)), steps((1, 1), (1, 1)), steps((0, 0), (3, -2), diagonals=False)
    (3, 0, 4)
    """
    short, long = sorted((abs(start[0] - end[0]), abs(start[1] - end[1])))
    return long if diagonals else long + short // 2


def towards(start: Square, end: Square, most: int, *, diagonals: bool = True) -> Square:
    """The square reached with ``most`` steps on the straight way to another one.

    >>> towards((0, 0), (6, 3), 4), towards((0, 0), (2, 0), 5), towards((0, 0), (4, 4), 4, diagonals=False)
    ((4, 2), (2, 0), (3, 3))
    """
    whole = steps(start, end)
    for by in range(whole, 0, -1):
        share = by / whole
        to = start[0] + round((end[0] - start[0]) * share), start[1] + round((end[1] - start[1]) * share)
        if steps(start, to, diagonals=diagonals) <= most:
            return to
    return start


def standing(table: Table, who: str) -> Square:
    """The square in which somebody stands."""
    return square_at(place(table, who))


def squares_between(table: Table, who: str, other: str) -> int:
    """Squares between two people; neighbours, and those in the same square, are within 1."""
    return steps(standing(table, who), standing(table, other))


def squares_to(table: Table, who: str, end: Square) -> int:
    """Squares that somebody walks to get to a square, round walls; more than anybody goes where no way leads."""
    way, diagonals = [standing(table, who), *corners(table, who, end)], _diagonals(table)
    return sum(steps(one, other, diagonals=diagonals) for one, other in pairwise(way)) if way[1:] else NO_WAY


def corners(table: Table, who: str, end: Square) -> list[Square]:
    """The squares at which somebody turns who walks round walls to another, and that one; none without a way."""
    return [square_at(at) for at in route(table.scene, middle(standing(table, who)), middle(end), SIDE)]


def on_the_way(table: Table, who: str, end: Square, most: int) -> Square:
    """The square that somebody reaches with ``most`` steps on the way to another one."""
    diagonals = _diagonals(table)
    apart, straight = partial(steps, diagonals=diagonals), partial(towards, diagonals=diagonals)
    return along(standing(table, who), corners(table, who, end), most, apart, straight)


def _diagonals(table: Table) -> bool:
    return DIAGONALS.flag(table.house_rules)


def around(centre: Square, reach: int) -> Iterator[Square]:
    """Every square within ``reach`` steps of another, itself left out."""
    for east in range(-reach, reach + 1):
        for north in range(-reach, reach + 1):
            if east or north:
                yield centre[0] + east, centre[1] + north


def nearest_to(table: Table, who: str, other: str, reach: int) -> Square:
    """The nearest free square, as far as they know, from which ``who`` reaches another; their own without one."""
    start, centre = standing(table, who), standing(table, other)
    taken = {standing(table, each) for each in others_known(table, who)}
    free = [square for square in around(centre, reach) if square not in taken and on_board(square)]
    free.sort(key=lambda to: (squares_to(table, who, to), metres(middle(start), middle(to))))
    return next((square for square in free if not is_walled_off(table, middle(square), middle(centre))), start)


def on_board(square: Square) -> bool:
    return all(abs(metre) <= EDGE for metre in middle(square))


BEFORE, AFTER = "before", "after"
WHEN = (Choice(BEFORE, "First"), Choice(AFTER, "Afterwards"))


def chosen(table: Table, x: int, y: int) -> Square:
    """The square picked; one's own if none was."""
    here = standing(table, table.actor)
    at = middle(here)
    return square_at((at[0] if x == HERE else float(x), at[1] if y == HERE else float(y)))


def refuse_way(table: Table, end: Square, most: int, action: str) -> None:
    """Refuse a way that is too long, or any way to those who are held or prone."""
    far = squares_to(table, table.actor, end)
    if not far:
        return
    if is_held(table.me):
        raise Refused("You are held. Act where you are, or break free.", "x")
    if table.me.has(PRONE):
        raise Refused("You are prone. Act where you are, or get up (your action).", "x")
    if far == NO_WAY:
        refuse_barrier(table, table.actor, middle(end))
    if far > most:
        raise Refused(f"That is {counted(far, 'square', 'squares')} away; {action} goes up to {most}.", "x")


def walk(table: Table, who: str, end: Square) -> None:
    """Walk to a square, and let go of those one holds."""
    far = squares_to(table, who, end)
    if not far:
        return
    for other in held_by(table, who):
        let_go(table, other)
    start, to = place(table, who), middle(end)
    table.happen(Told((who,), f"{{0}} moves {counted(far, 'square', 'squares')}."))
    table.happen(Moved(who, to[0], to[1], bearing(start, to)))


def refuse_way_with(table: Table, x: int, y: int, action: str) -> Square:
    """The square for an action with a walk up to the Movement Rate; refused if it is too far."""
    end = chosen(table, x, y)
    refuse_way(table, end, squares_of(table, table.actor), action)
    return end


@dataclass(frozen=True, slots=True, kw_only=True)
class WithWalk(Action):
    """An action with a walk before or after it, up to the Movement Rate (PCT-021, PCT-032)."""

    #: The action as a refusal of the way names it.
    doing: ClassVar[str]

    x: int = field_east(at_once=False)
    y: int = field_north(at_once=False)
    when: str = pick("Move", default=BEFORE)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"when": WHEN}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return own_place(table)

    def perform(self, table: Table, dice: Dice) -> None:
        self.refuse(table)
        end = refuse_way_with(table, self.x, self.y, self.doing)
        if self.when == BEFORE:
            walk(table, table.actor, end)
        self.act(table, dice)
        if self.when == AFTER:
            walk(table, table.actor, end)
        spend_action(table, table.actor)

    def refuse(self, table: Table) -> None:
        """Refuse what cannot be done, before anybody walks."""

    @abstractmethod
    def act(self, table: Table, dice: Dice) -> None:
        """Do what is done, before the walk or after it."""
