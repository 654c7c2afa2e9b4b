"""The ground of a fight in squares of a yard, walking on it, who is engaged with whom, and where it is hard to tread.

The board counts in whole metres; a yard counts as one there. A square is named by its yards east and north of the
middle, and stepped like a king of chess. Neighbours of two sides are engaged. The scene's memo ``hard_ground`` has
circles of hard ground: where, and how many yards wide to each side (GRM-031). A weapon struck or slipped out of the
main hand flies three yards (GRM-012).
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import floor
from typing import Any

from rules.engine.fight import (
    EDGE,
    ON_BOARD,
    Point,
    along,
    bearing,
    is_walled_from,
    is_walled_off,
    metres,
    others_known,
    place,
    refuse_barrier,
    refuse_walled,
    route,
    turns,
)
from rules.engine.kernel import ItemSet, Moved, Refused, SceneMemoKept, Table, Told, counted, number
from rules.systems.grim.content.switches.fights import CIRCLES
from rules.systems.grim.core import LIES_AT, SLAIN, primary, with_stats
from rules.systems.grim.fight.base.state import is_out

#: Metres of the board to a yard.
SIDE = 1.0
#: The value of a place's field that is left alone: beyond the edge of the board.
HERE = -EDGE - 1
HARD_GROUND = "hard_ground"

#: The yards to a place to which no way leads.
NO_WAY = 2 * EDGE

Square = tuple[int, int]


def square_at(point: Point) -> Square:
    """The square around a point.

    >>> square_at((0.4, -0.6)), square_at((7.0, 3.5))
    ((0, -1), (7, 4))
    """
    return floor(point[0] / SIDE + 0.5), floor(point[1] / SIDE + 0.5)


def middle(square: Square) -> Point:
    return square[0] * SIDE, square[1] * SIDE


def yards_apart(start: Square, end: Square) -> int:
    """Yards of a king's way from one square to another.

    >>> yards_apart((0, 0), (3, -2)), yards_apart((1, 1), (1, 1))
    (3, 0)
    """
    return max(abs(start[0] - end[0]), abs(start[1] - end[1]))


def towards(start: Square, end: Square, most: int) -> Square:
    """The square reached within ``most`` yards on the straight way to another one.

    >>> towards((0, 0), (6, 3), 4), towards((0, 0), (2, 0), 5)
    ((4, 2), (2, 0))
    """
    whole = yards_apart(start, end)
    if whole <= most:
        return end
    share = most / whole
    return start[0] + round((end[0] - start[0]) * share), start[1] + round((end[1] - start[1]) * share)


def on_the_way(table: Table, who: str, end: Square, most: int) -> Square:
    """The square reached within ``most`` yards on the way to another one, round walls; their own without a way."""
    return along(standing(table, who), corners(table, who, end), most, yards_apart, towards)


def path(start: Square, end: Square) -> list[Square]:
    """The squares of a straight way, its end among them and its start not.

    >>> path((0, 0), (3, 1))
    [(1, 0), (2, 1), (3, 1)]
    """
    return [towards(start, end, step) for step in range(1, yards_apart(start, end) + 1)]


def standing(table: Table, who: str) -> Square:
    """The square in which somebody stands."""
    return square_at(place(table, who))


def yards_between(table: Table, who: str, other: str) -> int:
    """Yards between two people; neighbours, and those in one square, are within 1."""
    return yards_apart(standing(table, who), standing(table, other))


def refuse_apart(table: Table, ally: str) -> None:
    """Refuse an ally who is not beside the actor, or behind a wall."""
    if yards_between(table, table.actor, ally) > 1:
        raise Refused(f"{table.name(ally)} is too far away. Move next to them first.", "ally")
    refuse_walled(table, ally, "ally")


def is_near(table: Table, who: str, other: str, most: int = 1) -> bool:
    """Whether somebody is at most so many yards from another, with nothing shut between them."""
    return yards_between(table, who, other) <= most and not is_walled_from(table, who, other)


def yards_to(table: Table, who: str, end: Square) -> int:
    """Yards that somebody walks to get to a square, round walls; more than anybody goes where no way leads."""
    way = [standing(table, who), *corners(table, who, end)]
    return sum(yards_apart(one, other) for one, other in pairwise(way)) if way[1:] else NO_WAY


def corners(table: Table, who: str, end: Square) -> list[Square]:
    """The squares at which somebody turns who walks round walls to another, and that one; none without a way."""
    return [square_at(at) for at in route(table.scene, middle(standing(table, who)), middle(end), SIDE)]


def around(centre: Square, reach: int) -> Iterator[Square]:
    """Every square within ``reach`` yards of another, itself left out."""
    for east in range(-reach, reach + 1):
        for north in range(-reach, reach + 1):
            if east or north:
                yield centre[0] + east, centre[1] + north


def taken(table: Table, who: str) -> set[Square]:
    """Squares in which others stand whom somebody knows of."""
    return {standing(table, other) for other in others_known(table, who)}


def nearest_to(table: Table, who: str, other: str, reach: int = 1) -> Square:
    """The nearest free square, as far as they know, from which ``who`` reaches another; their own without one."""
    start, centre, full = standing(table, who), standing(table, other), taken(table, who)
    free = [square for square in around(centre, reach) if square not in full and on_board(square)]
    free.sort(key=lambda to: (yards_apart(start, to), metres(middle(start), middle(to))))
    return next((square for square in free if not is_walled(table, square, centre)), start)


def is_walled(table: Table, one: Square, other: Square) -> bool:
    """Whether a wall or a shut door stops somebody on the straight way between two squares."""
    return is_walled_off(table, middle(one), middle(other))


def on_board(square: Square) -> bool:
    return all(abs(metre) <= EDGE for metre in middle(square))


# -- who is engaged ----------------------------------------------------------------------------------------------------


def engaged(table: Table, who: str) -> list[str]:
    """Ids of the foes with whom somebody is engaged, as far as they know of them: neither slain nor unconscious."""
    return [other for other in beside(table, who) if not is_out(table.sheet(other))]


def beside(table: Table, who: str) -> list[str]:
    """Ids of the foes beside somebody, no wall between, who are not slain, as far as they know of them."""
    foes = (other for other in turns.opponents(table, who) if not table.sheet(other).has(SLAIN))
    return [other for other in foes if is_near(table, who, other)]


def engaged_allies(table: Table, who: str) -> list[str]:
    """Ids of allies who stand beside one and are engaged with a foe of one's own."""
    foes = set(engaged(table, who))
    near = [other for other in turns.allies(table, who) if is_near(table, who, other)]
    return [other for other in near if foes.intersection(engaged(table, other))]


#: Yards across circles (GRM-090, GRM-092, D-8).
ACROSS = {"burst": 6, "explosion": 10}


def radius(table: Table, circle: str) -> int:
    """Yards from the middle of a circle to its edge; by a house rule as many as are told of it (D-8)."""
    return ACROSS[circle] if CIRCLES.chosen(table.house_rules) == "radius" else ACROSS[circle] // 2


# -- choosing a place, and walking there -------------------------------------------------------------------------------


def field_east(help: str = ON_BOARD, *, at_once: bool = True) -> Any:
    """The field for yards eastwards, hint for both; not ``at_once`` if walking is only a part of the action."""
    return number("East", least=HERE, most=EDGE, default=HERE, help=help, at_once=at_once)


def field_north(help: str = "", *, at_once: bool = True) -> Any:
    return number("North", least=HERE, most=EDGE, default=HERE, help=help, at_once=at_once)


def own_place(table: Table) -> dict[str, int]:
    """The presets of the fields for a place: where one stands."""
    here = standing(table, table.actor)
    return {"x": here[0], "y": here[1]}


def chosen(table: Table, x: int, y: int) -> Square:
    """The square picked; one's own if none was."""
    here = standing(table, table.actor)
    return here[0] if x == HERE else x, here[1] if y == HERE else y


def refuse_square(table: Table, end: Square, most: int, doing: str) -> int:
    """The yards to a square; refused if it is too far, off the board, or somebody stands there."""
    far = yards_to(table, table.actor, end)
    if far == NO_WAY:
        refuse_barrier(table, table.actor, middle(end))
    if far > most:
        told = counted(most, "yard", "yards")
        raise Refused(
            f"That is {counted(far, 'yard', 'yards')} away; {doing} goes up to {told}. Pick a nearer square.", "x"
        )
    for other in others_known(table, table.actor) if far else ():
        if standing(table, other) == end:
            raise Refused(f"{table.name(other)} stands there. Pick a free square.", "x")
    return far


def put(table: Table, who: str, end: Square) -> None:
    """Put somebody into a square, with their face the way they went."""
    start, to = place(table, who), middle(end)
    if start != to:
        table.happen(Moved(who, to[0], to[1], bearing(start, to)))


def walk(table: Table, who: str, end: Square, verb: str = "moves") -> None:
    """Go to a square, and say so."""
    far = yards_to(table, who, end)
    if far:
        table.happen(Told((who,), f"{{0}} {verb} {counted(far, 'yard', 'yards')}."))
        put(table, who, end)


# -- hard ground -----------------------------------------------------------------------------------------------------


def hard_ground(table: Table) -> list[tuple[int, int, int]]:
    """Circles of hard ground: the square in their middle, and their yards to each side."""
    return [(int(one[0]), int(one[1]), int(one[2])) for one in table.scene.memo.get(HARD_GROUND, [])]


def harden(table: Table, at: Square, yards: int) -> None:
    """Make the ground around a square hard to tread (GRM-031)."""
    circles = [list(one) for one in hard_ground(table)]
    table.happen(SceneMemoKept(HARD_GROUND, [*circles, [at[0], at[1], yards]]))


def crosses_hard_ground(table: Table, who: str, end: Square) -> bool:
    """Whether a straight way from where somebody stands touches hard ground (GRM-031)."""
    start = standing(table, who)
    way = (start, *path(start, end))
    return any(yards_apart(square, (east, north)) <= far for square in way for east, north, far in hard_ground(table))


# -- out of the hand ---------------------------------------------------------------------------------------------------

#: Yards that a weapon flies out of the hand (GRM-012).
FLUNG = 3


def heading(table: Table, start: str, end: str) -> Square:
    """The step from one to another: one of the eight of a king; north where both stand in one square."""
    here, there = standing(table, start), standing(table, end)
    east, north = there[0] - here[0], there[1] - here[1]
    step = (east > 0) - (east < 0), (north > 0) - (north < 0)
    return step if step != (0, 0) else (0, 1)


def fling(table: Table, by: str, who: str) -> str:
    """Let the weapon in the main hand fly three yards, away from somebody; its name, or nothing without one."""
    sheet = table.sheet(who)
    key = primary(sheet)
    if not key or sheet.items[key].kind != "weapon":
        return ""
    at = middle(_beyond(table, by, who))
    item = sheet.items[key]
    table.happen(ItemSet(who, key, replace(with_stats(item, **{LIES_AT: [at[0], at[1]]}), in_use=False)))
    return item.name


def _beyond(table: Table, by: str, who: str) -> Square:
    """The square three yards behind somebody as another sees them; nearer at the edge of the board."""
    here, step = standing(table, who), heading(table, by, who)
    squares = [(here[0] + step[0] * yards, here[1] + step[1] * yards) for yards in range(FLUNG, 0, -1)]
    return next((square for square in squares if on_board(square)), here)
