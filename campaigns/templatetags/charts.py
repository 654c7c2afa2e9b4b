"""Pictures of numbers, made by the house: bars and a course over time. Each comes with a table that says the same."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import template

register = template.Library()

WIDTH = 320
HEIGHT = 96
#: Room for numbers at the left of a course, and for labels below.
LEFT = 30
FOOT = 20
MOST_LABELS = 12


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
