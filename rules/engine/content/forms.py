"""Figures of a campaign's own entries, made of the class of the game's own: `Asked` stands beside the type of a field.

The kind of a figure is that of the field: a number, a switch, a text, one or several of what `Of` names, or a number
for each of them. A field's limits and its default are those of the figure, unless `Asked` says otherwise.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass
from typing import Any, get_args, get_origin

from rules.engine.content.homebrew import DESCRIPTION, NAME, Figure, Options, named, spelled
from rules.engine.content.reader import Least, Of, bare, fields_of
from rules.engine.kernel import Json


@dataclass(frozen=True, slots=True)
class Asked:
    """A field that campaigns fill in for entries of their own: its label, and what its type and default do not say.

    ``none`` is the label for picking nothing; a ``needed`` one has to be given though the field has a default.
    """

    label: str
    most: int = 0
    least: int | None = None
    start: Json = None
    none: str = ""
    needed: bool = False
    unit: str = ""
    help: str = ""
    whole: bool = False
    parts: int = 1


def asked(kind: type) -> Mapping[str, type]:
    """The names and plain types of the fields that campaigns fill in."""
    hints = {name: bare(hint) for name, (_, hint) in fields_of(kind).items()}
    return {name: plain for name, (plain, marks) in hints.items() if Asked in marks}


def form(
    kind: type, known: object, options: Mapping[str, Options] | None = None, **other: tuple[Figure, ...]
) -> tuple[Figure, ...]:
    """The figures of a class in the order of its fields, after name and description.

    ``known`` is the library whose shelves fields refer to; ``options`` replaces what may be chosen in a field, and
    ``other`` are the figures of a field that is filled in otherwise than it is kept.
    """
    found = [NAME, DESCRIPTION]
    for name, (field, hint) in fields_of(kind).items():
        if name in other:
            found += other[name]
        elif Asked in bare(hint)[1]:
            found.append(_figure(field, hint, known, (options or {}).get(name)))
    return tuple(found)


def _figure(field: Field[Any], hint: Any, known: object, options: Options | None) -> Figure:
    plain, marks = bare(hint)
    told: Asked = marks[Asked]
    parts = get_args(plain)
    key, number = (bare(parts[0])[1], bare(parts[-1])[1]) if parts else (marks, marks)
    kind = _kind(plain, Of in key or options is not None)
    return Figure(
        field.name,
        told.label,
        kind,
        _start(field, kind, told),
        int(number[Least].number) if told.least is None and Least in number else told.least or 0,
        told.most,
        told.unit,
        told.help,
        whole=told.whole,
        parts=told.parts,
        options=options or ((lambda: _options(key[Of], known, told.none)) if Of in key else dict),
    )


def _kind(plain: Any, is_chosen: bool) -> str:
    origin = get_origin(plain)
    if origin in (tuple, frozenset):
        return "many"
    if origin is not None:
        return "each"
    if plain is bool:
        return "switch"
    if plain is str:
        return "pick" if is_chosen else "words"
    return "number"


def _start(field: Field[Any], kind: str, told: Asked) -> Json:
    """The value that a figure begins with; None where it has to be given."""
    if told.needed or told.whole or told.start is not None:
        return told.start
    empty: dict[str, Json] = {"number": 0, "many": (), "each": {}}
    if kind in ("many", "each") or field.default is None or (kind == "number" and field.default is MISSING):
        return empty[kind]
    return None if field.default is MISSING else field.default


def _options(of: Of, known: object, none: str) -> Mapping[str, str]:
    """Labels of what a field may hold, by key."""
    among = of.among(known)
    if isinstance(among, Mapping):
        return named(among, none)
    return {**({"": none} if none else {}), **spelled(*map(str, among))}
