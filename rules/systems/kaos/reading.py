"""Reading data files strictly: an entry is one dataclass, and what is missing, misspelt or of another kind is refused.

A file holds tables of the form ``[section.key]``; the fields of a table are those of the dataclass, ``key`` aside.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from rules.engine.shelves import told_in

T = TypeVar("T")


class DataError(ValueError):
    """A data file that cannot be used as it stands; the message names the file and the entry."""


def shelf(file: Path, section: str, kind: type[T]) -> Mapping[str, T]:
    """All entries of a section, by key and in the order of the file."""
    tables = told_in(file).get(section)
    if not isinstance(tables, dict):
        raise DataError(f"{file.name}: has no section {section!r}")
    return MappingProxyType(
        {key: _entry(f"{file.name} {section}.{key}", key, told, kind) for key, told in tables.items()}
    )


def _entry(where: str, key: str, told: object, kind: type[T]) -> T:
    if not isinstance(told, dict):
        raise DataError(f"{where}: is no table")
    hints = get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]
    if strange := told.keys() - known.keys():
        raise DataError(f"{where}: unknown field {min(strange)!r}")
    made: dict[str, Any] = {"key": key}
    for name, value in told.items():
        made[name] = _value(f"{where} {name}", value, hints[name])
    for name, field in known.items():
        if name not in made and field.default is MISSING and field.default_factory is MISSING:
            raise DataError(f"{where}: {name} is missing")
    return kind(**made)


def _value(where: str, value: object, hint: Any) -> object:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple:
        if isinstance(value, list):
            return tuple(_value(where, one, parts[0]) for one in value)
    elif origin is not None:
        if isinstance(value, dict):
            return MappingProxyType({key: _value(f"{where}.{key}", one, parts[1]) for key, one in value.items()})
    elif isinstance(value, hint) and isinstance(value, bool) == (hint is bool):
        if value == "" and not where.endswith(" damage"):
            raise DataError(f"{where}: is empty")
        return value
    raise DataError(f"{where}: {value!r} is not what belongs here")
