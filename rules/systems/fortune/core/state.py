"""Conditions that commands of a sheet refuse without: no fight, alive and able to act, fully made; and their base."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Command, NotNow, Place, Refused, Sheet, Table, refuse_without_choice
from rules.systems.fortune.content import library

#: The memo of a sheet that is still being made.
MAKING = "making"
DEAD, DYING, EXHAUSTED, LAST_STAND = "dead", "dying", "exhausted", "last_stand"


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
        raise NotNow(f"Not in the middle of a fight. {what} comes after it.")


def made(table: Table) -> None:
    """Refuse for a sheet that is still being made."""
    if MAKING in table.me.memo:
        raise NotNow(f"{table.me.name} is still being made; the steps of the making come first.")


def alive(table: Table) -> None:
    made(table)
    if table.me.has(DEAD):
        raise NotNow(f"{table.me.name} is dead; only those who live can do that.")


def living(table: Table, who: str, field: str) -> str:
    """The id as given; refused if its sheet is dead."""
    if who in table.sheets and table.sheet(who).has(DEAD):
        raise Refused(f"{table.name(who)} is dead. Pick somebody alive.", field)
    return who


def able(table: Table) -> None:
    """Refuse for the dead and for those who cannot act (LIN-069)."""
    alive(table)
    if is_helpless(table.me):
        raise NotNow(f"{table.me.name} cannot act now and has to come round first.")


@dataclass(frozen=True, slots=True)
class OnSheet(Command):
    """A command of a sheet, for those who live.

    ``peaceful`` is what it takes more time for than a fight leaves; empty for a command that a fight does not prevent.
    """

    place: ClassVar[Place] = Place.SHEET
    peaceful: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        alive(table)
        if cls.peaceful:
            no_fight(table, cls.peaceful)
        refuse_without_choice(cls, table)
