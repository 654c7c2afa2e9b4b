"""The rules of a campaign's game, read within the campaign: its navigation stays, and strangers find nothing."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from rules import house_rules
from rules.registry import SYSTEMS
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast

PAGES = ("rules", "rules_turn", "rules_odds")


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast("grim")


def address(cast: Cast, name: str) -> str:
    return reverse(f"campaigns:{name}", args=[cast.campaign.public_id])


@pytest.mark.parametrize("name", PAGES)
def test_members_keep_the_campaigns_navigation(cast: Cast, name: str) -> None:
    for who in (cast.gm, cast.anna, cast.olga):
        text = client_of(who).get(address(cast, name)).content.decode()
        assert f'<nav class="site-nav" id="places" popover aria-label="{cast.campaign.name}">' in text
        assert f'href="{address(cast, "rules")}" aria-current="page">Rules</a>' in text
        inside = text.split("<main", 1)[1].split("</main>", 1)[0]
        assert 'href="/games/' not in inside.replace('href="/games/grim/sheet', "")


@pytest.mark.parametrize("name", PAGES)
def test_strangers_find_nothing_there(cast: Cast, name: str) -> None:
    assert client_of(cast.stranger).get(address(cast, name)).status_code == 404
    assert Client().get(address(cast, name)).status_code == 302


@pytest.mark.parametrize("slug", [system.slug for system in SYSTEMS])
def test_every_game_is_read_there(db: None, slug: str) -> None:
    cast = make_cast(slug)
    text = client_of(cast.anna).get(address(cast, "rules")).content.decode()
    titles = [cast.campaign.system.name, *[one.title for one in cast.campaign.system.guide()[:1]]]
    assert not [title for title in titles if title not in unescape(text)]


def test_changed_house_rules_are_said(cast: Cast) -> None:
    switch = next(one for one in cast.campaign.system.switches if isinstance(one.default, bool))
    cast.campaign.house_rules = {switch.name: not switch.default}
    cast.campaign.save()
    said = next(
        one.said
        for one in house_rules.settings(cast.campaign.system, cast.campaign.house_rules)
        if one.switch.name == switch.name
    )
    text = client_of(cast.anna).get(address(cast, "rules")).content.decode()
    assert f"Changed in {cast.campaign.name}: {said}" in text.replace("&#x27;", "'")


def test_odds_are_answered_and_kept_as_a_table(cast: Cast) -> None:
    where = address(cast, "rules_odds")
    assert "data-sentence" in client_of(cast.anna).get(where, {"q": "2d6 at least 7"}).content.decode()
    table = client_of(cast.anna).get(where, {"q": "2d6 at least 7", "as": "csv"})
    assert table["Content-Type"].startswith("text/csv")
