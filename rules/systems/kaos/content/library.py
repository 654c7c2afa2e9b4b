"""The compendium: each shelf is read from its file when first asked for, checked, and kept."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from rules.engine.content.files import named
from rules.engine.content.forms import asked
from rules.engine.content.reader import DataError, filed
from rules.engine.kernel import Item, Refused, Unknown, amount
from rules.systems.kaos.content.entries import (
    DAMAGE_TYPES,
    Armour,
    Attribute,
    Condition,
    Creature,
    Good,
    Language,
    Lifestyle,
    Race,
    Shield,
    Skill,
    Spell,
    Weapon,
)

DATA = Path(__file__).parent.parent / "data"
#: This module, whose shelves the fields of entries refer to.
_HERE = sys.modules[__name__]

T = TypeVar("T")


@cache
def attributes() -> Mapping[str, Attribute]:
    """The six attributes."""
    return filed(DATA / "skills.toml", "attribute", Attribute)


@cache
def skills() -> Mapping[str, Skill]:
    """The 21 skills (D-2)."""
    return filed(DATA / "skills.toml", "skill", Skill, _HERE)


def ranks() -> tuple[str, ...]:
    """The keys of attributes and skills."""
    return (*attributes(), *skills())


@cache
def races() -> Mapping[str, Race]:
    """The six peoples (D-1)."""
    return filed(DATA / "races.toml", "race", Race, _HERE)


@cache
def languages() -> Mapping[str, Language]:
    """The tongues that are spoken."""
    return filed(DATA / "races.toml", "language", Language)


@cache
def armour() -> Mapping[str, Armour]:
    """The suits of armour (D-3)."""
    return filed(DATA / "armour.toml", "armour", Armour, _HERE)


@cache
def shields() -> Mapping[str, Shield]:
    """The shields (D-3)."""
    return filed(DATA / "armour.toml", "shield", Shield, _HERE)


@cache
def weapons() -> Mapping[str, Weapon]:
    """All weapons, natural ones last (D-4, C-21)."""
    found = filed(DATA / "weapons.toml", "weapon", Weapon, _HERE)
    for weapon in found.values():
        _dice(f"weapon {weapon.key}", weapon.damage)
    return found


@cache
def goods() -> Mapping[str, Good]:
    """Everything else that money buys (D-6)."""
    found = filed(DATA / "goods.toml", "good", Good, _HERE)
    for good in found.values():
        _dice(f"good {good.key}", good.heals)
    return found


@cache
def lifestyles() -> Mapping[str, Lifestyle]:
    """Standards of living with their costs a day (D-6)."""
    return filed(DATA / "goods.toml", "lifestyle", Lifestyle)


@cache
def spells() -> Mapping[str, Spell]:
    """The spells of both schools (D-5)."""
    found = filed(DATA / "spells.toml", "spell", Spell, _HERE)
    for spell in found.values():
        for text in (spell.damage, spell.heals):
            _dice(f"spell {spell.key}", text)
    return found


@cache
def conditions() -> Mapping[str, Condition]:
    """The states that one can be in."""
    return filed(DATA / "conditions.toml", "condition", Condition, _HERE)


@cache
def witchcraft() -> Mapping[str, Spell]:
    """The spells of witchcraft."""
    return {key: spell for key, spell in spells().items() if "witchcraft" in spell.schools}


@cache
def thaumaturgy() -> Mapping[str, Spell]:
    """The spells of thaumaturgy."""
    return {key: spell for key, spell in spells().items() if "thaumaturgy" in spell.schools}


@cache
def creatures() -> Mapping[str, Creature]:
    """The bestiary, which is this project's own (D-7)."""
    return filed(DATA / "bestiary.toml", "creature", Creature, _HERE)


def _dice(where: str, text: str) -> None:
    try:
        amount(text)
    except Refused as refusal:
        raise DataError(f"{where}: {refusal.sentence}") from refusal


# -- picking up, and asking by name -----------------------------------------------------------------------------------

#: Sections whose entries can be carried, and the kind of thing that they become.
CARRIED = {"weapons": "weapon", "armour": "armour", "shields": "shield", "goods": "gear", "languages": "language"}


def item_from(section: str, key: str) -> Item:
    """The thing that an entry becomes when it is picked up."""
    shelves: Mapping[str, Mapping[str, Weapon | Armour | Shield | Good | Language]] = {
        "weapons": weapons(),
        "armour": armour(),
        "shields": shields(),
        "goods": goods(),
        "languages": languages(),
    }
    if section not in shelves:
        raise Unknown(f"Nothing of the {section} can be carried; {', '.join(CARRIED)} can.", "section")
    found = named(f"entry among the {section}", key, shelves[section], "entry")
    if isinstance(found, Good):
        return Item(found.name, found.kind, entry=key)
    return Item(found.name, CARRIED[section], entry=key)


def weapon_of(item: Item) -> Weapon | None:
    """The weapon of an item, with the item's own figures over those of the compendium; None for other things."""
    found = weapons().get(item.entry)
    if item.kind != "weapon":
        return None
    base = found or Weapon(key=item.entry or "weapon", name=item.name, description="", hands=1, damage="1d6")
    return _written(base, item.name, item.stats)


#: Figures that an item may have of its own, with their types.
WRITABLE: Mapping[str, type] = {name: kind for name, kind in asked(Weapon).items() if name != "cost"}
WRITABLE_OF_GOODS: Mapping[str, type] = {
    name: kind for name, kind in asked(Good).items() if name in ("heals", "cures", "hinders_casting")
}


def good_of(item: Item) -> Good | None:
    """The good of an item, or one with the item's own figures; None without either."""
    found, told = goods().get(item.entry), _fitting(item.stats, WRITABLE_OF_GOODS)
    if found is not None or not told:
        return found
    base = Good(key=item.entry, name=item.name, description="", cost=0, category="")
    if not _is_amount(told.get("heals", "")) or told.get("cures", "") not in ("", *conditions()):
        return base
    return replace(base, **told)


def _fitting(told: Mapping[str, Any], kinds: Mapping[str, type]) -> dict[str, Any]:
    """The figures that have the right type."""
    return {name: told[name] for name, kind in kinds.items() if type(told.get(name)) is kind}


def _is_amount(text: str) -> bool:
    try:
        amount(text)
    except Refused:
        return False
    return True


def _written(base: Weapon, name: str, told: Mapping[str, Any]) -> Weapon:
    """A weapon with an item's own figures, without those that make no sense."""
    figures = _fitting(told, WRITABLE)
    known = {"damage": _is_amount, "type": DAMAGE_TYPES.__contains__, "ammunition": ("", *goods()).__contains__}
    odd = [key for key, fits in known.items() if key in figures and not fits(figures[key])]
    return replace(base, name=name, **{key: value for key, value in figures.items() if key not in odd})


def attribute_named(key: str) -> Attribute:
    """The attribute with that key; refused with those that there are."""
    return named("attribute", key, attributes())


def skill_named(key: str) -> Skill:
    """The skill with that key; refused with those that there are."""
    return named("skill", key, skills())


def spell_named(key: str) -> Spell:
    """The spell with that key; refused where there is none."""
    return named("spell", key, spells())
