"""Sections of the compendium that campaigns may add to, with their figures: weapons, armour, shields, goods, creatures.

An item takes its figures from the entry onto the sheet.
"""

from rules.engine.content.forms import form
from rules.engine.content.homebrew import (
    Shelf,
    Told,
    by_section,
    figures_of,
    filed,
    listed,
    thing,
    words,
)
from rules.engine.kernel import Json, amount
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import Armour, Creature, Good, Shield, Weapon
from rules.systems.kaos.creation.new_sheet import sheet_of
from rules.systems.kaos.screen import almanac

#: Figures that items take along: of a weapon, and of a good that is drunk or worn.
OF_WEAPONS = tuple(library.WRITABLE)
OF_GOODS = tuple(library.WRITABLE_OF_GOODS)
_WEAPON = form(Weapon, library)
_ARMOUR = form(Armour, library)
_GOOD = form(Good, library)
_TRAITS = words("traits", "Traits", most=300, help="Several with semicolons between them")
_CREATURE = form(Creature, library, traits=(_TRAITS,))


def _weapon(key: str, told: Told) -> Weapon:
    amount(str(told["damage"]))
    return filed(Weapon, key, told, library)


def _good(key: str, told: Told) -> Good:
    amount(str(told["heals"]))
    return filed(Good, key, told, library)


def _creature(key: str, told: Told) -> Creature:
    traits = [trait.strip() for trait in str(told["traits"]).split(";") if trait.strip()]
    return filed(Creature, key, {**told, "traits": traits}, library)


def _told_of_creature(creature: Creature) -> dict[str, Json]:
    return {**figures_of(creature, _CREATURE), "traits": "; ".join(creature.traits)}


def shelves() -> dict[str, Shelf]:
    """Sections of the compendium that a campaign may add to, by name."""
    return by_section(_SHELVES)


_SHELVES = (
    Shelf(
        "weapons",
        "weapon",
        _WEAPON,
        lambda key, told: listed(key, almanac.weapon_entry(_weapon(key, told)), told),
        item=thing("weapon", *OF_WEAPONS),
        own=lambda: {key: figures_of(one, _WEAPON) for key, one in library.weapons().items() if not one.one_hand},
    ),
    Shelf(
        "armour",
        "suit of armour",
        _ARMOUR,
        lambda key, told: listed(key, almanac.armour_entry(filed(Armour, key, told, library)), told),
        item=thing("armour", "ds", "athletics"),
        own=lambda: {key: figures_of(one, _ARMOUR) for key, one in library.armour().items()},
    ),
    Shelf(
        "shields",
        "shield",
        _ARMOUR,
        lambda key, told: listed(key, almanac.shield_entry(filed(Shield, key, told, library)), told),
        item=thing("shield", "ds", "athletics"),
        own=lambda: {key: figures_of(one, _ARMOUR) for key, one in library.shields().items()},
    ),
    Shelf(
        "goods",
        "thing",
        _GOOD,
        lambda key, told: listed(key, almanac.good_entry(_good(key, told)), told),
        item=thing("gear", *OF_GOODS),
        own=lambda: {key: figures_of(one, _GOOD) for key, one in library.goods().items() if one.kind == "gear"},
    ),
    Shelf(
        "creatures",
        "creature",
        _CREATURE,
        lambda key, told: listed(key, almanac.creature_entry(_creature(key, told)), told),
        sheet=lambda key, told: sheet_of(_creature(key, told)),
        own=lambda: {key: _told_of_creature(one) for key, one in library.creatures().items()},
        secret=True,
    ),
)
