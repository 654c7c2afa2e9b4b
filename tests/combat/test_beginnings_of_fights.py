"""The beginning of a fight is told in one sentence, in every game: everybody in the order of the ladder.

How they came to their places is folded behind it: in the log, in the chronicle, and where it is watched again.
"""

import pytest

from campaigns.audience import viewers
from campaigns.log.passages import Passage, passages
from campaigns.models import Entry
from combat.replay.frames import Frame
from rules import registry
from tests.combat.conftest import CANARY, Fight, client_of, let_hidden_act_last
from tests.combat.replay_helpers import frames_of, fresh
from tests.combat.test_odds_of_unread_sheets import begin_fight

GAMES = [system.slug for system in registry.SYSTEMS]


def beginning(fight: Fight, who: str) -> Passage:
    """The passage in which the fight begins, as somebody reads it."""
    member = fresh(getattr(fight.cast, who))
    people = viewers.people(member)
    entries = Entry.objects.for_reading().filter(encounter=fight.encounter.public_id).order_by("number")
    names = {one.public_id: one.name for one in people}
    told = passages(entries, member.campaign.system, names, viewers.viewer(member, people))
    return next(one for one in told if one.opening)


def order_of(fight: Fight) -> list[tuple[str, int]]:
    """The names on the ladder with their numbers, in its order."""
    names = {one.public_id: one.name for one in (fight.cast.rook, fight.cast.mira, fight.foe, fight.canary)}
    return [(names[rung.who], rung.at) for rung in fight.state.ladder]


@pytest.mark.parametrize("slug", GAMES)
def test_it_is_one_sentence_in_the_order_of_the_ladder(db: None, slug: str) -> None:
    fight = begin_fight(slug)
    told, is_numbered = beginning(fight, "gm"), fight.cast.campaign.system.numbered
    listed = ", ".join(f"{name} ({at})" if is_numbered else name for name, at in order_of(fight))
    assert [line.text for line in told.spoken] == [f"The fight begins: {listed}."]
    assert told.told == told.spoken
    assert not told.headed
    assert not any("fight begins" in line.text for line in told.folded)


@pytest.mark.parametrize("slug", GAMES)
def test_players_read_of_nobody_who_hides(db: None, slug: str) -> None:
    fight = begin_fight(slug)
    # Where whoever hides acts first, players hear of the beginning with the first turn in sight.
    let_hidden_act_last(fight)
    told = beginning(fight, "anna")
    assert "Rook" in told.spoken[0].text
    for line in (*told.spoken, *told.folded):
        assert CANARY not in line.text
        assert "Somebody" not in line.text


def test_the_dice_lie_behind_it(fight: Fight) -> None:
    told = beginning(fight, "anna")
    assert any(line.dice for line in told.thrown)
    assert not any(line.dice for line in told.told)


def test_the_chronicle_tells_it_as_the_log_does(fight: Fight) -> None:
    page = client_of(fight.cast.anna).get(f"/campaigns/{fight.cast.campaign.public_id}/chronicle/").content.decode()
    line = next(one for one in page.split('<li id="') if "The fight begins: " in one)
    said, fold = line.split("<details", 1)
    assert "rolls" not in said
    assert "rolls" in fold


def told_in(frame: Frame) -> list[str]:
    return [one.line.text for one in frame.said]


def test_it_is_watched_again_as_one_sentence_and_turns_as_the_log_tells_them(fight: Fight) -> None:
    fight.do("fight.next")
    shown = frames_of(fight, "gm")
    begins = next(one for one in shown if one.passage.opening)
    assert told_in(begins) == [beginning(fight, "gm").spoken[0].text]
    assert any(one.line.dice for one in begins.folded)
    turns = [one for one in shown if one.passage.change]
    assert told_in(turns[-1]) == [f"{turns[-1].passage.turn}’s turn begins."]
    assert not any("Next turn" in text for one in shown for text in told_in(one))
