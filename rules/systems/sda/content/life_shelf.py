"""The parts of a life, from the files in ``data/``; a file is read and checked when it is first asked for.

Parts that the open book of a campaign adds stand beside them.

>>> len(peoples()), len(occupations())
(9, 80)
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import TypeVar

from rules.engine.content.homebrew import Told
from rules.engine.content.reader import DataError, filed
from rules.engine.kernel import OwnBook, lying_open
from rules.systems.sda.content import compendium, own_life
from rules.systems.sda.content.library import Library
from rules.systems.sda.content.life_entries import Chapter, Event, Kin, Known, Occupation, People, Reason, Trait
from rules.systems.sda.content.own_entries import UNFIT

T = TypeVar("T")
K = TypeVar("K", bound=Chapter | Trait)


class Shelf:
    """The parts of lives as the files of a folder give them; `DataError` refuses whatever does not fit."""

    def __init__(self, folder: Path, library: Library) -> None:
        self.folder = folder
        self.library = library

    @cached_property
    def traits(self) -> Mapping[str, Trait]:
        found = self._filed("traits", "trait", Trait, Known(self.library))
        for one in found.values():
            for need in one.needs:
                if need.trait and need.trait not in found:
                    raise DataError(f"traits.toml entry {one.key!r}: needs an unknown {need.trait!r}")
        return found

    @cached_property
    def peoples(self) -> Mapping[str, People]:
        return self._filed("races", "race", People, Known(self.library, self.traits))

    @cached_property
    def origins(self) -> Mapping[str, Chapter]:
        return self._filed("origins", "origin", Chapter, self._known)

    @cached_property
    def events(self) -> Mapping[str, Event]:
        return self._filed("life_events", "event", Event, self._known)

    @cached_property
    def occupations(self) -> Mapping[str, Occupation]:
        known = Known(self.library, self.traits, self.peoples, events=self.events)
        return self._filed("occupations", "occupation", Occupation, known)

    @cached_property
    def reasons(self) -> Mapping[str, Reason]:
        known = Known(self.library, self.traits, self.peoples, self.origins)
        return self._filed("reasons", "reason", Reason, known)

    @cached_property
    def motivations(self) -> Mapping[str, Chapter]:
        return self._filed("motivations", "motivation", Chapter, self._known)

    @property
    def _known(self) -> Known:
        return Known(self.library, self.traits, self.peoples)

    def _filed(self, file: str, section: str, kind: type[K], known: Known) -> Mapping[str, K]:
        return filed(self.folder / f"{file}.toml", section, kind, known, sections=(section,))


@cache
def shelf() -> Shelf:
    """The shelf of this game's own data files."""
    return Shelf(compendium.DATA, compendium.printed())


class Added:
    """The parts of lives that the open book adds, beside those of the game; what does not fit is left out."""

    def __init__(self, book: OwnBook) -> None:
        self.book = book

    @cached_property
    def traits(self) -> Mapping[str, Trait]:
        """The traits of the game and of the book; a group that one names stands for all skills that are in it here."""
        library = compendium.library()
        games = Shelf(compendium.DATA, library) if self.book.section("skills") or self.book.edition else shelf()
        return {**games.traits, **self._made("traits", partial(own_life.trait_from, known=Known(library)))}

    @cached_property
    def peoples(self) -> Mapping[str, People]:
        """The peoples, each with its kin; the campaign's own kin come last."""
        found: dict[str, People] = {**shelf().peoples, **self._made("peoples", self._people)}
        for key, told in self.book.section("kin").items():
            people = found.get(str(told.get("people")))
            kin = _or_none(partial(own_life.kin_from, key, told, people, self._known)) if people else None
            if people and kin:
                found[people.key] = replace(people, kin={**people.kin, key: kin})
        return found

    @cached_property
    def kin(self) -> Mapping[str, Kin]:
        return {key: one for people in self.peoples.values() for key, one in people.kin.items()}

    @cached_property
    def occupations(self) -> Mapping[str, Occupation]:
        made = self._made("occupations", partial(own_life.occupation_from, known=self._all_known))
        return {**shelf().occupations, **made}

    @cached_property
    def origins(self) -> Mapping[str, Chapter]:
        return {**shelf().origins, **self._made("origins", partial(own_life.origin_from, known=self._of_peoples))}

    @cached_property
    def events(self) -> Mapping[str, Event]:
        return {**shelf().events, **self._made("life_events", partial(own_life.event_from, known=self._of_peoples))}

    @cached_property
    def reasons(self) -> Mapping[str, Reason]:
        return {**shelf().reasons, **self._made("reasons", partial(own_life.reason_from, known=self._all_known))}

    @cached_property
    def motivations(self) -> Mapping[str, Chapter]:
        made = self._made("motivations", partial(own_life.motivation_from, known=self._of_peoples))
        return {**shelf().motivations, **made}

    @property
    def _known(self) -> Known:
        return Known(compendium.library(), self.traits)

    @property
    def _of_peoples(self) -> Known:
        return replace(self._known, races=self.peoples)

    @property
    def _all_known(self) -> Known:
        return replace(self._of_peoples, origins=self.origins, events=self.events)

    def _people(self, key: str, told: Told) -> People:
        return own_life.people_from(key, told, self._known)

    def _made(self, section: str, make: Callable[[str, Told], T]) -> dict[str, T]:
        found = ((key, _or_none(partial(make, key, told))) for key, told in self.book.section(section).items())
        return {key: one for key, one in found if one is not None}


def _or_none(make: Callable[[], T]) -> T | None:
    """The part that figures make; None where they do not fit, for the game may have changed since they were written."""
    try:
        return make()
    except UNFIT:
        return None


def _added() -> Added:
    book = lying_open()
    return _added_by(book.text, book.edition)


@lru_cache(maxsize=16)
def _added_by(text: str, edition: str) -> Added:
    return Added(OwnBook(text, edition=edition))


def traits() -> Mapping[str, Trait]:
    """The traits, and the campaign's own."""
    return _added().traits


def peoples() -> Mapping[str, People]:
    """The nine peoples, and the campaign's own."""
    return _added().peoples


def kin() -> Mapping[str, Kin]:
    """The kin of all peoples."""
    return _added().kin


def origins() -> Mapping[str, Chapter]:
    """The places of origin, and the campaign's own."""
    return _added().origins


def events() -> Mapping[str, Event]:
    """The events of a life, and the campaign's own."""
    return _added().events


def occupations() -> Mapping[str, Occupation]:
    """The occupations, and the campaign's own."""
    return _added().occupations


def reasons() -> Mapping[str, Reason]:
    """The reasons to leave, and the campaign's own."""
    return _added().reasons


def motivations() -> Mapping[str, Chapter]:
    """The motivations, and the campaign's own."""
    return _added().motivations
