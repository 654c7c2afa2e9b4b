"""Conditions that commands of a sheet refuse without: no fight, alive and awake, fully made; and their base."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Command, NotNow, Place, Refused, Table, refuse_without_choice
from rules.systems.kaos.content import library

#: The memo of a sheet that is still being made.
MAKING = "making"


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
    made(table)
    if table.me.has("dead"):
        raise NotNow(f"{table.me.name} is dead.")


def living(table: Table, who: str, field: str) -> str:
    """The id as given; refused if its sheet is dead."""
    if who in table.sheets and table.sheet(who).has("dead"):
        raise Refused(f"{table.name(who)} is dead. Pick somebody alive.", field)
    return who


def able(table: Table) -> None:
    """Refuse for the dead, the unconscious and others who cannot act."""
    alive(table)
    for state in library.states_of(table.me):
        if state.out:
            raise NotNow(f"{table.me.name} is {state.name.lower()} and must come round first.")


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
