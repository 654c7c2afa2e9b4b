"""The weapon of somebody's main hand, struck or slipped out of it, three yards away (GRM-012)."""

from dataclasses import replace

from rules.engine.kernel import ItemSet, Table
from rules.systems.grim.core import LIES_AT, primary, with_stats
from rules.systems.grim.fight.base.ground import Square, middle, on_board, standing

#: Yards that a weapon flies out of the hand (GRM-012).
FLUNG = 3


def heading(table: Table, start: str, end: str) -> Square:
    """The step from one to another: one of the eight of a king; north where both stand in one square."""
    here, there = standing(table, start), standing(table, end)
    east, north = there[0] - here[0], there[1] - here[1]
    step = (east > 0) - (east < 0), (north > 0) - (north < 0)
    return step if step != (0, 0) else (0, 1)


def fling(table: Table, by: str, who: str) -> str:
    """Let the weapon in the main hand fly three yards, away from somebody; its name, or nothing without one."""
    sheet = table.sheet(who)
    key = primary(sheet)
    if not key or sheet.items[key].kind != "weapon":
        return ""
    at = middle(_beyond(table, by, who))
    item = sheet.items[key]
    table.happen(ItemSet(who, key, replace(with_stats(item, **{LIES_AT: [at[0], at[1]]}), in_use=False)))
    return item.name


def _beyond(table: Table, by: str, who: str) -> Square:
    """The square three yards behind somebody as another sees them; nearer at the edge of the board."""
    here, step = standing(table, who), heading(table, by, who)
    squares = [(here[0] + step[0] * yards, here[1] + step[1] * yards) for yards in range(FLUNG, 0, -1)]
    return next((square for square in squares if on_board(square)), here)
