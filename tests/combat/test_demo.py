"""The demo: an empty hall is furnished by playing in it, and furnishing it again changes nothing."""

import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoDbBlocker

from campaigns.audience import history, viewers
from campaigns.calendar import dates
from campaigns.chronicle import verify
from campaigns.models import Campaign, Entry, Membership
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import last_to_undo, undo
from campaigns.summaries.blows import strike_in
from campaigns.summaries.fight_prose import armed
from campaigns.summaries.happenings import Strike
from characters.models import Character
from combat.demo.furnish import invites
from combat.models import Encounter, SharedReplay
from rules import registry
from rules.engine.kernel import Judged, Rolled, Told, in_words
from tests.helpers import standing_for_a_file
from tests.toy import Heads
from tests.two_worlds.chance import foreseeable
from winterhall.accounts import tokens
from winterhall.accounts.models import User

pytestmark = pytest.mark.django_db


def run_demo(*arguments: str) -> str:
    said = io.StringIO()
    call_command("demo", *arguments, stdout=said)
    return said.getvalue()


def furnish() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run_demo("--json"))
    return found


@pytest.fixture(scope="module")
def first_output(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The output of furnishing the empty hall, made once for all tests of this file.

    Who throws first hangs on ids: left to chance, the dice would tell another fight each time.
    """
    with standing_for_a_file(django_db_blocker), foreseeable() as chance:
        chance.begin("the demo")
        yield run_demo("--json")


@pytest.fixture
def demo(first_output: str, db: None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(first_output)
    return found


#: Names of numbers that stand on a sheet, in the verdicts of whichever game.
FIGURES = {"armour", "level", "durability", "threshold", "before_protection", "their_target", "their_total"}


def test_players_read_no_figures_of_foes(demo: dict[str, Any]) -> None:
    """A foe's skill and armour are the game master's: what players read is the roll and what comes of it."""
    purposes, bare = set(), set()
    for campaign in Campaign.objects.all():
        player = Membership.objects.filter(campaign=campaign, role="player")[0]
        eyes = viewers.viewer(player)
        for entry in Entry.objects.filter(campaign=campaign).select_related("tells"):
            for fact in history.seen_facts(entry, eyes):
                if isinstance(fact, Rolled) and fact.who not in eyes.open_sheets:
                    purposes.add(in_words(fact.purpose, {}))
                elif isinstance(fact, Judged):
                    bare |= FIGURES & fact.numbers.keys() - fact.private.keys()
    assert purposes
    assert not [one for one in purposes if re.search(r"\b[A-Z]\w+ \d", one)]
    assert not bare


def test_the_log_of_every_game_says_what_somebody_struck_with(demo: dict[str, Any]) -> None:
    for campaign in Campaign.objects.all():
        weapons = set()
        for entry in Entry.objects.filter(campaign=campaign).select_related("tells"):
            for fact in history.seen_facts(entry, viewers.Viewer(is_gm=True)):
                if isinstance(fact, Told) and len(fact.who) > 1:
                    weapons.add(strike_in(fact, Strike(), campaign.system.retelling).weapon)
        assert any(map(armed, weapons)), campaign.system_slug


def counts() -> list[int]:
    return [model.objects.count() for model in (User, Campaign, Membership, Character, Encounter, Entry)]


def test_everybody_can_come_in(demo: dict[str, Any]) -> None:
    assert [one["role"] for one in demo["logins"]] == ["gm", "player", "player", "observer"]
    for one in demo["logins"]:
        user = User.objects.get(email=one["email"])
        assert user.check_password(one["password"])
        assert one["email"].endswith("@winterhall.example")
        found = tokens.find(one["token"])
        assert found is not None
        assert found.user == user


def test_again_it_says_the_same_and_doubles_nothing(first_output: str) -> None:
    before = counts()
    assert run_demo("--json") == first_output
    assert counts() == before


def test_after_play_it_still_says_the_same(first_output: str, demo: dict[str, Any]) -> None:
    gm = Membership.objects.get(user__email=demo["logins"][0]["email"], campaign__public_id=demo["campaign"]["id"])
    running = demo["encounters"]["barrow"]
    undone = last_to_undo(gm.campaign, running)
    assert undone is not None
    undo(gm, undone.public_id, encounter=running)
    rook = demo["characters"]["rook"]
    perform(gm, Intent("sheet.text", {"text": "name", "to": "Raven"}, actor=rook))
    before = counts()
    assert run_demo("--json") == first_output
    assert counts() == before
    assert Character.objects.get(public_id=rook).name == "Raven"


def test_one_fight_is_ready_and_one_is_in_its_third_round(demo: dict[str, Any]) -> None:
    ready, running = (Encounter.objects.get(public_id=demo["encounters"][key]).state for key in ("gate", "barrow"))
    assert (ready.stage, len(ready.combatants)) == ("ready", 6)
    assert (running.stage, running.round) == ("fighting", 3)
    assert any(one.hidden for one in running.combatants.values())
    assert running.asks or any(rung.done for rung in running.ladder)


def test_players_read_nothing_of_the_fight_that_is_only_prepared(demo: dict[str, Any]) -> None:
    campaign = Campaign.objects.get(public_id=demo["campaign"]["id"])
    ready, running = (Encounter.objects.get(public_id=demo["encounters"][key]) for key in ("gate", "barrow"))
    here = f"/campaigns/{campaign.public_id}"
    pages = (f"{here}/", f"{here}/encounters/", f"{here}/party/", f"{here}/chronicle/", f"/api/v1{here}/encounters/")
    for member in campaign.memberships.select_related("user"):
        client = Client()
        client.force_login(member.user)
        read = "\n".join(client.get(page).content.decode() for page in pages)
        assert running.name in read
        assert (ready.name in read) == member.is_gm, member


def test_what_is_shown_invites_to_play_on(demo: dict[str, Any]) -> None:
    ready, running = (Encounter.objects.get(public_id=demo["encounters"][key]) for key in ("gate", "barrow"))
    system = running.campaign.system
    assert invites(system, running)
    assert not invites(system, ready), "nobody is asked anything"
    gm = Membership.objects.get(user__email=demo["logins"][0]["email"], campaign=running.campaign)
    perform(gm, Intent("sheet.condition", {"condition": "dead"}, actor=demo["characters"]["rook"]))
    assert not invites(system, running), "Rook is dead"


def test_the_chronicle_of_the_demo_verifies_and_players_wrote_in_it(demo: dict[str, Any]) -> None:
    campaign = Campaign.objects.get(public_id=demo["campaign"]["id"])
    assert verify.faults(campaign) == []
    by_players = Entry.objects.filter(campaign=campaign, by__email__startswith="player")
    assert by_players.exists()


def test_every_game_that_can_has_a_campaign_of_its_own(demo: dict[str, Any]) -> None:
    wanted = [system.slug for system in registry.SYSTEMS if system.demo()]
    assert [one["system"] for one in demo["campaigns"]] == wanted
    first = demo["campaigns"][0]
    assert demo["campaign"] == {"id": first["id"], "name": first["name"]}
    assert (demo["characters"], demo["encounters"]) == (first["characters"], first["encounters"])
    for one in demo["campaigns"]:
        campaign = Campaign.objects.get(public_id=one["id"], system_slug=one["system"])
        assert campaign.memberships.count() == len(demo["logins"])
        assert verify.faults(campaign) == []
        for public_id in one["characters"].values():
            assert Character.objects.get(public_id=public_id).campaign == campaign
        for public_id in one["encounters"].values():
            assert Encounter.objects.get(public_id=public_id).campaign == campaign


def test_another_game_leaves_the_earlier_ones_as_they_are(
    demo: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = demo
    told: dict[str, Any] = {
        "campaign": "Coins and magpies",
        "character": [{"key": "rook", "name": "Penny", "player": "player1", "skills": {"luck": 3}}],
    }
    monkeypatch.setattr(Heads, "demo", lambda _: told)
    after = furnish()
    assert after["campaigns"][:-1] == before["campaigns"]
    assert {key: after[key] for key in before if key != "campaigns"} == {
        key: before[key] for key in before if key != "campaigns"
    }
    penny = Character.objects.get(public_id=after["campaigns"][-1]["characters"]["rook"])
    assert (penny.name, penny.sheet.rank("skill", "luck")) == ("Penny", 3)
    assert furnish() == after


def test_only_a_new_campaign_is_given_a_date(demo: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert {dates.today(one).date for one in Campaign.objects.all()} == {
        "Monday, 14th of March 742",
        "Monday, 2nd of October 1137",
        "Monday, 23rd of November 609",
        "Monday, 27th of October 1462",
        "Monday, 9th of April 388",
    }
    told: dict[str, Any] = {"campaign": "Coins and magpies", "character": []}
    monkeypatch.setattr(Heads, "demo", lambda _: told)
    theirs = Campaign.objects.get(public_id=furnish()["campaigns"][-1]["id"])
    before = dates.today(theirs).date
    told["date"] = [1012, 2, 3]
    furnish()
    assert dates.today(theirs).date == before


def test_strangers_may_watch_one_fight_and_taken_back_it_stays_away(demo: dict[str, Any]) -> None:
    (link,) = SharedReplay.objects.all()
    assert (link.showcase, link.encounter.public_id) == (True, demo["encounters"]["barrow"])
    assert Client().get(f"/replays/{link.token}/").status_code == 200
    link.delete()
    run_demo()
    assert not SharedReplay.objects.exists()


def test_people_read_a_table(first_output: str) -> None:
    text = run_demo()
    assert "gm@winterhall.example" in text
    assert "The Long Thaw" in text
    assert "barrow" in text
