"""The end of a scene: what was granted for it alone ends with it, and whoever has to know is told before and after."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from campaigns.calendar import timekeeping
from campaigns.calendar.timekeeping import For
from campaigns.models import Entry, Session, Summary
from campaigns.notices import telling
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.sessions import at_table, selectors
from characters.models import Character
from rules.engine.kernel import DAY, HOUR
from tests.campaigns.test_playing import client_of
from tests.campaigns.test_quiet_days import fight
from tests.campaigns.test_sessions import written
from tests.helpers import Cast, make_cast


@pytest.fixture
def granted(db: None) -> Cast:
    """A session in which Rook was allowed to be reckless, and has not been yet."""
    cast = make_cast("sda")
    grant(cast)
    return cast


def grant(cast: Cast) -> None:
    """Begin a session, and allow Rook to be reckless in it."""
    at_table.begin(cast.gm)
    wish = {"end": "courage.excess", "reason": "The ford must hold"}
    perform(cast.anna, Intent("virtue.call", wish, cast.rook.public_id))
    perform(cast.gm, Intent("virtue.allow", actor=cast.rook.public_id))


def test_the_form_of_a_scene_tells_what_ends_with_it(granted: Cast) -> None:
    (session,) = Session.objects.all()
    page = f"/campaigns/{granted.campaign.public_id}/sessions/{session.public_id}/"
    assert "This ends with the scene: Rook: may be reckless." in client_of(granted.gm).get(page).content.decode()
    assert "This ends with the scene" not in client_of(granted.anna).get(page).content.decode()
    assert list(Character.objects.get(pk=granted.rook.pk).sheet.conditions) == ["virtue_allowed.courage.excess"]
    at_table.scene(granted.gm, "The far bank")
    assert "This ends with the scene" not in client_of(granted.gm).get(page).content.decode()


def go_on(cast: Cast) -> None:
    at_table.scene(cast.gm, "On")


def end_session(cast: Cast) -> None:
    at_table.end(cast.gm)


def sleep_on_it(cast: Cast) -> None:
    timekeeping.let_pass(cast.gm, For(DAY))


def end_by_hand(cast: Cast) -> None:
    perform(cast.gm, Intent("scene.end", actor=cast.rook.public_id))


def take_back(cast: Cast) -> None:
    perform(cast.anna, Intent("virtue.withdraw", actor=cast.rook.public_id))


@pytest.mark.parametrize("over", [go_on, end_session, sleep_on_it, end_by_hand, take_back])
def test_nobody_is_told_any_longer_to_roll_for_a_virtue_that_ended(granted: Cast, over: Callable[[Cast], Any]) -> None:
    assert len(telling.tests_wanted(granted.anna)) == 1
    over(granted)
    assert telling.tests_wanted(granted.anna) == []


@pytest.mark.parametrize("over", [go_on, end_session, sleep_on_it, end_by_hand])
def test_a_virtue_that_was_granted_and_never_rolled_for_is_in_the_summary(
    granted: Cast, over: Callable[[Cast], Any]
) -> None:
    over(granted)
    (session,) = Session.objects.all()
    if not Summary.objects.filter(session=session):
        at_table.end(granted.gm)
    written(session)
    said = "The ford must hold. Rook means to be reckless."
    opened = selectors.opened(granted.gm, session.public_id)
    for version in (opened.version, opened.for_players):
        assert version is not None
        assert version.story.count(said) == version.story.count("reckless") == 1


def is_granted(cast: Cast) -> bool:
    return bool(Character.objects.get(pk=cast.rook.pk).sheet.conditions)


def test_a_fight_that_nobody_fought_in_the_session_keeps_no_scene(db: None) -> None:
    cast = make_cast("sda")
    fight(cast, cast.rook.public_id)
    grant(cast)
    at_table.end(cast.gm)
    assert not is_granted(cast)


def test_whoever_is_in_the_middle_of_a_fight_goes_on_with_their_scene(granted: Cast) -> None:
    fight(granted, granted.rook.public_id)
    at_table.end(granted.gm)
    assert is_granted(granted)


def test_no_scene_lasts_a_day_and_the_calendar_says_so_before(granted: Cast) -> None:
    fight(granted, granted.rook.public_id)
    ahead = f"/campaigns/{granted.campaign.public_id}/calendar/preview/?amount=1&unit="
    told = [client_of(granted.gm).get(ahead + unit).content.decode() for unit in ("day", "hour")]
    said = "The scene is over by then. This ends with it: Rook: may be reckless"
    assert [said in one for one in told] == [True, False]
    timekeeping.let_pass(granted.gm, For(23 * HOUR))
    assert is_granted(granted)
    timekeeping.let_pass(granted.gm, For(DAY))
    assert not is_granted(granted)
    timekeeping.take_back(granted.gm, Entry.objects.filter(command=timekeeping.PASS).latest("number").public_id)
    assert is_granted(granted)


def test_the_side_of_a_virtue_that_is_chosen_is_told_in_full_below_the_list(db: None) -> None:
    cast = make_cast("sda")
    there = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/roll/?command=virtue.call"
    form = client_of(cast.anna).get(there).content.decode()
    assert "Which side" in form
    told = re.search(r"data-told[^>]*>([^<]+)<", form)
    assert told
    assert f'selected data-tells="{told[1]}"' in form
