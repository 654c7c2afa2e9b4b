"""Conditions that commands of a sheet refuse without: no fight, alive, able, fully made; and their base."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character.readiness import is_fighting, made, no_fight
from rules.engine.kernel import Command, NotNow, Place, Refused, Table, Who, refuse_without_choice
from rules.systems.grim.core.effects import state_with

SLAIN = "slain"
#: The memo of those whose turn has begun and goes on later: what they had used it for, by id.
WAITED = "waited"


def takes_part(table: Table, who: str) -> bool:
    """Whether there is a fight under way, and somebody is in it."""
    return is_fighting(table) and who in table.scene.combatants


def turns_begun(table: Table, who: str) -> int:
    """How many of somebody's own turns have begun in the fight; 0 outside one."""
    if not takes_part(table, who):
        return 0
    scene = table.scene
    mine = [rung for rung in scene.ladder if rung.who == who]
    begun = who in scene.memo.get(WAITED, {}) or any(rung.done or rung.key == scene.turn for rung in mine)
    return scene.round if begun else scene.round - 1


def alive(table: Table) -> None:
    made(table)
    if table.me.has(SLAIN):
        raise NotNow(f"{table.me.name} is slain.")


def living(table: Table, who: str, field: str) -> str:
    """The id as given; refused if its sheet is slain."""
    if who in table.sheets and table.sheet(who).has(SLAIN):
        raise Refused(f"{table.name(who)} is slain. Pick somebody alive.", field)
    return who


def able(table: Table) -> None:
    """Refuse for the slain, the unconscious and others who cannot act."""
    alive(table)
    state = state_with(table.me, "no_actions")
    if state:
        raise NotNow(f"{table.me.name} cannot act: {state.lower()}.")


@dataclass(frozen=True, slots=True)
class ByMaster(Command):
    """A command by which the game master changes a sheet that is made, even of the slain."""

    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET

    @classmethod
    def possible(cls, table: Table) -> None:
        made(table)


@dataclass(frozen=True, slots=True)
class OnSheet(Command):
    """A command of a sheet, for those who live.

    ``peaceful`` is what takes more time than a fight leaves; empty for a command that a fight does not prevent.
    """

    place: ClassVar[Place] = Place.SHEET
    peaceful: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        alive(table)
        if cls.peaceful:
            no_fight(table, cls.peaceful)
        refuse_without_choice(cls, table)
