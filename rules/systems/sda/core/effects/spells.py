"""The spells, the six kinds of magic and the gods, from the files in ``data/``; read and checked when first asked for.

What the open book of a campaign adds stands beside the game's spells.

>>> len(spells()), len(kinds())
(209, 6)
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from rules.engine.content.files import named
from rules.engine.content.reader import filed
from rules.engine.kernel import CLOSED, OwnBook, lying_open
from rules.systems.sda.content import compendium
from rules.systems.sda.content import life_shelf as lives
from rules.systems.sda.content.library import Library
from rules.systems.sda.content.own_entries import UNFIT, own
from rules.systems.sda.core.effects.lasting_changes import CLAWS
from rules.systems.sda.core.effects.magic_entries import God, Kind
from rules.systems.sda.core.effects.spell_entries import Spell

K = TypeVar("K", God, Kind)


@dataclass(frozen=True, slots=True)
class Known:
    """The shelves that magic may refer to: those of a library, traits, and kinds of magic."""

    library: Library
    traits: Collection[str] = ()
    kinds: Mapping[str, Kind] = field(default_factory=dict)

    @property
    def arms(self) -> Collection[str]:
        """The keys of weapons that a spell may put into somebody's hand."""
        return (CLAWS, *self.library.weapons)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.library, name)


class Shelf:
    """Magic as the files of a folder give it; `DataError` refuses whatever does not fit."""

    def __init__(self, folder: Path, library: Library) -> None:
        self.folder = folder
        self.library = library

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        return self._filed("kind", Kind, lives.traits())

    @cached_property
    def gods(self) -> Mapping[str, God]:
        return self._filed("god", God)

    @cached_property
    def spells(self) -> Mapping[str, Spell]:
        return filed(self.folder / "spells.toml", "spell", Spell, self.known(self.library), sections=("spell",))

    def known(self, library: Library) -> Known:
        """The shelves that spells may refer to, by what a library knows."""
        return Known(library, kinds=self.kinds)

    def _filed(self, section: str, kind: type[K], traits: Collection[str] = ()) -> Mapping[str, K]:
        known = Known(self.library, traits)
        return filed(self.folder / "magic.toml", section, kind, known, sections=("kind", "god"))


@cache
def shelf() -> Shelf:
    """The shelf of this game's own data files."""
    return Shelf(compendium.DATA, compendium.printed())


def kinds() -> Mapping[str, Kind]:
    """The six kinds of magic, by the key of their skill group."""
    return shelf().kinds


def gods() -> Mapping[str, God]:
    """The gods whose favour can be earned, by key."""
    return shelf().gods


def printed() -> Mapping[str, Spell]:
    """The game's spells, whatever a campaign has added, in the order of their names."""
    return shelf().spells


def spells() -> Mapping[str, Spell]:
    """All spells: the game's, and those of the book that lies open, withdrawn ones as well."""
    book = lying_open()
    return printed() if book.text == CLOSED.text else _with_ours(book.text, book.edition)


@lru_cache(maxsize=16)
def _with_ours(text: str, edition: str) -> Mapping[str, Spell]:
    """All spells where a book lies open, its own made by what the library of its edition knows."""
    found: dict[str, Spell] = {}
    known = shelf().known(compendium.library())
    for key, told in OwnBook(text).section("spells").items():
        with suppress(*UNFIT):  # It was written for a game that was another, so that nobody can cast it.
            found[key] = own(Spell, key, told, known)
    return {**printed(), **found} if found else printed()


def spell_named(key: str) -> Spell:
    """The spell of that key; refused where there is none."""
    return named("spell", key, spells(), "spell")
