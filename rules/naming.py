"""Names of a compendium in texts that people read: where each stands, and which entry it names.

A name counts where it is written as one, with its capitals. Many names are ordinary words ("Fire", "Run", "Guard"), and
at the beginning of a sentence every word has a capital: there one alone counts for nothing. A name that rules told of
(:data:`Told`) counts wherever it stands and however it is written. A character who is there may be called like an
entry ("Hunter"): then the character is meant (:data:`People`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from django.utils.text import slugify

from rules.coverage import numbers_in
from rules.engine.kernel import CLOSED, OURS, OwnBook, Refused, lying_open, opened
from rules.engine.system.protocol import System
from rules.registry import system_named
from rules.selectors import MECHANICS, sections

#: Keys of entries that rules told of, each with its section or kind, or "" where that is not known.
Told = frozenset[tuple[str, str]]
NOTHING = Told()
#: Names of the characters who are there, as far as the reader knows of them.
People = frozenset[str]
NOBODY = People()

_WORD = re.compile(r"(?<![\w'’-])[^\W\d_]\w*")
#: The end of a name: no rest of a word follows, and no hyphen with a word.
_END = re.compile(r"(?!\w|-\w)")
#: The end of a clause that is nothing but a name, perhaps with a number: "(Swords 12)", "draws: Dagger."
_CLAUSE_ENDS = re.compile(r"(?: [×x]?\d+)?(?:[.,;:)]|$| \()")


@dataclass(frozen=True, slots=True)
class Name:
    """The name of an entry; ``kind`` is the kind of rank or of thing that the entry is, if it is one."""

    text: str
    section: str
    key: str
    kind: str = ""

    @property
    def anchor(self) -> str:
        """The anchor of the entry on the page of its section."""
        return self.key.removeprefix(OURS)


@dataclass(frozen=True, slots=True)
class Found:
    """A name in a text, from ``start`` to before ``end``."""

    start: int
    end: int
    name: Name


@dataclass(frozen=True, eq=False, slots=True)
class Glossary:
    """All names that a reader may look up: by their first word, the longest before the others, and by their keys."""

    by_word: Mapping[str, tuple[Name, ...]]
    by_key: Mapping[str, tuple[Name, ...]]

    def find(self, text: str, told: Told = NOTHING, *, opens: bool = True, people: People = NOBODY) -> list[Found]:
        """Names in a text, from left to right, of two in one place the longer; ``opens`` if it begins a sentence.

        No name is found where an entry is called like one of the ``people``.
        """
        there = [*self._written(text, opens), *self._told(text, told)]
        meant = _spans(text, people) if there and people else []
        places: list[tuple[int, int, Found | None]] = [(*span, None) for span in meant]
        places += [(one.start, one.end, one) for one in there]
        found: list[Found] = []
        at = 0
        for start, end, one in sorted(places, key=lambda place: (place[0], -place[1])):
            if start >= at:
                found += [one] if one else []
                at = end
        return found

    def named(self, key: str, of: str = "") -> Name | None:
        """The entry of a key, of several with that key the one of the section or kind ``of``; ``None`` without one."""
        there = self.by_key.get(key, ())
        if not of or key.startswith(OURS):
            return there[0] if there else None
        return next((name for name in there if of in (name.section, name.kind)), None)

    def called(self, text: str) -> Name | None:
        """The entry of exactly this name; ``None`` without one."""
        word = _WORD.match(text)
        return next((name for name in self.by_word.get(word[0], ()) if name.text == text), None) if word else None

    def _written(self, text: str, opens: bool) -> Iterator[Found]:
        for word in _WORD.finditer(text):
            for name in self.by_word.get(word[0], ()):
                start, end = word.start(), word.start() + len(name.text)
                if text.startswith(name.text, start) and _END.match(text, end):
                    if not (name.text.isalpha() and _by_chance(text, start, end, opens)):
                        yield Found(start, end, name)
                    break

    def _told(self, text: str, told: Told) -> Iterator[Found]:
        for of, key in told:
            name = self.named(key, of)
            if name:
                yield from (Found(*found.span(), name) for found in _pattern(name.text, key).finditer(text))


def _by_chance(text: str, start: int, end: int, opens: bool) -> bool:
    """Whether a word may have its capital for standing at the beginning of a sentence, and not for being a name.

    After a colon or a bracket it may be either: it is a name if nothing else stands there. Speech stands behind a colon
    after the speaker's name, and may begin with any word.
    """
    before = text[:start].rstrip(" “‘\"'")
    if not before:
        return opens
    if before[-1] == "(" or (before[:-1].strip() and before[-1] == ":"):
        return not _CLAUSE_ENDS.match(text, end)
    return before[-1] in ".:!?…"


def _spans(text: str, people: People) -> list[tuple[int, int]]:
    """The spans of a text in which one of the people is named."""
    return [found.span() for found in _any_of(people).finditer(text)]


@lru_cache(maxsize=256)
def _any_of(people: People) -> re.Pattern[str]:
    ways = sorted(filter(None, people), key=len, reverse=True)
    return re.compile(rf"(?<![\w'’-])(?:{'|'.join(map(re.escape, ways)) or '(?!)'}){_END.pattern}")


@lru_cache(maxsize=4096)
def _pattern(text: str, key: str) -> re.Pattern[str]:
    """The pattern of a name however it is written: with capitals, in small letters, or as its key is spoken."""
    ways = sorted({text, key.replace("_", " ")}, key=len, reverse=True)
    return re.compile(rf"(?<![\w'’-])(?:{'|'.join(map(re.escape, ways))}){_END.pattern}", re.IGNORECASE)


# -- all names --------------------------------------------------------------------------------------------------------


def glossary(system: System) -> Glossary:
    """The names of a game and of the open book's own entries, without those that the book keeps back."""
    return _glossary(system.slug, lying_open())


@lru_cache(maxsize=128)
def _glossary(slug: str, own: OwnBook) -> Glossary:
    games = _games(slug, own.edition)
    if own.text == CLOSED.text:
        return _ordered(games)
    written = [
        Name(str(told["name"]), section, key)
        for section in system_named(slug).shelves()
        for key, told in own.section(section).items()
        if own.offers(key)
    ]
    return _ordered((*written, *games))


def _ordered(names: Sequence[Name]) -> Glossary:
    """The glossary of names, of several with one text the first; commands are in it by key, not by their labels."""
    by_word: dict[str, list[Name]] = {}
    by_key: dict[str, tuple[Name, ...]] = {}
    for name in {name.text: name for name in reversed(names) if name.section != MECHANICS}.values():
        word = _WORD.match(name.text)
        if word and word[0][0].isupper():
            by_word.setdefault(word[0], []).append(name)
    for name in names:
        by_key[name.key] = (*by_key.get(name.key, ()), name)
    for command in (name for name in names if name.section == MECHANICS):
        by_key[command.kind] = (*by_key.get(command.kind, ()), command)
    return Glossary(
        {word: tuple(sorted(all_, key=lambda one: -len(one.text))) for word, all_ in by_word.items()}, by_key
    )


@cache
def _games(slug: str, edition: str) -> tuple[Name, ...]:
    """The names of a game's own entries, ranks before all others, then its commands."""
    system = system_named(slug)
    with opened(OwnBook(edition=edition)):
        entries = [
            Name(entry.name, section.key, entry.key, _kind(system, section.key, entry.key))
            for section in sections(system)
            for entry in section.entries
        ]
    ranks = [name for name in entries if name.kind in system.rank_kinds]
    return (*ranks, *(name for name in entries if name.kind not in system.rank_kinds), *_commands(system))


def _kind(system: System, section: str, key: str) -> str:
    for kind, label in system.rank_kinds.items():
        if slugify(label) == section:
            return kind
    with suppress(Refused):
        return system.item(section, key).kind
    return ""


def _commands(system: System) -> Iterable[Name]:
    """The game's commands as names: by its label, each leads to the rule that it names first as kept.

    Commands that merely carry a fight on are left out: nobody asks what they are.
    """
    known = {one.number for one in system.mechanics()}
    for command in system.commands:
        text = command.__doc__ or ""
        kept = known & numbers_in(text)
        if kept and command.name not in system.onward:
            yield Name(command.label, MECHANICS, min(kept, key=partial(_place_in, text)), command.name)


def _place_in(text: str, number: str) -> tuple[int, str]:
    """The place of a number in a text, to sort by; one within a range stands behind all that are written out."""
    at = text.find(number)
    return (at if at >= 0 else len(text)), number
