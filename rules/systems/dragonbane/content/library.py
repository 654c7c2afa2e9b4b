"""The compendium of the game, from the files in ``data/``; each is read, and checked, when first asked for."""

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.engine.content.files import named
from rules.engine.content.shelves import shelf
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


#: The six attributes.
attributes = shelf(DATA / "skills.toml", "attribute", Attribute)
#: Thirty skills, and three schools of magic.
skills = shelf(DATA / "skills.toml", "skill", Skill)
#: States that somebody can be in, those of the six attributes first.
conditions = shelf(DATA / "conditions.toml", "condition", Condition)
#: Weapons and shields.
weapons = shelf(DATA / "weapons.toml", "weapon", Weapon, _HERE)
#: Suits of armour and helmets.
armours = shelf(DATA / "armour.toml", "armour", Armour, _HERE)
#: Goods with their prices.
gear = shelf(DATA / "gear.toml", "gear", Gear, _HERE)
#: The coins, the dearest first.
coins = shelf(DATA / "gear.toml", "coin", Coin)
#: Abilities of kin and profession, and heroic ones.
abilities = shelf(DATA / "abilities.toml", "ability", Ability)
#: The peoples.
kins = shelf(DATA / "people.toml", "kin", Kin)
#: The ten professions.
professions = shelf(DATA / "people.toml", "profession", Profession)
#: Young, adult, old.
ages = shelf(DATA / "people.toml", "age", Age)
#: People and monsters to meet.
creatures = shelf(DATA / "creatures.toml", "creature", Creature, _HERE)
#: Poison, disease, cold, heat.
perils = shelf(DATA / "perils.toml", "peril", Peril)
#: Doors to be broken down.
doors = shelf(DATA / "perils.toml", "door", Door)
#: Tables to roll on: ``demon_melee``, ``demon_ranged``, ``mishap``, ``fear``, ``animals``.
tables = shelf(DATA / "tables.toml", "table", ChanceTable)


@cache
def six_conditions() -> Mapping[str, Condition]:
    """The six conditions that bring a bane on an attribute, and that a push costs (DRB-003, DRB-005)."""
    return {key: one for key, one in conditions().items() if one.attribute}


def skill_named(name: str) -> Skill:
    """The skill with that key; refused with similar ones if there is none."""
    return named("skill", name, skills())
