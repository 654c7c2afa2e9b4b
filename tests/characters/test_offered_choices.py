"""Choices of the making: a step offers what may be chosen and nothing else, in every game."""

from collections.abc import Iterator
from typing import Any

import pytest

from campaigns.play import forms
from campaigns.play.forms import started
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters import services
from characters.creation import previews, steps
from characters.creation.steps import Way
from characters.models import Character
from rules.engine.character.creation import Step
from rules.engine.kernel import Refused
from rules.registry import SYSTEMS
from tests.campaigns.test_playing import client_of
from tests.characters.test_sheet_page import address, page
from tests.helpers import Cast, make_cast

MADE_IN_STEPS = [system.slug for system in SYSTEMS if system.steps]
#: The most choices that a step needs beyond those with which it starts.
MOST_CHOICES = 16


def filled_in(step: type[Step], game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Values that the form of a step would send."""
    form = forms.form_for(step, game, given)
    several = {
        one.field: [option.value for option in one.options if option.chosen and not option.is_hidden]
        for one in form.inputs
        if one.kind == "many"
    }
    return dict(started(form)) | several


def offered(step: type[Step], game: Game, given: dict[str, Any], tied_to: str = "") -> Iterator[tuple[str, str]]:
    """The field and value of every choice of a pick that is in sight, but for those that leave it open."""
    for one in forms.form_for(step, game, given).inputs:
        if one.kind == "pick" and not one.is_hidden:
            seen = (it for it in one.options if it.value and not it.is_hidden and it.tied_to == tied_to)
            yield from ((one.field, option.value) for option in seen)


def forbidden(cast: Cast, wren: Character, step: type[Step]) -> Iterator[str]:
    """The choices of a step that are refused although they are in sight, each with the sentence."""
    game = lay_out(cast.anna, wren.public_id)
    for field, value in offered(step, game, {}):
        tied = offered(step, game, {field: value}, forms.CHOSEN + field)
        for other, given in [(field, {field: value}), *((other, {field: value, other: more}) for other, more in tied)]:
            foreseen = previews.preview(cast.anna, Intent(step.name, filled_in(step, game, given), wren.public_id))
            if foreseen.refused and foreseen.field == other and "background points" not in foreseen.refused:
                yield f"{given}: {foreseen.refused}"


def take(cast: Cast, wren: Character, step: type[Step]) -> None:
    """Take a step as it starts, choosing more where that is not enough."""
    game = lay_out(cast.anna, wren.public_id)
    given: dict[str, Any] = {}
    for _ in range(MOST_CHOICES):
        values = filled_in(step, game, given)
        try:
            perform(cast.anna, Intent(step.name, values, wren.public_id))
        except Refused as refused:
            one = next(one for one in forms.form_for(step, game, given).inputs if one.field == refused.field)
            fresh = [it.value for it in one.options if not it.is_hidden and not it.chosen and it.value]
            given[one.field] = [*values[one.field], fresh[0]] if one.kind == "many" else fresh[0]
        else:
            return
    pytest.fail(f"{step.name}: {given}")


@pytest.mark.parametrize("slug", MADE_IN_STEPS)
def test_a_step_offers_what_may_be_chosen(db: None, slug: str) -> None:
    cast = make_cast(slug)
    wren = services.make_by(cast.anna, way=Way.STEPS, name="Wren", owner=cast.anna.user)
    wrong, taken = [], []
    while made := steps.making_of(lay_out(cast.anna, wren.public_id)):
        if made.step in taken and taken.count(made.step) > 1:
            break
        taken.append(made.step)
        wrong += list(forbidden(cast, wren, made.step))
        take(cast, wren, made.step)
    assert not wrong
    assert len(taken) > 3


# -- the steps that come, and the last --------------------------------------------------------------------------------


@pytest.fixture
def grim(db: None) -> tuple[Cast, Character]:
    """A campaign of Grim d100, and a character of Anna's with nothing chosen yet."""
    cast = make_cast("grim")
    return cast, services.make_by(cast.anna, way=Way.STEPS, name="Wren", owner=cast.anna.user)


def test_an_elf_is_offered_the_traits_of_elves(grim: tuple[Cast, Character]) -> None:
    cast, wren = grim
    step = next(one for one in cast.campaign.system.steps if one.name == "make.ancestry")
    form = forms.form_for(step, lay_out(cast.anna, wren.public_id), {"ancestry": "elf"})
    traits = next(one for one in form.inputs if one.field == "trait")
    assert len([one for one in traits.options if one.value and not one.is_hidden]) == 12


def test_a_step_that_cannot_come_in_a_campaign_does_not_count(grim: tuple[Cast, Character]) -> None:
    cast, wren = grim
    made = steps.making_of(lay_out(cast.anna, wren.public_id))
    assert made is not None
    assert "Assign the rolls" not in [stone.label for stone in made.path]
    cast.anna.campaign.house_rules = {"attribute_rolls": "assigned"}
    made = steps.making_of(lay_out(cast.anna, wren.public_id))
    assert made is not None
    assert "Assign the rolls" in [stone.label for stone in made.path]


def test_weapons_say_what_they_do_and_the_end_shows_the_character(grim: tuple[Cast, Character]) -> None:
    cast, wren = grim
    browser = client_of(cast.anna)
    while (made := steps.making_of(lay_out(cast.anna, wren.public_id))) and not made.ends:
        take(cast, wren, made.step)
    step = next(one for one in cast.campaign.system.steps if one.name == "make.equipment")
    weapons = step.choices(lay_out(cast.anna, wren.public_id).known)["weapons"]
    assert weapons[0].under.endswith("trained")
    assert any("d6 Fury" in one.hint and "[" not in one.hint for one in weapons)
    last = page(browser, address(cast, wren, "making/"))
    assert "You carry no weapon." in last
    assert "Finish anyway</button>" in last
    assert "Nothing changes" not in last
    assert "Initiative" in last or "Combat" in last
    weapon = min(weapons, key=lambda one: len(one.hint)).value
    perform(cast.anna, Intent(step.name, {"weapons": [weapon]}, wren.public_id))
    last = page(browser, address(cast, wren, "making/"))
    assert "no weapon" not in last
    assert "Finish" in last
