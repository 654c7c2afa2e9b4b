"""Standing on guard: a higher Defense Score until one's own next turn (PCT-020, PCT-022)."""

from rules.engine.kernel.facts import Told
from rules.engine.kernel.table import Table
from rules.systems.kaos.fight.state import begin, end

GUARD = "defensive"
#: Points that the two ways of it add to the Defense Score.
DEFENSIVE_MOVE, FULL_DEFENCE = 10, 20


def raise_guard(table: Table, who: str, by: int) -> None:
    begin(table, who, GUARD, by, "until the next own turn")
    table.happen(Told((who,), f"{{0}} is on guard: {by} more to defend with."))


def lower(table: Table, who: str) -> None:
    end(table, who, GUARD)
