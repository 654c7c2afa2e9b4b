"""The compendium of WinterDawn: skills, weapons, armour, creatures and the rest, from the files in ``data/``.

Where a campaign's own book lies open, what was written there stands beside the game's own.

A file is read, and checked whole (`DataError`), when something in it is first asked for. Every function
gives a read-only mapping from key to entry, in the order of the file; the shapes are in `entries`.

>>> skills()["ego"].attributes
('persona', 'wisdom')
>>> skill_named("Confidence & Ego").key
'ego'
"""

from collections.abc import Container, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar

from rules.engine.kernel import CLOSED, OURS, Json, OwnBook, lying_open
from rules.systems.sda.content.entries import (
    Attribute,
    Coin,
    Condition,
    Creature,
    Gear,
    Injury,
    Modifier,
    Purse,
    Skill,
    SkillGroup,
    Virtue,
    VirtueStep,
)
from rules.systems.sda.content.library import Library, plain
from rules.systems.sda.content.own_entries import Widened
from rules.systems.sda.content.weapon_entries import (
    Area,
    ArmourPiece,
    Band,
    Damage,
    DamageType,
    Reload,
    Weapon,
    WeaponSkill,
    WeaponSpecial,
)

__all__ = [
    "Area",
    "ArmourPiece",
    "Attribute",
    "Band",
    "Coin",
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
    "offered",
    "own_section",
    "printed",
    "skill_named",
    "skills",
    "virtue_steps",
    "virtues",
    "weapon_specials",
    "weapons",
]

DATA = Path(__file__).parent.parent / "data"

T = TypeVar("T")
Named = TypeVar("Named", Skill, SkillGroup)


#: The lists of skills that there are: the usual one, and that of the later design sheet (D-1).
EDITIONS = {"": "skills.toml", "2019": "skills_2019.toml"}


def printed(edition: str = "") -> Library:
    """The library of this game's own data files, whatever a campaign has added."""
    return _printed(EDITIONS.get(edition, EDITIONS[""]))


@cache
def _printed(skills: str) -> Library:
    return Library(DATA, skills)


def library() -> Library:
    """The library as the open book widens it: everything that there is in the campaign."""
    book = lying_open()
    return _widened(book.text, book.edition)


@lru_cache(maxsize=16)
def _widened(text: str, edition: str) -> Library:
    games = printed(edition)
    return games if text == CLOSED.text else Widened(games, OwnBook(text))


def attributes() -> Mapping[str, Attribute]:
    """The six attributes."""
    return library().attributes


def virtues() -> Mapping[str, Virtue]:
    """The five virtues (C-08)."""
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
    """The specials of weapons, each with its meaning and its figures."""
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
    return skills()[_found(name, skills(), library().skill_names, "skill")]


def group_named(name: str) -> SkillGroup:
    """The skill group of that key, name or alias; ValueError with close matches if there is none."""
    return groups()[_found(name, groups(), library().group_names, "skill group")]


# -- what a campaign has added -----------------------------------------------------------------------------------------


def own_section(name: str) -> Mapping[str, Mapping[str, Json]]:
    """The figures of what the open book adds to a section, by key; withdrawn and secret entries are among them."""
    return lying_open().section(name)


def offered(entries: Mapping[str, T], held: Container[str] = ()) -> Mapping[str, T]:
    """The entries that may be chosen now, without those that a campaign keeps back unless their key is in ``held``."""
    book = lying_open()
    if not book.kept:
        return entries
    return {key: one for key, one in entries.items() if book.offers(key) or key in held}


def _found(
    name: str, entries: Mapping[str, Skill] | Mapping[str, SkillGroup], keys: Mapping[str, str], what: str
) -> str:
    """The key that a name means; ValueError if none does.

    An entry that a campaign keeps back is found by its key alone: its name would tell that it is there.
    """
    if name in entries:
        return name
    called, offers = plain(name), lying_open().offers
    key = keys.get(called)
    if key and offers(key):
        return key
    close = dict.fromkeys(keys[match] for match in get_close_matches(called, keys) if offers(keys[match]))
    known = ", ".join(entries[key].name if key.startswith(OURS) else key for key in close)
    hint = f" Did you mean: {known}." if close else ""
    raise ValueError(f"There is no {what} called {name!r}.{hint}")
