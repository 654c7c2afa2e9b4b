"""A campaign's own beside the printed book: entries made from its figures by the check of the data files."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, TypeVar

from rules.engine.content.forms import figures_of
from rules.engine.content.homebrew import OURS, Told
from rules.engine.content.own_entries import WRITTEN, own_entry
from rules.engine.content.reader import DataError
from rules.engine.kernel import OwnBook
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
from rules.systems.sda.content.library import Entry, Library, plain
from rules.systems.sda.content.weapon_entries import ArmourPiece, Weapon, WeaponSpecial

T = TypeVar("T")
#: Errors of figures that make no entry: people wrote them by hand, or they name what is gone.
UNFIT = (DataError, KeyError, TypeError, ValueError, AttributeError)


def own(kind: type[T], key: str, told: Told, known: object, **more: Any) -> T:
    """An entry of the campaign's own, with its source; ``more`` are fields that figures say otherwise."""
    return own_entry(kind, key, told, known, **more, source=OURS)


def creature(key: str, told: Told, library: Library) -> Creature:
    """A creature. Its spirit is as its attributes say, unless it is written."""
    formula = sum(told["attributes"][name] for name in ("constitution", "persona", "wisdom"))
    spirit = told["spirit"] or formula
    note = {"spirit_note": "As written."} if spirit != formula else {}
    notes = [told["notes"]] if told["notes"] else []
    return own(Creature, key, told, library, spirit=spirit, notes=notes, **note)


def skill(key: str, told: Told, library: Library) -> Skill:
    """A skill, in one of the groups that there are."""
    group = str(told["group"])
    if group not in library.groups:
        raise DataError(f"{WRITTEN}: there is no group {group!r}")
    return own(Skill, key, told, library)


#: The functions that make an entry of its key, its figures and the library that it stands in, by section.
MAKERS: Mapping[str, Callable[[str, Told, Library], Any]] = {
    "weapons": partial(own, Weapon),
    "armour": partial(own, ArmourPiece),
    "gear": partial(own, Gear),
    "creatures": creature,
    "skills": skill,
    "conditions": partial(own, Condition),
}


# -- the game's own, to begin with ------------------------------------------------------------------------------------

#: The fields that are said elsewhere: the place in the books, their notes, the kin (who name their people), the people
#: it is like.
_ELSEWHERE = ("source", "note", "kin", "like")


def told_back(games: Mapping[str, T], tell: Callable[[T], Told], make: Callable[[str, Told], T]) -> dict[str, Told]:
    """The figures of the game's own entries, but for those that are odder than figures can say."""
    told = {key: tell(one) for key, one in games.items()}
    return {key: figures for key, figures in told.items() if _comes_back(games[key], key, figures, make)}


def told_of(entry: Any, library: Library) -> Told | None:
    """The figures of an entry of the game; None if it is odder than figures can say."""
    key, kind = entry.key, type(entry)
    return told_back({key: entry}, figures_of, lambda key, told: own(kind, key, told, library)).get(key)


def _comes_back(games: T, key: str, told: Told, make: Callable[[str, Told], T]) -> bool:
    try:
        return _in_any_order(make(key, told)) == _in_any_order(games)
    except UNFIT:
        return False


def _in_any_order(one: Any) -> dict[str, Any]:
    """The fields of an entry to compare it by: lists sorted, without the fields that others say."""
    told = {field.name: getattr(one, field.name) for field in fields(one) if field.name not in _ELSEWHERE}
    return {name: sorted(map(repr, value)) if isinstance(value, tuple) else value for name, value in told.items()}


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

    def _with_own(self, section: str, games: Mapping[str, Entry], beside: Library | None = None) -> Mapping[str, Entry]:
        """The game's entries, and behind them those that a section of the book makes, in order of their names.

        They are checked against the library ``beside`` them, this one if it is None.
        """
        found: dict[str, Entry] = {}
        for key, told in self.own.section(section).items():
            with suppress(*UNFIT):
                found[key] = MAKERS[section](key, told, beside or self)
        return MappingProxyType({**games, **dict(sorted(found.items(), key=lambda one: one[1].name.casefold()))})
