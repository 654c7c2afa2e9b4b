"""What a campaign may add to the compendium, and with which figures: weapons, armour, gear, and people to meet.

A thing carries its figures with it, as one written by hand does; monsters with a table of attacks are left to the book.
"""

from collections.abc import Mapping
from typing import TypeVar

from rules.engine.amounts import amount
from rules.engine.filing import DataError, entry
from rules.engine.homebrew import (
    DESCRIPTION,
    NAME,
    Shelf,
    Told,
    carried,
    each,
    figures_of,
    many,
    number,
    pick,
    switch,
    words,
)
from rules.engine.refusals import Refused
from rules.engine.sheets import Item, Sheet
from rules.engine.system import Entry
from rules.systems.dragonbane import almanac, library
from rules.systems.dragonbane.beginnings import SIZES, sheet_of
from rules.systems.dragonbane.entries import Armour, Creature, Gear, Weapon

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
_OURS = "Of this campaign"

T = TypeVar("T")


def _named(keys: Mapping[str, object]) -> Mapping[str, str]:
    return {key: str(getattr(one, "name", key)) for key, one in keys.items()}


def _weapon_skills() -> Mapping[str, str]:
    fighting = {key: one for key, one in library.skills().items() if one.kind == library.WEAPON}
    return {**_named(fighting), "": "Shield"}


def _plainly(*keys: str) -> Mapping[str, str]:
    return {key: key.replace("_", " ") for key in keys}


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
    many("features", "Features", lambda: _plainly(*FEATURES)),
    PRICE,
    SLOTS,
)
_ARMOUR = (
    NAME,
    DESCRIPTION,
    pick("worn", "Worn on", lambda: {"body": "The body", "head": "The head"}, start="body"),
    number("rating", "Rating", most=20),
    many("banes", "Bane on", lambda: _named(library.skills())),
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
    pick("size", "Size", lambda: _plainly(*SIZES), start="normal"),
    each("attributes", "Attributes", lambda: _named(library.attributes()), least=1, most=30, whole=True),
    each("skills", "Skills", lambda: _named(library.skills()), least=1, most=18),
    many("weapons", "Fights with", lambda: _named(library.weapons())),
)


def _weapon(key: str, told: Told) -> Weapon:
    amount(str(told["damage"]))
    if not told["damage"]:
        raise Refused("A weapon does some damage. Write it like d8 or 2d6.", "damage")
    return _made(Weapon, key, told)


def _armour(key: str, told: Told) -> Armour:
    return _made(Armour, key, told)


def _gear(key: str, told: Told) -> Gear:
    return _made(Gear, key, told)


def _creature(key: str, told: Told) -> Creature:
    return _made(Creature, key, {"kind": PEOPLE, "source": _OURS, **told})


def _made(kind: type[T], key: str, told: Told) -> T:
    """Through the same door as the data files."""
    try:
        return entry(kind, str(told["name"]), {"key": key or "new", **told, "description": told["description"] or "–"})
    except DataError as error:
        raise Refused(f"That does not fit together: {error}.") from error


# -- what they become -------------------------------------------------------------------------------------------------


def _listed(key: str, shown: Entry, told: Told) -> Entry:
    return Entry(key, shown.name, str(told["description"]), shown.facts, _OURS)


def _weapon_item(key: str, told: Told) -> Item:
    names = ("skill", "damage", "strength", "hands", "durability", "range", "features", "slots")
    return Item(str(told["name"]), "weapon", entry=key, stats=carried(told, *names))


def _armour_item(key: str, told: Told) -> Item:
    return Item(
        str(told["name"]), "armour", entry=key, stats=carried(told, "worn", "rating", "banes", "metal", "slots")
    )


def _gear_item(key: str, told: Told) -> Item:
    return Item(str(told["name"]), "gear", entry=key, stats=carried(told, "slots", "each", "room"))


def _sheet(key: str, told: Told) -> Sheet:
    return sheet_of(_creature(key, told))


def shelves() -> dict[str, Shelf]:
    """The sections that a campaign may add to."""
    return {shelf.section: shelf for shelf in _SHELVES}


_SHELVES = (
    Shelf(
        "weapons",
        "weapon",
        _WEAPON,
        lambda key, told: _listed(key, almanac.weapon_entry(_weapon(key, told)), told),
        item=_weapon_item,
        own=lambda: {key: figures_of(one, _WEAPON) for key, one in library.weapons().items()},
    ),
    Shelf(
        "armour",
        "piece of armour",
        _ARMOUR,
        lambda key, told: _listed(key, almanac.armour_entry(_armour(key, told)), told),
        item=_armour_item,
        own=lambda: {key: figures_of(one, _ARMOUR) for key, one in library.armours().items()},
    ),
    Shelf(
        "gear",
        "thing",
        _GEAR,
        lambda key, told: _listed(key, almanac.gear_entry(_gear(key, told)), told),
        item=_gear_item,
        own=lambda: {key: figures_of(one, _GEAR) for key, one in library.gear().items()},
    ),
    Shelf(
        "creatures",
        "creature",
        _CREATURE,
        lambda key, told: _listed(key, almanac.creature_entry(_creature(key, told)), told),
        sheet=_sheet,
        own=lambda: {key: figures_of(one, _CREATURE) for key, one in library.creatures().items() if not one.attacks},
        secret=True,
    ),
)
