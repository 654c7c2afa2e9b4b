"""Conditions that commands of a sheet refuse without: no fight, alive and awake, fully made; and their base."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character.readiness import alive, no_fight
from rules.engine.kernel import Command, NotNow, Place, Table, refuse_without_choice
from rules.systems.kaos.content import library


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
