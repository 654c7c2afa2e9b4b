"""The parts of a life, from the files in ``data/``; a file is read and checked when it is first asked for.

Parts that the open book of a campaign adds stand beside them.

>>> len(peoples()), len(occupations())
(9, 80)
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from rules.engine.content.homebrew import Told
from rules.engine.content.own_entries import WRITTEN
from rules.engine.content.reader import DataError, filed
from rules.engine.kernel import OwnBook, lying_open
from rules.systems.sda.content import compendium
from rules.systems.sda.content.library import Library
from rules.systems.sda.content.life_entries import Chapter, Event, Kin, Occupation, People, Reason
from rules.systems.sda.content.own_entries import UNFIT, own
from rules.systems.sda.content.trait_entries import Trait

T = TypeVar("T")


class Shelf:
    """The parts of lives as the files of a folder give them; `DataError` refuses whatever does not fit.

    Parts refer to each other, and to what the library has: a shelf has that, too.
    """

    def __init__(self, folder: Path, library: Library) -> None:
        self.folder = folder
        self.library = library

    def __getattr__(self, name: str) -> Any:
        return getattr(self.library, name)

    @cached_property
    def traits(self) -> Mapping[str, Trait]:
        found = self._filed("traits", "trait", Trait)
        for one in found.values():
            for need in one.needs:
                if need.trait and need.trait not in found:
                    raise DataError(f"traits.toml entry {one.key!r}: needs an unknown {need.trait!r}")
        return found

    @cached_property
    def peoples(self) -> Mapping[str, People]:
        return self._filed("races", "race", People)

    @cached_property
    def origins(self) -> Mapping[str, Chapter]:
        return self._filed("origins", "origin", Chapter)

    @cached_property
    def events(self) -> Mapping[str, Event]:
        return self._filed("life_events", "event", Event)

    @cached_property
    def occupations(self) -> Mapping[str, Occupation]:
        return self._filed("occupations", "occupation", Occupation)

    @cached_property
    def reasons(self) -> Mapping[str, Reason]:
        return self._filed("reasons", "reason", Reason)

    @cached_property
    def motivations(self) -> Mapping[str, Chapter]:
        return self._filed("motivations", "motivation", Chapter)

    def _filed(self, file: str, section: str, kind: type[T]) -> Mapping[str, T]:
        return filed(self.folder / f"{file}.toml", section, kind, self, sections=(section,))


@cache
def shelf() -> Shelf:
    """The shelf of this game's own data files."""
    return Shelf(compendium.DATA, compendium.printed())


class Added:
    """The parts of lives that the open book adds, beside those of the game; what does not fit is left out."""

    def __init__(self, book: OwnBook) -> None:
        self.book = book

    def __getattr__(self, name: str) -> Any:
        return getattr(compendium.library(), name)

    @cached_property
    def traits(self) -> Mapping[str, Trait]:
        """The traits of the game and of the book; a group that one names stands for all skills that are in it here."""
        widened = self.book.section("skills") or self.book.edition
        games = Shelf(compendium.DATA, compendium.library()) if widened else shelf()
        return {**games.traits, **self._made("traits", partial(own, Trait))}

    @cached_property
    def peoples(self) -> Mapping[str, People]:
        """The peoples, each with its kin; the campaign's own kin come last."""
        found: dict[str, People] = {**shelf().peoples, **self._made("peoples", people_from)}
        for key, told in self.book.section("kin").items():
            people = found.get(str(told.get("people")))
            kin = _or_none(partial(kin_from, key, told, people, self)) if people else None
            if people and kin:
                found[people.key] = replace(people, kin={**people.kin, key: kin})
        return found

    @cached_property
    def kin(self) -> Mapping[str, Kin]:
        return {key: one for people in self.peoples.values() for key, one in people.kin.items()}

    @cached_property
    def occupations(self) -> Mapping[str, Occupation]:
        return {**shelf().occupations, **self._made("occupations", partial(own, Occupation))}

    @cached_property
    def origins(self) -> Mapping[str, Chapter]:
        return {**shelf().origins, **self._made("origins", partial(own, Chapter))}

    @cached_property
    def events(self) -> Mapping[str, Event]:
        return {**shelf().events, **self._made("life_events", partial(own, Event))}

    @cached_property
    def reasons(self) -> Mapping[str, Reason]:
        return {**shelf().reasons, **self._made("reasons", partial(own, Reason))}

    @cached_property
    def motivations(self) -> Mapping[str, Chapter]:
        return {**shelf().motivations, **self._made("motivations", partial(own, Chapter))}

    def _made(self, section: str, make: Callable[[str, Told, "Added"], T]) -> dict[str, T]:
        found = ((key, _or_none(partial(make, key, told, self))) for key, told in self.book.section(section).items())
        return {key: one for key, one in found if one is not None}


Lives = Shelf | Added


def people_from(key: str, told: Told, lives: Lives) -> People:
    """A people of the campaign's own, which says its size and attributes itself: it may have no kin to say them."""
    people = own(People, key, told, lives)
    if bool(people.attributes) == bool(people.arrays):
        raise DataError(f"{WRITTEN}: enter either all six attributes, or six numbers to assign")
    return people


def kin_from(key: str, told: Told, people: People, lives: Lives) -> Kin:
    """Kin of the campaign's own, among a people of the game or of its own."""
    kin = own(Kin, key, told, lives)
    if not (people.attributes or people.arrays or kin.attributes):
        raise DataError(f"{WRITTEN}: {people.name} has no attributes: enter all six for this kin")
    if not (people.size or kin.size):
        raise DataError(f"{WRITTEN}: {people.name} has no size: choose one for this kin")
    return kin


def _or_none(make: Callable[[], T]) -> T | None:
    """The part that figures make; None where they do not fit, for the game may have changed since they were written."""
    try:
        return make()
    except UNFIT:
        return None


def added() -> Added:
    """The parts of lives where the book lies open: those of the game, and the campaign's own."""
    book = lying_open()
    return _added_by(book.text, book.edition)


@lru_cache(maxsize=16)
def _added_by(text: str, edition: str) -> Added:
    return Added(OwnBook(text, edition=edition))


def traits() -> Mapping[str, Trait]:
    """The traits, and the campaign's own."""
    return added().traits


def peoples() -> Mapping[str, People]:
    """The nine peoples, and the campaign's own."""
    return added().peoples


def kin() -> Mapping[str, Kin]:
    """The kin of all peoples."""
    return added().kin


def origins() -> Mapping[str, Chapter]:
    """The places of origin, and the campaign's own."""
    return added().origins


def events() -> Mapping[str, Event]:
    """The events of a life, and the campaign's own."""
    return added().events


def occupations() -> Mapping[str, Occupation]:
    """The occupations, and the campaign's own."""
    return added().occupations


def reasons() -> Mapping[str, Reason]:
    """The reasons to leave, and the campaign's own."""
    return added().reasons


def motivations() -> Mapping[str, Chapter]:
    """The motivations, and the campaign's own."""
    return added().motivations
