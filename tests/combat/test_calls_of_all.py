"""The start page is live: what waits for somebody in any of their campaigns, and nothing for anybody else."""

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import Campaign, Membership, Role
from combat.views import calls
from rules import registry
from tests.combat.conftest import CANARY, Fight, client_of
from tests.helpers import make_user

HERE = "/calls/"


def to_rook(fight: Fight) -> None:
    while fight.state.current.who != fight.cast.rook.public_id:
        fight.onward()


def test_the_start_page_asks_for_what_waits(fight: Fight) -> None:
    page = client_of(fight.cast.anna).get("/").content.decode()
    assert f'data-calls="{HERE}"' in page
    assert "js/calls.js" in page
    assert "js/feed.js" not in page


def test_a_turn_in_any_campaign_is_told_with_the_way_there(fight: Fight) -> None:
    to_rook(fight)
    other = Campaign.objects.create(name="Elsewhere", system_slug=registry.SYSTEMS[1].slug)
    Membership.objects.create(campaign=other, user=fight.cast.anna.user, role=Role.PLAYER)
    text = client_of(fight.cast.anna).get(HERE).content.decode()
    assert f"{fight.cast.campaign.name}: <b>Rook</b>, it is your turn" in text
    assert f"{fight.address}?as={fight.cast.rook.public_id}" in text
    assert text.count("data-unread") == 1
    assert CANARY not in text
    assert "it is your turn" not in client_of(fight.cast.boris).get(HERE).content.decode()


def test_strangers_hear_of_nothing(fight: Fight) -> None:
    to_rook(fight)
    text = client_of(Membership(user=make_user("stranger"))).get(HERE).content.decode()
    assert "data-call" not in text
    assert fight.cast.campaign.name not in text
    assert Client().get(HERE).status_code == 302
    assert HERE not in Client().get("/").content.decode()


def test_neither_the_archive_nor_the_bin_calls(fight: Fight) -> None:
    to_rook(fight)
    anna = client_of(fight.cast.anna)
    for column in ("archived_at", "binned_at"):
        Campaign.objects.update(**{column: timezone.now()})
        assert "it is your turn" not in anna.get(HERE).content.decode()
        Campaign.objects.update(**{column: None})
    assert "it is your turn" in anna.get(HERE).content.decode()


def test_whoever_looks_too_often_waits(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "LOOKS_PER_MINUTE", 2)
    anna = client_of(fight.cast.anna)
    found = [anna.get(HERE).status_code for _ in range(6)]
    assert found[0] == 200
    assert 429 in found
