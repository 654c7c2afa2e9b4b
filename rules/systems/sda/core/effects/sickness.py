"""Effects of an illness on whoever has it, as other rules ask for them (D-8)."""

from rules.engine.kernel import Sheet
from rules.systems.sda.content.hazards import diseases


def ills(sheet: Sheet) -> list[str]:
    """The diseases that somebody has."""
    return [key for key in diseases() if sheet.has(key)]


def halves_healing(sheet: Sheet) -> bool:
    """Whether an illness lets wounds heal half as well."""
    return any(diseases()[key].halves_healing for key in ills(sheet))


def spoils_sleep(sheet: Sheet) -> bool:
    """Whether an illness takes from sleep what it gives."""
    return any(diseases()[key].spoils_sleep for key in ills(sheet))
