"""The compendium of one folder of data files: each kind of entry is read and checked when first asked for.

A library may be widened by what a campaign has written itself.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from rules.engine.content.reader import DataError, entry, filed, tables
from rules.systems.sda.content.entries import (
    STEPS,
    Attribute,
    Coin,
    Condition,
    Creature,
    Gear,
    Skill,
    SkillGroup,
    Virtue,
    VirtueStep,
)
from rules.systems.sda.content.weapon_entries import ArmourPiece, Weapon, WeaponSpecial

Entry = TypeVar("Entry", Weapon, ArmourPiece, Gear, Creature, Skill, Condition)

K = TypeVar("K")

SECTIONS = {
    "attributes.toml": ("attribute",),
    "virtues.toml": ("step", "virtue"),
    "skills.toml": ("group",),
    "skills_2019.toml": ("group",),
    "weapons.toml": ("special", "weapon", "natural_weapon"),
    "armour.toml": ("piece",),
    "bestiary.toml": ("natural_weapon", "creature"),
    "equipment.toml": ("coin", "category"),
    "conditions.toml": ("condition",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group(SkillGroup):
    """A skill group as its file has it: with its skills in it."""

    members: tuple[Skill, ...]

    @staticmethod
    def given(told: Mapping[str, Any], _known: object) -> Mapping[str, Any]:
        """The fields of a table that holds its skills; they take its key and its source."""
        shared = {"group": told.get("key"), "source": told.get("source")}
        members = [{**one, **shared} for one in told.get("skill", ())]
        rest = {name: one for name, one in told.items() if name != "skill"}
        return {**rest, "members": members, "skills": [one.get("key") for one in members]}

    def alone(self) -> SkillGroup:
        """The group without the entries of its skills."""
        return SkillGroup(**{one.name: getattr(self, one.name) for one in fields(SkillGroup)})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Category:
    """A category of gear as its file has it: its things take its name, and its source unless they name their own."""

    key: str
    gear: tuple[Gear, ...]

    @staticmethod
    def given(told: Mapping[str, Any], _known: object) -> Mapping[str, Any]:
        """The fields of a table whose things leave out what they share."""
        shared = {"category": told.get("name"), "source": told.get("source")}
        return {"key": told.get("key"), "gear": [{**shared, **one} for one in told.get("gear", ())]}


class Library:
    """The entries as the files of a folder give them; `DataError` refuses whatever does not fit."""

    def __init__(self, folder: Path, skills: str = "skills.toml") -> None:
        self.folder, self.skills_file = folder, skills

    @cached_property
    def attributes(self) -> Mapping[str, Attribute]:
        """The six attributes."""
        return self._filed("attributes.toml", "attribute", Attribute)

    @cached_property
    def virtue_steps(self) -> tuple[VirtueStep, ...]:
        """The six steps of every virtue, from complete lack to complete excess."""
        found = tables(self.folder / "virtues.toml", "step", SECTIONS["virtues.toml"])
        steps = tuple(entry(VirtueStep, where, told) for where, told in found)
        if [step.number for step in steps] != list(range(1, STEPS + 1)):
            raise DataError(f"virtues.toml: the steps must be numbered 1 to {STEPS}, in order")
        return steps

    @cached_property
    def virtues(self) -> Mapping[str, Virtue]:
        """The five virtues."""
        return self._filed("virtues.toml", "virtue", Virtue)

    @cached_property
    def groups(self) -> Mapping[str, SkillGroup]:
        """The skill groups."""
        return self._catalogue[0]

    @cached_property
    def skills(self) -> Mapping[str, Skill]:
        """The skills, group by group."""
        return self._catalogue[1]

    @cached_property
    def skill_names(self) -> Mapping[str, str]:
        """From every key, name and alias, as `plain` writes it, to the key of the skill."""
        return _names(self.skills)

    @cached_property
    def group_names(self) -> Mapping[str, str]:
        """From every key, name and alias, as `plain` writes it, to the key of the group."""
        return _names(self.groups)

    @cached_property
    def weapon_specials(self) -> Mapping[str, WeaponSpecial]:
        """The specials of weapons, each with its meaning and its figures."""
        return self._filed("weapons.toml", "special", WeaponSpecial)

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        """All weapons, those of nature (fists, claws, breaths) last."""
        forged = self._filed("weapons.toml", "weapon", Weapon)
        found: dict[str, Weapon] = {}
        for file in ("weapons.toml", "bestiary.toml"):
            grown = self._filed(file, "natural_weapon", Weapon)
            if taken := grown.keys() & {*forged, *found}:
                raise DataError(f"{file}: natural weapons take the keys of others: {sorted(taken)}")
            found |= {key: replace(one, natural=True) for key, one in grown.items()}
        return MappingProxyType({**forged, **found})

    @cached_property
    def armour(self) -> Mapping[str, ArmourPiece]:
        """The pieces of armour."""
        pieces = self._filed("armour.toml", "piece", ArmourPiece)
        for piece in pieces.values():
            for other in (*piece.over, *piece.includes):
                if other not in pieces or other == piece.key:
                    raise DataError(f"armour.toml entry {piece.key!r}: names an unknown {other!r}")
        return pieces

    @cached_property
    def creatures(self) -> Mapping[str, Creature]:
        """The bestiary."""
        return self._filed("bestiary.toml", "creature", Creature)

    @cached_property
    def coins(self) -> Mapping[str, Coin]:
        """The coins, the dearest first."""
        return self._filed("equipment.toml", "coin", Coin)

    @cached_property
    def gear(self) -> Mapping[str, Gear]:
        """Everything else that can be carried, bought or led home."""
        things: dict[str, Gear] = {}
        for category in self._filed("equipment.toml", "category", _Category).values():
            for thing in category.gear:
                if thing.key in things:
                    raise DataError(f"equipment.toml entry {category.key!r}: the key {thing.key!r} is taken")
                things[thing.key] = thing
        return MappingProxyType(things)

    @cached_property
    def conditions(self) -> Mapping[str, Condition]:
        """The states that somebody can be in."""
        return self._filed("conditions.toml", "condition", Condition)

    # -- shelves that fields of other entries refer to ----------------------------------------------------------------

    @property
    def ranked_groups(self) -> Collection[str]:
        """The keys of groups that can have a rank of their own."""
        return {key for key, one in self.groups.items() if one.ranked}

    @property
    def magic_groups(self) -> Collection[str]:
        """The keys of groups whose skills are schools of magic."""
        return {key for key, one in self.groups.items() if one.magic}

    @property
    def learnable(self) -> Collection[str]:
        """The keys of skills and groups."""
        return self.skills.keys() | self.groups.keys()

    @property
    def taught(self) -> Collection[str]:
        """The keys of all that experience is of: skills, groups, attributes."""
        return self.learnable | self.attributes.keys()

    @cached_property
    def _catalogue(self) -> tuple[Mapping[str, SkillGroup], Mapping[str, Skill]]:
        listed = self._filed(self.skills_file, "group", _Group)
        skills: dict[str, Skill] = {}
        for group in listed.values():
            for one in group.members:
                if one.key in skills:
                    raise DataError(f"skills.toml entry {group.key!r}: the skill {one.key!r} is there already")
                skills[one.key] = one
        groups = MappingProxyType({key: one.alone() for key, one in listed.items()})
        if both := groups.keys() & skills.keys():
            raise DataError(f"skills.toml: keys of both a skill and a group: {sorted(both)}")
        _names(groups)
        _names(skills)
        return groups, MappingProxyType(skills)

    def _filed(self, file: str, section: str, kind: type[K]) -> Mapping[str, K]:
        return filed(self.folder / file, section, kind, self, sections=SECTIONS[file])


def plain(name: str) -> str:
    """A name without case, punctuation and "and", so that spellings meet."""
    words = "".join(sign if sign.isalnum() else " " for sign in name.casefold()).split()
    return " ".join(word for word in words if word != "and")


def _names(entries: Mapping[str, Skill] | Mapping[str, SkillGroup]) -> Mapping[str, str]:
    keys: dict[str, str] = {}
    for key, one in entries.items():
        for name in (key, one.name, *one.aliases):
            other = keys.setdefault(plain(name), key)
            if other != key:
                raise DataError(f"skills.toml entry {key!r}: {name!r} already means {other!r}")
    return MappingProxyType(keys)
