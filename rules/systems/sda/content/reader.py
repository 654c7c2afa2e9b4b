"""Reading data files strictly: what is missing, misspelt or out of range is refused by file and entry."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NoReturn, Protocol, TypeVar, cast

KEY = re.compile(r"[a-z][a-z0-9_]*")

T = TypeVar("T")
Filed = TypeVar("Filed", bound="Keyed")


class CompendiumError(ValueError):
    """A data file that cannot be used as it stands; the message names the file and the entry."""


class Keyed(Protocol):
    """Anything that is filed under a key."""

    @property
    def key(self) -> str:
        """The key."""
        ...


class Row:
    """One table of a data file. Fields are taken by name and kind; `finish` refuses what nobody took."""

    def __init__(self, where: str, fields: object) -> None:
        if not isinstance(fields, dict):
            raise CompendiumError(f"{where}: expected a table, found {fields!r}")
        self._left: dict[str, object] = dict(fields)
        self.where = where

    def refuse(self, why: str) -> NoReturn:
        """Give up on this entry, saying where and why."""
        raise CompendiumError(f"{self.where}: {why}")

    def finish(self) -> None:
        """Refuse fields that nobody asked for: they are misspelt, or in the wrong place."""
        if self._left:
            self.refuse(f"unknown field {', '.join(map(repr, sorted(self._left)))}")

    def has(self, name: str) -> bool:
        """Whether the field is there and has not been taken."""
        return name in self._left

    def text(self, name: str, default: str | None = None) -> str:
        """A text that is not empty, or the default where the field is left out."""
        value = self._take(name, default)
        if not isinstance(value, str) or (not value.strip() and value != default):
            self.refuse(f"{name} must be a text, not {value!r}")
        return value

    def key(self) -> str:
        """The key that the entry is filed under; messages name it from now on."""
        value = self.text("key")
        self.where += f" entry {value!r}"
        if not KEY.fullmatch(value):
            self.refuse("a key is lower-case letters, digits and underscores")
        return value

    def flag(self, name: str) -> bool:
        """A yes or no; no where it is left out."""
        value = self._take(name, False)
        if not isinstance(value, bool):
            self.refuse(f"{name} must be true or false, not {value!r}")
        return value

    def whole(self, name: str, default: int | None = None, *, least: int = 0) -> int:
        """A whole number, not below ``least``."""
        return self._whole(name, self._take(name, default), least)

    def number(self, name: str, default: float | None = None, *, least: float = 0) -> float:
        """A number, not below ``least``."""
        return self._number(name, self._take(name, default), least)

    def one_of(self, name: str, allowed: Collection[str]) -> str:
        """A word that must be one of those allowed."""
        return self._known(name, self.text(name), allowed)

    def words(self, name: str, allowed: Collection[str] | None = None) -> tuple[str, ...]:
        """A list of different words, empty where it is left out, each one of those allowed."""
        words = self.texts(name)
        if len(set(words)) != len(words):
            self.refuse(f"{name} says something twice")
        return words if allowed is None else tuple(self._known(name, word, allowed) for word in words)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, which may repeat; empty where it is left out."""
        value = self._take(name, [])
        if not isinstance(value, list) or not all(isinstance(text, str) and text.strip() for text in value):
            self.refuse(f"{name} must be a list of texts, not {value!r}")
        return tuple(cast("list[str]", value))

    def wholes(self, name: str, allowed: Collection[str] | None = None, *, least: int = 1) -> Mapping[str, int]:
        """Whole numbers by name, empty where they are left out."""
        table = self._table(name, allowed)
        return MappingProxyType({key: self._whole(f"{name}.{key}", value, least) for key, value in table.items()})

    def halves(self, name: str, allowed: Collection[str]) -> Mapping[str, float]:
        """Numbers above zero in steps of a half, by name."""
        found = {key: self._number(f"{name}.{key}", value, 0.5) for key, value in self._table(name, allowed).items()}
        for key, value in found.items():
            if value * 2 % 1:
                self.refuse(f"{name}.{key} counts in halves, and {value} is not one")
        return MappingProxyType(found)

    def each(self, name: str, make: Callable[["Row"], T]) -> tuple[T, ...]:
        """Whatever ``make`` makes of each table in a list; empty where the list is left out."""
        value = self._take(name, [])
        if not isinstance(value, list):
            self.refuse(f"{name} must be a list of tables")
        return tuple(made(Row(f"{self.where} {name} {number}", row), make) for number, row in enumerate(value, 1))

    def one(self, name: str, make: Callable[["Row"], T]) -> T:
        """Whatever ``make`` makes of a table."""
        return made(Row(f"{self.where} {name}", self._take(name, None)), make)

    def _take(self, name: str, default: object) -> object:
        if name not in self._left and default is None:
            self.refuse(f"{name} is missing")
        return self._left.pop(name, default)

    def _known(self, name: str, word: str, allowed: Collection[str]) -> str:
        if word not in allowed:
            self.refuse(f"{name} names an unknown {word!r}")
        return word

    def _table(self, name: str, allowed: Collection[str] | None) -> dict[str, object]:
        value = self._take(name, {})
        if not isinstance(value, dict):
            self.refuse(f"{name} must be a table, not {value!r}")
        if allowed is not None:
            for key in value:
                self._known(name, key, allowed)
        return value

    def _whole(self, name: str, value: object, least: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            self.refuse(f"{name} must be a whole number from {least} up, not {value!r}")
        return value

    def _number(self, name: str, value: object, least: float) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value < float("inf"):
            self.refuse(f"{name} must be a number from {least} up, not {value!r}")
        return value


def rows(path: Path, section: str, sections: Collection[str]) -> list[Row]:
    """The tables of one section of a data file, whose sections must be exactly those given, and `[about]`."""
    document = _document(path)
    about = Row(f"{path.name} about", document.pop("about", None))
    about.text("source")
    about.text("note")
    about.finish()
    if set(document) != set(sections):
        raise CompendiumError(f"{path.name}: has sections {sorted(document)}, needed are {sorted(sections)}")
    tables = document[section]
    if not isinstance(tables, list):
        raise CompendiumError(f"{path.name}: {section} must be a list of tables")
    return [Row(f"{path.name} {section} {number}", table) for number, table in enumerate(tables, 1)]


def filed(found: Iterable[Row], make: Callable[[Row], Filed]) -> Mapping[str, Filed]:
    """Whatever ``make`` makes of each row, by key and in order; a key that comes twice is refused."""
    shelf: dict[str, Filed] = {}
    for row in found:
        entry = made(row, make)
        if entry.key in shelf:
            row.refuse("the key is taken")
        shelf[entry.key] = entry
    return MappingProxyType(shelf)


def made(row: Row, make: Callable[[Row], T]) -> T:
    """Whatever ``make`` makes of the row, once all of its fields have been taken."""
    entry = make(row)
    row.finish()
    return entry


def _document(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CompendiumError(f"{path.name}: cannot be read: {error}") from error
