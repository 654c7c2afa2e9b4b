"""The log of a fight under its turns: headings, what belongs below them, what is folded, and what players read."""

import re

import pytest

from campaigns.audience.turns import changes
from campaigns.models import Entry
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from campaigns.play.undo import undo
from combat.table import log, page
from combat.table.page import Wish
from rules.engine.kernel import Die, Rung, facts
from tests.combat.conftest import Fight, client_of
from tests.combat.test_odds_of_unread_sheets import begin_fight


def rung_of(fight: Fight, who: str) -> str:
    return next(rung.key for rung in fight.state.ladder if rung.who == who)


def begin_turn(fight: Fight, who: str) -> str:
    return fight.happen(facts.TurnBegan(rung_of(fight, who))).public_id


def said(who: str, text: str) -> facts.Told:
    return facts.Told((who,), f"{{0}} {text}.")


def chapters(fight: Fight, *, cast: str = "gm", since: str = "") -> list[tuple[str, str]]:
    """For each passage the name whose turn it stands under, and its entry, newest first."""
    seen = page.table(getattr(fight.cast, cast), fight.encounter.public_id, Wish())
    pages = log.since(seen, since) if since else log.latest(seen)
    return [(one.whose, one.passage.key) for one in pages.chapters]


def test_what_happens_stands_under_the_turn_in_which_it_happened(fight: Fight) -> None:
    rook, mira = fight.cast.rook.public_id, fight.cast.mira.public_id
    first = begin_turn(fight, rook)
    shouts = fight.happen(said(rook, "shouts")).public_id
    second = begin_turn(fight, mira)
    sings = fight.happen(said(mira, "sings")).public_id
    assert chapters(fight)[:4] == [("Mira", sings), ("Mira", second), ("Rook", shouts), ("Rook", first)]


def test_a_deed_that_ends_a_turn_belongs_to_it_and_what_a_turn_begins_with_to_that(fight: Fight) -> None:
    rook, mira = fight.cast.rook.public_id, fight.cast.mira.public_id
    begin_turn(fight, rook)
    last = fight.happen(said(rook, "strikes"), facts.TurnBegan(rung_of(fight, mira))).public_id
    assert chapters(fight)[0] == ("Rook", last)
    answer = fight.happen(said(mira, "laughs")).public_id
    begun = fight.happen(facts.TurnBegan(rung_of(fight, rook)), said(rook, "bleeds")).public_id
    assert chapters(fight)[:3] == [("Rook", begun), ("Mira", answer), ("Rook", last)]


def test_news_stand_under_the_turn_that_older_entries_opened(fight: Fight) -> None:
    rook = fight.cast.rook.public_id
    opened = begin_turn(fight, rook)
    fight.happen(said(rook, "waits"))
    at = fight.happen(said(rook, "looks")).public_id
    new = fight.happen(said(rook, "runs")).public_id
    assert chapters(fight, since=at) == [("Rook", new)]
    text = client_of(fight.cast.gm).get(f"{fight.address}parts/?since={at}").content.decode()
    assert f'data-break="{opened}"' in text
    assert f'data-under="{opened}"' in text


def test_a_turn_that_is_taken_back_shows_the_log_afresh(fight: Fight) -> None:
    rook, mira = fight.cast.rook.public_id, fight.cast.mira.public_id
    begin_turn(fight, rook)
    back = begin_turn(fight, mira)
    undo(fight.cast.gm, back, encounter=fight.encounter.public_id)
    seen = page.table(fight.cast.gm, fight.encounter.public_id, Wish())
    pages = log.since(seen, back)
    assert pages.afresh
    assert [one.whose for one in pages.chapters[:3]] == ["Rook"] * 3


def test_the_turn_of_somebody_hidden_has_no_heading_for_players(fight: Fight) -> None:
    rook, canary = fight.cast.rook.public_id, fight.canary.public_id
    begin_turn(fight, rook)
    begin_turn(fight, canary)
    fight.happen(said(rook, "listens"))
    assert {"Rook", fight.canary.name} <= {whose for whose, _ in chapters(fight)}
    theirs = chapters(fight, cast="anna")
    assert fight.canary.name not in {whose for whose, _ in theirs}
    assert fight.canary.name not in client_of(fight.cast.anna).get(fight.address).content.decode()


def result_of(fight: Fight, cast: str) -> str:
    """What happened last, as the stage shows it when the page is loaded; empty where it shows nothing."""
    text = client_of(getattr(fight.cast, cast)).get(fight.address).content.decode()
    found = re.search(r'<div class="result" data-result>(.*?)</div>', text, re.DOTALL)
    return found[1] if found else ""


def test_a_page_that_is_loaded_shows_what_happened_last_as_far_as_its_reader_knows(fight: Fight) -> None:
    rook, canary = fight.cast.rook.public_id, fight.canary.public_id
    assert not result_of(fight, "gm"), "how a fight began is no result"
    begin_turn(fight, rook)
    fight.happen(said(rook, "waits"))
    last = fight.happen(said(rook, "shoots")).public_id
    assert all("shoots" in result_of(fight, cast) for cast in ("gm", "anna"))
    undo(fight.cast.gm, last, encounter=fight.encounter.public_id)
    assert all("waits" in result_of(fight, cast) for cast in ("gm", "anna"))
    fight.happen(said(canary, "creeps"))
    assert "creeps" in result_of(fight, "gm")
    assert "waits" in result_of(fight, "anna")
    begin_turn(fight, fight.cast.mira.public_id)
    assert not result_of(fight, "anna")


def test_the_order_is_folded_and_dice_wait_for_a_tap(fight: Fight) -> None:
    rook = fight.cast.rook.public_id
    opened = begin_turn(fight, rook)
    thrown = facts.Rolled(rook, "dare", (facts.Die(6, 4, 1), facts.Die(6, 1)), 1, 50.0)
    dared = fight.happen(thrown, said(rook, "dares")).public_id
    bare = fight.happen(thrown).public_id
    lines = {
        key: line
        for line in client_of(fight.cast.gm).get(fight.address).content.decode().split("<li ")
        for key in re.findall(r'data-entry="([^"]+)"', line)
    }
    assert "’s turn begins</summary>" in lines[opened]
    outside, _, inside = lines[dared].partition("<details")
    assert "dares" in outside
    assert "die--scored" not in outside
    assert "die--scored" in inside
    assert "<details" not in lines[bare], "dice that are all there is to tell stand open"
    assert "die--scored" in lines[bare]


def test_with_a_new_round_its_words_and_the_dice_of_its_order_are_no_events() -> None:
    threw = facts.Rolled("r", "initiative", (Die(10, 4),), 4, 50.0)
    ladder, turn = facts.LadderSet((Rung("r/", "r", 4),)), facts.TurnBegan("r/")
    assert all(changes([facts.RoundBegan(2), facts.Told((), "Round 2."), threw, ladder, turn]))
    assert [
        bool(place) for place in changes([facts.RoundBegan(2), ladder, threw, facts.Told(("r",), "{0} bleeds.")])
    ] == [
        True,
        True,
        False,
        False,
    ]
    assert not any(changes([facts.Told((), "Arrows rain."), threw, facts.StageSet("over")]))


def line_of(fight: Fight, entry: Entry) -> str:
    text = client_of(fight.cast.gm).get(fight.address).content.decode()
    return text.split(f'data-entry="{entry.public_id}"')[1].partition("</li>")[0]


@pytest.mark.parametrize(
    ("command", "does", "label"),
    [("turn.end", "ends the turn", "End turn"), ("melee.spend", "spends the hits", "Spend the hits")],
)
def test_a_deed_before_sentences_about_others_is_said_as_people_do(
    db: None, command: str, does: str, label: str
) -> None:
    fight = begin_fight("sda")

    def act(game: Game) -> dict[str, object]:
        game.table.happen(said(fight.foe.public_id, "loses 1 initiative"))
        return {}

    intent = Intent(command, {}, fight.cast.rook.public_id, fight.encounter.public_id)
    entry = write(fight.cast.gm, intent, act)
    line = line_of(fight, entry)
    assert f"<b>Rook</b> {does}." in line
    assert label not in line
