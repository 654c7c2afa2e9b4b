"""Figures of a sheet that fights ask for: the cards it draws, and whether it is a player's own."""

from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.figures import BODY


def is_character(sheet: Sheet) -> bool:
    """Whether a sheet is a player character's, who rolls against death, and may push."""
    return sheet.kind == "character"


def cards_for(table: Table, who: str) -> int:
    """The cards that somebody draws in a round: 1, a monster as many as its ferocity (DRB-007, D-4)."""
    return max(1, table.sheet(who).rank(BODY, "ferocity"))
