"""Walls and shut doors between people, through which no blow and no hand gets.

Between two places that players see, only what they see of the lines counts: else a refusal would tell what stands in
the fog.
"""

from rules.engine.fight.fog import barriers_in_sight, is_foggy
from rules.engine.fight.ground import Point, distance, in_the_way, place
from rules.engine.kernel import Barrier, Refused, Table


def is_walled_off(table: Table, one: Point, other: Point) -> bool:
    """Whether a wall or a shut door stands between two places, so that no blow gets from one to the other."""
    return _between(table, one, other) is not None


def is_walled_from(table: Table, who: str, other: str) -> bool:
    """Whether a wall or a shut door stands between two people."""
    return bool(table.scene.barriers) and is_walled_off(table, place(table, who), place(table, other))


def is_within(table: Table, who: str, other: str, most: float) -> bool:
    """Whether somebody is at most so many metres from another, with nothing shut between them."""
    return distance(table, who, other) <= most and not is_walled_from(table, who, other)


def why_walled(table: Table, who: str, other: str) -> str:
    """The sentence that says what stands between two people; empty if nothing does."""
    found = _between(table, place(table, who), place(table, other))
    what = "A shut door" if found and found.kind == "door" else "A wall"
    return f"{what} stands between you and {table.name(other)}. Go round it first." if found else ""


def refuse_walled(table: Table, other: str, field: str = "target") -> None:
    """Refuse the actor to get at somebody behind a wall or a shut door."""
    if told := why_walled(table, table.actor, other):
        raise Refused(told, field)


def _between(table: Table, one: Point, other: Point) -> Barrier | None:
    scene = table.scene
    if not scene.barriers:
        return None
    lines = scene.barriers
    if scene.fog and not is_foggy(scene.fog, one) and not is_foggy(scene.fog, other):
        lines = barriers_in_sight(scene.fog, lines)
    return in_the_way(lines.values(), one, other)
