"""Injuries of a single box that the tough shake off, as often in a fight as they are tough (D-7)."""

from rules.engine.kernel.facts import SceneMemoKept
from rules.engine.kernel.table import Table
from rules.systems.sda.gifts import figure

#: The memo of a fight that says who has shaken off an injury in it, and how often.
SHAKEN_OFF = "used.tough"


def may_shake_off(table: Table, who: str) -> bool:
    """Whether somebody may shake off an injury once more in this fight."""
    most = figure(table.sheet(who), "tough")
    return bool(most) and _so_often(table).get(who, 0) < most


def note_shaken_off(table: Table, who: str) -> None:
    """Note that somebody has shaken off an injury."""
    before = _so_often(table)
    table.happen(SceneMemoKept(SHAKEN_OFF, {**before, who: before.get(who, 0) + 1}))


def _so_often(table: Table) -> dict[str, int]:
    return dict(table.encounter.memo.get(SHAKEN_OFF, {})) if table.encounter else {}
