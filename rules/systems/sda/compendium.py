"""The compendium of WinterDawn: skills, weapons, armour, creatures and the rest, from the files in ``data/``.

A file is read, and checked whole (`CompendiumError`), when something in it is first asked for. Every function
gives a read-only mapping from key to entry, in the order of the file; the shapes are in `entries`.

>>> skills()["ego"].attributes
('persona', 'wisdom')
>>> skill_named("Confidence & Ego").key
'ego'
"""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from rules.systems.sda.entries import (
    Area,
    ArmourPiece,
    Attribute,
    Band,
    Coin,
    Condition,
    Creature,
    Damage,
    DamageType,
    Gear,
    Injury,
    Modifier,
    Purse,
    Reload,
    Skill,
    SkillGroup,
    Virtue,
    VirtueStep,
    Weapon,
    WeaponSkill,
    WeaponSpecial,
)
from rules.systems.sda.library import Library, plain
from rules.systems.sda.reading import CompendiumError

__all__ = [
    "Area",
    "ArmourPiece",
    "Attribute",
    "Band",
    "Coin",
    "CompendiumError",
    "Condition",
    "Creature",
    "Damage",
    "DamageType",
    "Gear",
    "Injury",
    "Modifier",
    "Purse",
    "Reload",
    "Skill",
    "SkillGroup",
    "Virtue",
    "VirtueStep",
    "Weapon",
    "WeaponSkill",
    "WeaponSpecial",
    "armour",
    "attributes",
    "coins",
    "conditions",
    "creatures",
    "gear",
    "group_named",
    "groups",
    "skill_named",
    "skills",
    "virtue_steps",
    "virtues",
    "weapon_specials",
    "weapons",
]

DATA = Path(__file__).parent / "data"


@cache
def library() -> Library:
    """The library of this game's own data files."""
    return Library(DATA)


def attributes() -> Mapping[str, Attribute]:
    """The six attributes."""
    return library().attributes


def virtues() -> Mapping[str, Virtue]:
    """The five virtues."""
    return library().virtues


def virtue_steps() -> tuple[VirtueStep, ...]:
    """The six steps that every virtue has, and the faces of a virtue die on each."""
    return library().virtue_steps


def groups() -> Mapping[str, SkillGroup]:
    """The 22 skill groups of the default catalogue."""
    return library().groups


def skills() -> Mapping[str, Skill]:
    """The 101 skills of the default catalogue, group by group."""
    return library().skills


def weapons() -> Mapping[str, Weapon]:
    """Weapons and shields, then what is natural: fists, claws, teeth, breaths."""
    return library().weapons


def weapon_specials() -> Mapping[str, WeaponSpecial]:
    """What the specials of weapons mean, with their figures."""
    return library().weapon_specials


def armour() -> Mapping[str, ArmourPiece]:
    """Pieces of armour. Shields are weapons."""
    return library().armour


def creatures() -> Mapping[str, Creature]:
    """The bestiary: 24 stat blocks."""
    return library().creatures


def coins() -> Mapping[str, Coin]:
    """The coins, the dearest first."""
    return library().coins


def gear() -> Mapping[str, Gear]:
    """Food, clothes, tools, animals and vehicles."""
    return library().gear


def conditions() -> Mapping[str, Condition]:
    """The states that somebody can be in."""
    return library().conditions


def skill_named(name: str) -> Skill:
    """The skill of that key, name or alias; ValueError with close matches if there is none."""
    return skills()[_found(name, library().skill_names, "skill")]


def group_named(name: str) -> SkillGroup:
    """The skill group of that key, name or alias; ValueError with close matches if there is none."""
    return groups()[_found(name, library().group_names, "skill group")]


def _found(name: str, keys: Mapping[str, str], what: str) -> str:
    called = plain(name)
    if key := keys.get(called):
        return key
    close = dict.fromkeys(keys[match] for match in get_close_matches(called, keys))
    hint = f" Close to it: {', '.join(close)}." if close else ""
    raise ValueError(f"There is no {what} called {name!r}.{hint}")
