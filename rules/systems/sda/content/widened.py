"""A game's library with what a campaign has written beside it."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from types import MappingProxyType

from rules.engine.kernel import OwnBook
from rules.systems.sda.content import own_entries
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
from rules.systems.sda.content.library import Library, T, plain


class Widened(Library):
    """A game's library with the entries that a campaign has written beside its own, kept back or not.

    An entry that does not fit (any more) is left out: it must not spoil everybody's evening.
    """

    def __init__(self, game: Library, own: OwnBook) -> None:
        super().__init__(game.folder)
        self.game, self.own = game, own

    @cached_property
    def attributes(self) -> Mapping[str, Attribute]:
        return self.game.attributes

    @cached_property
    def virtue_steps(self) -> tuple[VirtueStep, ...]:
        return self.game.virtue_steps

    @cached_property
    def virtues(self) -> Mapping[str, Virtue]:
        return self.game.virtues

    @cached_property
    def weapon_specials(self) -> Mapping[str, WeaponSpecial]:
        return self.game.weapon_specials

    @cached_property
    def coins(self) -> Mapping[str, Coin]:
        return self.game.coins

    @cached_property
    def skills(self) -> Mapping[str, Skill]:
        own = self._written("skills", own_entries.skill, self.game)
        return MappingProxyType({**self.game.skills, **own}) if own else self.game.skills

    @cached_property
    def groups(self) -> Mapping[str, SkillGroup]:
        own = [one for key, one in self.skills.items() if key not in self.game.skills]
        more = {key: tuple(one.key for one in own if one.group == key) for key in self.game.groups}
        return MappingProxyType(
            {key: replace(one, skills=one.skills + more[key]) for key, one in self.game.groups.items()}
        )

    @cached_property
    def skill_names(self) -> Mapping[str, str]:
        """From every name, as `plain` writes it, to the key of the skill; a name that two have means the game's own."""
        return {**{plain(one.name): key for key, one in self.skills.items()}, **self.game.skill_names}

    @cached_property
    def group_names(self) -> Mapping[str, str]:
        return self.game.group_names

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        return MappingProxyType({**self.game.weapons, **self._written("weapons", own_entries.weapon)})

    @cached_property
    def armour(self) -> Mapping[str, ArmourPiece]:
        return MappingProxyType({**self.game.armour, **self._written("armour", own_entries.armour)})

    @cached_property
    def creatures(self) -> Mapping[str, Creature]:
        return MappingProxyType({**self.game.creatures, **self._written("creatures", own_entries.creature)})

    @cached_property
    def gear(self) -> Mapping[str, Gear]:
        return MappingProxyType({**self.game.gear, **self._written("gear", partial(own_entries.own, Gear))})

    @cached_property
    def conditions(self) -> Mapping[str, Condition]:
        return MappingProxyType(
            {**self.game.conditions, **self._written("conditions", partial(own_entries.own, Condition))}
        )

    def _written(self, section: str, make: own_entries.Make[T], beside: Library | None = None) -> dict[str, T]:
        """The entries that a section of the book makes, by key, in order of their names.

        They are checked against the library ``beside`` them, this one if it is None.
        """
        found: dict[str, T] = {}
        for key, told in self.own.section(section).items():
            with suppress(*own_entries.UNFIT):
                found[key] = make(key, told, beside or self)
        return dict(sorted(found.items(), key=lambda one: one[1].name.casefold()))
