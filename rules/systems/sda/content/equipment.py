"""The weapon or the piece of armour that a thing on a sheet is; a campaign's own carry their figures with them.

A thing that the game knows has the game's figures, on every sheet.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

from rules.engine.content.forms import figure_names
from rules.engine.content.homebrew import Told, carried, thing
from rules.engine.kernel import Item, Json, lying_open
from rules.systems.sda.content import compendium, own_entries
from rules.systems.sda.content.weapon_entries import ArmourPiece, Weapon

# -- from the book to a sheet -----------------------------------------------------------------------------------------


#: The classes of entries that things carry the figures of, by section.
_CLASSES = {"weapons": Weapon, "armour": ArmourPiece}


@cache
def _carried_by(section: str) -> tuple[str, ...]:
    """The figures that a weapon or a piece of armour carries with it: all but its price."""
    return tuple(name for name in figure_names(_CLASSES[section]) if name != "price")


#: The functions that make a thing of an entry when it is picked up, by section.
THINGS: Mapping[str, Callable[[str, Told], Item]] = {
    "weapons": thing("weapon", *_carried_by("weapons")),
    "armour": thing("armour", *_carried_by("armour")),
    "gear": thing("gear", "encumbrance"),
}


def item_of(section: str, key: str) -> Item | None:
    """The thing that an entry of the open book becomes when it is picked up or bought; None for all other entries."""
    told = compendium.own_section(section).get(key)
    return THINGS[section](key, told) if told is not None and section in THINGS else None


def figures_carried(weapon: Weapon) -> dict[str, Json] | None:
    """The figures of a weapon as a thing carries them with it; None if it is odder than figures can say."""
    told = own_entries.told_of(weapon, compendium.library())
    return carried(told, *_carried_by("weapons")) if told else None


# -- of things on a sheet ---------------------------------------------------------------------------------------------


def weapon_of(item: Item) -> Weapon | None:
    """The weapon that a thing is; None if it is none, or is written so that nobody could strike with it."""
    printed = compendium.printed().weapons.get(item.entry)
    return printed or _carried(item, "weapons") or compendium.weapons().get(item.entry)


def armour_of(item: Item) -> ArmourPiece | None:
    """The piece of armour that a thing is; None if it is none."""
    printed = compendium.printed().armour.get(item.entry)
    return printed or _carried(item, "armour") or compendium.armour().get(item.entry)


def _carried(item: Item, section: str) -> Any:
    """The entry whose figures a thing carries; None if it carries none."""
    figures = _carried_by(section)
    if figures[0] not in item.stats:
        return None
    told = {"name": item.name, "price": 0, **{name: item.stats[name] for name in figures if name in item.stats}}
    return _made(section, json.dumps(told, sort_keys=True), lying_open().text)


@lru_cache(maxsize=1024)
def _made(section: str, told: str, book: str) -> Any:
    """The entry that figures make in this open book; None where they do not fit, for people write them by hand, too."""
    try:
        return own_entries.MAKERS[section]("", json.loads(told), compendium.library())
    except own_entries.UNFIT:
        return None
