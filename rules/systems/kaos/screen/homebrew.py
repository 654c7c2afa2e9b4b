"""Sections of the compendium that campaigns may add to, with their figures: weapons, armour, shields, goods, creatures.

An item takes its figures from the entry onto the sheet.
"""

from collections.abc import Mapping

from rules.engine.content.homebrew import (
    DESCRIPTION,
    NAME,
    Shelf,
    Told,
    by_section,
    each,
    figures_of,
    filed,
    listed,
    many,
    named,
    number,
    pick,
    spelled,
    switch,
    thing,
    words,
)
from rules.engine.kernel.amounts import amount
from rules.engine.kernel.sheets import Json
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import Armour, Creature, Good, Shield, Weapon
from rules.systems.kaos.creation.new_sheet import sheet_of
from rules.systems.kaos.screen import almanac

#: Figures that items take along: of a weapon, and of a good that is drunk or worn.
OF_WEAPONS = tuple(library.WRITABLE)
OF_GOODS = tuple(library.WRITABLE_OF_GOODS)
CATEGORIES = (
    "Ammunition",
    "Beasts and carts",
    "Containers",
    "Kits",
    "Light and fire",
    "Potions and poisons",
    "Tools",
    "Travel",
    "Writing and fine things",
)

COST = number("cost", "Cost", most=1_000_000, unit="copper")
_WEAPON = (
    NAME,
    DESCRIPTION,
    words("damage", "Damage", most=20, help="Dice as the book writes them: 1d8, 2d6; nothing for none"),
    pick("type", "Kind of damage", lambda: spelled(*library.DAMAGE_TYPES), start="physical"),
    number("hands", "Hands", most=2, start=1),
    number("reach", "Reach", most=10, start=1, unit="squares", help="0 for what does not strike"),
    number("thrown", "Thrown", most=200, unit="squares", help="0 for what cannot be thrown"),
    number("shot", "Shot", most=400, unit="squares", help="0 for what does not shoot"),
    pick("ammunition", "Uses up", lambda: named(library.goods(), "Nothing"), start=""),
    switch("reload", "Has to be loaded"),
    switch("nonlethal", "Does not kill"),
    switch("ignores_armour", "Ignores armour"),
    COST,
)
_ARMOUR = (
    NAME,
    DESCRIPTION,
    number("ds", "Defence score", most=100),
    number("athletics", "Athletics that it takes", most=100),
    COST,
)
_GOOD = (
    NAME,
    DESCRIPTION,
    pick("category", "Category", lambda: spelled(*CATEGORIES), start="Tools"),
    words("heals", "Heals", most=20, help="Dice, for what is drunk: 1d6"),
    pick("cures", "Ends", lambda: named(library.conditions(), "Nothing"), start=""),
    switch("hinders_casting", "Nobody casts while wearing it"),
    number("bundle", "Sold by", least=1, most=1000, start=1),
    COST,
)
_CREATURE = (
    NAME,
    DESCRIPTION,
    pick("family", "Family", lambda: spelled(*library.FAMILIES), start="monster"),
    each("attributes", "Attributes", lambda: named(library.attributes()), most=200, whole=True),
    number("mr", "Movement rate", most=100, start=6),
    each("skills", "Skills", lambda: named(library.skills()), least=1, most=200),
    number("hp", "Hit points", most=2000, help="0: as the attributes say"),
    many("weapons", "Fights with", lambda: named(library.weapons())),
    pick("armour", "Wears", lambda: named(library.armour(), "No armour"), start=""),
    pick("shield", "Shield", lambda: named(library.shields(), "No shield"), start=""),
    number("hide", "Natural hide", most=100),
    each("reduces", "Reduces damage", lambda: spelled(*library.DAMAGE_TYPES), least=1, most=100),
    words("traits", "Traits", most=300, help="Several with semicolons between them"),
    many("witchcraft", "Witchcraft", lambda: _spells("witchcraft")),
    many("thaumaturgy", "Thaumaturgy", lambda: _spells("thaumaturgy")),
)


def _spells(school: str) -> Mapping[str, str]:
    return {key: one.name for key, one in library.spells().items() if school in one.schools}


def _weapon(key: str, told: Told) -> Weapon:
    amount(str(told["damage"]))
    return filed(Weapon, key, told)


def _good(key: str, told: Told) -> Good:
    amount(str(told["heals"]))
    return filed(Good, key, told)


def _creature(key: str, told: Told) -> Creature:
    traits = [trait.strip() for trait in str(told["traits"]).split(";") if trait.strip()]
    return filed(Creature, key, {**told, "traits": traits})


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
        lambda key, told: listed(key, almanac.armour_entry(filed(Armour, key, told)), told),
        item=thing("armour", "ds", "athletics"),
        own=lambda: {key: figures_of(one, _ARMOUR) for key, one in library.armour().items()},
    ),
    Shelf(
        "shields",
        "shield",
        _ARMOUR,
        lambda key, told: listed(key, almanac.shield_entry(filed(Shield, key, told)), told),
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
