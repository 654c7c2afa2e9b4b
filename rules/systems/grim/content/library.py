"""The compendium: each shelf is read from its file when first asked for, checked, and kept; and what is for sale."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from rules.engine.content import shelves
from rules.engine.content.files import named
from rules.engine.content.forms import asked
from rules.engine.content.own_entries import by_book, own_entries
from rules.engine.content.reader import tables
from rules.engine.content.shelves import Carried, shelf
from rules.engine.kernel import Choice, Item
from rules.systems.grim.content.entries import (
    HANDS,
    WEAPON_SIZES,
    Ancestry,
    Armour,
    Attribute,
    Condition,
    Creature,
    Gait,
    Gear,
    Profession,
    Quality,
    Shield,
    Skill,
    Talent,
    Weapon,
)
from rules.systems.grim.content.spell_entries import Spell
from rules.systems.grim.content.states import ATTRIBUTES, Fumble, Injury

DATA = Path(__file__).parent.parent / "data"
T = TypeVar("T", Weapon, Armour, Shield, Gear)
#: This module, whose shelves the fields of entries refer to.
_HERE = sys.modules[__name__]

#: The seven primary attributes (D-1).
attributes = shelf(DATA / "skills.toml", "attribute", Attribute)
#: The 36 skills (D-3).
skills = shelf(DATA / "skills.toml", "skill", Skill, _HERE)
#: Weapons, the natural ones of creatures last (D-6).
weapons = shelf(DATA / "weapons.toml", "weapon", Weapon, _HERE)
#: Suits of armour (D-5).
armours = shelf(DATA / "armour.toml", "armour", Armour, _HERE)
#: Shields (D-5).
shields = shelf(DATA / "shields.toml", "shield", Shield, _HERE)
#: Qualities of weapons, armour and shields (GRM-053 to GRM-099).
qualities = shelf(DATA / "qualities.toml", "quality", Quality, _HERE)


@cache
def condition_keys() -> tuple[str, ...]:
    """The keys of all states, which some states name themselves."""
    return tuple(
        str(told["key"]) for _, told in tables(DATA / "conditions.toml", "condition") if isinstance(told, dict)
    )


#: States (GRM-009 to GRM-022), and those that rules and creatures name beside them.
conditions = shelf(DATA / "conditions.toml", "condition", Condition, _HERE)
#: The thirty injuries (D-2).
injuries = shelf(DATA / "injuries.toml", "injury", Injury, _HERE)
#: The weighted table of fumbles (GRM-127).
fumbles = shelf(DATA / "fumbles.toml", "fumble", Fumble, _HERE)
#: The six ancestries (D-4).
ancestries = shelf(DATA / "ancestries.toml", "ancestry", Ancestry, _HERE)
#: The twelve traits of each ancestry.
ancestral_traits = shelf(DATA / "ancestries.toml", "trait", Talent, _HERE)
#: Professions of all archetypes, the expert ones last.
professions = shelf(DATA / "professions.toml", "profession", Profession, _HERE)
#: Talents of professions.
talents = shelf(DATA / "talents.toml", "talent", Talent, _HERE)
#: Creatures (D-7).
creatures = shelf(DATA / "creatures.toml", "creature", Creature, _HERE)
#: Traits of creatures.
creature_traits = shelf(DATA / "traits.toml", "trait", Talent, _HERE)
#: The spells of the game's own schools.
printed_spells = shelf(DATA / "spells.toml", "spell", Spell, _HERE)
#: Everything else that money buys.
gear = shelf(DATA / "gear.toml", "gear", Gear, _HERE)

#: All gaits, those on one's own limbs first.
gaits = shelf(DATA / "gaits.toml", "gait", Gait, _HERE)


@cache
def mounts() -> Mapping[str, Gait]:
    """The gaits on the back of an animal or in a vehicle."""
    return {key: gait for key, gait in gaits().items() if gait.mount}


@cache
def traits() -> Mapping[str, Talent]:
    """The traits of ancestries and creatures."""
    return {**ancestral_traits(), **creature_traits()}


@by_book
def spells() -> Mapping[str, Spell]:
    """All spells, those of the campaign's own last."""
    return {**printed_spells(), **own_entries(Spell, "spells", _HERE)}


def ranks() -> tuple[str, ...]:
    """The keys of attributes and skills."""
    return (*attributes(), *skills())


# -- picking up, and asking by name -----------------------------------------------------------------------------------

#: Shelves whose entries can be carried, and the kind of thing that they become.
CARRIED: Mapping[str, Carried] = {
    "weapons": (weapons, "weapon"),
    "armour": (armours, "armour"),
    "shields": (shields, "shield"),
    "gear": (gear, "gear"),
}


def item_from(section: str, key: str) -> Item:
    """The thing that an entry becomes when it is picked up."""
    return shelves.item_from(section, key, CARRIED)


#: Figures that items of a kind may have of their own, with their types.
WRITABLE: Mapping[str, Mapping[str, type]] = {
    kind: {name: held for name, held in asked(entry).items() if name != "price"}
    for kind, entry in {"weapon": Weapon, "armour": Armour, "shield": Shield, "gear": Gear}.items()
}


def weapon_of(item: Item) -> Weapon | None:
    """The weapon of an item, with the item's own figures over those of the compendium; None for other things."""
    return _of_kind(item, "weapon", weapons(), partial(Weapon, skill="simple_melee"))


def armour_of(item: Item) -> Armour | None:
    """The suit of armour of an item, with the item's own figures; None for other things."""
    return _of_kind(item, "armour", armours(), Armour)


def shield_of(item: Item) -> Shield | None:
    """The shield of an item, with the item's own figures; None for other things."""
    return _of_kind(item, "shield", shields(), Shield)


def gear_of(item: Item) -> Gear | None:
    """The gear of an item, with the item's own figures; None for other things."""
    return _of_kind(item, "gear", gear(), Gear)


def _of_kind(item: Item, kind: str, printed: Mapping[str, T], plain: Callable[..., T]) -> T | None:
    """The entry of an item of that kind, or a plain one where none is printed, with the item's own figures."""
    if item.kind != kind:
        return None
    return _written(printed.get(item.entry) or plain(key=item.entry or kind, name=item.name, description=""), item)


def _written(base: T, item: Item) -> T:
    """An entry with an item's own figures, without those that make no sense."""
    told: dict[str, Any] = {}
    for name, kind in WRITABLE[item.kind].items():
        value: Any = item.stats.get(name)
        if name == "qualities" and isinstance(value, list | tuple):
            own: tuple[str, ...] = getattr(base, name)
            told[name] = (*own, *(one for one in value if one in qualities() and one not in own))
        elif type(value) is kind and _makes_sense(name, value):
            told[name] = value
    return replace(base, name=item.name, **told)


def _makes_sense(name: str, value: object) -> bool:
    """Whether a figure of an item names something that there is."""
    match name:
        case "skill":
            return value in skills()
        case "attribute":
            return value in ATTRIBUTES
        case "size":
            return value in WEAPON_SIZES
        case "ammunition":
            return value == "" or value in gear()
        case "hands":
            return value in HANDS
    return True


def skill_named(key: str) -> Skill:
    """The skill with that key; refused with those that there are."""
    return named("skill", key, skills())


def spell_named(key: str) -> Spell:
    """The spell with that key; refused where there is none."""
    return named("spell", key, spells())


# -- what money buys ---------------------------------------------------------------------------------------------------

#: The coins, the dearest first, with their worth in brass pennies.
COINS = {"gc": 240, "ss": 12, "bp": 1}
#: Brass pennies to a gold crown.
CROWN = COINS["gc"]
#: Kinds of things of which each is carried by itself.
APART = ("weapon", "armour", "shield")


def price(pennies: int) -> str:
    """A price in gold crowns, silver shillings and brass pennies, or "nothing".

    >>> price(1200), price(259), price(0)
    ('5 gc', '1 gc 1 ss 7 bp', 'nothing')
    """
    words, left = [], pennies
    for coin, worth in COINS.items():
        count, left = divmod(left, worth)
        words += [f"{count} {coin}"] if count else []
    return " ".join(words) or "nothing"


@cache
def wares() -> Mapping[str, tuple[str, int]]:
    """Wares for sale by ``section.key``, each with its name and its price."""
    found: dict[str, tuple[str, int]] = {}
    for section, (entries, _) in CARRIED.items():
        for key, one in entries().items():
            cost, bundle = getattr(one, "price", 0), getattr(one, "bundle", 1)
            if cost:
                found[f"{section}.{key}"] = (f"{one.name}, {bundle}" if bundle > 1 else one.name, cost)
    return found


def offered(prefix: str = "", most: float = inf) -> tuple[Choice, ...]:
    """The wares whose keys begin so and whose price is not above ``most``."""
    listed = ((key, ware) for key, ware in wares().items() if key.startswith(prefix) and ware[1] <= most)
    return tuple(Choice(key, name, price(cost)) for key, (name, cost) in listed)


def thing(ware: str) -> Item:
    """The thing that a ware becomes when it is carried; some are sold by the bundle."""
    section, _, key = ware.partition(".")
    item = item_from(section, key)
    return replace(item, count=gear()[key].bundle) if section == "gear" else item
