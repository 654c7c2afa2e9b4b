"""The outlines of dice, in a field of 40 by 40, as path data."""

from dataclasses import dataclass
from math import cos, pi, sin

CENTRE = 20.0


@dataclass(frozen=True)
class Outline:
    shape: str
    edges: str
    baseline: float


def _corner(radius: float, turn: float) -> str:
    """One corner; a turn of 0 is straight up."""
    angle = 2 * pi * turn - pi / 2
    return f"{CENTRE + radius * cos(angle):.1f} {CENTRE + radius * sin(angle):.1f}"


def _ring(corners: int, radius: float, offset: float = 0.0) -> str:
    return "M" + "L".join(_corner(radius, (i + offset) / corners) for i in range(corners)) + "Z"


def _spokes(corners: int, inner: float, outer: float, offset: float = 0.0) -> str:
    turns = [(i + offset) / corners for i in range(corners)]
    return "".join(f"M{_corner(inner, turn)}L{_corner(outer, turn)}" for turn in turns)


OUTLINES = {
    4: Outline("M20 3 38 35H2Z", "", 32.0),
    6: Outline("M9 5h22a4 4 0 0 1 4 4v22a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4Z", "", 25.8),
    8: Outline("M20 1.5 37 20 20 38.5 3 20Z", "M3 20 20 29.5 37 20M20 29.5V38.5", 24.6),
    10: Outline("M20 1.5 38 15.5v9L20 38.5 2 24.5v-9Z", "M2 24.5 9 24 20 30.5 31 24l7 .5M20 30.5v8", 24.4),
    12: Outline(_ring(10, 18.5), _ring(5, 12.5) + _spokes(5, 12.5, 18.5), 25.8),
    20: Outline(
        _ring(6, 18.5),
        "M20 6.5 31.5 26.5H8.5Z" + "M20 1.5v5M31.5 26.5 36 29.3M8.5 26.5 4 29.3M31.5 26.5 20 38.5M8.5 26.5 20 38.5"
        "M20 6.5 36 10.7M20 6.5 4 10.7M31.5 26.5 36 10.7M8.5 26.5 4 10.7",
        24.6,
    ),
}
COIN = Outline("M20 2a18 18 0 1 1 0 36 18 18 0 0 1 0-36Z", "", 25.8)


def outline(sides: int) -> Outline:
    """The outline of a die; one of an unusual number of sides is round, so that no game is without a picture.

    >>> outline(3) is COIN
    True
    """
    return OUTLINES.get(sides, COIN)
