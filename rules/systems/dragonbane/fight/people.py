"""What a sheet says about whoever fights with it: how many cards, and whether somebody plays it as their own."""

from rules.engine.sheets import Sheet
from rules.engine.table import Table
from rules.systems.dragonbane.figures import BODY


def is_character(sheet: Sheet) -> bool:
    """Whether somebody plays this sheet as their own: they roll against death, and push."""
    return sheet.kind == "character"


def cards_for(table: Table, who: str) -> int:
    """How many cards somebody draws in a round: one; a monster as many as its ferocity says (DRB-007, D-4)."""
    return max(1, table.sheet(who).rank(BODY, "ferocity"))
