"""Choices that the forms of several commands offer, refusals that they share, and the bases of commands of a sheet."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character.readiness import is_fighting
from rules.engine.kernel import Choice, Command, NotNow, Place, Sheet, Table, Who, refuse_without_choice
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.core.checks import Source
from rules.systems.dragonbane.core.conditions import is_down
from rules.systems.dragonbane.core.figures import level_of
from rules.systems.dragonbane.core.new_sheet import UNMADE


def skill_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Every skill that can be tried, with its level; a school of magic only once it was learnt."""
    levels = ((one, level_of(sheet, key)) for key, one in library.skills().items())
    return tuple(Choice(one.key, one.name, str(level)) for one, level in levels if level)


def attribute_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """The six attributes with their values."""
    found = library.attributes().values()
    return tuple(Choice(one.key, one.name, str(sheet.rank("attribute", one.key))) for one in found)


def rollable(sheet: Sheet) -> tuple[Choice, ...]:
    """Every skill and attribute that a check can be made of (DRB-001)."""
    return (*skill_choices(sheet), *attribute_choices(sheet))


def companions(table: Table) -> tuple[Choice, ...]:
    """Everybody but the actor: in an encounter its combatants, else the cast."""
    there = table.cast if table.encounter is None else {who: table.name(who) for who in table.encounter.combatants}
    return tuple(Choice(who, name) for who, name in there.items() if who != table.actor)


def six(sheet: Sheet, *, taken: bool) -> tuple[Choice, ...]:
    """The six conditions that the sheet has (``taken``) or has not."""
    listed = library.six_conditions().items()
    return tuple(
        Choice(key, one.name, library.attributes()[one.attribute].short)
        for key, one in listed
        if sheet.has(key) == taken
    )


def prices(table: Table, sheet: Sheet, attribute: str) -> tuple[Choice, ...]:
    """The conditions that a push may cost: that of the attribute that was rolled, or any not taken yet (C-16)."""
    free = six(sheet, taken=False)
    if switches.PUSH_PRICE.chosen(table.house_rules) == "chosen":
        return free
    matching = library.attributes()[attribute].condition
    return tuple(choice for choice in free if choice.value == matching)


def by_hand(boons: int, banes: int) -> tuple[tuple[Source, ...], tuple[Source, ...]]:
    """Boons and banes that the game master gives, as sources."""
    return (("The situation", boons),), (("The situation", banes),)


# -- what is refused ------------------------------------------------------------------------------------------------


def alive(table: Table) -> None:
    """Refuse for the dead, the unconscious and the unmade."""
    sheet = table.me
    for name, what in (("dead", "dead"), ("unconscious", "unconscious. Wait until they wake")):
        if sheet.has(name):
            raise NotNow(f"{sheet.name} is {what}.")
    if UNMADE in sheet.memo:
        raise NotNow(f"{sheet.name} is not ready to play. Finish creation first.")


def on_their_feet(table: Table) -> None:
    """Refuse for those at 0 HP as well: they can do nothing before they are saved, or rallied (DRB-036, DRB-040)."""
    alive(table)
    if is_down(table.me):
        raise NotNow(f"{table.me.name} is down at 0 hit points. Save or rally them first.")


def out_of_fight(table: Table) -> None:
    """Refuse in the middle of a fight."""
    if is_fighting(table):
        raise NotNow("Not during a fight. Do it afterwards.")


# -- commands of a sheet ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnSheet(Command):
    """A command of a sheet, in a fight or out of it, for all but the dead, the unconscious and the unmade."""

    place: ClassVar[Place] = Place.SHEET
    #: Whether it is for those on their feet, and whether it takes more time than a fight leaves.
    on_feet: ClassVar[bool] = False
    in_peace: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        (on_their_feet if cls.on_feet else alive)(table)
        if cls.in_peace:
            out_of_fight(table)
        refuse_without_choice(cls, table)


@dataclass(frozen=True, slots=True)
class Befalling(OnSheet):
    """A command for a thing that comes over somebody, such as a fall."""

    befalls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ByGameMaster(Befalling):
    """A command for a thing that the game master lets come over somebody."""

    who: ClassVar[Who] = Who.GM


@dataclass(frozen=True, slots=True)
class InPeace(OnSheet):
    """A command of a sheet that takes more time than a fight leaves."""

    in_peace: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class OnFeet(OnSheet):
    """A command of a sheet for those on their feet."""

    on_feet: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class OnFeetInPeace(OnFeet):
    """A command of a sheet for those on their feet, that takes more time than a fight leaves."""

    in_peace: ClassVar[bool] = True
