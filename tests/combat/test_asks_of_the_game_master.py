"""Decisions of the game master alone are asked at the table, hold nobody up, and are not for players to answer."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from campaigns.models import Membership
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
