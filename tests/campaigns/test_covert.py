"""A test that the game master rolls in secret: players read nothing of it anywhere, unless it is rolled openly."""

import pytest

from campaigns.audience import sight, viewers
from campaigns.log.page import log_page
from campaigns.models import Entry, Membership, Roll
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import undo
from characters.models import Character
from tests.helpers import Cast, make_cast


@pytest.fixture
def sda_cast(db: None) -> Cast:
    return make_cast("sda")


def look_about(cast: Cast, *, openly: bool = False) -> Entry:
    """Everybody may notice something that a roll without any success misses."""
    watchers = [cast.rook.public_id, cast.mira.public_id]
    given = {"watchers": watchers, "concealment": 1, "openly": openly}
    return perform(cast.gm, Intent("perception.notice", given, cast.rook.public_id))


def told(member: Membership) -> str:
    passages = log_page(member).passages
    return " ".join(f"{one.label} {line.text}" for one in passages for line in one.lines)


def conditions_seen(member: Membership, character: Character) -> list[str]:
    sheet = Character.objects.get(pk=character.pk).sheet
    return [one.label for one in sight.seen_sheet(sheet, viewers.viewer(member)).conditions.values()]


def test_who_notices_is_the_game_masters_secret(sda_cast: Cast) -> None:
    entry = look_about(sda_cast)
    assert "Who notices?" in told(sda_cast.gm)
    assert "Watchful" in conditions_seen(sda_cast.gm, sda_cast.rook)
    for member in (sda_cast.anna, sda_cast.boris, sda_cast.olga):
        assert "notice" not in told(member).lower()
        assert "atchful" not in told(member)
        assert conditions_seen(member, sda_cast.rook) == []
    assert not Roll.objects.filter(entry=entry, secret=False).exists()


def test_to_take_it_back_is_a_secret_too(sda_cast: Cast) -> None:
    before = told(sda_cast.anna)
    undo(sda_cast.gm, look_about(sda_cast).public_id)
    assert told(sda_cast.anna) == before


def test_the_score_stands_for_the_scene_until_it_is_over(sda_cast: Cast) -> None:
    look_about(sda_cast)
    again = look_about(sda_cast)
    assert "rolled" not in again.facts
    before = told(sda_cast.anna)
    people = {"people": [sda_cast.rook.public_id, sda_cast.mira.public_id]}
    perform(sda_cast.gm, Intent("perception.over", people, sda_cast.rook.public_id))
    assert conditions_seen(sda_cast.gm, sda_cast.rook) == []
    assert told(sda_cast.anna) == before


def test_rolled_openly_it_stands_in_everybodys_log(sda_cast: Cast) -> None:
    look_about(sda_cast, openly=True)
    for member in (sda_cast.gm, sda_cast.anna, sda_cast.olga):
        assert "Who notices?" in told(member)
    assert "Watchful" in conditions_seen(sda_cast.anna, sda_cast.rook)
