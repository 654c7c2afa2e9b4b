"""Sections of the compendium that a campaign may add to, with their figures: weapons, armour, gear, people to meet.

An item takes its figures from the entry onto the sheet. Monsters with a table of attacks cannot be added.
"""

from collections.abc import Mapping

from rules.engine.content.forms import asked, form
from rules.engine.content.homebrew import (
    OURS,
    Shelf,
    Told,
    by_section,
    figures_of,
    filed,
    listed,
    named,
    spelled,
    thing,
)
from rules.engine.kernel import Refused, amount
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import Armour, Creature, Gear, Weapon
from rules.systems.dragonbane.core import SIZES, sheet_of
from rules.systems.dragonbane.screen import almanac

PEOPLE = "npc"


def _weapon_skills() -> Mapping[str, str]:
    fighting = {key: one for key, one in library.skills().items() if one.kind == library.WEAPON}
    return {**named(fighting), "": "Shield"}


_WEAPON = form(Weapon, library, {"skill": _weapon_skills})
_ARMOUR = form(Armour, library, {"worn": lambda: {"body": "The body", "head": "The head"}})
_GEAR = form(Gear, library)
_CREATURE = form(Creature, library, {"size": lambda: spelled(*SIZES)})


def _weapon(key: str, told: Told) -> Weapon:
    amount(str(told["damage"]))
    if not told["damage"]:
        raise Refused("A weapon does some damage. Write it like d8 or 2d6.", "damage")
    return filed(Weapon, key, told, library)


def _creature(key: str, told: Told) -> Creature:
    return filed(Creature, key, {"kind": PEOPLE, "source": OURS, **told}, library)


def _carried(kind: type) -> tuple[str, ...]:
    """The figures that a thing takes along: all but its price."""
    return tuple(name for name in asked(kind) if name != "price")


# -- what they become -------------------------------------------------------------------------------------------------


def shelves() -> dict[str, Shelf]:
    """The sections that a campaign may add to."""
    return by_section(_SHELVES)


_SHELVES = (
    Shelf(
        "weapons",
        "weapon",
        _WEAPON,
        lambda key, told: listed(key, almanac.weapon_entry(_weapon(key, told)), told),
        item=thing("weapon", *_carried(Weapon)),
        own=lambda: {key: figures_of(one, _WEAPON) for key, one in library.weapons().items()},
    ),
    Shelf(
        "armour",
        "piece of armour",
        _ARMOUR,
        lambda key, told: listed(key, almanac.armour_entry(filed(Armour, key, told, library)), told),
        item=thing("armour", *_carried(Armour)),
        own=lambda: {key: figures_of(one, _ARMOUR) for key, one in library.armours().items()},
    ),
    Shelf(
        "gear",
        "thing",
        _GEAR,
        lambda key, told: listed(key, almanac.gear_entry(filed(Gear, key, told, library)), told),
        item=thing("gear", *_carried(Gear)),
        own=lambda: {key: figures_of(one, _GEAR) for key, one in library.gear().items()},
    ),
    Shelf(
        "creatures",
        "creature",
        _CREATURE,
        lambda key, told: listed(key, almanac.creature_entry(_creature(key, told)), told),
        sheet=lambda key, told: sheet_of(_creature(key, told)),
        own=lambda: {key: figures_of(one, _CREATURE) for key, one in library.creatures().items() if not one.attacks},
        secret=True,
    ),
)
