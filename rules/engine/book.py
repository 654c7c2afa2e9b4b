"""A campaign's own book: the house rules that were chosen, and what its game master adds to the compendium.

Rules look skills, spells and peoples up by their keys, deep inside: what a campaign has added is found there too as
long as its :class:`OwnBook` lies open. Whoever lays the table opens it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache

from rules.engine.sheets import Json

#: How the key of an entry of a campaign's own begins, where it stands among those of its game.
OURS = "ours."


@dataclass(slots=True)
class House:
    """The switches that a campaign has turned; what is as the game says it does not stand here."""

    rules: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class Homemade:
    """An entry of a campaign's own: the section that it stands in, and its figures as a data file would tell them."""

    section: str
    name: str
    told: dict[str, Json]
    withdrawn: bool = False


class HouseRules(dict[str, Json]):
    """The switches that a campaign has turned, as rules consult them: they note which of them they asked for.

    Whoever passes them on to another table goes on noting in the same place.
    """

    def __init__(self, turned: Mapping[str, Json] | None = None) -> None:
        super().__init__(turned or {})
        self.consulted: set[str] = turned.consulted if isinstance(turned, HouseRules) else set()

    def __hash__(self) -> int:  # type: ignore[override]
        """The rules of one house are a thing of their own, by which what hangs on them can be remembered."""
        return id(self)

    def get(self, name: str, default: Json = None) -> Json:
        """What was chosen, or the default."""
        if name in self:
            self.consulted.add(name)
        return super().get(name, default)


# -- the book that lies open ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnBook:
    """What a campaign has added to the compendium: ``{"skills": {"ours.abc": {figures}}}``, written as JSON.

    The same text is the same book, so that a game can keep what it makes of one. ``kept`` are keys of entries that are
    known and held, but offered to nobody who looks: withdrawn ones, and those that are secret. ``edition`` is which of
    the lists that the game prints is followed; empty for the usual ones.
    """

    text: str = "{}"
    kept: frozenset[str] = frozenset()
    edition: str = ""

    def section(self, name: str) -> Mapping[str, Mapping[str, Json]]:
        """The figures of the entries of one section, by key."""
        return _read(self.text).get(name, {})

    def name_of(self, key: str) -> str:
        """What an entry is called; empty where no entry of that key is in the book."""
        return _names(self.text).get(key, "") if key.startswith(OURS) else ""

    def offers(self, key: str) -> bool:
        """Whether an entry may be chosen by somebody who does not have it; those of the game always may."""
        return key not in self.kept


@lru_cache(maxsize=64)
def _read(text: str) -> Mapping[str, Mapping[str, Mapping[str, Json]]]:
    read: dict[str, Mapping[str, Mapping[str, Json]]] = json.loads(text)
    return read


@lru_cache(maxsize=64)
def _names(text: str) -> Mapping[str, str]:
    return {key: str(told["name"]) for section in _read(text).values() for key, told in section.items()}


#: Where nothing is added.
CLOSED = OwnBook()
_OPEN: ContextVar[OwnBook] = ContextVar("open_book", default=CLOSED)


#: The book in which rules look things up now; asked so often for a page that a function around it could be felt.
lying_open: Callable[[], OwnBook] = _OPEN.get


def lay_open(book: OwnBook) -> None:
    """Open a book until another is opened, or until the :func:`opened` around it ends."""
    _OPEN.set(book)


@contextmanager
def opened(book: OwnBook) -> Iterator[None]:
    """Open a book for as long as the block lasts; afterwards the one before lies open again."""
    before = _OPEN.set(book)
    try:
        yield
    finally:
        _OPEN.reset(before)
