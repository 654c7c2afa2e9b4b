"""Grids in pictures: found where they are drawn, at any side and place, and nowhere else."""

from random import Random

import pytest
from PIL import Image, ImageDraw

from campaigns.pictures.grids import grid_in


def scribbled(width: int, height: int) -> Image.Image:
    """A picture with much in it and nothing regular."""
    chance, image = Random(f"{width}x{height}"), Image.effect_noise((width, height), 20).convert("RGB")
    for _ in range(30):
        x, y = chance.randrange(width), chance.randrange(height)
        around = (x, y, x + chance.randrange(20, 200), y + chance.randrange(20, 200))
        ImageDraw.Draw(image).ellipse(around, fill=(chance.randrange(255), 90, 60))
    return image


def squared(width: int, height: int, side: float, left: float, top: float) -> Image.Image:
    """A picture with thin lines over it, a little darker than the ground below them."""
    lines = Image.new("RGBA", (width, height))
    across = [left + side * at for at in range(int(width / side) + 1)]
    down = [top + side * at for at in range(int(height / side) + 1)]
    for x in across:
        ImageDraw.Draw(lines).line((x, 0, x, height), fill=(0, 0, 0, 110), width=2)
    for y in down:
        ImageDraw.Draw(lines).line((0, y, width, y), fill=(0, 0, 0, 110), width=2)
    return Image.alpha_composite(scribbled(width, height).convert("RGBA"), lines).convert("RGB")


@pytest.mark.parametrize(
    ("size", "side", "left", "top"),
    [((1400, 1000), 70, 13, 40), ((1400, 1000), 70, 0, 0), ((2000, 1500), 93.5, 11, 3), ((900, 700), 35, 3, 5)],
)
def test_a_grid_is_found_to_a_pixel_or_two(size: tuple[int, int], side: float, left: float, top: float) -> None:
    found = grid_in(squared(*size, side, left, top))
    assert found is not None
    assert found.side == pytest.approx(side, rel=0.004)
    for first, drawn in ((found.left, left), (found.top, top)):
        assert abs((first - drawn + side / 2) % side - side / 2) < 2.5


@pytest.mark.parametrize("width", [640, 900, 1_333])
def test_no_grid_is_found_where_none_is(width: int) -> None:
    assert grid_in(scribbled(width, 700)) is None
    assert grid_in(Image.effect_noise((width, 700), 80)) is None


def test_a_picture_of_one_colour_and_a_tiny_one_have_none() -> None:
    assert grid_in(Image.new("RGB", (500, 500))) is None
    assert grid_in(Image.new("RGB", (8, 2_000), (9, 9, 9))) is None
    assert grid_in(Image.effect_noise((8, 9), 80)) is None
