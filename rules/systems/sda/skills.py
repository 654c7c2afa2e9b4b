"""The attributes, skills and groups of WinterDawn, and how they are found by whatever people call them (C-01, C-02)."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rules.engine.refusals import Unknown

_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Attribute:
    """One of the six attributes; ``short`` is its abbreviation."""

    key: str
    name: str
    short: str
    aliases: tuple[str, ...]
    description: str


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill, the group it is in, and the attributes that it may be rolled with."""

    key: str
    name: str
    group: str
    attributes: tuple[str, ...]
    aliases: tuple[str, ...]
    description: str


@dataclass(frozen=True, slots=True)
class Group:
    """Four to six skills that share a rank; ``alone`` for luck, which has no group rank (SDA-007)."""

    key: str
    name: str
    alone: bool
    skills: tuple[str, ...]
    description: str


def _read(name: str) -> dict[str, Any]:
    with (_DATA / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def _attribute(row: Mapping[str, Any]) -> Attribute:
    return Attribute(row["key"], row["name"], row["short"], tuple(row.get("aliases", ())), row["description"])


def _skill(group: str, row: Mapping[str, Any]) -> Skill:
    aliases = tuple(row.get("aliases", ()))
    return Skill(row["key"], row["name"], group, tuple(row["attributes"]), aliases, row["description"])


def _group(row: Mapping[str, Any]) -> Group:
    listed = tuple(skill["key"] for skill in row["skill"])
    return Group(row["key"], row["name"], len(listed) == 1, listed, row["description"])


_CATALOGUE = _read("skills")["group"]
ATTRIBUTES: Mapping[str, Attribute] = {
    row["key"]: _attribute(row) for row in _read("attributes")["attribute"]
}
SKILLS: Mapping[str, Skill] = {
    row["key"]: _skill(group["key"], row) for group in _CATALOGUE for row in group["skill"]
}
GROUPS: Mapping[str, Group] = {row["key"]: _group(row) for row in _CATALOGUE}


def plain_name(called: str) -> str:
    """A name as keys are written: lower case, words joined by underscores, "&" and "and" left out."""
    words = "".join(c if c.isalnum() else " " for c in called.casefold()).split()
    return "_".join(word for word in words if word != "and")


def _names(things: Iterable[Attribute | Skill]) -> dict[str, str]:
    found = {}
    for thing in things:
        for called in (*thing.aliases, thing.name, thing.key):
            found[plain_name(called)] = thing.key
    return found


_ATTRIBUTE_NAMES = _names(ATTRIBUTES.values()) | {plain_name(a.short): a.key for a in ATTRIBUTES.values()}
_SKILL_NAMES = _names(SKILLS.values())
_GROUP_NAMES = {plain_name(called): g.key for g in GROUPS.values() for called in (g.key, g.name)}


def attribute_named(called: str) -> Attribute:
    """The attribute of that name, abbreviation or alias; refused where there is none."""
    key = _ATTRIBUTE_NAMES.get(plain_name(called))
    if key is None:
        raise unknown("attribute", called, _ATTRIBUTE_NAMES, [a.name for a in ATTRIBUTES.values()])
    return ATTRIBUTES[key]


def skill_or_group(called: str) -> Skill | Group:
    """The skill of that name, or the group where a text names a group as if it were a skill (C-05)."""
    plain = plain_name(called)
    if plain in _SKILL_NAMES:
        return SKILLS[_SKILL_NAMES[plain]]
    if plain in _GROUP_NAMES:
        return GROUPS[_GROUP_NAMES[plain]]
    raise unknown("skill", called, _SKILL_NAMES | _GROUP_NAMES)


def skill_named(called: str) -> Skill:
    """The skill of that name; refused where there is none."""
    found = _SKILL_NAMES.get(plain_name(called))
    if found is None:
        raise unknown("skill", called, _SKILL_NAMES)
    return SKILLS[found]


def group_named(called: str) -> Group:
    """The group of that name; refused where there is none."""
    found = _GROUP_NAMES.get(plain_name(called))
    if found is None:
        raise unknown("group", called, _GROUP_NAMES)
    return GROUPS[found]


def unknown(kind: str, called: str, known: Mapping[str, str], all_of_them: Iterable[str] = ()) -> Unknown:
    """A refusal that names what was perhaps meant."""
    near = get_close_matches(plain_name(called), known, n=4, cutoff=0.5)
    keys = dict.fromkeys(known[name] for name in near)
    meant = [_title(key) for key in keys] or list(all_of_them)
    hint = f" Perhaps: {', '.join(meant)}." if meant else ""
    return Unknown(f"There is no {kind} called {called!r}.{hint}", kind)


def _title(key: str) -> str:
    for things in (SKILLS, GROUPS, ATTRIBUTES):
        if key in things:
            return str(things[key].name)
    return key.replace("_", " ").capitalize()
