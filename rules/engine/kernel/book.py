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

from rules.engine.kernel.sheets import Json

#: The prefix of the key of a campaign's own entry, where it stands among those of its game.
OURS = "ours."


@dataclass(slots=True)
class House:
    """The house rules that a campaign has turned, value by name; rules left at the game's default are not in it."""

    rules: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class Homemade:
    """An entry of a campaign's own: its section, its name, and its figures as a data file would have them."""

    section: str
    name: str
    told: dict[str, Json]
    withdrawn: bool = False


class HouseRules(dict[str, Json]):
    """The house rules that a campaign has turned, as rules look them up; ``consulted`` holds the names asked for.

    A copy made from other house rules notes into the same set.
    """

    def __init__(self, turned: Mapping[str, Json] | None = None) -> None:
        super().__init__(turned or {})
        self.consulted: set[str] = turned.consulted if isinstance(turned, HouseRules) else set()

    def __hash__(self) -> int:  # type: ignore[override]
        """The identity of the object, so that caches can be keyed by the rules of one table."""
        return id(self)

    def get(self, name: str, default: Json = None) -> Json:
        """The value of a turned rule, which is noted as consulted; the default for a rule that is not turned."""
        if name in self:
            self.consulted.add(name)
        return super().get(name, default)


# -- the book that lies open ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnBook:
    """A campaign's additions to the compendium: ``{"skills": {"ours.abc": {figures}}}``, written as JSON.

    Books of equal text are equal, so that a game can cache what it makes of one. ``kept`` are keys of entries that
    are known and held, but offered to nobody who looks: withdrawn and secret ones. ``edition`` names the one
    of the lists that the game prints which is followed; empty for the usual ones.
    """

    text: str = "{}"
    kept: frozenset[str] = frozenset()
    edition: str = ""

    def section(self, name: str) -> Mapping[str, Mapping[str, Json]]:
        """The figures of the entries of one section, by key."""
        return _read(self.text).get(name, {})

    def name_of(self, key: str) -> str:
        """The name of an entry, by its key; empty where no entry of that key is in the book."""
        return _names(self.text).get(key, "") if key.startswith(OURS) else ""

    def offers(self, key: str) -> bool:
        """Whether an entry may be chosen by somebody who does not have it; entries of the game itself always may."""
        return key not in self.kept


@lru_cache(maxsize=64)
def _read(text: str) -> Mapping[str, Mapping[str, Mapping[str, Json]]]:
    read: dict[str, Mapping[str, Mapping[str, Json]]] = json.loads(text)
    return read


@lru_cache(maxsize=64)
def _names(text: str) -> Mapping[str, str]:
    return {key: str(told["name"]) for section in _read(text).values() for key, told in section.items()}


#: The book of a campaign that has added nothing.
CLOSED = OwnBook()
_OPEN: ContextVar[OwnBook] = ContextVar("open_book", default=CLOSED)


#: The book in which rules look things up now. Pages ask for it so often that a function around it could be felt.
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
