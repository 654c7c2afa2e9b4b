"""A fight watched again: each step shows what its viewer saw then, the last one what they see now."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.homebrew import editor
from campaigns.log import passages
from campaigns.models import Entry
from campaigns.play.intent import Intent
from campaigns.play.outlook import foretell
from campaigns.play.perform import perform
from campaigns.play.undo import last_to_undo, redo, undo
from combat.replay.frames import Frame
from combat.replay.steps import outline, steps
from combat.table import page
from rules.engine.kernel import Moved
from tests.combat.conftest import Fight, client_of
from tests.combat.replay_helpers import WATCHING, frames_of, fresh, now, play, seat, sight_of
from tests.combat.test_queries import pretend_more
from tests.combat.test_secrets import end_turn_before_the_hidden
from tests.helpers import Cast

#: The most queries of one look at a replay with all that is around it; those that only steps with odds need.
MOST, OF_ODDS = 17, 2


@pytest.mark.parametrize("who", WATCHING)
def test_each_step_shows_what_was_to_be_seen_then(fight: Fight, monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    saw = play(fight, monkeypatch, 2).saw[who]
    compared = 0
    for step, frame in zip(steps(seat(fight, who)), frames_of(fight, who), strict=True):
        if step.until in saw:
            assert sight_of(frame) == saw[step.until], step.entry
            compared += 1
    assert compared > 10
    assert sight_of(frames_of(fight, who)[-1]) == now(fight, who)


@pytest.mark.parametrize("who", WATCHING)
def test_the_steps_are_the_lines_of_the_log_that_count(fight: Fight, monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    play(fight, monkeypatch, 1)
    end_turn_before_the_hidden(fight)
    _take_back_two_and_bring_back_one(fight)
    seen = page.table(fresh(getattr(fight.cast, who)), fight.encounter.public_id, page.Wish())
    entries = Entry.objects.for_reading().filter(encounter=fight.encounter.public_id).order_by("number")
    told = passages.passages(entries, seen.member.campaign.system, seen.names, seen.viewer)
    counting = [one.key for one in told if not one.struck and not one.turned]
    assert [step.key for step in steps(seat(fight, who))] == counting
    assert sight_of(frames_of(fight, who)[-1]) == now(fight, who)
    assert len(counting) > 3


def _take_back_two_and_bring_back_one(fight: Fight) -> None:
    here = fight.encounter.public_id
    for turn in (undo, undo):
        last = last_to_undo(fight.cast.campaign, here)
        assert last is not None
        taken = last
        turn(fight.cast.gm, last.public_id, encounter=here)
    redo(fight.cast.gm, taken.public_id, encounter=here)


def test_what_is_undone_is_no_step_and_leaves_no_trace(fight: Fight) -> None:
    before = [frame.key for frame in frames_of(fight, "gm")]
    moved = fight.do("fight.place", combatant=fight.foe.public_id, x=9, y=9)
    undo(fight.cast.gm, moved.public_id, encounter=fight.encounter.public_id)
    after = frames_of(fight, "gm")
    assert [frame.key for frame in after] == before
    assert (9.0, 9.0) not in {token[2:4] for token in sight_of(after[-1]).tokens}


def test_what_happens_outside_comes_with_the_next_step_and_not_after_the_last(fight: Fight) -> None:
    hurt = sight_of(frames_of(fight, "gm")[-1])
    perform(fight.cast.gm, Intent("sheet.condition", {"condition": "dead"}, actor=fight.cast.rook.public_id))
    assert sight_of(frames_of(fight, "gm")[-1]) == hurt
    fight.happen(Moved(fight.foe.public_id, 7.0, 7.0, 0))
    assert sight_of(frames_of(fight, "gm")[-1]) == now(fight, "gm")
    assert sight_of(frames_of(fight, "gm")[-2]) == hurt


def test_a_fight_without_entries_says_so(cast: Cast) -> None:
    encounter = cast.encounter()
    text = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/encounters/{encounter.public_id}/replay/")
    assert "Nothing has happened yet" in text.content.decode()


def test_a_step_can_be_named_and_one_that_is_none_is_the_first(fight: Fight) -> None:
    keys = [step.key for step in steps(seat(fight, "anna"))]
    client = client_of(fight.cast.anna)
    for at, shown in ((keys[-1], keys[-1]), (keys[1], keys[1]), ("no-such-step", keys[0])):
        assert f'data-frame="{shown}"' in client.get(f"{fight.address}replay/?at={at}").content.decode()


def test_several_steps_come_at_once_from_one_on(fight: Fight) -> None:
    keys = [step.key for step in steps(seat(fight, "anna"))]
    client = client_of(fight.cast.anna)
    text = client.get(f"{fight.address}replay/steps/?at={keys[1]}&ground=-40 -40 80 80").content.decode()
    assert [key for key in keys if f'data-frame="{key}"' in text] == keys[1:13]
    assert 'viewBox="-40 -40 80 80"' in text
    for ground in ("1 2 3", "a b c d", "0 0 9999 9999", "0 0 0 0"):
        assert (
            'viewBox="-40'
            not in client.get(f"{fight.address}replay/steps/?at={keys[1]}&ground={ground}").content.decode()
        )


def test_a_step_that_was_undone_since_is_none(fight: Fight) -> None:
    moved = fight.do("fight.place", combatant=fight.foe.public_id, x=9, y=9)
    client = client_of(fight.cast.anna)
    assert client.get(f"{fight.address}replay/steps/?at={moved.public_id}").status_code == 200
    undo(fight.cast.gm, moved.public_id, encounter=fight.encounter.public_id)
    assert client.get(f"{fight.address}replay/steps/?at={moved.public_id}").status_code == 404


def test_rounds_are_marked_where_they_begin(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    play(fight, monkeypatch, 2)
    whole = outline(steps(seat(fight, "gm")))
    numbers = [mark.round for mark in whole.marks]
    assert numbers == sorted(numbers)
    assert list(whole.rounds) == sorted({*numbers} - {0})
    assert whole.rounds[1] == next(mark.key for mark in whole.marks if mark.round == 1)


# -- odds -------------------------------------------------------------------------------------------------------------


def _rook_sneaks(fight: Fight) -> Entry:
    return fight.do("test.open", fight.cast.rook, by=fresh(fight.cast.anna), skill="stealth")


def _frame_of(fight: Fight, who: str, entry: Entry) -> Frame:
    return next(one for one in frames_of(fight, who) if one.key == entry.public_id)


@pytest.mark.parametrize(("who", "sees"), [("gm", True), ("anna", True), ("boris", False), ("olga", False)])
def test_the_odds_of_then_are_for_who_chose_and_the_game_master(fight: Fight, who: str, sees: bool) -> None:
    intent = Intent("test.open", {"skill": "stealth"}, fight.cast.rook.public_id, fight.encounter.public_id)
    odds = foretell(fresh(fight.cast.anna), intent)
    entry = _rook_sneaks(fight)
    perform(fight.cast.gm, Intent("sheet.condition", {"condition": "dead"}, actor=fight.cast.rook.public_id))
    frame = _frame_of(fight, who, entry)
    assert odds is not None
    assert frame.odds == (odds if sees else None)
    assert any(one.chance is not None for one in frame.said), "of dice that fell everybody sees how rare they were"


@pytest.mark.parametrize(("who", "sees"), [("gm", True), ("anna", False), ("olga", False)])
def test_where_players_see_no_odds_they_see_none_afterwards(fight: Fight, who: str, sees: bool) -> None:
    editor.choose_rules(fight.cast.gm, {"see_odds": "game_master"})
    frame = _frame_of(fight, who, _rook_sneaks(fight))
    assert (frame.odds is not None, any(one.chance is not None for one in frame.said)) == (sees, sees)


def test_odds_by_rules_that_changed_since_are_not_shown(fight: Fight) -> None:
    entry = _rook_sneaks(fight)
    assert _frame_of(fight, "gm", entry).odds
    editor.choose_rules(fight.cast.gm, {"see_advice": "nobody"})
    assert _frame_of(fight, "gm", entry).odds is None


# -- what it costs ----------------------------------------------------------------------------------------------------


def _cost(fight: Fight, who: str, place: str) -> int:
    client = client_of(getattr(fight.cast, who))
    client.get(fight.address + place)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(fight.address + place).status_code == 200
    return len(queries)


def test_a_long_fight_asks_as_often_as_a_short_one(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    first = {who: next(steps(seat(fight, who))).key for who in ("gm", "anna")}
    places = [(who, f"replay/{end}?at={key}") for who, key in first.items() for end in ("", "steps/")]
    short = [_cost(fight, who, place) for who, place in places]
    play(fight, monkeypatch, 2)
    pretend_more(fight, 600)
    late = {who: [step.key for step in steps(seat(fight, who))][-1] for who in first}
    places += [(who, f"replay/{end}?at={key}") for who, key in late.items() for end in ("", "steps/")]
    for (who, place), least in zip(places, short * 2, strict=True):
        # Where odds stood beside a step, it is asked once whether the rules have changed since.
        assert abs(_cost(fight, who, place) - least) <= OF_ODDS, place
    assert max(short) + OF_ODDS <= MOST
