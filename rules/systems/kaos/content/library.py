"""The compendium: each shelf is read from its file when first asked for, checked, and kept."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rules.engine.content import shelves
from rules.engine.content.files import named
from rules.engine.content.forms import asked
from rules.engine.content.shelves import Carried, shelf
from rules.engine.kernel import Item, Sheet, is_amount
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

#: The six attributes.
attributes = shelf(DATA / "skills.toml", "attribute", Attribute)
#: The 21 skills (D-2).
skills = shelf(DATA / "skills.toml", "skill", Skill, _HERE)
#: The six peoples (D-1).
races = shelf(DATA / "races.toml", "race", Race, _HERE)
#: The tongues that are spoken.
languages = shelf(DATA / "races.toml", "language", Language)
#: The suits of armour (D-3).
armour = shelf(DATA / "armour.toml", "armour", Armour, _HERE)
#: The shields (D-3).
shields = shelf(DATA / "armour.toml", "shield", Shield, _HERE)
#: All weapons, natural ones last (D-4, C-21).
weapons = shelf(DATA / "weapons.toml", "weapon", Weapon, _HERE)
#: Everything else that money buys (D-6).
goods = shelf(DATA / "goods.toml", "good", Good, _HERE)
#: Standards of living with their costs a day (D-6).
lifestyles = shelf(DATA / "goods.toml", "lifestyle", Lifestyle)
#: The spells of both schools (D-5).
spells = shelf(DATA / "spells.toml", "spell", Spell, _HERE)
#: The states that one can be in.
conditions = shelf(DATA / "conditions.toml", "condition", Condition, _HERE)
#: The bestiary, which is this project's own (D-7).
creatures = shelf(DATA / "bestiary.toml", "creature", Creature, _HERE)


def ranks() -> tuple[str, ...]:
    """The keys of attributes and skills."""
    return (*attributes(), *skills())


@cache
def witchcraft() -> Mapping[str, Spell]:
    """The spells of witchcraft."""
    return {key: spell for key, spell in spells().items() if "witchcraft" in spell.schools}


@cache
def thaumaturgy() -> Mapping[str, Spell]:
    """The spells of thaumaturgy."""
    return {key: spell for key, spell in spells().items() if "thaumaturgy" in spell.schools}


def states_of(sheet: Sheet) -> list[Condition]:
    """The states of the compendium that a sheet is in."""
    return [conditions()[name] for name in sheet.conditions if name in conditions()]


# -- picking up, and asking by name -----------------------------------------------------------------------------------

#: Shelves whose entries can be carried, and the kind of thing that they become.
CARRIED: Mapping[str, Carried] = {
    "weapons": (weapons, "weapon"),
    "armour": (armour, "armour"),
    "shields": (shields, "shield"),
    "goods": (goods, "gear"),
    "languages": (languages, "language"),
}


def item_from(section: str, key: str) -> Item:
    """The thing that an entry becomes when it is picked up; goods say themselves of what kind they are."""
    item = shelves.item_from(section, key, CARRIED)
    return replace(item, kind=goods()[key].kind) if section == "goods" else item


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
    if not is_amount(told.get("heals", "")) or told.get("cures", "") not in ("", *conditions()):
        return base
    return replace(base, **told)


def _fitting(told: Mapping[str, Any], kinds: Mapping[str, type]) -> dict[str, Any]:
    """The figures that have the right type."""
    return {name: told[name] for name, kind in kinds.items() if type(told.get(name)) is kind}


def _written(base: Weapon, name: str, told: Mapping[str, Any]) -> Weapon:
    """A weapon with an item's own figures, without those that make no sense."""
    figures = _fitting(told, WRITABLE)
    known = {"damage": is_amount, "type": DAMAGE_TYPES.__contains__, "ammunition": ("", *goods()).__contains__}
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
