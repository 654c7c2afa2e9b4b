"""Fog on the board: which places players see, what of a line, and who comes into view or goes out of it.

Places are in metres from the middle of the board. Later areas lie over earlier ones; where there is none, it is clear.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from rules.engine.fight.ground import EDGE, Point, place
from rules.engine.fight.scene import concerns
from rules.engine.kernel import Barrier, Combatant, Command, Encounter, FogArea, Glimpse, Refused, Table, Veiled

Areas = Sequence[FogArea]

#: The side that the players are on: they always see their own.
PARTY = "party"
_DECIMETRES = 10


def is_foggy(areas: Areas, spot: Point) -> bool:
    """Whether fog lies on a place."""
    return next((one.is_covered for one in reversed(areas) if _holds(one, spot)), False)


def with_area(areas: Areas, area: FogArea) -> tuple[FogArea, ...]:
    """The areas with one more over them; those of which nothing is left to see go, and so does all if all is clear."""
    left = tuple(one for one in areas if not _is_within(one, area))
    if not area.is_covered and not any(one.is_covered for one in left):
        return ()
    return (*left, area)


def is_all(areas: Areas, area: FogArea) -> bool:
    """Whether a whole area is already as it is to be."""
    east = _cuts(area.x, area.to_x, [x for one in areas for x in (one.x, one.to_x)])
    north = _cuts(area.y, area.to_y, [y for one in areas for y in (one.y, one.to_y)])
    middles = ((x, y) for x in _middles(east) for y in _middles(north))
    return all(is_foggy(areas, spot) == area.is_covered for spot in middles)


def _cuts(low: float, high: float, between: Iterable[float]) -> list[float]:
    return sorted({low, high, *(one for one in between if low < one < high)})


def _middles(cuts: list[float]) -> list[float]:
    return [(one + other) / 2 for one, other in pairwise(cuts)]


def _holds(area: FogArea, spot: Point) -> bool:
    return area.x <= spot[0] <= area.to_x and area.y <= spot[1] <= area.to_y


def _is_within(inner: FogArea, outer: FogArea) -> bool:
    return _holds(outer, (inner.x, inner.y)) and _holds(outer, (inner.to_x, inner.to_y))


# -- lines -------------------------------------------------------------------------------------------------------------


def line_key(one: Point, other: Point) -> str:
    """The key of a line: its ends in decimetres."""
    return ",".join(str(round(at * _DECIMETRES)) for end in (one, other) for at in end)


def pieces(areas: Areas, key: str, barrier: Barrier) -> dict[str, Barrier]:
    """The pieces of a line that no fog lies on, by key; the whole of it where it lies on none."""
    if not areas:
        return {key: barrier}
    stretches = _clear_stretches(areas, *barrier.ends)
    if stretches == [(0.0, 1.0)]:
        return {key: barrier}
    ends = [(_along(barrier, start), _along(barrier, end)) for start, end in stretches]
    return {
        line_key(one, other): replace(barrier, x=one[0], y=one[1], to_x=other[0], to_y=other[1])
        for one, other in ends
        if one != other
    }


def barriers_in_sight(areas: Areas, barriers: Mapping[str, Barrier]) -> dict[str, Barrier]:
    """The lines on the board as players see them."""
    return {shown: piece for key, one in barriers.items() for shown, piece in pieces(areas, key, one).items()}


def glimpse_of(areas: Areas, key: str, barrier: Barrier) -> Glimpse | None:
    """The first piece of a line that players see; ``None`` where they see all of it."""
    seen = pieces(areas, key, barrier)
    if key in seen:
        return None
    return next((Glimpse(shown, piece) for shown, piece in seen.items()), Glimpse())


def is_clear(areas: Areas, start: Point, end: Point) -> bool:
    """Whether no fog lies anywhere on a straight way."""
    return not areas or start == end or _clear_stretches(areas, start, end) == [(0.0, 1.0)]


def _clear_stretches(areas: Areas, start: Point, end: Point) -> list[tuple[float, float]]:
    """The stretches of a straight line without fog, as shares (0 to 1) of it."""
    clear = list[tuple[float, float]]()
    for one, other in pairwise(sorted({0.0, 1.0, *_crossings(areas, start, end)})):
        if is_foggy(areas, _between(start, end, (one + other) / 2)):
            continue
        if clear and clear[-1][1] == one:
            one = clear.pop()[0]
        clear.append((one, other))
    return clear


def _crossings(areas: Areas, start: Point, end: Point) -> Iterable[float]:
    """The shares of a line at which it crosses the edges of areas, wherever these are."""
    for axis in (0, 1):
        length = end[axis] - start[axis]
        if not length:
            continue
        for one in areas:
            for edge in ((one.x, one.to_x), (one.y, one.to_y))[axis]:
                share = (edge - start[axis]) / length
                if 0 < share < 1:
                    yield share


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _along(barrier: Barrier, share: float) -> Point:
    """The place at a share of a line, to the decimetre."""
    x, y = _between(*barrier.ends, share)
    return round(x, 1), round(y, 1)


# -- people ------------------------------------------------------------------------------------------------------------


def settle_fog(table: Table) -> None:
    """Hide those of the other side who have come into the fog, and show those who have come out of it.

    Whoever somebody has still to decide about goes out of sight when that is done.
    """
    scene = table.encounter
    if scene is None:
        return
    for who, stands in list(scene.combatants.items()):
        is_inside = is_foggy(scene.fog, (stands.x, stands.y))
        if stands.in_fog and not is_inside:
            table.happen(Veiled(who, hidden=False))
        elif is_inside and _vanishes(scene, who, stands):
            table.happen(Veiled(who, hidden=True, by_fog=True))


def _vanishes(scene: Encounter, who: str, stands: Combatant) -> bool:
    is_open = not stands.hidden and stands.side != PARTY
    return is_open and not any(concerns(ask, who) for ask in scene.asks.values())


def refuse_fog(table: Table, command: Command) -> None:
    """Refuse a player a place or a way that lies in the fog: what stands there is not theirs to find out alone."""
    scene, x, y = table.encounter, getattr(command, "x", None), getattr(command, "y", None)
    if scene is None or not scene.fog or table.actor not in scene.combatants or x is None or y is None:
        return
    # Beyond the edge lies the value of a field that is left alone.
    if max(abs(x), abs(y)) > EDGE:
        return
    start, end = place(table, table.actor), (float(x), float(y))
    if not is_clear(scene.fog, start, end):
        raise Refused("That way leads into the fog. Ask the game master what you find there.", "x")
