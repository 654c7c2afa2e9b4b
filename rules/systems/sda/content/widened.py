"""A game's library with what a campaign has written beside it."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

from rules.engine.kernel import OwnBook
from rules.systems.sda.content import own_entries
from rules.systems.sda.content.entries import (
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
from rules.systems.sda.content.library import Library, T, plain
from rules.systems.sda.content.weapon_entries import ArmourPiece, Weapon, WeaponSpecial


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
        return self._with_own("skills", self.game.skills, beside=self.game)

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
        return self._with_own("weapons", self.game.weapons)

    @cached_property
    def armour(self) -> Mapping[str, ArmourPiece]:
        return self._with_own("armour", self.game.armour)

    @cached_property
    def creatures(self) -> Mapping[str, Creature]:
        return self._with_own("creatures", self.game.creatures)

    @cached_property
    def gear(self) -> Mapping[str, Gear]:
        return self._with_own("gear", self.game.gear)

    @cached_property
    def conditions(self) -> Mapping[str, Condition]:
        return self._with_own("conditions", self.game.conditions)

    def _with_own(self, section: str, games: Mapping[str, T], beside: Library | None = None) -> Mapping[str, T]:
        """The game's entries, and behind them those that a section of the book makes, in order of their names.

        They are checked against the library ``beside`` them, this one if it is None.
        """
        found: dict[str, T] = {}
        for key, told in self.own.section(section).items():
            with suppress(*own_entries.UNFIT):
                found[key] = own_entries.MAKERS[section](key, told, beside or self)
        return MappingProxyType({**games, **dict(sorted(found.items(), key=lambda one: one[1].name.casefold()))})
