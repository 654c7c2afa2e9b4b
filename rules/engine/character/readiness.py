"""Readiness for commands of a sheet: no fight is on, the sheet is fully made, and its bearer alive; and their bases."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character.creation import MAKING
from rules.engine.kernel import Command, NotNow, Place, Refused, Table, Who, refuse_without_choice

DEAD = "dead"


def is_fighting(table: Table) -> bool:
    return table.encounter is not None and table.encounter.stage == "fighting"


def is_in_fight(table: Table, who: str) -> bool:
    """Whether somebody takes part in a fight that is on."""
    return is_fighting(table) and table.takes_part(who)


def no_fight(table: Table, what: str) -> None:
    """Refuse in the middle of a fight."""
    if is_fighting(table):
        raise NotNow(f"Not during a fight. {what} has to wait.")


def made(table: Table) -> None:
    """Refuse for a sheet that is still being made."""
    if MAKING in table.me.memo:
        raise NotNow(f"{table.me.name} is not ready to play. Finish creation first.")


def alive(table: Table, dead: str = DEAD) -> None:
    """Refuse for the ``dead``, as a game calls them, and for a sheet that is still being made."""
    made(table)
    if table.me.has(dead):
        raise NotNow(f"{table.me.name} is {dead}.")


def living(table: Table, who: str, field: str, dead: str = DEAD) -> str:
    """The id as given; refused if its sheet is ``dead``."""
    if who in table.sheets and table.sheet(who).has(dead):
        raise Refused(f"{table.name(who)} is {dead}. Pick somebody alive.", field)
    return who


@dataclass(frozen=True, slots=True)
class ByMaster(Command):
    """A command by which the game master changes a sheet that is made, even of the dead; ``peaceful`` as for others."""

    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET
    peaceful: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        made(table)
        if cls.peaceful:
            no_fight(table, cls.peaceful)


@dataclass(frozen=True, slots=True)
class OnSheet(Command):
    """A command of a sheet, for those who live.

    ``peaceful`` is what it takes more time for than a fight leaves; empty for a command that a fight does not prevent.
    """

    place: ClassVar[Place] = Place.SHEET
    peaceful: ClassVar[str] = ""
    #: The condition of the dead.
    dead: ClassVar[str] = DEAD

    @classmethod
    def possible(cls, table: Table) -> None:
        alive(table, cls.dead)
        if cls.peaceful:
            no_fight(table, cls.peaceful)
        refuse_without_choice(cls, table)
