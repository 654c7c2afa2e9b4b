"""The state that commands of a sheet refuse without: no fight, alive and able to act, fully made; and its notes."""

from typing import Any

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import NotNow, Refused, Sheet, Table
from rules.systems.fortune.content import library

#: The memo of a sheet that is still being made.
MAKING = "making"
DEAD, DYING, EXHAUSTED, LAST_STAND = "dead", "dying", "exhausted", "last_stand"


def noted(sheet: Sheet, name: str) -> int:
    """A number that is noted on a sheet; 0 where there is none."""
    told = sheet.memo.get(name)
    return told if isinstance(told, int) else 0


def noted_by_key(sheet: Sheet, name: str) -> dict[str, Any]:
    """Values that are noted on a sheet, by their key; empty where there are none."""
    told = sheet.memo.get(name)
    return dict(told) if isinstance(told, dict) else {}


def is_fighting(table: Table) -> bool:
    return table.encounter is not None and table.encounter.stage == "fighting"


def is_in_fight(table: Table, who: str) -> bool:
    """Whether somebody takes part in a fight that is on."""
    return table.encounter is not None and is_fighting(table) and who in table.encounter.combatants


@of_sheet("conditions")
def is_helpless(sheet: Sheet) -> bool:
    """Whether a status leaves one neither actions nor counter moves (LIN-069)."""
    return any(one.out for key in sheet.conditions if (one := library.statuses().get(key)))


@of_sheet("conditions")
def is_held(sheet: Sheet) -> bool:
    """Whether a status keeps one from moving at all."""
    return any(one.held for key in sheet.conditions if (one := library.statuses().get(key)))


def no_fight(table: Table, what: str) -> None:
    """Refuse in the middle of a fight."""
    if is_fighting(table):
        raise NotNow(f"Not during a fight. {what} comes after it.")


def made(table: Table) -> None:
    """Refuse for a sheet that is still being made."""
    if MAKING in table.me.memo:
        raise NotNow(f"{table.me.name} is not ready to play. Finish creation first.")


def alive(table: Table) -> None:
    made(table)
    if table.me.has(DEAD):
        raise NotNow(f"{table.me.name} is dead.")


def living(table: Table, who: str, field: str) -> str:
    """The id as given; refused if its sheet is dead."""
    if who in table.sheets and table.sheet(who).has(DEAD):
        raise Refused(f"{table.name(who)} is dead. Pick somebody alive.", field)
    return who


def able(table: Table) -> None:
    """Refuse for the dead and for those who cannot act (LIN-069)."""
    alive(table)
    if is_helpless(table.me):
        raise NotNow(f"{table.me.name} cannot act until they come round.")
