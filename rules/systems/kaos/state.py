"""What commands of a sheet ask for first: no fight going on, somebody alive and awake, a making that is over."""

from rules.engine.refusals import NotNow, Refused
from rules.engine.sheets import Sheet
from rules.engine.table import Table
from rules.systems.kaos import library

#: As long as a sheet remembers this, it is being made.
MAKING = "making"


def is_fighting(table: Table) -> bool:
    return table.encounter is not None and table.encounter.stage == "fighting"


def no_fight(table: Table, what: str) -> None:
    """Refuse in the middle of a fight."""
    if is_fighting(table):
        raise NotNow(f"Not in the middle of a fight. {what} comes after it.")


def made(table: Table) -> None:
    """Refuse for whoever is still being made."""
    if MAKING in table.me.memo:
        raise NotNow(f"{table.me.name} is still being made; the steps of the making come first.")


def alive(table: Table) -> None:
    made(table)
    if table.me.has("dead"):
        raise NotNow(f"{table.me.name} is dead; only those who live can do that.")


def living(table: Table, who: str, field: str) -> str:
    """Somebody picked, refused if they are dead."""
    if who in table.sheets and table.sheet(who).has("dead"):
        raise Refused(f"{table.name(who)} is dead. Pick somebody alive.", field)
    return who


def is_able(sheet: Sheet) -> bool:
    """Whether somebody is in a state to do anything."""
    known = library.conditions()
    return not any(known[name].out for name in sheet.conditions if name in known)


def able(table: Table) -> None:
    """Refuse whoever is dead, unconscious or otherwise out."""
    alive(table)
    known = library.conditions()
    for name in table.me.conditions:
        if name in known and known[name].out:
            raise NotNow(f"{table.me.name} is {known[name].name.lower()} and has to come round first.")
