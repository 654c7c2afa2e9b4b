"""House rules as entries: told in the log, undone, late, in parallel; and marked where something hangs on them."""

import re
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connections
from django.utils.html import escape

from campaigns.chronicle import verify
from campaigns.chronicle.replay import replay
from campaigns.homebrew import editor
from campaigns.models import Campaign, Entry, HousePage
from campaigns.play.game import lay_out
from campaigns.play.intent import Intent, Stale
from campaigns.play.outlook import foresee
from campaigns.play.perform import perform
from campaigns.play.undo import redo, undo
from rules import house_rules
from rules.engine.kernel import NotNow, Refused
from rules.registry import SYSTEMS
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast, verified, write_text
from tests.toy import HEADS_GAME

POOR = {"poor": True}


def reloaded_campaign(cast: Cast) -> Campaign:
    return Campaign.objects.get(pk=cast.campaign.pk)


def path(cast: Cast, what: str = "house/") -> str:
    return f"/campaigns/{cast.campaign.public_id}/{what}"


def text(cast: Cast, who: Any, what: str = "house/") -> str:
    answer = client_of(who).get(path(cast, what))
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_change_is_an_entry_that_everybody_reads(cast: Cast) -> None:
    with verified(cast.campaign):
        entry = editor.choose_rules(cast.gm, POOR)
    assert (entry.command, reloaded_campaign(cast).house_rules) == ("house.rules", POOR)
    for who in (cast.gm, cast.anna, cast.olga):
        told = text(cast, who, "chronicle/")
        assert 'The house rule <b>Poor</b> is now <span class="log__number">on</span>' in told
        assert "(was off)" in told


def test_undo_and_redo_turn_it_back_and_again(cast: Cast) -> None:
    entry = editor.choose_rules(cast.gm, POOR)
    with verified(cast.campaign):
        undo(cast.gm, entry.public_id)
    assert reloaded_campaign(cast).house_rules == {}
    with verified(cast.campaign):
        redo(cast.gm, entry.public_id)
    assert reloaded_campaign(cast).house_rules == POOR


def test_what_was_chosen_before_entries_told_of_it_stays(cast: Cast) -> None:
    Campaign.objects.filter(pk=cast.campaign.pk).update(house_rules=POOR)
    entry = editor.choose_rules(cast.gm, {})
    assert reloaded_campaign(cast).house_rules == {}
    undo(cast.gm, entry.public_id)
    assert reloaded_campaign(cast).house_rules == POOR
    assert verify.faults(reloaded_campaign(cast)) == []


def test_an_old_entry_replays_the_same_under_new_rules(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "before")
    perform(cast.anna, Intent("toss", {"coins": 2}, cast.rook.public_id))
    cast.rook.refresh_from_db()
    before = cast.rook.body
    editor.choose_rules(cast.gm, POOR)
    assert replay(cast.rook, from_nothing=True) == cast.rook.sheet
    cast.rook.refresh_from_db()
    assert cast.rook.body == before


def test_nothing_is_written_where_nothing_changes(cast: Cast) -> None:
    with pytest.raises(NotNow):
        editor.choose_rules(cast.gm, {"poor": False})
    assert not HousePage.objects.exists()


@pytest.mark.parametrize(("chosen", "said"), [({"rich": True}, "no house rule"), ({"poor": 1}, "on or off")])
def test_what_is_no_setting_is_refused(cast: Cast, chosen: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        editor.choose_rules(cast.gm, chosen)
    assert reloaded_campaign(cast).house_rules == {}


def test_settings_of_every_kind_are_checked(db: None) -> None:
    cast = make_cast("sda")
    for chosen, said in (
        ({"buying_dice": "never"}, "choose from"), ({"performance_spirit": True}, "whole number"),
        ({"performance_spirit": 10**7}, "whole number"), ({"virtue_consent": "yes"}, "on or off"),
    ):  # fmt: skip
        with pytest.raises(Refused, match=said):
            editor.choose_rules(cast.gm, chosen)
    editor.choose_rules(cast.gm, {"buying_dice": "before paying", "performance_spirit": 2})
    assert reloaded_campaign(cast).house_rules == {"buying_dice": "before paying", "performance_spirit": 2}


def test_whoever_is_late_is_told_so(cast: Cast) -> None:
    editor.choose_rules(cast.gm, POOR, seen=0)
    with pytest.raises(Stale):
        editor.choose_rules(cast.gm, {}, seen=0)
    answer = client_of(cast.gm).post(path(cast), {"name": "The long winter", "seen": "0"})
    assert answer.status_code == 409
    assert "changed since you saw it" in answer.content.decode()
    assert reloaded_campaign(cast).house_rules == POOR


def test_the_same_key_turns_once(cast: Cast) -> None:
    entries = {editor.choose_rules(cast.gm, POOR, seen=0, key="once").public_id for _ in range(2)}
    assert len(entries) == 1


def test_the_page_shows_default_sentence_and_what_is_changed(cast: Cast) -> None:
    before = text(cast, cast.gm)
    assert "Everybody begins with one coin." in before
    assert "house-switch--turned" not in before
    client_of(cast.gm).post(path(cast), {"name": "The long winter", "rule-poor": "on", "seen": "0"})
    after = text(cast, cast.gm)
    assert "house-switch--turned" in after
    assert "Default: <b>off</b>" in after


@pytest.mark.parametrize(("who", "status"), [("anna", 403), ("olga", 403), ("stranger", 404)])
def test_only_the_game_master_turns_rules(cast: Cast, who: str, status: int) -> None:
    client = client_of(getattr(cast, who))
    assert client.get(path(cast)).status_code == status
    assert client.post(path(cast), {"name": "Mine", "rule-poor": "on"}).status_code == status
    assert reloaded_campaign(cast).house_rules == {}


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_is_late() -> None:
    cast, together, outcomes = make_cast(), Barrier(2), []

    def turn() -> None:
        together.wait()
        try:
            editor.choose_rules(cast.gm, POOR, seen=0)
            outcomes.append("done")
        except Stale:
            outcomes.append("late")
        finally:
            connections.close_all()

    threads = [Thread(target=turn) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["done", "late"]
    assert Entry.objects.filter(command="house.rules").count() == 1


# -- where it is marked -----------------------------------------------------------------------------------------------


def test_odds_say_which_house_rules_they_hang_on(db: None) -> None:
    cast = make_cast("sda")
    intent = Intent("test.static", {"skill": "stealth", "difficulty": 1, "bought": 1}, cast.rook.public_id)
    assert foresee(cast.anna, intent).house == ()
    editor.choose_rules(cast.gm, {"buying_dice": "before paying", "short_gold": 9})
    cast.anna.campaign.refresh_from_db()
    assert [one.switch.name for one in foresee(cast.anna, intent).house] == ["buying_dice"]
    answer = client_of(cast.anna).post(
        path(cast, "odds/"),
        {
            "command": "test.static",
            "actor": cast.rook.public_id,
            "with-skill": "stealth",
            "with-difficulty": "1",
            "with-bought": "1",
        },
    )
    assert "House rule: When spirit limits bought dice: before paying (else after paying)" in answer.content.decode()


def test_numbered_rules_are_marked_in_the_campaigns_compendium(db: None) -> None:
    cast = make_cast("sda")
    assert "House rule:" not in text(cast, cast.anna, "compendium/mechanics/")
    editor.choose_rules(cast.gm, {"buying_dice": "before paying"})
    told = text(cast, cast.anna, "compendium/mechanics/")
    assert told.count("House rule: When spirit limits bought dice: before paying") == 2


def test_a_number_whose_rule_is_touched_says_so() -> None:
    from dataclasses import replace

    from rules.engine.page.blocks import Explained, Part

    class Game(type(HEADS_GAME)):  # type: ignore[misc]
        switches = (replace(HEADS_GAME.switches[0], rule="HDS-003 to HDS-005"),)

    explained = Explained("Luck", "3", (Part("Rank", "3", "HDS-004"),))
    assert [one.said for one in house_rules.behind(Game(), POOR, explained)] == ["Poor: on (else off)"]
    assert house_rules.behind(Game(), {}, explained) == ()
    assert house_rules.behind(Game(), POOR, Explained("Luck", "3", (Part("Rank", "3", "HDS-006"),))) == ()


def test_what_a_player_may_know_consults_in_the_same_place(cast: Cast) -> None:
    editor.choose_rules(cast.gm, POOR)
    cast.anna.campaign.refresh_from_db()
    bridge = cast.encounter()
    perform(cast.gm, Intent("join", {}, cast.rook.public_id, bridge.public_id))
    perform(cast.gm, Intent("join", {"hidden": True}, cast.mira.public_id, bridge.public_id))
    game = lay_out(cast.anna, cast.rook.public_id, bridge.public_id)
    assert cast.mira.public_id not in game.known.scene.combatants
    assert HEADS_GAME.switches[0].flag(game.known.house_rules)
    assert game.table.house_rules.consulted == {"poor"}


def test_a_number_of_a_sheet_says_which_house_rules_it_hangs_on(db: None) -> None:
    cast = make_cast("sda")
    editor.choose_rules(cast.gm, {"encumbrance_costs_dice": False, "die_below_four": "none"})
    for number, labels in (
        ("skill.climbing", ["Burdens cost dice: off (else on)"]),
        ("skill.logic", []),
    ):
        found = text(cast, cast.anna, f"characters/{cast.rook.public_id}/explain/?number={number}")
        assert [one for one in ("Burdens cost dice: off (else on)",) if one in found] == labels


#: House rules that need no headings.
FEW = 5


@pytest.mark.parametrize("slug", [system.slug for system in SYSTEMS if len(system.switches) > FEW])
def test_the_page_has_headings_and_the_changed_rules_first(db: None, slug: str) -> None:
    cast = make_cast(slug)
    changed = next(one for one in cast.campaign.system.switches[FEW:] if isinstance(one.default, bool))
    editor.choose_rules(cast.gm, {changed.name: not changed.default})
    page = text(cast, cast.gm)
    parts = house_rules.by_part(house_rules.settings(cast.campaign.system, {changed.name: not changed.default}))
    assert len(parts) > 3
    assert [one.switch.name for one in parts[0][1]] == [changed.name]
    headings = [title for title, _ in parts]
    assert len(set(headings)) == len(headings)
    places = [page.index(f'<h2 class="house-part">{escape(title)}</h2>') for title in headings]
    assert places == sorted(places)
    chapters = re.findall(r"<details class=\"disclosure house-chapter\"[^>]*>", page)
    assert [" open" in chapter for chapter in chapters] == [True, *[False] * (len(parts) - 1)]
    assert "data-sift>" in page
