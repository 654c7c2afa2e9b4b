"""Holds of a grapple (a default of ours: D-7), and standing on guard until one's own next turn (PCT-020, PCT-022).

The scene's memo ``holds`` has the id of the holder by that of the held.
"""

from rules.engine.kernel.facts import SceneMemoKept, Told
from rules.engine.kernel.table import Table
from rules.systems.kaos.fight.base.state import GRAPPLED, begin, end

HOLDS = "holds"


def _holds(table: Table) -> dict[str, str]:
    return dict(table.scene.memo.get(HOLDS, {}))


def _keep(table: Table, holds: dict[str, str]) -> None:
    if holds != _holds(table):
        table.happen(SceneMemoKept(HOLDS, holds or None))


def hold(table: Table, who: str, by: str) -> None:
    """Let ``by`` take hold of somebody."""
    _keep(table, {**_holds(table), who: by})
    begin(table, who, GRAPPLED, source=table.name(by))
    table.happen(Told((by, who), "{0} holds {1}."))


def holder_of(table: Table, who: str) -> str:
    """The id of the holder; empty for somebody who is free."""
    by = _holds(table).get(who, "")
    return by if table.sheet(who).has(GRAPPLED) and by in table.scene.combatants else ""


def held_by(table: Table, who: str) -> list[str]:
    """Ids of those whom somebody holds."""
    return [other for other in table.scene.combatants if holder_of(table, other) == who]


def let_go(table: Table, who: str) -> None:
    if table.sheet(who).has(GRAPPLED):
        end(table, who, GRAPPLED)
        table.happen(Told((who,), "{0} is free."))
    _keep(table, {held: by for held, by in _holds(table).items() if held != who})


def free_from(table: Table, who: str) -> None:
    """End every hold by somebody, and the one on them."""
    for other in (*held_by(table, who), *((who,) if holder_of(table, who) else ())):
        let_go(table, other)


GUARD = "defensive"
#: Points that the two ways of it add to the Defense Score.
DEFENSIVE_MOVE, FULL_DEFENCE = 10, 20


def raise_guard(table: Table, who: str, by: int) -> None:
    begin(table, who, GUARD, by, "until the next own turn")
    table.happen(Told((who,), f"{{0}} is on guard: {by} more to defend with."))


def lower(table: Table, who: str) -> None:
    end(table, who, GUARD)
