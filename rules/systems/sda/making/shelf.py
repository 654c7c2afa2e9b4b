"""What lives are made of, from the files in ``data/``; a file is read and checked when it is first asked for.

>>> len(peoples()), len(occupations())
(9, 80)
"""

from collections.abc import Mapping
from functools import cache, cached_property, partial
from pathlib import Path

from rules.systems.sda import compendium
from rules.systems.sda.library import Library
from rules.systems.sda.making import makers
from rules.systems.sda.making.entries import Chapter, Event, Kin, Occupation, People, Reason, Trait
from rules.systems.sda.making.makers import Known
from rules.systems.sda.reading import CompendiumError, Row, filed, rows


class Shelf:
    """The parts of lives as the files of a folder give them; `CompendiumError` refuses whatever does not fit."""

    def __init__(self, folder: Path, library: Library) -> None:
        self.folder = folder
        self.library = library

    @cached_property
    def traits(self) -> Mapping[str, Trait]:
        found = filed(self._rows("traits", "trait"), partial(makers.trait, library=self.library))
        for one in found.values():
            for need in one.needs:
                if need.trait and need.trait not in found:
                    raise CompendiumError(f"traits.toml entry {one.key!r}: needs an unknown {need.trait!r}")
        return found

    @cached_property
    def peoples(self) -> Mapping[str, People]:
        return filed(self._rows("races", "race"), partial(makers.people, known=Known(self.library, self.traits)))

    @cached_property
    def origins(self) -> Mapping[str, Chapter]:
        return filed(self._rows("origins", "origin"), partial(makers.origin, known=self._known))

    @cached_property
    def events(self) -> Mapping[str, Event]:
        return filed(self._rows("life_events", "event"), partial(makers.event, known=self._known))

    @cached_property
    def occupations(self) -> Mapping[str, Occupation]:
        known = Known(self.library, self.traits, self.peoples, events=self.events)
        return filed(self._rows("occupations", "occupation"), partial(makers.occupation, known=known))

    @cached_property
    def reasons(self) -> Mapping[str, Reason]:
        known = Known(self.library, self.traits, self.peoples, self.origins)
        return filed(self._rows("reasons", "reason"), partial(makers.reason, known=known))

    @cached_property
    def motivations(self) -> Mapping[str, Chapter]:
        return filed(self._rows("motivations", "motivation"), partial(makers.motivation, known=self._known))

    @property
    def _known(self) -> Known:
        return Known(self.library, self.traits, self.peoples)

    def _rows(self, file: str, section: str) -> list[Row]:
        return rows(self.folder / f"{file}.toml", section, (section,))


@cache
def shelf() -> Shelf:
    """The shelf of this game's own data files."""
    return Shelf(compendium.DATA, compendium.library())


def traits() -> Mapping[str, Trait]:
    """What somebody may be."""
    return shelf().traits


def peoples() -> Mapping[str, People]:
    """The nine peoples."""
    return shelf().peoples


@cache
def kin() -> Mapping[str, Kin]:
    """The kin of all peoples."""
    return {key: one for people in peoples().values() for key, one in people.kin.items()}


def origins() -> Mapping[str, Chapter]:
    """The places of origin."""
    return shelf().origins


def events() -> Mapping[str, Event]:
    """What may have happened."""
    return shelf().events


def occupations() -> Mapping[str, Occupation]:
    """What somebody may have lived from."""
    return shelf().occupations


def reasons() -> Mapping[str, Reason]:
    """Why somebody may have left."""
    return shelf().reasons


def motivations() -> Mapping[str, Chapter]:
    """What somebody may be after."""
    return shelf().motivations
