"""The compendium: each shelf is read from its file when first asked for, checked, and kept."""

import sys
from collections.abc import Container, Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from rules.engine.content import shelves
from rules.engine.content.forms import asked
from rules.engine.content.own_entries import by_book, own_entries, own_figures
from rules.engine.content.shelves import Carried, shelf
from rules.engine.kernel import Item, is_amount, lying_open
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


@by_book
def spells() -> Mapping[str, Spell]:
    """Spells, of the later edition (D-5), and those that the open book adds (D-6)."""
    return MappingProxyType({**_printed_spells(), **own_entries(Spell, "spells", _HERE)})


@by_book
def features() -> Mapping[str, Feature]:
    """All features and traits by key: those of the data, and what the open book adds."""
    printed = {**_of_classes(), **_of_origins(), **_to_pick(), **creature_features()}
    return MappingProxyType({**printed, **own_entries(Feature, "features", _HERE)})


@by_book
def features_of(owner: str) -> Mapping[str, Feature]:
    """The features that a class, lineage, culture, form or feature gives or offers; "novice", "veteran", "creature"."""
    return MappingProxyType({key: one for key, one in features().items() if one.of == owner})


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
    plain = Weapon(key="weapon", name="", description="", group="improvised")
    return _of_kind(item, "weapon", weapons().get(item.entry, plain), WRITABLE)


def armour_of(item: Item) -> Armour | None:
    """The suit of armour of an item, with the item's own figures; None for other things."""
    plain = Armour(key="armour", name="", description="", base=10)
    return _of_kind(item, "armour", armours().get(item.entry, plain), OF_ARMOUR)


def shield_of(item: Item) -> Shield | None:
    """The shield of an item, with the item's own figures; None for other things."""
    plain = Shield(key="shield", name="", description="", armour=1, training="light_shield")
    found, needs = _of_kind(item, "shield", shields().get(item.entry, plain), OF_SHIELDS), item.stats.get("needs")
    if not found or not isinstance(needs, Mapping) or not set(needs) <= set(stats()):
        return found
    return replace(found, needs=dict(needs)) if all(type(one) is int for one in needs.values()) else found


def _of_kind(item: Item, kind: str, entry: Held, figures: Mapping[str, type]) -> Held | None:
    """An entry with the name and figures of an item, where that is of the kind."""
    if item.kind != kind:
        return None
    return replace(entry, name=item.name, **own_figures(item, figures, partial(_makes_sense, kind)))


def _makes_sense(kind: str, name: str, value: Any) -> bool:
    """Whether a figure of a thing names something that there is."""
    known: Mapping[tuple[str, str], Container[str]] = {
        ("weapon", "type"): damage_types(),
        ("weapon", "group"): groups(),
        ("armour", "training"): ("", *armour_classes()),
        ("shield", "training"): shield_classes(),
        ("shield", "by_stat"): ("", *stats()),
    }
    return is_amount(value) if name == "damage" else (kind, name) not in known or value in known[kind, name]
