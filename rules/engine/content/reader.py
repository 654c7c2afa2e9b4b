"""Strict reading of data files: the class of an entry says by its fields what a table may hold.

A section of a file holds its entries as tables with a ``key`` each, ``[[weapon]]``, or under their keys,
``[weapon.sword]``. The fields of a table are those of the dataclass; a field that is a dataclass is a table again, a
mapping to a dataclass a list of tables with keys. What a type alone cannot say stands beside it: ``Annotated[int,
Least(1)]``, ``Annotated[str, Of("skills")]``. A class may have ``given(table, known)``, which makes the fields of a
table that is written otherwise, and ``check(known)``, which looks at several fields together; both refuse by `Misfit`.
``known`` is a library: the shelves that fields refer to.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from rules.engine.content.files import told_in
from rules.engine.kernel import Json, Refused, amount

T = TypeVar("T")
KEY = re.compile(r"[a-z][a-z0-9_]*")


class DataError(ValueError):
    """A data file that cannot be used as it stands; the message names the file and the entry."""


class Misfit(ValueError):
    """A reason why a table makes no entry; the reader adds file and entry."""


def check_dice(*written: str) -> None:
    """Refuse dice that nobody can throw, for ``check``."""
    for text in written:
        try:
            amount(text)
        except Refused as refusal:
            raise Misfit(refusal.sentence) from refusal


# -- beside the type of a field ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Of:
    """A word or number among some, with their labels perhaps.

    ``"skills"`` names a shelf of the library, by its attribute or its function.
    """

    allowed: str | tuple[str, ...] | tuple[int, ...] | Mapping[str, str]

    def among(self, known: object) -> Collection[str | int]:
        """All words or numbers that are possible."""
        if not isinstance(self.allowed, str):
            return self.allowed
        shelf: Any = getattr(known, self.allowed)
        found: Collection[str | int] = shelf() if callable(shelf) else shelf
        return found


@dataclass(frozen=True, slots=True)
class Least:
    """The least that a number may be; 0 where nothing is said."""

    number: float


@dataclass(frozen=True, slots=True)
class Repeats:
    """A list that may say something twice."""


@dataclass(frozen=True, slots=True)
class Halves:
    """A number that counts in halves."""


# -- files ------------------------------------------------------------------------------------------------------------


def filed(
    file: Path, section: str, kind: type[T], known: object = None, *, sections: Collection[str] = ()
) -> Mapping[str, T]:
    """All entries of a section, by key and in the order of the file; a key that comes twice is refused."""
    shelf: dict[str, T] = {}
    for where, told in tables(file, section, sections):
        made = entry(kind, where, told, known)
        if shelf.setdefault(key := str(getattr(made, "key", where)), made) is not made:
            raise DataError(f"{where} entry {key!r}: the key is taken")
    return MappingProxyType(shelf)


def tables(file: Path, section: str, sections: Collection[str] = ()) -> Iterator[tuple[str, object]]:
    """The tables of a section, each with the place that messages name.

    Where ``sections`` are given the file has exactly these, and says in ``[about]`` where it comes from.
    """
    document = _document(file)
    if sections:
        entry(About, f"{file.name} about", document.get("about"))
        if document.keys() - {"about"} != set(sections):
            there = sorted(document.keys() - {"about"})
            raise DataError(f"{file.name}: has sections {there}, needed are {sorted(sections)}")
    found: Json = document.get(section)
    if isinstance(found, list):
        yield from ((f"{file.name} {section} {number}", told) for number, told in enumerate(found, 1))
    elif isinstance(found, dict):
        for key, told in found.items():
            yield f"{file.name} {section}", {"key": key, **told} if isinstance(told, dict) else told
    else:
        raise DataError(f"{file.name}: has no section {section!r}")


@dataclass(frozen=True, slots=True)
class About:
    """Heading of a data file: the source of its figures, and what was taken from it."""

    source: str
    note: str


def _document(file: Path) -> Mapping[str, Json]:
    try:
        return told_in(file)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{file.name}: cannot be read: {error}") from error


# -- tables -----------------------------------------------------------------------------------------------------------


def entry(kind: type[T], where: str, told: object, known: object = None) -> T:
    """A dataclass from a table of a data file."""
    if not isinstance(told, Mapping):
        raise DataError(f"{where}: is not a table")
    place = f"{where} entry {told['key']!r}" if "key" in told else where
    given: Callable[[Mapping[str, Any], object], Mapping[str, Any]] | None = getattr(kind, "given", None)
    try:
        made: T = _made(kind, place, given(told, known) if given else told, known)
        if check := getattr(made, "check", None):
            check(known)
    except Misfit as misfit:
        raise DataError(f"{place}: {misfit}") from misfit
    return made


def _made(kind: Any, where: str, told: Mapping[str, Any], known: object) -> Any:
    possible = fields_of(kind)
    if strange := told.keys() - possible.keys():
        raise Misfit(f"unknown field {', '.join(map(repr, sorted(strange)))}")
    for name, (field, _) in possible.items():
        if name not in told and field.default is MISSING and field.default_factory is MISSING:
            raise Misfit(f"{name} is missing")
    return kind(**{name: _read(where, told[name], *possible[name], known) for name in possible if name in told})


def _read(where: str, value: Any, field: Field[Any], hint: Any, known: object) -> Any:
    """The value of a field; one that is the field's default fits, whatever else is asked of it."""
    is_default = value == field.default and type(value) is type(field.default)
    return value if is_default else _Reader(where, field.name, known).value(value, hint)


@cache
def fields_of(kind: Any) -> Mapping[str, tuple[Field[Any], Any]]:
    """The fields of a class with their types, by name."""
    hints = get_type_hints(kind, include_extras=True)
    return {one.name: (one, hints[one.name]) for one in fields(kind)}


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reading of one field of a table."""

    where: str
    name: str
    known: object

    def value(self, value: Any, hint: Any) -> Any:
        """The value as the field has it; refused where it is of another type or out of range."""
        hint, marks = bare(hint)
        origin, parts = get_origin(hint), get_args(hint)
        if origin in (tuple, frozenset):
            return origin(self._list(value, parts[0], marks))
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return MappingProxyType(self._table(value, *parts))
        if is_dataclass(hint) and isinstance(hint, type):
            return entry(hint, f"{self.where} {self.name}", value, self.known)
        return self._plain(value, hint, marks)

    def _list(self, value: Any, part: Any, marks: Mapping[type, Any]) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise self._odd(value, "a list")
        if is_dataclass(bare(part)[0]):
            return [
                _Reader(self.where, f"{self.name} {number}", self.known).value(one, part)
                for number, one in enumerate(value, 1)
            ]
        found = [self.value(one, part) for one in value]
        if Repeats not in marks and len(set(found)) != len(found):
            raise Misfit(f"{self.name} lists something twice")
        return found

    def _table(self, value: Any, key: Any, part: Any) -> dict[Any, Any]:
        if is_dataclass(bare(part)[0]) and isinstance(value, list):
            return {one.key: one for one in self._list(value, part, {})}
        if not isinstance(value, Mapping):
            raise self._odd(value, "a table")
        for name in value:
            self.value(name, key)
        return {
            name: _Reader(self.where, f"{self.name}.{name}", self.known).value(one, part) for name, one in value.items()
        }

    def _plain(self, value: Any, hint: type, marks: Mapping[type, Any]) -> Any:
        if hint is bool:
            fits, what = isinstance(value, bool), "true or false"
        elif hint is str:
            fits, what = isinstance(value, str), "a text"
        else:
            least = marks[Least].number if Least in marks else 0
            whole = int if hint is int else int | float
            fits = isinstance(value, whole) and not isinstance(value, bool) and least <= value < float("inf")
            what = f"a {'whole ' if hint is int else ''}number from {least} up"
        if not fits:
            raise self._odd(value, what)
        if isinstance(value, str) and not value.strip():
            raise Misfit(f"{self.name} is empty")
        if Of in marks and value not in marks[Of].among(self.known):
            raise Misfit(
                f"{self.name} names an unknown {value!r}"
                if hint is str
                else f"{self.name} must be one of {marks[Of].among(self.known)}"
            )
        if Halves in marks and value * 2 % 1:
            raise Misfit(f"{self.name} counts in halves, and {value} is not one")
        if self.name == "key" and not KEY.fullmatch(value):
            raise Misfit("a key is lower-case letters, digits and underscores")
        return value

    def _odd(self, value: Any, what: str) -> Misfit:
        return Misfit(f"{self.name} must be {what}, not {value!r}")


def bare(hint: Any) -> tuple[Any, Mapping[type, Any]]:
    """A type without what stands beside it, and that by class; "or None" means that the field may be left out."""
    marks: dict[type, Any] = {}
    while get_origin(hint) is Annotated or NoneType in get_args(hint):
        if get_origin(hint) is Annotated:
            marks |= {type(mark): mark for mark in get_args(hint)[1:]}
            hint = get_args(hint)[0]
        else:
            hint = next(one for one in get_args(hint) if one is not NoneType)
    return hint, marks
