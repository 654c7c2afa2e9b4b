"""Walking as part of an action: fields, the square picked, refusals, the walk itself (PCT-009)."""

from typing import Any

from rules.engine.fight.ground import EDGE, bearing, place
from rules.engine.kernel.commands import Choice, number, pick
from rules.engine.kernel.facts import Moved, Told
from rules.engine.kernel.refusals import Refused
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.systems.kaos.fight.base.budgets import squares_of
from rules.systems.kaos.fight.base.holds import held_by, let_go
from rules.systems.kaos.fight.base.squares import HERE, Square, middle, square_at, squares_to, standing
from rules.systems.kaos.fight.base.state import PRONE, is_held

METRES = "In metres; left as it is, you stay"
BEFORE, AFTER = "before", "after"
WHEN = (Choice(BEFORE, "First"), Choice(AFTER, "Afterwards"))


def field_east(help: str = METRES, *, at_once: bool = True) -> Any:
    """The field for metres eastwards; not ``at_once`` if walking is only a part of the action."""
    return number("East", least=HERE, most=EDGE, default=HERE, help=help, at_once=at_once)


def field_north(help: str = METRES, *, at_once: bool = True) -> Any:
    return number("North", least=HERE, most=EDGE, default=HERE, help=help, at_once=at_once)


def field_when() -> Any:
    return pick("Move", default=BEFORE)


def own_place(table: Table) -> dict[str, int]:
    """The presets of the fields for a place: where one stands."""
    at = place(table, table.actor)
    return {"x": round(at[0]), "y": round(at[1])}


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
        raise Refused("You are held fast: act where you stand, or break free.", "x")
    if table.me.has(PRONE):
        raise Refused("You lie on the ground. Act where you lie, or get up, which takes the action.", "x")
    if far > most:
        raise Refused(f"That is {counted(far, 'square', 'squares')} away; {action} goes up to {most}.", "x")


def rate(table: Table) -> int:
    """The squares of the actor's Movement Rate (PCT-009)."""
    return squares_of(table, table.actor)


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
    refuse_way(table, end, rate(table), action)
    return end
