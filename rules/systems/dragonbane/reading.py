"""Reading data files strictly: what is missing, misspelt or of the wrong kind is refused by file and entry."""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")

DATA = Path(__file__).parent / "data"


class CompendiumError(ValueError):
    """A data file that cannot be used as it stands; the message names the file and the entry."""


@cache
def told_by(file: str) -> Mapping[str, Any]:
    """All that a data file says."""
    return tomllib.loads((DATA / file).read_text(encoding="utf-8"))


def filed(file: str, section: str, kind: type[T]) -> Mapping[str, T]:
    """The entries of one section by key, in the order of the file; a key that comes twice is refused."""
    shelf: dict[str, T] = {}
    for number, told in enumerate(told_by(file)[section], 1):
        where = f"{file} {section} {told.get('key', number)}"
        entry = made(kind, where, told)
        key = str(told["key"])
        if key in shelf:
            raise CompendiumError(f"{where}: the key is taken")
        shelf[key] = entry
    return MappingProxyType(shelf)


def made(kind: type[T], where: str, told: Mapping[str, Any]) -> T:
    """A dataclass from a table of a data file."""
    hints = get_type_hints(kind)
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    if unknown := told.keys() - known.keys():
        raise CompendiumError(f"{where}: unknown field {', '.join(sorted(unknown))}")
    for name, one in known.items():
        if name not in told and one.default is MISSING and one.default_factory is MISSING:
            raise CompendiumError(f"{where}: {name} is missing")
    return kind(**{name: _value(hints[name], f"{where} {name}", value) for name, value in told.items()})


def _value(hint: Any, where: str, value: Any) -> Any:
    origin = get_origin(hint)
    if origin is tuple and isinstance(value, list):
        inner = get_args(hint)[0]
        return tuple(_value(inner, f"{where} {number}", one) for number, one in enumerate(value, 1))
    if origin is not None and isinstance(value, dict):
        inner = get_args(hint)[1]
        return MappingProxyType({name: _value(inner, f"{where}.{name}", one) for name, one in value.items()})
    if is_dataclass(hint) and isinstance(hint, type) and isinstance(value, dict):
        return made(hint, where, value)
    if origin is None and type(value) is hint:
        return value
    raise CompendiumError(f"{where}: {value!r} is of the wrong kind")
