"""The weapon or the piece of armour that a thing on a sheet is; a campaign's own carry their figures with them.

A thing that the game knows has the game's figures, on every sheet.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeVar

from rules.engine.content.forms import asked
from rules.engine.content.homebrew import Told, thing
from rules.engine.kernel import Item, lying_open
from rules.systems.sda.content import compendium, own_entries
from rules.systems.sda.content.entries import ArmourPiece, Weapon

#: The figures of a weapon and of a piece of armour that a thing carries with it.
OF_WEAPONS = (
    "skills",
    "attribute",
    "bands",
    "increment",
    "damage_attribute",
    "damage_bonus",
    "damage_both_hands",
    "damage_die",
    "types",
    "reload_skill",
    "reload_difficulty",
    "reload_tests",
    *(name for name in asked(Weapon) if name != "price"),
)
OF_ARMOUR = tuple(name for name in asked(ArmourPiece) if name != "price")

T = TypeVar("T", Weapon, ArmourPiece)


# -- from the book to a sheet -----------------------------------------------------------------------------------------


def _armour_item(key: str, told: Told) -> Item:
    return thing("armour", *OF_ARMOUR)(key, own_entries.halved(told))


#: The functions that make a thing of an entry when it is picked up, by section.
THINGS: Mapping[str, Callable[[str, Told], Item]] = {
    "weapons": thing("weapon", *OF_WEAPONS),
    "armour": _armour_item,
    "gear": thing("gear", "encumbrance"),
}


def item_of(section: str, key: str) -> Item | None:
    """The thing that an entry of the open book becomes when it is picked up or bought; None for all other entries."""
    told = compendium.own_section(section).get(key)
    return THINGS[section](key, told) if told is not None and section in THINGS else None


# -- of things on a sheet ---------------------------------------------------------------------------------------------


def weapon_of(item: Item) -> Weapon | None:
    """The weapon that a thing is; None if it is none, or is written so that nobody could strike with it."""
    printed = compendium.printed().weapons.get(item.entry)
    return printed or _carried(item, OF_WEAPONS, _weapon) or compendium.weapons().get(item.entry)


def armour_of(item: Item) -> ArmourPiece | None:
    """The piece of armour that a thing is; None if it is none."""
    printed = compendium.printed().armour.get(item.entry)
    return printed or _carried(item, OF_ARMOUR, _armour) or compendium.armour().get(item.entry)


def _carried(item: Item, figures: tuple[str, ...], make: Callable[[str, str], T | None]) -> T | None:
    if figures[0] not in item.stats:
        return None
    told = {"name": item.name, **{name: item.stats.get(name) for name in figures}}
    return make(json.dumps(told, sort_keys=True), lying_open().text)


@lru_cache(maxsize=512)
def _weapon(told: str, book: str) -> Weapon | None:
    return _or_none(own_entries.weapon, told)


@lru_cache(maxsize=512)
def _armour(told: str, book: str) -> ArmourPiece | None:
    return _or_none(own_entries.armour, told)


def _or_none(make: own_entries.Make[T], told: str) -> T | None:
    """The entry that figures make; None where they do not fit, for people write them by hand, too."""
    try:
        return make("", json.loads(told), compendium.library())
    except own_entries.UNFIT:
        return None
