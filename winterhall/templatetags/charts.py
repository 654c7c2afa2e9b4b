"""Pictures of numbers, made by the house: histograms, bars, curves. Each comes with a table that says the same."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import template

from winterhall.templatetags.hall import part_of

register = template.Library()

WIDTH = 320
HEIGHT = 96
#: Room for numbers at the left of a course, and for labels below.
LEFT = 30
FOOT = 20
MOST_LABELS = 12
HISTOGRAM_WIDTH = 300
HISTOGRAM_HEIGHT = 72
#: The most letters of labels that have room beside each other, however many labels there are.
FEW_LETTERS = 3
#: The width of a letter, at most.
LETTER = 8
#: Labels nearer to each other than this are written over one another.
A_LINE = 14


# What may happen


@dataclass(frozen=True)
class Column:
    label: str
    chance: float
    good: bool
    mode: bool
    shown: bool
    x: str
    y: str
    width: str
    height: str
    at: str


def _columns(outcomes: Sequence[Any], labels: Sequence[str]) -> list[Column]:
    chances = [float(part_of(outcome, "chance", 0)) for outcome in outcomes]
    most = max(chances, default=0) or 1
    step = HISTOGRAM_WIDTH / max(len(outcomes), 1)
    every = -(-len(outcomes) // _room_for(labels))
    along = 0 if _are_wide(labels) else 0.5
    return [
        Column(
            label=label,
            chance=chance,
            good=bool(part_of(outcome, "good")),
            mode=chance == most,
            shown=index % every == 0,
            x=f"{index * step + 1.5:.1f}",
            y=f"{HISTOGRAM_HEIGHT - _column_height(chance, most):.1f}",
            width=f"{max(step - 3, 1):.1f}",
            height=f"{_column_height(chance, most):.1f}",
            at=f"{(index + along) * step:.1f}",
        )
        for index, (outcome, label, chance) in enumerate(zip(outcomes, labels, chances, strict=True))
    ]


def _room_for(labels: Sequence[str]) -> int:
    """The number of labels that have room side by side: fewer of long ones, such as "13–14".

    >>> _room_for(["1", "2"]), _room_for(["101–120"])
    (12, 5)
    """
    longest = max(map(len, labels), default=0)
    return MOST_LABELS if longest <= FEW_LETTERS else max(1, min(MOST_LABELS, HISTOGRAM_WIDTH // (LETTER * longest)))


def _are_wide(labels: Sequence[str]) -> bool:
    """Whether labels are wider than their columns: in the middle of the first one, half would be beyond the edge.

    >>> _are_wide(["101–120"] * 20), _are_wide(["101–120"] * 2), _are_wide(["1"] * 99)
    (True, False, False)
    """
    longest = max(map(len, labels), default=0)
    return longest > FEW_LETTERS and LETTER * longest * len(labels) > HISTOGRAM_WIDTH


def _column_height(chance: float, most: float) -> float:
    """The height of a column; whatever can happen at all is at least a visible line (1.5)."""
    return max(HISTOGRAM_HEIGHT * chance / most, 1.5) if chance > 0 else 0


@register.inclusion_tag("partials/histogram.html")
def histogram(outcomes: Iterable[Any], caption: str, unit: str = "Result") -> dict[str, Any]:
    """The chance of each outcome (`label`, `chance`, perhaps `good`): a picture, and a table for who cannot see it."""
    listed = list(outcomes)
    labels = [str(part_of(outcome, "label", "")) for outcome in listed]
    return {
        "columns": _columns(listed, labels),
        "are_wide": _are_wide(labels),
        "caption": caption,
        "unit": unit,
        "width": HISTOGRAM_WIDTH,
        "base": HISTOGRAM_HEIGHT,
        "height": HISTOGRAM_HEIGHT + 20,
        "foot": HISTOGRAM_HEIGHT + 15,
    }


# What happened


@dataclass(frozen=True)
class Bar:
    label: str
    count: int
    shown: bool
    x: str
    y: str
    width: str
    height: str
    middle: str


@register.inclusion_tag("partials/bars.html")
def bars(counts: Iterable[int], expected: float, caption: str, unit: str, labels: Sequence[str] = ()) -> dict[str, Any]:
    """How often each of several things came up, with a line where all of them were to be expected."""
    listed = list(counts)
    named = list(labels) or [str(place) for place in range(1, len(listed) + 1)]
    most = max([*listed, expected, 1]) * 1.1
    return {
        "bars": [_bar(place, len(listed), named[place], count, most) for place, count in enumerate(listed)],
        "caption": caption,
        "unit": unit,
        "expected": expected,
        "line": f"{HEIGHT - HEIGHT * expected / most:.1f}",
        "width": WIDTH,
        "base": HEIGHT,
        "height": HEIGHT + FOOT,
        "foot": HEIGHT + 15,
    }


def _bar(place: int, of: int, label: str, count: int, most: float) -> Bar:
    step, high = WIDTH / of, HEIGHT * count / most
    gap = min(3.0, step / 4)
    return Bar(
        label,
        count,
        shown=place % -(-of // MOST_LABELS) == 0,
        x=f"{place * step + gap / 2:.1f}",
        y=f"{HEIGHT - high:.1f}",
        width=f"{step - gap:.1f}",
        height=f"{high:.1f}",
        middle=f"{(place + 0.5) * step:.1f}",
    )


@dataclass(frozen=True)
class Point:
    """One point of a course: where it is drawn, and between which heights it would be usual."""

    of: Any
    shown: bool
    x: str
    y: str
    top: str
    bottom: str
    mark: str


@register.inclusion_tag("partials/course.html")
def course(shares: Iterable[Any], caption: str, unit: str) -> dict[str, Any]:
    """Luck from one share of the rolls to the next, from 0 to 100, each within what is usual for so many."""
    listed = list(shares)
    step = (WIDTH - LEFT) / max(len(listed), 1)
    points = [_point(place, share, step, len(listed)) for place, share in enumerate(listed)]
    return {
        "points": points,
        "line": " ".join(f"{point.x},{point.y}" for point in points),
        "heights": [(_height(value), str(value)) for value in (0, 50, 100)],
        "caption": caption,
        "unit": unit,
        "left": LEFT,
        "width": WIDTH,
        "height": HEIGHT + FOOT + 8,
        "foot": HEIGHT + 22,
    }


def _point(place: int, share: Any, step: float, count: int) -> Point:
    x, y = LEFT + (place + 0.5) * step, float(_height(share.luck))
    # Neither colour alone nor height alone tells that it is unusual: its mark has corners.
    mark = f"M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z" if share.is_unusual else ""
    shown = place % max(1, -(-count // 4)) == 0
    return Point(share, shown, f"{x:.1f}", f"{y:.1f}", _height(share.most), _height(share.least), mark)


def _height(value: float) -> str:
    return f"{6 + HEIGHT * (1 - value / 100):.1f}"


# How somebody fares


@register.inclusion_tag("partials/levels.html")
def levels(curve: Any) -> dict[str, Any]:
    """The course of a gauge (`name`, `what`, `most`, and `levels` with `at` and `now`), from one change to the next."""
    listed, most = list(curve.levels), max(curve.most, 1)
    step = (WIDTH - LEFT - 8) / max(len(listed) - 1, 1)
    dots = [(f"{LEFT + 4 + place * step:.1f}", _height(100 * one.now / most)) for place, one in enumerate(listed)]
    ends = [(dots[0][0], listed[0].at), (dots[-1][0], listed[-1].at)] if listed else []
    return {
        "curve": curve,
        "dots": dots,
        "line": " ".join(f"{x},{y}" for x, y in dots),
        "heights": [(_height(0), "0"), (_height(100), str(most))],
        "labels": [(_within(float(x)), label) for x, label in ends],
        "left": LEFT,
        "width": WIDTH,
        "height": HEIGHT + FOOT + 8,
        "foot": HEIGHT + 22,
    }


def _within(x: float) -> str:
    """A place for a label that stands about it, away from the edges of the picture."""
    return f"{min(max(x, LEFT + 18), WIDTH - 20):.1f}"


# What is gained on one side is lost on the other


@dataclass(frozen=True)
class Line:
    """One of several curves: its kind says how it is dashed and marked."""

    label: str
    kind: str
    points: str
    marks: tuple[str, ...]
    key: str


@register.inclusion_tag("partials/trade_off.html")
def trade_off(points: Sequence[Any], shares: Sequence[str], unit: str) -> dict[str, Any]:
    """The curves of a trade-off: the worth of each choice and the shares of it; the table beside it has the figures."""
    listed = list(points)
    found = [(name, str(place), [one.shares[place] for one in listed]) for place, name in enumerate(shares)]
    found.append(("Together" if found else unit.capitalize(), "whole", [one.value for one in listed]))
    every = [value for _, _, values in found for value in values]
    least, most = min(0.0, *every), max(0.0, *every)
    across = [LEFT + (place + 0.5) * (WIDTH - LEFT) / len(listed) for place in range(len(listed))]
    best = next((place for place, one in enumerate(listed) if one.is_best), None)
    step = -(-len(listed) // MOST_LABELS)
    return {
        "lines": [_line(name, kind, across, [_at(v, least, most) for v in values]) for name, kind, values in found],
        "labels": [
            (f"{x:.1f}", one.label, one.is_best)
            for place, (x, one) in enumerate(zip(across, listed, strict=True))
            if place % step == 0 or one.is_best
        ],
        "ring": None if best is None else (f"{across[best]:.1f}", f"{_at(listed[best].value, least, most):.1f}"),
        "heights": [(f"{_at(v, least, most):.1f}", _short(v)) for v in _heights(least, most)],
        "nothing": f"{_at(0.0, least, most):.1f}",
        "left": LEFT,
        "width": WIDTH,
        "height": HEIGHT + FOOT + 8,
        "foot": HEIGHT + 22,
    }


def _heights(least: float, most: float) -> list[float]:
    """The values written beside the picture: 0, and both ends unless they would be written over it."""
    nothing = _at(0.0, least, most)
    return [0.0, *(value for value in (least, most) if abs(_at(value, least, most) - nothing) >= A_LINE)]


def _at(value: float, least: float, most: float) -> float:
    return 6 + HEIGHT * (most - value) / ((most - least) or 1)


def _line(label: str, kind: str, across: Sequence[float], heights: Sequence[float]) -> Line:
    along = list(zip(across, heights, strict=True))
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in along)
    return Line(label, kind, drawn, tuple(_mark(kind, x, y) for x, y in along), _mark(kind, 16, 6))


def _mark(kind: str, x: float, y: float) -> str:
    """A square, a triangle, a diamond, and for the whole a disc."""
    if kind == "0":
        return f"M{x - 3:.1f} {y - 3:.1f}h6v6h-6z"
    if kind == "1":
        return f"M{x:.1f} {y - 4:.1f}l4 7h-8z"
    if kind == "2":
        return f"M{x:.1f} {y - 4.5:.1f}l4.5 4.5l-4.5 4.5l-4.5 -4.5z"
    return f"M{x - 4:.1f} {y:.1f}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"


def _short(value: float) -> str:
    """A value beside the picture.

    >>> _short(-1.26), _short(0.0), _short(61.7)
    ('−1.3', '0', '62')
    """
    told = f"{value:.0f}" if abs(value) >= 10 else f"{value:.1f}"
    return "0" if not value else told.replace("-", "\u2212")
