"""Conditions that are set and ended, and what somebody can do with hit points at 0 (DRB-036)."""

from rules.engine.kernel import Condition, ConditionSet, Sheet, Table, Wording
from rules.systems.dragonbane.content import library


def afflict(table: Table, who: str, name: str, source: Wording = "", *, label: str = "", level: int = 0) -> None:
    """Set a condition, unless somebody is in it; it is called as in the compendium if it has no ``label``."""
    if not table.sheet(who).has(name):
        label = label or library.conditions()[name].name
        table.happen(ConditionSet(who, Condition(name, label, level, source)))


def is_dead(sheet: Sheet) -> bool:
    return sheet.has("dead")


def at_zero(sheet: Sheet) -> bool:
    """Whether no hit point is left, and one is not dead (DRB-036)."""
    return "hp" in sheet.resources and not sheet.now("hp") and not is_dead(sheet)


def is_down(sheet: Sheet) -> bool:
    """Whether one is at 0 hit points and was not rallied (DRB-036, DRB-040)."""
    return at_zero(sheet) and not sheet.has("rallied")
