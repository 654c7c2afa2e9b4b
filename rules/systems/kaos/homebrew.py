"""What a campaign may add to the compendium, and with which figures: weapons, armour, shields, goods, creatures.

A thing carries its figures with it, as one written by hand does.
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
from rules.engine.sheets import Item, Json
from rules.engine.system import Entry
from rules.systems.kaos import almanac, library
from rules.systems.kaos.beginnings import sheet_of
from rules.systems.kaos.entries import Armour, Creature, Good, Shield, Weapon

OURS = "Of this campaign"
#: Figures that a weapon carries with it, and a thing that is drunk or worn.
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

T = TypeVar("T")


def _named(keys: Mapping[str, object], none: str = "") -> Mapping[str, str]:
    listed = {key: str(getattr(one, "name", key)) for key, one in keys.items()}
    return {"": none, **listed} if none else listed


def _plainly(*keys: str) -> Mapping[str, str]:
    return {key: key for key in keys}


COST = number("cost", "Cost", most=1_000_000, unit="copper")
_WEAPON = (
    NAME,
    DESCRIPTION,
    words("damage", "Damage", most=20, help="Dice as the book writes them: 1d8, 2d6; nothing for none"),
    pick("type", "Kind of damage", lambda: _plainly(*library.DAMAGE_TYPES), start="physical"),
    number("hands", "Hands", most=2, start=1),
    number("reach", "Reach", most=10, start=1, unit="squares", help="0 for what does not strike"),
    number("thrown", "Thrown", most=200, unit="squares", help="0 for what cannot be thrown"),
    number("shot", "Shot", most=400, unit="squares", help="0 for what does not shoot"),
    pick("ammunition", "Uses up", lambda: _named(library.goods(), "Nothing"), start=""),
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
    pick("category", "Category", lambda: _plainly(*CATEGORIES), start="Tools"),
    words("heals", "Heals", most=20, help="Dice, for what is drunk: 1d6"),
    pick("cures", "Ends", lambda: _named(library.conditions(), "Nothing"), start=""),
    switch("hinders_casting", "Nobody casts while wearing it"),
    number("bundle", "Sold by", least=1, most=1000, start=1),
    COST,
)
_CREATURE = (
    NAME,
    DESCRIPTION,
    pick("family", "Family", lambda: _plainly(*library.FAMILIES), start="monster"),
    each("attributes", "Attributes", lambda: _named(library.attributes()), most=200, whole=True),
    number("mr", "Movement rate", most=100, start=6),
    each("skills", "Skills", lambda: _named(library.skills()), least=1, most=200),
    number("hp", "Hit points", most=2000, help="0: as the attributes say"),
    many("weapons", "Fights with", lambda: _named(library.weapons())),
    pick("armour", "Wears", lambda: _named(library.armour(), "No armour"), start=""),
    pick("shield", "Shield", lambda: _named(library.shields(), "No shield"), start=""),
    number("hide", "Natural hide", most=100),
    each("reduces", "Reduces damage", lambda: _plainly(*library.DAMAGE_TYPES), least=1, most=100),
    words("traits", "Traits", most=300, help="Several with semicolons between them"),
    many("witchcraft", "Witchcraft", lambda: _spells("witchcraft")),
    many("thaumaturgy", "Thaumaturgy", lambda: _spells("thaumaturgy")),
)


def _spells(school: str) -> Mapping[str, str]:
    return {key: one.name for key, one in library.spells().items() if school in one.schools}


def _made(kind: type[T], key: str, told: Told) -> T:
    """Through the same door as the data files."""
    try:
        return entry(kind, str(told["name"]), {"key": key or "new", **told, "description": told["description"] or "–"})
    except DataError as error:
        raise Refused(f"That does not fit together: {error}.") from error


def _weapon(key: str, told: Told) -> Weapon:
    amount(str(told["damage"]))
    return _made(Weapon, key, told)


def _good(key: str, told: Told) -> Good:
    amount(str(told["heals"]))
    return _made(Good, key, told)


def _creature(key: str, told: Told) -> Creature:
    traits = [trait.strip() for trait in str(told["traits"]).split(";") if trait.strip()]
    return _made(Creature, key, {**told, "traits": traits})


def _told_of_creature(creature: Creature) -> dict[str, Json]:
    return {**figures_of(creature, _CREATURE), "traits": "; ".join(creature.traits)}


def _listed(key: str, shown: Entry, told: Told) -> Entry:
    return Entry(key, shown.name, str(told["description"]), shown.facts, OURS)


def _weapon_item(key: str, told: Told) -> Item:
    return Item(str(told["name"]), "weapon", entry=key, stats=carried(told, *OF_WEAPONS))


def _armour_item(key: str, told: Told) -> Item:
    return Item(str(told["name"]), "armour", entry=key, stats=carried(told, "ds", "athletics"))


def _shield_item(key: str, told: Told) -> Item:
    return Item(str(told["name"]), "shield", entry=key, stats=carried(told, "ds", "athletics"))


def _good_item(key: str, told: Told) -> Item:
    return Item(str(told["name"]), "gear", entry=key, stats=carried(told, *OF_GOODS))


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
        own=lambda: {key: figures_of(one, _WEAPON) for key, one in library.weapons().items() if not one.one_hand},
    ),
    Shelf(
        "armour",
        "suit of armour",
        _ARMOUR,
        lambda key, told: _listed(key, almanac.armour_entry(_made(Armour, key, told)), told),
        item=_armour_item,
        own=lambda: {key: figures_of(one, _ARMOUR) for key, one in library.armour().items()},
    ),
    Shelf(
        "shields",
        "shield",
        _ARMOUR,
        lambda key, told: _listed(key, almanac.shield_entry(_made(Shield, key, told)), told),
        item=_shield_item,
        own=lambda: {key: figures_of(one, _ARMOUR) for key, one in library.shields().items()},
    ),
    Shelf(
        "goods",
        "thing",
        _GOOD,
        lambda key, told: _listed(key, almanac.good_entry(_good(key, told)), told),
        item=_good_item,
        own=lambda: {key: figures_of(one, _GOOD) for key, one in library.goods().items() if one.kind == "gear"},
    ),
    Shelf(
        "creatures",
        "creature",
        _CREATURE,
        lambda key, told: _listed(key, almanac.creature_entry(_creature(key, told)), told),
        sheet=lambda key, told: sheet_of(_creature(key, told)),
        own=lambda: {key: _told_of_creature(one) for key, one in library.creatures().items()},
        secret=True,
    ),
)
