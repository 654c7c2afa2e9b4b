"""Shelves of a game's compendium: bases of entries, sections read when first asked for, and things carried."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from rules.engine.content.files import named
from rules.engine.content.reader import filed
from rules.engine.kernel import Item, Unknown

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """An entry with its key, which sheets store and is never changed, and its name for people."""

    key: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Described(Named):
    """An entry that its file has to describe."""

    description: str


def shelf(file: Path, section: str, kind: type[T], known: object = None) -> Callable[[], Mapping[str, T]]:
    """A function for the entries of a section by key: the file is read, and checked, at the first call.

    ``known`` is the library whose shelves the fields of entries refer to.
    """
    return cache(partial(filed, file, section, kind, known))


#: A shelf from which things are picked up, and the kind of thing that its entries become.
Carried = tuple[Callable[[], Mapping[str, Named]], str]


def item_from(section: str, key: str, carried: Mapping[str, Carried]) -> Item:
    """The thing that an entry becomes when it is picked up; ``carried`` are the sections that have such."""
    if section not in carried:
        raise Unknown(f"You can carry {', '.join(carried)}, not {section}.", "section")
    shelf, kind = carried[section]
    return Item(named(f"entry among the {section}", key, shelf(), "entry").name, kind, entry=key)
