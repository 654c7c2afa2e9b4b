"""The spells, the six kinds of magic and the gods, from the files in ``data/``; read and checked when first asked for.

>>> len(spells()), len(kinds())
(209, 6)
"""

from collections.abc import Mapping
from functools import cache, cached_property, partial
from pathlib import Path

from rules.engine.shelves import named
from rules.systems.sda import compendium
from rules.systems.sda.library import Library
from rules.systems.sda.magic import makers
from rules.systems.sda.magic.entries import God, Kind, Spell
from rules.systems.sda.making import shelf as lives
from rules.systems.sda.reading import Row, filed, rows


class Shelf:
    """Magic as the files of a folder give it; `CompendiumError` refuses whatever does not fit."""

    def __init__(self, folder: Path, library: Library) -> None:
        self.folder = folder
        self.library = library

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        return filed(self._rows("kind"), partial(makers.kind, traits=lives.traits()))

    @cached_property
    def gods(self) -> Mapping[str, God]:
        known = self.library
        ranks = {**known.skills, **known.groups}
        return filed(self._rows("god"), partial(makers.god, ranks=ranks, attributes=known.attributes))

    @cached_property
    def spells(self) -> Mapping[str, Spell]:
        known = self.library
        make = partial(makers.spell, skills=known.skills, kinds=self.kinds, attributes=known.attributes)
        return filed(rows(self.folder / "spells.toml", "spell", ("spell",)), make)

    def _rows(self, section: str) -> list[Row]:
        return rows(self.folder / "magic.toml", section, ("kind", "god"))


@cache
def shelf() -> Shelf:
    """The shelf of this game's own data files."""
    return Shelf(compendium.DATA, compendium.library())


def kinds() -> Mapping[str, Kind]:
    """The six kinds of magic, by the key of their skill group."""
    return shelf().kinds


def gods() -> Mapping[str, God]:
    """Those whose favour can be earned."""
    return shelf().gods


def spells() -> Mapping[str, Spell]:
    """All spells, in the order of their names."""
    return shelf().spells


def spell_named(key: str) -> Spell:
    """The spell of that key; refused where there is none."""
    return named("spell", key, spells(), "spell")
