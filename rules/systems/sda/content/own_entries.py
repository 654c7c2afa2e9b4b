"""Entries made from the figures of a campaign's own, by the check of the data files.

The library that the entry will stand in is asked for what it names: skills, attributes, specials, weapons.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from typing import Any, TypeVar

from rules.engine.content.forms import figures_of
from rules.engine.content.homebrew import OURS, Told
from rules.engine.content.own_entries import WRITTEN, own_entry
from rules.engine.content.reader import DataError
from rules.systems.sda.content.entries import Condition, Creature, Gear, Skill
from rules.systems.sda.content.library import Library
from rules.systems.sda.content.weapon_entries import ArmourPiece, Weapon

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
