"""The form of an entry of one's own: made from the figures that its game declares, and back to what was told."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict

from rules.engine.content.homebrew import Figure, Shelf, Told
from rules.engine.kernel import Json

#: The prefix of a figure's name in a form, so that none is taken for one of the form's own fields.
PREFIX = "figure-"
#: The most options that can be seen at a glance.
_AT_A_GLANCE = 9
_DIE = re.compile(r"d\d")
_WHOLE = re.compile(r"[-+]?\d{1,9}")
_NUMBER = re.compile(r"[-+]?\d{1,9}[.,]\d{1,6}")


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a figure: whether it is chosen, and the number beside it where there is one."""

    key: str
    label: str
    chosen: bool = False
    value: Json = ""


@dataclass(frozen=True, slots=True)
class FigureInput:
    """One figure as a page asks for it."""

    figure: Figure
    value: Json
    options: tuple[Option, ...]
    error: str = ""

    @property
    def name(self) -> str:
        return PREFIX + self.figure.name

    @property
    def step(self) -> str:
        return "1" if self.figure.parts == 1 else f"{1 / self.figure.parts:g}"

    @property
    def folds(self) -> bool:
        """Whether there are too many options for a glance: the chosen ones are named, and the others searched."""
        return self.figure.kind in ("many", "each") and len(self.options) > _AT_A_GLANCE

    @property
    def chosen(self) -> str:
        """The chosen options, each with its number where it has one, with commas between."""
        return ", ".join(f"{option.label} {option.value}".rstrip() for option in self.options if option.chosen)

    @property
    def needed(self) -> bool:
        return self.figure.start is None

    @property
    def said(self) -> str:
        """The help of the figure, what 0 stands for and its unit, to stand beside its label; empty without any."""
        figure = self.figure
        zero, unit = f"0 = {figure.zero}" if figure.zero else "", f"in {figure.unit}" if figure.unit else ""
        return ", ".join(word for word in (figure.help, zero, unit) if word)


def inputs(shelf: Shelf, told: Told, error: str = "", field: str = "") -> list[FigureInput]:
    """The figures of a shelf with what is told; ``error`` stands beside the figure that it is about."""
    return [_input(figure, told.get(figure.name), error if figure.name == field else "") for figure in shelf.figures]


def _input(figure: Figure, told: Json, error: str) -> FigureInput:
    value = figure.start if told is None else told
    one = FigureInput(figure, "" if value is None else value, tuple(_options(figure, value)), error)
    return replace(one, options=tuple(sorted(one.options, key=lambda option: not option.chosen))) if one.folds else one


def _options(figure: Figure, value: Json) -> list[Option]:
    labels = figure.options()
    if figure.kind == "each":
        numbers = value if isinstance(value, Mapping) else {}
        return [Option(key, _alone(label), key in numbers, numbers.get(key, "")) for key, label in labels.items()]
    picked = value if isinstance(value, list | tuple) else (value,)
    return [Option(key, _alone(label), key in picked) for key, label in labels.items()]


def _alone(label: str) -> str:
    """A label as it stands by itself: words begin large, dice are written small."""
    return label if _DIE.match(label) else f"{label[:1].upper()}{label[1:]}"


def told_in(shelf: Shelf, data: QueryDict) -> dict[str, Json]:
    """The figures that a sent form tells, by name; those left open are missing."""
    told = {figure.name: _value_in(figure, data) for figure in shelf.figures}
    return {name: value for name, value in told.items() if value is not None}


def _value_in(figure: Figure, data: QueryDict) -> Json:
    name = PREFIX + figure.name
    match figure.kind:
        case "switch":
            return name in data
        case "many":
            return data.getlist(name)
        case "each":
            given = {key: data.get(f"{name}-{key}", "").strip() for key in figure.options()}
            return {key: _as_number(text) for key, text in given.items() if text}
        case "number":
            text = data.get(name, "").strip()
            return _as_number(text) if text else None
        case _:
            return data.get(name)


def _as_number(text: str) -> Json:
    """The number that somebody typed; what is none stays a text, for the check to refuse."""
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else text
