"""The compendium of one folder of data files: each kind of entry is read and checked when first asked for.

A library may be widened by what a campaign has written itself.
"""

from collections.abc import Mapping
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from rules.systems.sda.content import makers
from rules.systems.sda.content.entries import (
    ArmourPiece,
    Attribute,
    Coin,
    Condition,
    Creature,
    Gear,
    Skill,
    SkillGroup,
    Virtue,
    VirtueStep,
    Weapon,
    WeaponSpecial,
)
from rules.systems.sda.content.reader import CompendiumError, Row, filed, made, rows

T = TypeVar("T", Weapon, ArmourPiece, Gear, Creature, Skill, Condition)

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


class Library:
    """The entries as the files of a folder give them; `CompendiumError` refuses whatever does not fit."""

    def __init__(self, folder: Path, skills: str = "skills.toml") -> None:
        self.folder, self.skills_file = folder, skills

    @cached_property
    def attributes(self) -> Mapping[str, Attribute]:
        """The six attributes."""
        return filed(self._rows("attributes.toml", "attribute"), makers.attribute)

    @cached_property
    def virtue_steps(self) -> tuple[VirtueStep, ...]:
        """The six steps of every virtue, from complete lack to complete excess."""
        steps = tuple(made(row, makers.virtue_step) for row in self._rows("virtues.toml", "step"))
        if [step.number for step in steps] != list(range(1, makers.STEPS + 1)):
            raise CompendiumError(f"virtues.toml: the steps must be numbered 1 to {makers.STEPS}, in order")
        return steps

    @cached_property
    def virtues(self) -> Mapping[str, Virtue]:
        """The five virtues."""
        return filed(self._rows("virtues.toml", "virtue"), makers.virtue)

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
        return filed(self._rows("weapons.toml", "special"), makers.special)

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        """All weapons, those of nature (fists, claws, breaths) last."""
        make = partial(makers.weapon, attributes=self.attributes, skills=self.skills, specials=self.weapon_specials)
        forged = filed(self._rows("weapons.toml", "weapon"), partial(make, natural=False))
        found = [
            *self._rows("weapons.toml", "natural_weapon"),
            *self._rows("bestiary.toml", "natural_weapon"),
        ]
        grown = filed(found, partial(make, natural=True))
        if taken := forged.keys() & grown.keys():
            raise CompendiumError(f"bestiary.toml: natural weapons take the keys of others: {sorted(taken)}")
        return MappingProxyType({**forged, **grown})

    @cached_property
    def armour(self) -> Mapping[str, ArmourPiece]:
        """The pieces of armour."""
        pieces = filed(self._rows("armour.toml", "piece"), partial(makers.piece, skills=self.skills))
        for piece in pieces.values():
            for other in (*piece.over, *piece.includes):
                if other not in pieces or other == piece.key:
                    raise CompendiumError(f"armour.toml entry {piece.key!r}: names an unknown {other!r}")
        return pieces

    @cached_property
    def creatures(self) -> Mapping[str, Creature]:
        """The bestiary."""
        make = partial(
            makers.creature,
            attributes=self.attributes,
            groups=self.groups,
            skills=self.skills,
            weapons=self.weapons,
            armour=self.armour,
            coins=self.coins,
        )
        return filed(self._rows("bestiary.toml", "creature"), make)

    @cached_property
    def coins(self) -> Mapping[str, Coin]:
        """The coins, the dearest first."""
        return filed(self._rows("equipment.toml", "coin"), makers.coin)

    @cached_property
    def gear(self) -> Mapping[str, Gear]:
        """Everything else that can be carried, bought or led home."""
        things: dict[str, Gear] = {}
        for row in self._rows("equipment.toml", "category"):
            for thing in made(row, partial(makers.category, skills=self.skills)):
                if thing.key in things:
                    row.refuse(f"the key {thing.key!r} is taken")
                things[thing.key] = thing
        return MappingProxyType(things)

    @cached_property
    def conditions(self) -> Mapping[str, Condition]:
        """The states that somebody can be in."""
        return filed(self._rows("conditions.toml", "condition"), makers.condition)

    @cached_property
    def _catalogue(self) -> tuple[Mapping[str, SkillGroup], Mapping[str, Skill]]:
        skills: dict[str, Skill] = {}
        make = partial(makers.group, attributes=self.attributes, skills=skills)
        groups = filed(self._rows(self.skills_file, "group"), make)
        if both := groups.keys() & skills.keys():
            raise CompendiumError(f"skills.toml: keys of both a skill and a group: {sorted(both)}")
        _names(groups)
        _names(skills)
        return groups, MappingProxyType(skills)

    def _rows(self, file: str, section: str) -> list[Row]:
        return rows(self.folder / file, section, SECTIONS[file])


def plain(name: str) -> str:
    """A name without case, punctuation and "and", so that spellings meet."""
    words = "".join(sign if sign.isalnum() else " " for sign in name.casefold()).split()
    return " ".join(word for word in words if word != "and")


def _names(entries: Mapping[str, Skill] | Mapping[str, SkillGroup]) -> Mapping[str, str]:
    keys: dict[str, str] = {}
    for key, entry in entries.items():
        for name in (key, entry.name, *entry.aliases):
            other = keys.setdefault(plain(name), key)
            if other != key:
                raise CompendiumError(f"skills.toml entry {key!r}: {name!r} already means {other!r}")
    return MappingProxyType(keys)
