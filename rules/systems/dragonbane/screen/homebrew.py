"""Sections of the compendium that a campaign may add to, with their figures: weapons, armour, gear, people to meet.

An item takes its figures from the entry onto the sheet. Monsters with a table of attacks cannot be added.
"""

from collections.abc import Mapping

from rules.engine.content.homebrew import (
    DESCRIPTION,
    NAME,
    OURS,
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
from rules.engine.kernel.refusals import Refused
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import Armour, Creature, Gear, Weapon
from rules.systems.dragonbane.core.new_sheet import SIZES, sheet_of
from rules.systems.dragonbane.screen import almanac

FEATURES = (
    "subtle",
    "piercing",
    "slashing",
    "bludgeoning",
    "toppling",
    "thrown",
    "long",
    "mount",
    "no_parry",
    "no_bonus",
    "shield",
    "natural",
)
PEOPLE = "npc"


def _weapon_skills() -> Mapping[str, str]:
    fighting = {key: one for key, one in library.skills().items() if one.kind == library.WEAPON}
    return {**named(fighting), "": "Shield"}


PRICE = number("price", "Price", most=1_000_000, unit="copper")
SLOTS = number("slots", "Slots", most=20, start=1)
_WEAPON = (
    NAME,
    DESCRIPTION,
    pick("skill", "Skill", _weapon_skills),
    words("damage", "Damage", most=20, start=None, help="Dice as the book writes them: d8, 2d6"),
    number("strength", "Strength that it needs", most=30),
    number("hands", "Hands", most=2, start=1),
    number("durability", "Durability", most=30, help="0 cannot parry"),
    number("range", "Range", most=500, unit="m", help="0 for what is no missile weapon"),
    many("features", "Features", lambda: spelled(*FEATURES)),
    PRICE,
    SLOTS,
)
_ARMOUR = (
    NAME,
    DESCRIPTION,
    pick("worn", "Worn on", lambda: {"body": "The body", "head": "The head"}, start="body"),
    number("rating", "Rating", most=20),
    many("banes", "Bane on", lambda: named(library.skills())),
    switch("metal", "Metal", help="Whoever wears metal casts no spells"),
    PRICE,
    SLOTS,
)
_GEAR = (
    NAME,
    DESCRIPTION,
    PRICE,
    SLOTS,
    number("each", "So many fill these slots", least=1, most=1000, start=1),
    number("room", "Slots more for whoever wears it", most=100),
)
_CREATURE = (
    NAME,
    DESCRIPTION,
    number("hp", "Hit points", least=1, most=500, start=10),
    number("wp", "Willpower points", most=200),
    number("movement", "Movement", most=100, start=10, unit="m"),
    number("armour", "Natural armour", most=20),
    pick("size", "Size", lambda: spelled(*SIZES), start="normal"),
    each("attributes", "Attributes", lambda: named(library.attributes()), least=1, most=30, whole=True),
    each("skills", "Skills", lambda: named(library.skills()), least=1, most=18),
    many("weapons", "Fights with", lambda: named(library.weapons())),
)


def _weapon(key: str, told: Told) -> Weapon:
    amount(str(told["damage"]))
    if not told["damage"]:
        raise Refused("A weapon does some damage. Write it like d8 or 2d6.", "damage")
    return filed(Weapon, key, told)


def _creature(key: str, told: Told) -> Creature:
    return filed(Creature, key, {"kind": PEOPLE, "source": OURS, **told})


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
        item=thing("weapon", "skill", "damage", "strength", "hands", "durability", "range", "features", "slots"),
        own=lambda: {key: figures_of(one, _WEAPON) for key, one in library.weapons().items()},
    ),
    Shelf(
        "armour",
        "piece of armour",
        _ARMOUR,
        lambda key, told: listed(key, almanac.armour_entry(filed(Armour, key, told)), told),
        item=thing("armour", "worn", "rating", "banes", "metal", "slots"),
        own=lambda: {key: figures_of(one, _ARMOUR) for key, one in library.armours().items()},
    ),
    Shelf(
        "gear",
        "thing",
        _GEAR,
        lambda key, told: listed(key, almanac.gear_entry(filed(Gear, key, told)), told),
        item=thing("gear", "slots", "each", "room"),
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
