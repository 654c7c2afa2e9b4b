"""Notes on a sheet that only the game master may read."""

from rules.engine.kernel.facts import TextChanged
from rules.engine.kernel.table import Table

GM_NOTES = "gm_notes"


def note_for_gm(table: Table, who: str, line: str) -> None:
    """Write a line below those that are noted already."""
    before = table.sheet(who).texts.get(GM_NOTES, "")
    table.happen(TextChanged(who, GM_NOTES, f"{before}\n{line}" if before else line))
