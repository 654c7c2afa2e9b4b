"""Making a character for the first time, in the game with the longest path: what each step says before it is taken."""

from typing import Any

import pytest

from campaigns.models import Campaign
from campaigns.play import forms
from campaigns.play.ask_forms import started
from campaigns.play.game import lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters import services
from characters.creation import previews, steps
from characters.creation.steps import Making, Way
from characters.models import Character
from characters.templatetags.sheets import MOST_UNFOLDED, headings
from rules.systems.sda.content import life_shelf
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.creation.life.life import life_of
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


# -- nothing is spent unasked -----------------------------------------------------------------------------------------


def picked(saga: Cast, wren: Character, step: str) -> list[str]:
    """The options of a step of one pick that its form starts with: one, or none where all cost."""
    kind = next(one for one in saga.campaign.system.steps if one.name == f"making.{step}")
    return [one.value for one in _pick(forms.form_for(kind, lay_out(saga.anna, wren.public_id))).options if one.chosen]


def _pick(form: forms.CommandForm) -> forms.Input:
    return next(one for one in form.inputs if one.kind == "pick")


def points_left(saga: Cast, wren: Character) -> int:
    table = lay_out(saga.anna, wren.public_id).table
    return life_of(table.me, table.house_rules).points_left


@pytest.mark.parametrize("people", life_shelf.peoples())
def test_no_step_starts_with_a_choice_that_spends_points(saga: Cast, wren: Character, people: str) -> None:
    take(saga, wren, "people", people=people)
    there = points_left(saga, wren)
    take(saga, wren, "kin", kin=picked(saga, wren, "kin")[0])
    if life_shelf.peoples()[people].arrays:
        take(saga, wren, "array", **started(_form(saga, wren)))
    for step in ("origin", "occupation", "reason", "motivation"):
        if step == "occupation":
            take(saga, wren, "events", events=[])
        if start := picked(saga, wren, step):
            take(saga, wren, step, **{step: start[0]})
            assert points_left(saga, wren) == there, step
        else:
            take(saga, wren, step, **{step: _pick(_form(saga, wren)).options[0].value})
            there = points_left(saga, wren)


def _form(saga: Cast, wren: Character) -> forms.CommandForm:
    return previews.choosing(lay_out(saga.anna, wren.public_id), making(saga, wren).step).form


def test_the_free_choice_stands_first_and_is_the_one_that_is_chosen(saga: Cast, wren: Character) -> None:
    take(saga, wren, "people", people="highland_half_man")
    kin = _pick(_form(saga, wren)).options
    assert (kin[0].label, kin[0].chosen) == ("Flat Dweller: free", True)
    take(saga, wren, "kin", kin="flat_dweller")
    assert _pick(_form(saga, wren)).options[0].label == "Highlander Citadel: free"


def test_where_everything_costs_nothing_is_chosen_and_going_on_asks_for_a_choice(saga: Cast, wren: Character) -> None:
    take(saga, wren, "people", people="elf")
    take(saga, wren, "kin", kin="summer_court")
    take(saga, wren, "origin", origin="elven_village")
    assert picked(saga, wren, "motivation") == []
    sent = {"command": "making.motivation", "actor": wren.public_id}
    answer = client_of(saga.anna).post(address(saga, wren, "making/"), sent)
    assert answer.status_code == 422
    assert "Main motivation is missing." in answer.content.decode()


# -- points that no later step spends ---------------------------------------------------------------------------------


def up_to_traits(saga: Cast, wren: Character) -> None:
    take(saga, wren, "people", people="highland_half_man")
    take(saga, wren, "kin", kin="flat_dweller")
    for step in ("origin", "events", "occupation", "reason", "motivation", "virtues"):
        form = _form(saga, wren)
        assert form.command == f"making.{step}"
        take(saga, wren, step, **({"events": []} if step == "events" else started(form)))


LEFT = "You still have 25 background points, and no later step spends them. Go on?"


def test_leaving_points_is_asked_about_once_and_without_scripts_too(saga: Cast, wren: Character) -> None:
    up_to_traits(saga, wren)
    at, browser = address(saga, wren, "making/"), client_of(saga.anna)
    assert f'data-confirm="{LEFT}"' in page(browser, at)
    trait = next(one.value for one in _form(saga, wren).inputs[0].options if one.hint.startswith("4 points."))
    sent = {"command": "making.traits", "actor": wren.public_id, "with-traits": ["", trait]}
    answer = browser.post(at, sent)
    text = answer.content.decode()
    assert LEFT.replace("25", "21") in text
    assert 'name="asked" value="yes"' in text
    assert f'value="{trait}" checked' in text, "what was chosen stays"
    assert making(saga, wren).step.name == "making.traits", "nothing is taken before the answer"
    assert browser.post(at, sent | {"asked": "yes"}).status_code == 302
    assert making(saga, wren).step.name == "making.share"


# -- the count of the steps -------------------------------------------------------------------------------------------


def to_the_end(saga: Cast, wren: Character) -> list[tuple[int, int | None]]:
    """The place of each step that comes, and how many the page says there are, if it says so."""
    seen = []
    while (made := steps.making_of(lay_out(saga.anna, wren.public_id))) and not made.ends:
        seen.append((made.place, len(made.path) if made.is_length_known else None))
        form = _form(saga, wren)
        values = previews._filled_in(form)
        values |= {one.field: one.options[0].value for one in form.inputs if one.is_undecided}
        perform(saga.anna, Intent(form.command, values, wren.public_id))
    return seen


@pytest.mark.parametrize("people", ["orc", "high_man"])
@pytest.mark.parametrize("way", ["either", "life path", "short form"])
def test_steps_are_counted_without_a_gap_and_their_number_stays(
    saga: Cast, wren: Character, people: str, way: str
) -> None:
    Campaign.objects.filter(pk=saga.campaign.pk).update(house_rules={creation.WAY.name: way})
    saga.anna.campaign.refresh_from_db()
    take(saga, wren, "people", people=people)
    seen = to_the_end(saga, wren)
    assert [place for place, _ in seen] == list(range(2, len(seen) + 2))
    totals = [total for _, total in seen]
    assert {total for total in totals if total} == {len(seen) + 2}
    assert totals[-1] is not None
    assert (totals[0] is None) == (way == "either")


# -- many choices -----------------------------------------------------------------------------------------------------


def test_groups_that_share_experience_are_folded_and_say_what_is_chosen(saga: Cast, wren: Character) -> None:
    up_to_traits(saga, wren)
    take(saga, wren, "traits", traits=[])
    text = page(client_of(saga.anna), address(saga, wren, "making/"))
    shared = next(one for one in _form(saga, wren).inputs if one.field == "shared")
    groups = headings(shared)
    assert len(shared.options) > MOST_UNFOLDED
    assert all(group.folds for group in groups)
    for group in groups:
        names = ", ".join(one.label for one in group.chosen)
        assert f"{len(group.chosen)} of {len(group.options)} chosen: {names}" in text
        learnt = [int(one.hint.split()[0]) for one in group.options]
        assert learnt == sorted(learnt, reverse=True), group.name
    assert f"{len(groups)} of {len(groups)} groups chosen" in text
