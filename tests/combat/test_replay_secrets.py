"""A replay tells players nothing that the fight itself did not: nobody hidden, no roll of theirs, no gap, no number."""

import pytest

from campaigns.models import Entry
from combat.models import Encounter
from combat.replay import sharing
from combat.replay.steps import outline, steps
from rules.engine.kernel import Die, Joined, Moved, Rolled
from tests.combat.conftest import CANARY, Fight, client_of
from tests.combat.replay_helpers import frames_of, play, seat
from tests.combat.test_secrets import end_turn_before_the_hidden

PLAYERS = ("anna", "boris", "olga")


def everything_shown_to(fight: Fight, who: str) -> str:
    """The page at each step, and all steps as they come."""
    client, place = client_of(getattr(fight.cast, who)), f"{fight.address}replay/"
    keys = [step.key for step in steps(seat(fight, who))]
    texts = [client.get(f"{place}{end}?at={key}").content.decode() for key in keys for end in ("", "steps/")]
    assert texts
    return "\n".join(texts)


@pytest.mark.parametrize("who", PLAYERS)
def test_whoever_hides_is_nowhere(fight: Fight, who: str) -> None:
    for _ in range(6):
        fight.do("fight.next")
    end_turn_before_the_hidden(fight)
    text = everything_shown_to(fight, who)
    assert CANARY not in text
    assert fight.canary.public_id not in text
    assert "3 in the fight" in text


@pytest.mark.parametrize("who", PLAYERS)
def test_who_strikes_from_hiding_is_there_from_then_on(fight: Fight, monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    saw = play(fight, monkeypatch, 1).saw[who]
    known = [CANARY in str(saw[step.until]) for step in steps(seat(fight, who)) if step.until in saw]
    shown = [CANARY in str(frame) for frame in frames_of(fight, who)][-len(known) :]
    assert shown == known
    assert True in known
    assert False in known


def test_the_game_master_sees_them_marked(fight: Fight) -> None:
    text = everything_shown_to(fight, "gm")
    assert CANARY in text
    assert "rung--hidden" in text
    assert "only you see this" in text


@pytest.mark.parametrize("who", PLAYERS)
def test_who_is_revealed_later_was_not_there_before(fight: Fight, who: str) -> None:
    fight.do("fight.veil", combatant=fight.canary.public_id, hidden=False)
    *before, last = frames_of(fight, who)
    assert fight.canary.public_id in last.seen.combatants
    assert before
    for frame in before:
        assert fight.canary.public_id not in frame.seen.combatants
        assert CANARY not in str(frame)


@pytest.mark.parametrize("who", PLAYERS)
def test_a_secret_roll_is_no_step_and_leaves_no_gap(fight: Fight, who: str) -> None:
    before = [step.key for step in steps(seat(fight, who))]
    secret = fight.happen(Rolled(fight.canary.public_id, "stealth", (Die(6, 6),), 6, 99.0))
    openly = fight.happen(Moved(fight.foe.public_id, 4.0, 4.0, 0))
    marks = outline(steps(seat(fight, who))).marks
    assert [mark.key for mark in marks] == [*before, openly.public_id]
    at = f"{fight.address}replay/steps/?at={secret.public_id}"
    assert client_of(getattr(fight.cast, who)).get(at).status_code == 404
    assert client_of(fight.cast.gm).get(at).status_code == 200
    page = client_of(getattr(fight.cast, who)).get(f"{fight.address}replay/").content.decode()
    assert f"1 of {len(marks)}" in page
    assert f"of {len(marks) + 1}" not in page


@pytest.mark.parametrize("who", PLAYERS)
def test_where_somebody_hidden_stands_makes_the_ground_no_larger(fight: Fight, who: str) -> None:
    before = outline(steps(seat(fight, who))).box
    fight.happen(Moved(fight.canary.public_id, 60.0, 60.0, 0))
    assert outline(steps(seat(fight, who))).box == before
    assert outline(steps(seat(fight, "gm"))).box != before
    assert {frame.board.box for frame in frames_of(fight, who)} == {" ".join(map(str, before))}


@pytest.mark.parametrize("who", PLAYERS)
def test_what_is_told_late_is_told_with_the_turn_that_players_see(fight: Fight, who: str) -> None:
    entry = end_turn_before_the_hidden(fight)
    last = frames_of(fight, who)[-1]
    assert last.key == entry.public_id
    assert last.passage.label == "End turn"
    assert last.acting is not None
    assert last.acting.who != fight.canary.public_id
    held = Entry.objects.filter(encounter=fight.encounter.public_id, number__lt=entry.number).latest("number")
    assert held.public_id not in {step.key for step in steps(seat(fight, who))}


def test_a_fight_that_players_do_not_see_is_none(fight: Fight) -> None:
    key = next(steps(seat(fight, "anna"))).key
    Encounter.objects.filter(pk=fight.encounter.pk).update(secret=True)
    for who in PLAYERS:
        client = client_of(getattr(fight.cast, who))
        assert client.get(f"{fight.address}replay/").status_code == 404
        assert client.get(f"{fight.address}replay/steps/?at={key}").status_code == 404


def test_an_entry_of_another_fight_is_no_step(fight: Fight) -> None:
    other = fight.cast.encounter()
    key = next(steps(seat(fight, "gm"))).key
    at = f"/campaigns/{fight.cast.campaign.public_id}/encounters/{other.public_id}/replay/steps/?at={key}"
    assert client_of(fight.cast.gm).get(at).status_code == 404


def test_foes_show_looks_and_no_numbers(fight: Fight) -> None:
    frame = frames_of(fight, "anna")[-1]
    foe = next(place for place in frame.places if place.who == fight.foe.public_id)
    assert (foe.vitals, foe.looks) == (None, "unhurt")
    assert next(place for place in frames_of(fight, "gm")[-1].places if place.who == fight.foe.public_id).vitals


def test_a_link_shows_the_version_of_an_observer(fight: Fight) -> None:
    link = sharing.share(fight.cast.gm, Encounter.objects.get(pk=fight.encounter.pk))
    fight.happen(Joined(fight.foe.public_id, "foes", False, 3.0, 3.0, 0))
    theirs = [step.key for step in steps(seat(fight, "olga"))]
    client = client_of(fight.cast.stranger)
    pages = [client.get(f"/replays/{link.token}/{end}?at={key}") for key in theirs for end in ("", "steps/")]
    assert {page.status_code for page in pages} == {200}
    text = "\n".join(page.content.decode() for page in pages)
    for secret in (CANARY, fight.canary.public_id, "Gisela", "Anna", "Boris", fight.cast.campaign.public_id):
        assert secret not in text, secret
    assert f"1 of {len(theirs)}" in text
    assert "Rook" in text
