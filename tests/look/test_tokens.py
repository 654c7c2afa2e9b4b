"""Whatever is written can be read: the contrast of every pair of colours, by day and by night."""

import re
from pathlib import Path

import pytest
from django.conf import settings

CSS = Path(settings.BASE_DIR) / "static" / "css"
PAIR = re.compile(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
COLOURS = {name: {"day": day, "night": night} for name, day, night in PAIR.findall((CSS / "tokens.css").read_text())}
SURFACES = ("ground", "surface", "raised")
INKS = ("text", "muted", "ember", "frost", "blood", "moss", "gold", "pine", "violet")
FILLS = INKS[2:]


def luminance(colour: str) -> float:
    """Relative luminance as the accessibility guidelines define it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far two colours stand apart, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_the_guidelines_say() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_colour_has_a_day_and_a_night() -> None:
    assert {*SURFACES, *INKS, "line", "fog", "on-fill"} == COLOURS.keys()


@pytest.mark.parametrize("theme", ["day", "night"])
@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("ink", INKS)
def test_ink_can_be_read_on_every_surface(ink: str, surface: str, theme: str) -> None:
    assert contrast(COLOURS[ink][theme], COLOURS[surface][theme]) >= 4.5


@pytest.mark.parametrize("theme", ["day", "night"])
@pytest.mark.parametrize("fill", FILLS)
def test_what_is_written_on_a_filled_colour_can_be_read(fill: str, theme: str) -> None:
    assert contrast(COLOURS["on-fill"][theme], COLOURS[fill][theme]) >= 4.5


def test_every_token_in_use_exists() -> None:
    styles = "\n".join(path.read_text() for path in CSS.rglob("*.css"))
    declared = set(re.findall(r"(?<![\w(])(--[a-z0-9-]+):", styles))
    # A fallback after a comma says that the token may be missing.
    demanded = set(re.findall(r"var\((--[a-z0-9-]+)\)", styles))
    assert demanded - declared == set()


def test_a_sheet_of_paper_looks_alike_on_the_screen_and_on_paper() -> None:
    """Its styles stand alone in a PDF, and among those of all pages on the screen: none of them knows its classes."""
    others = "\n".join(path.read_text() for path in CSS.rglob("*.css") if path.name != "paper.css")
    its_own = set(re.findall(r"^\.([a-z][\w-]*)", (CSS / "paper.css").read_text(), re.MULTILINE))
    assert its_own & set(re.findall(r"\.([a-z][\w-]*)", others)) == set()
