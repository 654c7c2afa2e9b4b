"""Strict reading of data files: an entry is one dataclass; missing, misspelt and wrongly typed fields are refused.

A section of a file holds its entries as tables with a ``key`` each, ``[[weapon]]``, or under their keys,
``[weapon.sword]``. The fields of a table are those of the dataclass; a field that is a dataclass is a table again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from rules.engine.content.files import told_in

T = TypeVar("T")


class DataError(ValueError):
    """A data file that cannot be used as it stands; the message names the file and the entry."""


def filed(file: Path, section: str, kind: type[T]) -> Mapping[str, T]:
    """All entries of a section, by key and in the order of the file; a key that comes twice is refused."""
    shelf: dict[str, T] = {}
    for key, told in _tables(file, section):
        where = f"{file.name} {section}.{key}"
        if key in shelf:
            raise DataError(f"{where}: the key is taken")
        shelf[key] = entry(kind, where, told)
    return MappingProxyType(shelf)


def _tables(file: Path, section: str) -> Iterator[tuple[str, object]]:
    found = told_in(file).get(section)
    if isinstance(found, list):
        for number, told in enumerate(found, 1):
            yield str(told.get("key", number) if isinstance(told, dict) else number), told
    elif isinstance(found, dict):
        for key, told in found.items():
            yield key, {"key": key, **told} if isinstance(told, dict) else told
    else:
        raise DataError(f"{file.name}: has no section {section!r}")


def entry(kind: type[T], where: str, told: object) -> T:
    """A dataclass from a table of a data file."""
    if not isinstance(told, dict):
        raise DataError(f"{where}: is no table")
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    if strange := told.keys() - known.keys():
        raise DataError(f"{where}: unknown field {min(strange)!r}")
    for name, one in known.items():
        if name not in told and one.default is MISSING and one.default_factory is MISSING:
            raise DataError(f"{where}: {name} is missing")
    hints = get_type_hints(kind)
    return kind(**{name: _value(f"{where} {name}", value, hints[name]) for name, value in told.items()})


def _value(where: str, value: object, hint: Any) -> object:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple and isinstance(value, list):
        return tuple(_value(where, one, parts[0]) for one in value)
    if origin is not None and isinstance(value, dict):
        return MappingProxyType({key: _value(f"{where}.{key}", one, parts[1]) for key, one in value.items()})
    if origin is None and is_dataclass(hint) and isinstance(hint, type):
        return entry(hint, where, value)
    if origin is None and isinstance(value, hint) and isinstance(value, bool) == (hint is bool):
        if value == "" and where.endswith((" name", " description")):
            raise DataError(f"{where}: is empty")
        return value
    raise DataError(f"{where}: {value!r} is not what belongs here")
