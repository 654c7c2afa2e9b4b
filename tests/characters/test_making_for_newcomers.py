"""Making a character for the first time, in the game with the longest path: what each step says before it is taken."""

from typing import Any

import pytest

from campaigns.play.game import lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters import services
from characters.creation import steps
from characters.creation.steps import Making, Way
from characters.models import Character
from tests.campaigns.test_playing import client_of
from tests.characters.test_sheet_page import address, page
from tests.helpers import Cast, make_cast


@pytest.fixture
def saga(db: None) -> Cast:
    return make_cast("sda")


@pytest.fixture
def wren(saga: Cast) -> Character:
    return services.make_by(saga.anna, way=Way.STEPS, name="Wren", owner=saga.anna.user)


def take(saga: Cast, wren: Character, step: str, **given: Any) -> None:
    perform(saga.anna, Intent(f"making.{step}", given, wren.public_id))


def making(saga: Cast, wren: Character) -> Making:
    made = steps.making_of(lay_out(saga.anna, wren.public_id))
    assert made is not None
    return made


def test_the_first_step_says_what_it_is_for_and_warns_only_whoever_comes_back(saga: Cast, wren: Character) -> None:
    warning, browser = "Choosing the same again restarts the life path.", client_of(saga.anna)
    first = page(browser, address(saga, wren, "making/"))
    assert "Your people decide size" in first
    assert warning not in first
    take(saga, wren, "people", people="orc")
    assert warning in page(browser, address(saga, wren, "making/?step=making.people"))
