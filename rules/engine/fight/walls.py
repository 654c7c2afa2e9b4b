"""Walls and shut doors between people, through which no blow and no hand gets.

Of lines in the fog only whoever is hidden there is kept off: else an offer or a refusal would tell players what stands
where they do not see.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from rules.engine.fight.fog import PARTY, is_foggy, pieces
from rules.engine.fight.ground import Point, close_to, distance, in_the_way, place
from rules.engine.kernel import Barrier, Choice, Encounter, Refused, Table


def is_walled_off(table: Table, one: Point, other: Point) -> bool:
    """Whether a wall or a shut door stands between two places, so that no blow gets from one to the other."""
    return _between(table, one, other) is not None


def is_walled_from(table: Table, who: str, other: str) -> bool:
    """Whether a wall or a shut door stands between two people."""
    return bool(table.scene.barriers) and is_walled_off(table, place(table, who), place(table, other))


def is_within(table: Table, who: str, other: str, most: float) -> bool:
    """Whether somebody is at most so many metres from another, with nothing shut between them."""
    return distance(table, who, other) <= most and not is_walled_from(table, who, other)


def unwalled(table: Table, people: Iterable[str]) -> list[str]:
    """The ids of people between whom and the actor nothing shut stands."""
    return [who for who in people if not is_walled_from(table, table.actor, who)]


def closed_by_walls(
    table: Table, people: Iterable[Choice], is_reached: Callable[[str], bool] = lambda _: False
) -> tuple[Choice, ...]:
    """The choices of people, closed for those behind a wall or a shut door who are not reached all the same."""

    def closed(one: Choice) -> Choice:
        if not is_walled_from(table, table.actor, one.value) or is_reached(one.value):
            return one
        return replace(one, hint=", ".join(filter(None, (one.hint, "behind a wall"))), closed=True)

    return tuple(closed(one) for one in people)


def why_walled(table: Table, who: str, other: str) -> str:
    """The sentence that says what stands between two people; empty if nothing does."""
    return _told(table, place(table, who), place(table, other), table.name(other))


def why_walled_at(table: Table, spot: Point, name: str) -> str:
    """The sentence that says what stands between the actor and something at a place; empty if nothing does."""
    return _told(table, place(table, table.actor), spot, name)


def refuse_walled(table: Table, other: str, field: str = "target", *, start: Point | None = None) -> None:
    """Refuse the actor, from where they stand or would stand, to get at somebody behind a wall or a shut door."""
    here = start or place(table, table.actor)
    if told := _told(table, here, place(table, other), table.name(other)):
        raise Refused(told, field)


def _told(table: Table, start: Point, end: Point, name: str) -> str:
    found = _between(table, start, end)
    what = "A shut door" if found and found.kind == "door" else "A wall"
    return f"{what} stands between you and {name}. Go round it first." if found else ""


def _between(table: Table, one: Point, other: Point) -> Barrier | None:
    scene = table.scene
    if not scene.barriers:
        return None
    near = close_to(scene.barriers.values(), one, other)
    if near and scene.fog and not (_lurks(scene, one) or _lurks(scene, other)):
        near = [piece for line in near for piece in pieces(scene.fog, "", line).values()]
    return in_the_way(near, one, other)


def _lurks(scene: Encounter, spot: Point) -> bool:
    """Whether somebody whom players do not see stands in the fog at a place."""
    there = (at for at in scene.combatants.values() if at.side != PARTY and (at.x, at.y) == spot)
    return is_foggy(scene.fog, spot) and any(there)
