"""Grids that are drawn in pictures: found by how regularly edges come across and down, without asking anybody."""

from cmath import exp, phase, pi
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PIL import Image, ImageChops, ImageFilter

#: The longest side in pixels of the copy that is looked at.
_LOOKED_AT = 800
#: The least pixels of a square there, and the least number of squares across a picture.
_LEAST, _FEWEST = 10, 4
#: The share by which the squares of both directions may differ.
_ALIKE = 0.02
#: Waves that a row of sharp lines has in common with its first: twice as many, three times as many.
_WAVES = (1, 2, 3)
#: The strength from which lines are a grid (chance alone hardly comes to 0.8), and the share of it that is as good.
_CLEAR, _AS_GOOD = 1.1, 0.8
#: Steps between two whole numbers of squares across a picture, at first and when one of them is looked at closely.
_COARSE, _FINE = 2, 64


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of squares in pixels of the whole picture: their side, and where the first lines stand."""

    side: float
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class _Lines:
    """Lines at equal distances: where the first stands, and their distance."""

    first: float
    side: float


def grid_in(image: Image.Image) -> Grid | None:
    """The grid that is drawn in a picture; ``None`` where the edges are not regular enough to be one."""
    grey = image.convert("L")
    grey.thumbnail((_LOOKED_AT, _LOOKED_AT), Image.Resampling.BOX)
    across, down = _lines(_edges(grey)), _lines(_edges(grey.transpose(Image.Transpose.TRANSPOSE)))
    if across is None or down is None or abs(across.side - down.side) > _ALIKE * across.side:
        return None
    scale = image.width / grey.width
    side = (across.side + down.side) / 2
    return Grid(round(side * scale, 2), round(across.first * scale, 2), round(down.first * scale, 2))


def _edges(grey: Image.Image) -> list[float]:
    """How much every column differs from both its neighbours, on average, beyond what is usual around it."""
    ridge = ImageFilter.Kernel((3, 3), (-1, 2, -1, -1, 2, -1, -1, 2, -1), scale=2, offset=128)
    strong = ImageChops.difference(grey.filter(ridge), Image.new("L", grey.size, 128))
    row = strong.convert("F").resize((grey.width, 1), Image.Resampling.BOX)
    found = [float(row.getpixel((x, 0))) for x in range(row.width)]  # type: ignore[arg-type]  # one band
    sums = [0.0, *accumulate(found)]
    flat = [max(0.0, value - _usual(sums, at)) for at, value in enumerate(found)]
    # The border of a picture is no line of a grid.
    return [0.0, 0.0, *flat[2:-2], 0.0, 0.0]


def _usual(sums: Sequence[float], at: int) -> float:
    start, end = max(0, at - _LEAST), min(len(sums) - 1, at + _LEAST + 1)
    return (sums[end] - sums[start]) / (end - start)


def _lines(edges: Sequence[float]) -> _Lines | None:
    """The lines with the strongest edges, all of them and not each second one."""
    whole, count = sum(edges), len(edges)
    if not whole or count < _LEAST * _FEWEST:
        return None
    # Waves as they are met at each pixel, for all numbers of squares across: the same few, over and over.
    turns = [exp(-2j * pi * at / (count * _COARSE)) for at in range(count * _COARSE)]
    most = count // _LEAST * _COARSE
    waves = [_wave(edges, turns, number) / whole for number in range(most * _WAVES[-1] + 1)]
    strong = {number: sum(waves[number * wave] for wave in _WAVES) for number in range(_FEWEST * _COARSE, most + 1)}
    best = max(strong, key=lambda number: strong[number])
    if strong[best] < _CLEAR:
        return None
    # Of every grid with smaller squares than are drawn each second line, or third, is missing.
    tried = [_closely(edges, best / _COARSE / part) for part in (4, 3, 2, 1) if best / _COARSE / part >= _FEWEST]
    found = next(number for number in tried if _strength(edges, number) >= _AS_GOOD * _strength(edges, tried[-1]))
    side = count / found
    # Pixels are met in their middle.
    return _Lines((-phase(_turned(edges, found)) / (2 * pi) * side + 0.5) % side, side)


def _wave(edges: Sequence[float], turns: Sequence[complex], number: int) -> float:
    return abs(sum(edge * turns[at * number % len(turns)] for at, edge in enumerate(edges) if edge))


def _closely(edges: Sequence[float], squares: float) -> float:
    """The number of squares across, near another, whose lines are met most exactly."""
    near = [squares + step / _FINE for step in range(-_FINE // _COARSE, _FINE // _COARSE + 1)]
    return max(near, key=lambda number: _strength(edges, number))


def _strength(edges: Sequence[float], number: float) -> float:
    return sum(abs(_turned(edges, number * wave)) for wave in _WAVES)


def _turned(edges: Sequence[float], number: float) -> complex:
    turn = -2j * pi * number / len(edges)
    return sum((edge * exp(turn * at) for at, edge in enumerate(edges) if edge), 0j)
