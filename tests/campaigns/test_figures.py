"""Figures: what is drawn for creatures that have no picture, and that it says nothing which their name does not."""

import re
from pathlib import Path

import pytest

from campaigns.pictures import figures
from campaigns.pictures.figures import figure
from campaigns.templatetags.pictures import drawn, kin
from characters.models import Character
from rules.registry import SYSTEMS
from tests.helpers import Cast

DRAWN = set(re.findall(r'<symbol id="(\w+)"', Path("static/icons/figures.svg").read_text()))
MOST_BYTES = 8_000
#: Games with a bestiary: whose few creatures are like nothing has initials for them.
BESTIARIES = [one for one in SYSTEMS if len(one.compendium().get("creatures", ())) > 12]
#: Creatures of the books that are like nothing else, and foes that are made by figures alone.
LIKE_NOTHING = re.compile("thundermaw|(average|hardy) foe of level", re.IGNORECASE)


def test_every_figure_is_drawn_and_every_drawing_is_used() -> None:
    assert set(figures._words().values()) == DRAWN
    assert Path("static/icons/figures.svg").stat().st_size < MOST_BYTES


@pytest.mark.parametrize("system", BESTIARIES, ids=lambda system: system.slug)
def test_the_creatures_of_every_game_have_one(system) -> None:  # type: ignore[no-untyped-def]
    bare = [
        one.name
        for one in system.compendium()["creatures"]
        if not figure(one.name) and not LIKE_NOTHING.match(one.name)
    ]
    assert not bare


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Skeleton 2", "undead"),
        ("Vampire Knight", "undead"),
        ("Guard of the Wolf", "wolf"),
        ("Guard, Wolf of the north", "person"),
        ("Giant spider", "spider"),
        ("Wolfgang", ""),
        ("Old Henk", ""),
        ("", ""),
    ],
)
def test_a_figure_hangs_on_the_words_of_the_name(name: str, shown: str) -> None:
    assert figure(name) == shown


def test_whoever_goes_by_another_name_is_drawn_by_it() -> None:
    assert Character(name="A pale stranger").figure == ""
    assert Character(name="Vampire").figure == "undead"


def test_a_character_of_a_player_has_initials_whatever_they_are_called(cast: Cast) -> None:
    cast.rook.name = "Raven"
    assert cast.rook.owner_id is not None
    assert cast.rook.figure == ""
    assert ">Ra<" in drawn(cast.rook)


def test_what_has_no_figure_has_initials() -> None:
    assert "figures.svg" not in kin("Thundermaw")
    assert "#wolf" in kin("Wolf")
