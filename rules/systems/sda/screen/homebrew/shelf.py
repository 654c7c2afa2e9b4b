"""A shelf of homebrew from the class of its entries, and the game's own entries as figures to begin with."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from rules.engine.content.homebrew import Told
from rules.systems.sda.content.own_entries import UNFIT

T = TypeVar("T")


def told_back(games: Mapping[str, T], tell: Callable[[T], Told], make: Callable[[str, Told], T]) -> dict[str, Told]:
    """The figures of the game's own entries, but for those that are odder than figures can say."""
    told = {key: tell(one) for key, one in games.items()}
    return {key: figures for key, figures in told.items() if _comes_back(games[key], key, figures, make)}


def _comes_back(games: T, key: str, told: Told, make: Callable[[str, Told], T]) -> bool:
    try:
        return _in_any_order(make(key, told)) == _in_any_order(games)
    except UNFIT:
        return False


def _in_any_order(one: Any) -> dict[str, Any]:
    """The fields of an entry to compare it by: lists sorted, without the fields that others say."""
    told = {field.name: getattr(one, field.name) for field in fields(one) if field.name not in _ELSEWHERE}
    return {name: sorted(map(repr, value)) if isinstance(value, tuple) else value for name, value in told.items()}


#: The fields that are said elsewhere: the place in the books, the kin (who name their people), the people it is like.
_ELSEWHERE = ("source", "kin", "like")
