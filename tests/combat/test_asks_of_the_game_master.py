"""Decisions of the game master alone are asked at the table, hold nobody up, and are not for players to answer."""

import re
from html import unescape

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from campaigns.models import Membership, Notice
from campaigns.play.intent import Intent
from campaigns.play.outlook import rehearse
from rules.engine.kernel import SecureDice
from tests.combat.conftest import Fight

WHY = "There are too many of them"


def _page(fight: Fight, member: Membership) -> str:
    client = Client()
    client.force_login(member.user)
    answer = client.get(fight.address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def called(fight: Fight) -> Fight:
    """Rook wants to call upon courage."""
    fight.do("virtue.call", fight.cast.rook, fight.cast.anna, end="courage.excess", reason=WHY)
    return fight


def test_the_game_master_is_asked_and_the_players_wait(called: Fight) -> None:
    (ask,) = called.state.asks.values()
    assert ask.for_gm
    asked = f'data-ask="{ask.key}"'
    assert asked in _page(called, called.cast.gm)
    for member in (called.cast.anna, called.cast.boris):
        shown = _page(called, member)
        assert asked not in shown
        assert "<strong>The game master</strong> has to decide." in shown


def test_a_player_cannot_answer_in_their_stead(called: Fight) -> None:
    with pytest.raises(PermissionDenied):
        called.do("virtue.allow", called.cast.rook, called.cast.anna)
    assert called.state.asks


def test_the_fight_goes_on_while_the_game_master_is_asked(called: Fight) -> None:
    assert not called.state.pressing


@pytest.mark.parametrize("answer", ["virtue.allow", "virtue.refuse"])
def test_an_answer_takes_the_ask_off_the_table(called: Fight, answer: str) -> None:
    called.do(answer, called.cast.rook)
    assert not called.state.asks


def test_whoever_takes_the_call_back_asks_no_longer(called: Fight) -> None:
    called.do("virtue.withdraw", called.cast.rook, called.cast.anna)
    assert not called.state.asks


def test_the_log_says_whose_word_is_waited_for(called: Fight) -> None:
    for member in (called.cast.gm, called.cast.boris):
        assert "The game master" in _page(called, member)


def test_buttons_name_whom_they_are_for_where_several_are_asked(called: Fight) -> None:
    assert "Allow the virtue</button>" in _page(called, called.cast.gm)
    called.do("virtue.call", called.cast.mira, called.cast.boris, end="courage.excess", reason=WHY)
    page = _page(called, called.cast.gm)
    for who in ("Rook", "Mira"):
        assert f"Allow the virtue: {who}</button>" in page
        assert f"Refuse the virtue: {who}</button>" in page


def _bar(fight: Fight, member: Membership) -> str:
    client = Client()
    client.force_login(member.user)
    return unescape(client.get(f"/campaigns/{fight.cast.campaign.public_id}/calls/").content.decode())


def test_the_game_master_answers_on_whatever_page_they_are(called: Fight) -> None:
    shown = _bar(called, called.cast.gm)
    assert "Rook calls upon being reckless" in shown
    assert "Rook: Rook" not in shown
    assert shown.count("<form") == 2
    assert "with-virtue" not in shown, "of one wish alone there is nothing to choose"
    assert "<form" not in _bar(called, called.cast.anna) + _bar(called, called.cast.boris)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', shown.split("<form")[1]))
    client = Client()
    client.force_login(called.cast.gm.user)
    address = f"/campaigns/{called.cast.campaign.public_id}/perform/"
    for status in (200, 200):
        assert client.post(address, fields).status_code == status, "sent twice it is one answer"
    assert not called.state.asks
    assert client.post(address, fields | {"key": "late"}).status_code == 422
    assert "<form" not in _bar(called, called.cast.gm)


def test_a_player_is_told_on_every_page_that_a_wish_is_granted_and_led_to_the_roll(called: Fight) -> None:
    called.do("virtue.allow", called.cast.rook)
    told = "Rook may be reckless in this scene."
    assert told in _bar(called, called.cast.anna)
    assert told not in _bar(called, called.cast.boris)
    notice = Notice.objects.get(kind=Notice.Kind.TEST)
    client = Client()
    client.force_login(called.cast.anna.user)
    panel = client.get(notice.address).content.decode().split('id="roll"')[1]
    assert 'data-command="virtue.roll"' in panel
    called.do("virtue.roll", called.cast.rook, called.cast.anna)
    assert told not in _bar(called, called.cast.anna), "what is done is asked no more"
    assert client.get(notice.address).status_code == 200


def test_whoever_only_rehearses_an_answer_tells_nobody(called: Fight) -> None:
    intent = Intent("virtue.allow", {}, called.cast.rook.public_id, called.encounter.public_id)
    rehearse(called.cast.gm, intent, SecureDice())
    assert not Notice.objects.filter(kind=Notice.Kind.TEST).exists()


def test_a_player_is_told_that_a_wish_is_refused(called: Fight) -> None:
    called.do("virtue.refuse", called.cast.rook)
    (notice,) = Notice.objects.filter(kind=Notice.Kind.APPROVAL)
    assert (notice.user, notice.text) == (called.cast.anna.user, "Being reckless does not help Rook here.")


def test_a_wish_that_waits_has_no_number_on_the_sheet(called: Fight) -> None:
    client = Client()
    client.force_login(called.cast.anna.user)
    cast = called.cast
    sheet = client.get(f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/").content.decode()
    row = sheet.split("edit-condition-virtue_asked.courage.excess")[1].split("</li>")[0]
    assert ">0<" not in row
    assert " hidden>" in row.split("</button>")[0]
