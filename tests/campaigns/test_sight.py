"""Odds may be switched off, for players or for all: pages show none, programs hear why."""

import re
from typing import Any

import pytest

from campaigns.audience import access
from campaigns.homebrew import editor
from campaigns.models import Campaign, Membership
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from rules.house_rules import EVERYBODY, GAME_MASTER, NOBODY, SEE_ODDS
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, verified
from tests.toy_stacks import BeginStack

CHOICES = ((EVERYBODY, ("gm", "anna")), (GAME_MASTER, ("gm",)), (NOBODY, ()))
TOSS = {"command": "toss", "with-coins": "1"}


def show_odds_to(cast: Cast, chosen: str) -> None:
    if chosen != EVERYBODY:
        with verified(cast.campaign):
            editor.choose_rules(cast.gm, {SEE_ODDS.name: chosen})


def reloaded(member: Membership) -> Membership:
    return Membership.objects.select_related("campaign", "user").get(pk=member.pk)


@pytest.mark.parametrize(("chosen", "seeing"), CHOICES)
def test_who_sees_odds(cast: Cast, chosen: str, seeing: tuple[str, ...]) -> None:
    show_odds_to(cast, chosen)
    sheet = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/"
    for who in ("gm", "anna"):
        client = client_of(getattr(cast, who))
        odds = client.post(f"/campaigns/{cast.campaign.public_id}/odds/", TOSS | {"actor": cast.rook.public_id})
        assert odds.status_code == (200 if who in seeing else 403)
        assert ("data-odds=" in client.get(sheet).content.decode()) is (who in seeing)
        assert access.sees_odds(reloaded(getattr(cast, who))) is (who in seeing)


def test_whoever_is_kept_from_odds_hears_so_in_a_sentence(cast: Cast) -> None:
    show_odds_to(cast, GAME_MASTER)
    answer = client_of(cast.anna).post(
        f"/campaigns/{cast.campaign.public_id}/odds/", TOSS | {"actor": cast.rook.public_id}
    )
    assert "Odds are hidden in this campaign" in answer.json()["detail"]


def test_without_odds_one_rolls_all_the_same_with_real_dice_too(cast: Cast) -> None:
    show_odds_to(cast, NOBODY)
    intent = Intent("toss", {"coins": 1}, cast.rook.public_id, typed={cast.rook.public_id: [2]})
    assert perform(reloaded(cast.anna), intent).number
    text = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/")
    assert "I rolled real dice" in text.content.decode()


def test_an_ask_shows_its_choices_without_odds(cast: Cast) -> None:
    bridge = cast.encounter()
    for who in (cast.rook, cast.mira):
        perform(cast.gm, Intent("join", {}, who.public_id, bridge.public_id))
    perform(cast.gm, Intent("sheet.text", {"text": "notes", "to": "so it begins"}, cast.rook.public_id))
    stake = Intent("stake", {"against": cast.mira.public_id}, cast.rook.public_id, bridge.public_id)
    perform(cast.anna, stake)
    address = f"/campaigns/{cast.campaign.public_id}/encounters/{bridge.public_id}/"
    assert "A coin is even" in client_of(cast.boris).get(address).content.decode()
    show_odds_to(cast, GAME_MASTER)
    text = client_of(cast.boris).get(address).content.decode()
    assert "Take the coin" in text
    assert "A coin is even" not in text
    assert not re.search(r"data-odds", text)
    assert "A coin is even" in client_of(cast.gm).get(address).content.decode()


def test_it_is_turned_on_the_page_of_house_rules_and_told(cast: Cast) -> None:
    client: Any = client_of(cast.gm)
    there = f"/campaigns/{cast.campaign.public_id}/house/"
    assert "Who sees odds" in client.get(there).content.decode()
    client.post(there, {"name": "The long winter", "rule-see_odds": NOBODY, "rule-simple_answers": "on", "seen": "0"})
    assert Campaign.objects.get(pk=cast.campaign.pk).house_rules == {SEE_ODDS.name: NOBODY}
    told = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/chronicle/").content.decode()
    assert 'The house rule <b>Who sees odds</b> is now <span class="log__number">nobody</span>' in told


def test_a_long_test_is_carried_on_without_a_forecast(cast: Cast) -> None:
    perform(cast.anna, Intent(BeginStack.name, {"called": "A tower", "goal": 9}, cast.rook.public_id))
    page = f"/campaigns/{cast.campaign.public_id}/long-tests/"
    assert "Forecast: A tower" in client_of(cast.anna).get(page).content.decode()
    show_odds_to(cast, GAME_MASTER)
    text = client_of(cast.anna).get(page).content.decode()
    assert "A tower" in text
    assert "Forecast: A tower" not in text
    assert "Forecast: A tower" in client_of(cast.gm).get(page).content.decode()
