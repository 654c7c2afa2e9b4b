"""Who is asked to push a roll before the game goes on (DRB-003, C-24)."""

from rules.engine.table import Table
from rules.systems.dragonbane.checks import Check
from rules.systems.dragonbane.choosing import prices
from rules.systems.dragonbane.fight.people import is_character


def may_push(table: Table, check: Check) -> bool:
    """Player characters are asked, if the condition is one that they can still take."""
    sheet = table.sheet(check.who)
    return is_character(sheet) and bool(prices(table, sheet, check.attribute))
