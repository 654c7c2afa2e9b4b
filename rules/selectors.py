"""Selectors of the games' pages: sections of the compendium, searches in them, the numbered rules."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.engine.content.entries import Entry, Mechanic
from rules.engine.system.protocol import System

#: The sections that games have besides those of their compendium.
MECHANICS, TERMS = "mechanics", "terms"
#: The most finds of one section on the page that searches all of them.
AT_ONCE = 6


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a game's compendium: its entries under their heading."""

    key: str
    title: str
    entries: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry on the page of its section; one that was not ``found`` is there, but out of sight."""

    entry: Entry
    found: bool


@dataclass(frozen=True, slots=True)
class Finds:
    """The finds in one section: the nearest of them, and how many there are."""

    section: Section
    nearest: Sequence[Entry]
    count: int


def sections(system: System) -> list[Section]:
    """The sections of a game's compendium, in its own order, and the words of the game behind them."""
    found = [Section(key, _title(key), entries) for key, entries in system.compendium().items()]
    return [*found, Section(TERMS, "Glossary", system.terms())] if system.terms() else found


def numbered(system: System) -> Section:
    """The numbered rules of a game, as a section like the others."""
    return Section(MECHANICS, "Numbered rules", [_as_entry(one) for one in system.mechanics()])


def numbers(system: System) -> frozenset[str]:
    """The numbers of a game's numbered rules."""
    return frozenset(one.number for one in system.mechanics())


def all_sections(system: System) -> list[Section]:
    """All sections that can be looked up: those of the compendium, and the numbered rules."""
    return [*sections(system), numbered(system)]


def listed(section: Section, wanted: str) -> list[Listed]:
    """All entries of a section, each with whether it has the ``wanted`` words."""
    words = fold(wanted).split()
    return [Listed(entry, _has(entry, words)) for entry in section.entries]


def search(system: System, wanted: str) -> list[Finds]:
    """Entries that have all ``wanted`` words, by section, the nearest first; none without words."""
    words = fold(wanted).split()
    if not words:
        return []
    found = [(section, _nearest(section.entries, words)) for section in all_sections(system)]
    finds = [Finds(section, entries[:AT_ONCE], len(entries)) for section, entries in found if entries]
    return sorted(finds, key=lambda one: _distance(one.nearest[0], words))


def fold(text: str) -> str:
    """A text as people type it in a search: without capitals and accents.

    >>> fold("Épée à DEUX mains")
    'epee a deux mains'
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _nearest(entries: Iterable[Entry], words: Sequence[str]) -> list[Entry]:
    """The entries with all words: first if the name begins with the first, then if the name has them, then the rest."""
    found = [entry for entry in entries if _has(entry, words)]
    return sorted(found, key=lambda entry: _distance(entry, words))


def _distance(entry: Entry, words: Sequence[str]) -> int:
    name = fold(entry.name)
    if name.startswith(words[0]):
        return 0
    return 1 if all(word in name for word in words) else 2


def _has(entry: Entry, words: Sequence[str]) -> bool:
    text = _text_of(entry)
    return all(word in text for word in words)


@lru_cache(maxsize=8192)
def _text_of(entry: Entry) -> str:
    """The whole text of an entry, folded and cached: each search looks through every one of them."""
    return fold(" ".join((entry.name, *entry.facts, entry.summary, entry.source)))


def _title(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _as_entry(one: Mechanic) -> Entry:
    decided = f"The game master decides: {one.gm}." if one.gm else ""
    return Entry(one.number, one.title, decided, (one.number,))
