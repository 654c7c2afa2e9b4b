"""The compendium: each shelf is read from its file when first asked for, checked, and kept."""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from rules.engine.content import shelves
from rules.engine.content.forms import asked
from rules.engine.content.own_entries import own_entry
from rules.engine.content.reader import DataError
from rules.engine.content.shelves import Carried, shelf
from rules.engine.kernel import Item, OwnBook, is_amount, lying_open
from rules.systems.fortune.content.entries import (
    Armour,
    Calling,
    Creature,
    Culture,
    Damage,
    Feature,
    Form,
    Gear,
    Group,
    Language,
    Lineage,
    Purpose,
    Shield,
    Size,
    Spell,
    Stat,
    Status,
    Weapon,
)
from rules.systems.fortune.content.vocabulary import FIGURES, ROLLS

T = TypeVar("T")
#: What is worn or held, with figures of its own.
Held = TypeVar("Held", Weapon, Armour, Shield)
DATA = Path(__file__).parent.parent / "data"
#: This module, whose shelves the fields of entries refer to.
_HERE = sys.modules[__name__]

#: Mettle, Agility, Intellect and Heart (LIN-006).
stats = shelf(DATA / "basics.toml", "stat", Stat)
#: Purposes of tests, which features and statuses name.
purposes = shelf(DATA / "basics.toml", "purpose", Purpose)
#: The types of damage (LIN-078).
damage_types = shelf(DATA / "basics.toml", "damage", Damage)
#: Sizes of creatures (D-5).
sizes = shelf(DATA / "basics.toml", "size", Size)
#: The eight languages (LIN-077).
languages = shelf(DATA / "basics.toml", "language", Language)
#: Groups of weapons and of magic that one is trained in (LIN-048).
groups = shelf(DATA / "arms.toml", "group", Group)
#: Weapons (LIN-047).
weapons = shelf(DATA / "arms.toml", "weapon", Weapon, _HERE)
#: Suits of armour (LIN-053).
armours = shelf(DATA / "arms.toml", "armour", Armour, _HERE)
#: Shields (LIN-049 to LIN-051).
shields = shelf(DATA / "arms.toml", "shield", Shield, _HERE)
#: Other things that are worth a line.
gear = shelf(DATA / "gear.toml", "gear", Gear)
#: The classes (D-3).
classes = shelf(DATA / "classes.toml", "class", Calling, _HERE)
#: The forms of the Shapeshifter (D-3).
forms = shelf(DATA / "classes.toml", "form", Form, _HERE)
#: Lineages (D-1).
lineages = shelf(DATA / "origins.toml", "lineage", Lineage, _HERE)
#: Cultures (D-2).
cultures = shelf(DATA / "origins.toml", "culture", Culture, _HERE)
#: The statuses (LIN-069 to LIN-076).
statuses = shelf(DATA / "statuses.toml", "status", Status, _HERE)
#: Creatures, of the later edition (D-4).
creatures = shelf(DATA / "creatures.toml", "creature", Creature, _HERE)

_of_classes = shelf(DATA / "classes.toml", "feature", Feature, _HERE)
_of_origins = shelf(DATA / "origins.toml", "trait", Feature, _HERE)
_to_pick = shelf(DATA / "features.toml", "feature", Feature, _HERE)
#: Features of creatures, which a homebrew creature may have as well.
creature_features = shelf(DATA / "creatures.toml", "trait", Feature, _HERE)


_printed_spells = shelf(DATA / "spells.toml", "spell", Spell, _HERE)


def spells() -> Mapping[str, Spell]:
    """Spells, of the later edition (D-5), and those that the open book adds (D-6)."""
    return _spells_in(lying_open().text)


@lru_cache(maxsize=16)
def _spells_in(book: str) -> Mapping[str, Spell]:
    return MappingProxyType({**_printed_spells(), **_own(Spell, "spells", book)})


def features() -> Mapping[str, Feature]:
    """All features and traits by key: those of the data, and what the open book adds."""
    return _features_in(lying_open().text)


@lru_cache(maxsize=16)
def _features_in(book: str) -> Mapping[str, Feature]:
    return MappingProxyType(
        {**_of_classes(), **_of_origins(), **_to_pick(), **creature_features(), **_own(Feature, "features", book)}
    )


def features_of(owner: str) -> Mapping[str, Feature]:
    """The features that a class, lineage, culture, form or feature gives or offers; "novice", "veteran", "creature"."""
    return _features_of(owner, lying_open().text)


@lru_cache(maxsize=512)
def _features_of(owner: str, book: str) -> Mapping[str, Feature]:
    return MappingProxyType({key: one for key, one in _features_in(book).items() if one.of == owner})


def _own(kind: type[T], section: str, book: str) -> dict[str, T]:
    """A campaign's own entries of a section; those whose figures do not fit together are left out."""
    found: dict[str, T] = {}
    for key, told in OwnBook(book).section(section).items():
        with suppress(DataError):
            found[key] = own_entry(kind, key, told, _HERE)
    return found


def offered(entries: Mapping[str, T]) -> dict[str, T]:
    """The entries that may be chosen now, without those that a campaign keeps back."""
    return {key: one for key, one in entries.items() if lying_open().offers(key)}


@cache
def rolls() -> tuple[str, ...]:
    """The rolls and figures that an effect may be on: purposes of tests, attacks, and figures."""
    return (*ROLLS, *purposes(), *FIGURES)


def types_of_effects() -> tuple[str, ...]:
    """Types of damage, the one that was chosen, and physical ones together."""
    return (*damage_types(), "chosen", "physical")


def armour_classes() -> Mapping[str, str]:
    """Classes of armour that one is trained in, by key."""
    return {"light": "Light armour", "medium": "Medium armour", "heavy": "Heavy armour"}


def shield_classes() -> Mapping[str, str]:
    """Sizes of shields that one is trained in, by key."""
    return {"light_shield": "Light shields", "medium_shield": "Medium shields", "heavy_shield": "Heavy shields"}


#: Magic that one is trained in: the list of the Devoted, and the elements of the Elementalist.
ELEMENTS = ("fire", "cold", "lightning", "rot", "psychic")
_MAGIC = {"divine": "Divine magic", **{one: f"{one.capitalize()} magic" for one in ELEMENTS}}


@cache
def trainings() -> Mapping[str, str]:
    """The names of all that one may be trained in, by key."""
    weapon_groups = {key: one.name for key, one in groups().items()}
    return MappingProxyType({**armour_classes(), **shield_classes(), **weapon_groups, **_MAGIC})


# -- picking up, and asking by name -----------------------------------------------------------------------------------

#: Shelves whose entries can be carried, and the kind of thing that they become.
CARRIED: Mapping[str, Carried] = {
    "weapons": (weapons, "weapon"),
    "shields": (shields, "shield"),
    "armour": (armours, "armour"),
    "gear": (gear, "gear"),
}


def item_from(section: str, key: str) -> Item:
    """The thing that an entry becomes when it is picked up."""
    return shelves.item_from(section, key, CARRIED)


#: Figures that things may have of their own, with their types.
WRITABLE: Mapping[str, type] = {**asked(Weapon), "natural": bool}
OF_ARMOUR: Mapping[str, type] = asked(Armour)
OF_SHIELDS: Mapping[str, type] = asked(Shield)


def weapon_of(item: Item) -> Weapon | None:
    """The weapon of an item, with the item's own figures over those of the compendium; None for other things."""
    if item.kind != "weapon":
        return None
    return _with_own(
        item,
        weapons().get(item.entry) or Weapon(key="weapon", name="", description="", group="improvised"),
        WRITABLE,
        {"damage": is_amount, "type": damage_types().__contains__, "group": groups().__contains__},
    )


def armour_of(item: Item) -> Armour | None:
    """The suit of armour of an item, with the item's own figures; None for other things."""
    if item.kind != "armour":
        return None
    return _with_own(
        item,
        armours().get(item.entry) or Armour(key="armour", name="", description="", base=10),
        OF_ARMOUR,
        {"training": ("", *armour_classes()).__contains__},
    )


def shield_of(item: Item) -> Shield | None:
    """The shield of an item, with the item's own figures; None for other things."""
    if item.kind != "shield":
        return None
    found = _with_own(
        item,
        shields().get(item.entry) or Shield(key="shield", name="", description="", armour=1, training="light_shield"),
        OF_SHIELDS,
        {"by_stat": ("", *stats()).__contains__, "training": shield_classes().__contains__},
    )
    needs = item.stats.get("needs")
    if isinstance(needs, Mapping) and set(needs) <= set(stats()) and all(type(one) is int for one in needs.values()):
        return replace(found, needs=dict(needs))
    return found


def _with_own(item: Item, entry: Held, kinds: Mapping[str, type], known: Mapping[str, Callable[[Any], bool]]) -> Held:
    """An entry with the name of an item, and those figures of it that have the right type and make sense."""
    told = {name: item.stats[name] for name, kind in kinds.items() if type(item.stats.get(name)) is kind}
    fitting = {name: value for name, value in told.items() if name not in known or known[name](value)}
    return replace(entry, name=item.name, **fitting)
