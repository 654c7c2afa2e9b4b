"""Reach of blows: whom somebody can strike after a walk, and from where; nobody strikes through a wall (PCT-024)."""

from rules.engine.fight import closed_by_walls, is_walled_off, refuse_walled, unwalled, why_walled
from rules.engine.kernel import Choice, NotNow, Table
from rules.systems.kaos.fight.base import (
    PRONE,
    Arm,
    Square,
    aims,
    arms,
    chosen,
    is_held,
    middle,
    nearest_to,
    opponents,
    refuse_way,
    squares_between,
    squares_of,
    squares_to,
    standing,
    steps,
)


def longest_reach(table: Table) -> int:
    return max(arm.weapon.reach for arm in arms(table.me).values())


def can_walk(table: Table) -> int:
    """Squares that the actor may walk before a blow: 0 if prone or held."""
    return 0 if table.me.has(PRONE) or is_held(table.me) else squares_of(table, table.actor)


def where_to_strike(table: Table, target: str, arm: Arm, x: int, y: int, most: int) -> Square:
    """The square to strike from: the one picked, or the nearest that serves; refused if it is out of reach."""
    here, reach, centre = standing(table, table.actor), arm.weapon.reach, standing(table, target)
    to = chosen(table, x, y)
    if to == here and not _reaches(table, here, centre, reach):
        to = nearest_to(table, table.actor, target, reach)
    refuse_way(table, to, most, "this attack")
    aims.refuse_beyond(table, target, steps(to, centre), reach, arm)
    refuse_walled(table, target, start=middle(to))
    return to


def targets_of_blows(table: Table, walk: int) -> tuple[Choice, ...]:
    """The choices of a target, closed behind a wall that a walk of so many squares does not lead round."""
    return closed_by_walls(table, aims.targets(table), lambda who: _gets_at(table, who, walk))


def nearest_of_blows(table: Table, walk: int) -> str:
    """The nearest opponent whom no wall keeps from the actor after such a walk, or the nearest at all."""
    foes, listed = opponents(table, table.actor), targets_of_blows(table, walk)
    return aims.nearest(table, [one.value for one in listed if one.value in foes and not one.closed])


def refuse_unreached(table: Table, walk: int, reach: int) -> None:
    """Refuse unless an opponent is within a walk and a reach, and not kept off by a wall."""
    aims.within(table, walk + reach)
    near = [who for who in opponents(table, table.actor) if squares_between(table, table.actor, who) <= walk + reach]
    if not unwalled(table, near) and not any(_gets_at(table, who, walk) for who in near):
        raise NotNow(why_walled(table, table.actor, near[0]))


def _gets_at(table: Table, who: str, walk: int) -> bool:
    """Whether a walk of so many squares leads to where somebody can be struck, round walls."""
    reach = longest_reach(table)
    to = nearest_to(table, table.actor, who, reach)
    return squares_to(table, table.actor, to) <= walk and _reaches(table, to, standing(table, who), reach)


def _reaches(table: Table, start: Square, end: Square, reach: int) -> bool:
    return steps(start, end) <= reach and not is_walled_off(table, middle(start), middle(end))
