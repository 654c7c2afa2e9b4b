"""Calls on every page: who is asked, and whose turn it is, as far as each may know."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Membership
from combat.table.calls import calls
from rules.engine.kernel.facts import RoundBegan
from tests.combat.conftest import Fight, client_of, more_creatures


def address(fight: Fight) -> str:
    return f"/campaigns/{fight.cast.campaign.public_id}/calls/"


def asked(fight: Fight) -> None:
    """Let the foe strike at Rook, so that Anna is asked."""
    while fight.state.current.who != fight.foe.public_id:
        fight.onward()
    fight.do("melee.attack", fight.foe, target=fight.cast.rook.public_id, dice=1)


def test_whoever_is_asked_reads_it_and_others_only_that_somebody_is(fight: Fight) -> None:
    asked(fight)
    mine = [call for call in calls(fight.cast.anna) if call.mine]
    assert [call.who for call in mine] == [fight.cast.rook.public_id]
    assert "attacks" in mine[0].title
    for other in (fight.cast.boris, fight.cast.gm):
        found = [call for call in calls(other) if not call.begins]
        assert [(call.mine, call.title) for call in found] == [(False, "")]
        page = client_of(other).get(address(fight)).content.decode()
        assert mine[0].title not in page


def test_a_question_stands_before_the_name_of_the_fight_that_it_comes_from(fight: Fight) -> None:
    asked(fight)
    (mine,) = [call for call in calls(fight.cast.anna) if call.mine]
    page = client_of(fight.cast.anna).get(address(fight)).content.decode()
    said = " ".join(re.sub("<[^>]+>", "", page).split())
    assert f"Rook: {unescape(mine.title)} · {fight.encounter.name}" in unescape(said)


def test_a_turn_calls_whoever_has_it(fight: Fight) -> None:
    while fight.state.current.who != fight.cast.rook.public_id:
        fight.onward()
    assert [(call.name, call.is_turn, call.mine) for call in calls(fight.cast.anna)] == [("Rook", True, True)]
    assert "it is your turn" in client_of(fight.cast.anna).get(address(fight)).content.decode()
    assert [call.mine for call in calls(fight.cast.boris) if not call.begins] == [False]


def test_whoever_takes_part_reads_in_the_first_round_that_the_fight_has_begun(fight: Fight) -> None:
    while fight.state.current.who != fight.foe.public_id:
        fight.onward()
    (begun,) = [call for call in calls(fight.cast.anna) if call.begins]
    assert (begun.who, begun.title, begun.mine) == (fight.cast.rook.public_id, fight.encounter.name, False)
    text = client_of(fight.cast.anna).get(address(fight)).content.decode()
    assert f"<b>{fight.encounter.name}</b> has begun" in text
    assert f"/encounters/{fight.encounter.public_id}/?as={fight.cast.rook.public_id}" in text
    for other in (fight.cast.gm, fight.cast.olga):
        assert not [call for call in calls(other) if call.begins]
    fight.happen(RoundBegan(2))
    assert not [call for call in calls(fight.cast.anna) if call.begins]


def test_a_fight_in_secret_or_without_them_has_not_begun_for_a_player(fight: Fight) -> None:
    while fight.state.current.who != fight.foe.public_id:
        fight.onward()
    fight.do("fight.leave", combatant=fight.cast.rook.public_id)
    assert not [call for call in calls(fight.cast.anna) if call.begins]
    assert [call for call in calls(fight.cast.boris) if call.begins]
    type(fight.encounter).objects.filter(pk=fight.encounter.pk).update(secret=True)
    assert not calls(fight.cast.boris)


def test_a_game_master_is_called_for_those_whom_nobody_plays(fight: Fight) -> None:
    while fight.state.current.who != fight.foe.public_id:
        fight.onward()
    assert [(call.who, call.mine) for call in calls(fight.cast.gm)] == [(fight.foe.public_id, True)]


def test_a_game_master_with_a_hero_is_called_for_the_hero(fight: Fight) -> None:
    type(fight.cast.rook).objects.filter(pk=fight.cast.rook.pk).update(owner=fight.cast.gm.user)
    asked(fight)
    assert [(call.who, call.mine) for call in calls(fight.cast.gm)] == [(fight.cast.rook.public_id, True)]


def test_the_hidden_call_nobody_but_the_game_master(fight: Fight) -> None:
    while fight.state.current.who != fight.canary.public_id:
        fight.onward()
    assert [call.who for call in calls(fight.cast.gm)] == [fight.canary.public_id]
    for player in (fight.cast.anna, fight.cast.boris, fight.cast.olga):
        assert fight.canary.public_id not in {call.who for call in calls(player)}


def test_an_encounter_that_is_prepared_in_secret_calls_no_player(fight: Fight) -> None:
    type(fight.encounter).objects.filter(pk=fight.encounter.pk).update(secret=True)
    assert not calls(fight.cast.anna)
    assert calls(fight.cast.gm)


@pytest.mark.parametrize("who", ["gm", "anna"])
def test_many_fights_and_people_cost_no_more_queries(fight: Fight, who: str) -> None:
    def count(member: Membership) -> int:
        with CaptureQueriesContext(connection) as queries:
            calls(member)
        return len(queries)

    few = count(getattr(fight.cast, who))
    for _ in range(5):
        fight.cast.encounter()
    more_creatures(fight.cast, fight.encounter, 20)
    assert count(getattr(fight.cast, who)) == few <= 3
