"""Readiness for commands of a sheet: no fight is on, the sheet is fully made, and its bearer alive."""

from rules.engine.character.creation import MAKING
from rules.engine.kernel import NotNow, Refused, Table

DEAD = "dead"


def is_fighting(table: Table) -> bool:
    return table.encounter is not None and table.encounter.stage == "fighting"


def no_fight(table: Table, what: str) -> None:
    """Refuse in the middle of a fight."""
    if is_fighting(table):
        raise NotNow(f"Not during a fight. {what} comes after it.")


def made(table: Table) -> None:
    """Refuse for a sheet that is still being made."""
    if MAKING in table.me.memo:
        raise NotNow(f"{table.me.name} is not ready to play. Finish creation first.")


def alive(table: Table) -> None:
    """Refuse for the dead, and for a sheet that is still being made."""
    made(table)
    if table.me.has(DEAD):
        raise NotNow(f"{table.me.name} is dead.")


def living(table: Table, who: str, field: str) -> str:
    """The id as given; refused if its sheet is dead."""
    if who in table.sheets and table.sheet(who).has(DEAD):
        raise Refused(f"{table.name(who)} is dead. Pick somebody alive.", field)
    return who
