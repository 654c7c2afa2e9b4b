"""Figures of a campaign's own entries, made of the class of the game's own: `Asked` stands beside the type of a field.

The kind of a figure is that of the field: a number, a switch, a text, one or several of what `Of` names, or a number
for each of them; a list of texts is a text with a line for each, a mapping from keys to words a choice of pairs
("courage.lack"). A field's limits and its default are those of the figure, unless `Asked` says otherwise. Where a field
is `Inline`, the fields of its class stand in the form like those of the entry itself.

Figures become the table of a data file (`table_of`), which the reader makes an entry of, and an entry becomes figures
(`filled`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, replace
from functools import cache
from typing import Any, Protocol, Self, get_args, get_origin

from rules.engine.content.homebrew import DESCRIPTION, NAME, Figure, Options, Told, named, plain, spelled
from rules.engine.content.reader import Least, Of, bare, fields_of
from rules.engine.kernel import Json

#: Headings, each with the fields whose figures stand under it.
Fieldsets = Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A field that campaigns fill in for entries of their own: its label, and what its type and default do not say.

    ``name`` is that of the figure, where it is not the field's own. ``options`` are labels of what may be chosen, or
    the shelf that has them, where `Of` does not say it; ``none`` is the label for picking nothing. A ``needed`` one has
    to be given though the field has a default; one that is ``unset`` leaves the field out, and an inline part whose
    fields are all left out so. Where the ``least`` of a mapping is 0, a number of 0 leaves its key out. ``zero`` says
    what 0 stands for ("from the attributes").
    """

    label: str
    name: str = ""
    most: int = 0
    least: int | None = None
    start: Json = None
    unset: Json = None
    none: str = ""
    options: str | Mapping[str, str] = ""
    needed: bool = False
    unit: str = ""
    help: str = ""
    zero: str = ""
    whole: bool = False
    parts: int = 1


class Subform(Protocol):
    """Figures of a field that is filled in otherwise than it is kept: a class whose fields are all asked for."""

    @classmethod
    def of(cls, value: Any) -> Self:
        """The figures of a value of the field."""

    def table(self) -> Any:
        """The field as a data file would have it; None leaves it out."""


@dataclass(frozen=True, slots=True)
class Inline:
    """A field whose figures stand among those of the entry: of its own class (one part at most), or of a subform."""

    subform: type[Subform] | None = None


@dataclass(frozen=True, slots=True)
class _Field:
    """A field that campaigns fill in: its name and default, its plain type, and what stands beside that."""

    name: str
    default: Any
    held: Any
    marks: Mapping[type, Any]

    @property
    def inline(self) -> Inline | None:
        return self.marks.get(Inline)

    @property
    def part(self) -> Any:
        """The class whose fields are the figures, where it is inline."""
        if self.inline and self.inline.subform:
            return self.inline.subform
        parts = get_args(self.held)
        return bare(parts[0])[0] if parts else self.held

    @property
    def asked(self) -> Asked:
        told: Asked = self.marks[Asked]
        return told

    @property
    def figure(self) -> str:
        """The name of its figure."""
        return self.asked.name or self.name

    @property
    def is_paired(self) -> bool:
        """Whether it is a mapping to words, not to numbers."""
        parts = get_args(self.held)
        return len(parts) > 1 and bare(parts[1])[0] is str


@cache
def _asked(kind: Any) -> tuple[_Field, ...]:
    found = ((field, *bare(hint)) for field, hint in fields_of(kind).values())
    return tuple(
        _Field(field.name, field.default, held, marks)
        for field, held, marks in found
        if Asked in marks or Inline in marks
    )


def asked(kind: type) -> Mapping[str, type]:
    """The names and plain types of the fields that campaigns fill in as they are kept."""
    return {field.name: field.held for field in _asked(kind) if not field.inline}


def figure_names(kind: type) -> tuple[str, ...]:
    """The names of all figures of a class, with those of inline parts, but for its name and description."""
    return tuple(
        name for field in _asked(kind) for name in (figure_names(field.part) if field.inline else (field.figure,))
    )


# -- the form ---------------------------------------------------------------------------------------------------------


def form(
    kind: type,
    known: object,
    options: Mapping[str, Options] | None = None,
    *,
    fieldsets: Fieldsets | None = None,
    labels: Mapping[str, str] | None = None,
    **other: tuple[Figure, ...],
) -> tuple[Figure, ...]:
    """The figures of a class after name and description: those of all fields in their order, or of ``fieldsets``.

    ``known`` is the library whose shelves fields refer to. ``options`` and ``labels`` replace those of figures, and
    ``other`` are the figures of a field that is filled in otherwise than it is kept.
    """
    figures: dict[str, tuple[Figure, ...]] = dict.fromkeys(fields_of(kind), ())
    figures |= {field.name: _figures(field, known, options or {}) for field in _asked(kind)} | other
    found = [
        replace(figure, under=heading, label=(labels or {}).get(figure.name, figure.label))
        for heading, names in fieldsets or [("", tuple(figures))]
        for name in names
        for figure in figures[name]
    ]
    return (NAME, DESCRIPTION, *found)


def _figures(field: _Field, known: object, options: Mapping[str, Options]) -> tuple[Figure, ...]:
    if field.inline:
        return tuple(one for part in _asked(field.part) for one in _figures(part, known, options))
    return (_figure(field, known, options.get(field.figure)),)


def _figure(field: _Field, known: object = None, options: Options | None = None) -> Figure:
    told, parts = field.asked, get_args(field.held)
    key, number = (bare(parts[0])[1], bare(parts[-1])[1]) if parts else (field.marks, field.marks)
    choices = options or _choices(told, key, known)
    kind = _kind(field, choices is not None)
    return Figure(
        field.figure,
        told.label,
        kind,
        _start(field, kind),
        int(number[Least].number) if told.least is None and Least in number else told.least or 0,
        told.most,
        told.unit,
        told.help,
        zero=told.zero,
        long=kind == "words" and field.held is not str,
        whole=told.whole,
        parts=told.parts,
        options=choices or dict,
    )


def _kind(field: _Field, is_chosen: bool) -> str:
    origin = get_origin(field.held)
    if origin in (tuple, frozenset):
        return "many" if is_chosen else "words"
    if origin is not None:
        return "many" if field.is_paired else "each"
    if field.held is bool:
        return "switch"
    if field.held is str:
        return "pick" if is_chosen else "words"
    return "pick" if field.asked.options else "number"


def _start(field: _Field, kind: str) -> Json:
    """The value that a figure begins with; None where it has to be given."""
    told, default = field.asked, field.default
    if told.needed or told.whole or told.start is not None:
        return told.start
    empty: dict[str, Json] = {"number": 0, "many": (), "each": {}, "words": ""}
    if kind in ("many", "each") or default in (None, ()) or (kind == "number" and default is MISSING):
        return empty[kind]
    return None if default is MISSING else default


def _choices(told: Asked, key: Mapping[type, Any], known: object) -> Options | None:
    """The labels of what a field may hold, by key; None where it may hold anything."""
    labels = told.options
    if labels and not isinstance(labels, str):
        return lambda: labels
    of = Of(labels) if labels else key.get(Of)
    return (lambda: _options(of, known, told.none)) if of else None


def _options(of: Of, known: object, none: str) -> Mapping[str, str]:
    among = of.among(known)
    if isinstance(among, Mapping):
        return named(among, none)
    return {**({"": none} if none else {}), **spelled(*map(str, among))}


# -- from figures to a table of a data file, and back -----------------------------------------------------------------


def table_of(kind: Any, told: Told) -> dict[str, Any]:
    """The fields of a table that figures say; figures may be missing where they are newer than what was written."""
    read = {field.name: _part(field, told) if field.inline else _read(field, told) for field in _asked(kind)}
    return {name: value for name, value in read.items() if value is not None}


def _part(field: _Field, told: Told) -> Any:
    """An inline field as a data file would have it; None where it is left out."""
    table = table_of(field.part, told)
    if field.inline and field.inline.subform:
        return field.part(**table).table()
    deciding = {one.name for one in _asked(field.part) if not one.inline and one.asked.unset is not None}
    if deciding and not deciding & table.keys():
        return None
    return [table] if get_args(field.held) else table


def _read(field: _Field, told: Told) -> Any:
    """A figure as a data file would have it; None where it is missing or unset."""
    value: Any = told.get(field.figure)
    if value is None or value == plain(field.asked.unset):
        return None
    if field.is_paired:
        return {key: word for key, _, word in (one.partition(".") for one in value)}
    if isinstance(value, Mapping) and field.asked.least == 0:
        return {key: number for key, number in value.items() if number}
    if isinstance(value, str) and get_origin(field.held) is tuple:
        return [line.strip() for line in value.splitlines() if line.strip()]
    return int(value) if field.held is int and field.asked.options else value


def filled(entry: Any, figures: Iterable[Figure]) -> dict[str, Json]:
    """The figures of an entry of the game that stand in a form, as a campaign would have filled them in."""
    found = figures_of(entry)
    return {figure.name: found[figure.name] for figure in figures if figure.name in found}


def figures_of(entry: Any) -> dict[str, Json]:
    """All figures of an entry of the game."""
    return {"name": entry.name, "description": entry.description, **_filled(type(entry), entry)}


def _filled(kind: Any, entry: Any) -> dict[str, Json]:
    """The figures of an entry or an inline part; where there is none, those that figures begin with."""
    found: dict[str, Json] = {}
    for field in _asked(kind):
        value = getattr(entry, field.name, None)
        if field.inline and field.inline.subform:
            found |= _filled(field.part, field.part.of(value))
        elif field.inline:
            found |= _filled(field.part, next(iter(value), None) if isinstance(value, tuple) else value)
        else:
            found[field.figure] = _shown(_figure(field), value)
    return found


def _shown(figure: Figure, value: Any) -> Json:
    """A value of a field as its figure has it."""
    if value is None:
        return plain(figure.start)
    if figure.kind == "words" and isinstance(value, tuple):
        return "\n".join(one if isinstance(one, str) else " ".join(map(str, one)) for one in value)
    if figure.kind == "many" and isinstance(value, Mapping):
        return [f"{key}.{word}" for key, word in value.items()]
    return str(value) if figure.kind == "pick" else plain(value)
