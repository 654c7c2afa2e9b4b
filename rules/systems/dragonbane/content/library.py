"""The compendium of the game, from the files in ``data/``; each is read, and checked, when first asked for."""

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.engine.content.files import named
from rules.engine.content.reader import filed
from rules.systems.dragonbane.content.entries import (
    Ability,
    Age,
    Armour,
    Attribute,
    ChanceTable,
    Coin,
    Condition,
    Creature,
    Door,
    Gear,
    Kin,
    Peril,
    Profession,
    Skill,
    Weapon,
)

DATA = Path(__file__).parent.parent / "data"
#: This module, whose shelves the fields of entries refer to.
_HERE = sys.modules[__name__]
GENERAL, WEAPON, MAGIC = "general", "weapon", "magic"


@cache
def attributes() -> Mapping[str, Attribute]:
    """The six attributes."""
    return filed(DATA / "skills.toml", "attribute", Attribute)


@cache
def skills() -> Mapping[str, Skill]:
    """Thirty skills, and three schools of magic."""
    return filed(DATA / "skills.toml", "skill", Skill)


@cache
def conditions() -> Mapping[str, Condition]:
    """States that somebody can be in, those of the six attributes first."""
    return filed(DATA / "conditions.toml", "condition", Condition)


@cache
def six_conditions() -> Mapping[str, Condition]:
    """The six conditions that bring a bane on an attribute, and that a push costs (DRB-003, DRB-005)."""
    return {key: one for key, one in conditions().items() if one.attribute}


@cache
def weapons() -> Mapping[str, Weapon]:
    """Weapons and shields."""
    return filed(DATA / "weapons.toml", "weapon", Weapon, _HERE)


@cache
def armours() -> Mapping[str, Armour]:
    """Suits of armour and helmets."""
    return filed(DATA / "armour.toml", "armour", Armour, _HERE)


@cache
def gear() -> Mapping[str, Gear]:
    """Goods with their prices."""
    return filed(DATA / "gear.toml", "gear", Gear, _HERE)


@cache
def coins() -> Mapping[str, Coin]:
    """The coins, the dearest first."""
    return filed(DATA / "gear.toml", "coin", Coin)


@cache
def abilities() -> Mapping[str, Ability]:
    """Abilities of kin and profession, and heroic ones."""
    return filed(DATA / "abilities.toml", "ability", Ability)


@cache
def kins() -> Mapping[str, Kin]:
    """The peoples."""
    return filed(DATA / "people.toml", "kin", Kin)


@cache
def professions() -> Mapping[str, Profession]:
    """The ten professions."""
    return filed(DATA / "people.toml", "profession", Profession)


@cache
def ages() -> Mapping[str, Age]:
    """Young, adult, old."""
    return filed(DATA / "people.toml", "age", Age)


@cache
def creatures() -> Mapping[str, Creature]:
    """People and monsters to meet."""
    return filed(DATA / "creatures.toml", "creature", Creature, _HERE)


@cache
def perils() -> Mapping[str, Peril]:
    """Poison, disease, cold, heat."""
    return filed(DATA / "perils.toml", "peril", Peril)


@cache
def doors() -> Mapping[str, Door]:
    """Doors to be broken down."""
    return filed(DATA / "perils.toml", "door", Door)


@cache
def tables() -> Mapping[str, ChanceTable]:
    """Tables to roll on: ``demon_melee``, ``demon_ranged``, ``mishap``, ``fear``, ``animals``."""
    return filed(DATA / "tables.toml", "table", ChanceTable)


def chance_table(key: str) -> ChanceTable:
    """A table by its key."""
    return tables()[key]


def skill_named(name: str) -> Skill:
    """The skill with that key; refused with similar ones if there is none."""
    return named("skill", name, skills())


def attribute_named(name: str) -> Attribute:
    return named("attribute", name, attributes())
