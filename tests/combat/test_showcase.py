"""The fight that strangers may watch: on the page that welcomes them, where the hall has one to show."""

import pytest
from django.test import Client

from combat.models import Encounter, SharedReplay
from combat.replay import sharing
from tests.combat.conftest import Fight, client_of


@pytest.fixture
def link(fight: Fight) -> SharedReplay:
    return sharing.share(fight.cast.gm, Encounter.objects.get(pk=fight.encounter.pk))


def test_strangers_are_shown_the_fight_of_a_showcase_alone(link: SharedReplay) -> None:
    assert "/replays/" not in Client().get("/").content.decode()
    SharedReplay.objects.update(showcase=True)
    assert f"/replays/{link.token}/" in Client().get("/").content.decode()
    Encounter.objects.update(secret=True)
    assert "/replays/" not in Client().get("/").content.decode()


def test_the_replay_leads_a_stranger_on_and_nobody_else(fight: Fight, link: SharedReplay) -> None:
    onward = 'href="/accounts/signup/">Create an account'
    assert onward in Client().get(f"/replays/{link.token}/").content.decode()
    assert onward not in client_of(fight.cast.anna).get(f"/replays/{link.token}/").content.decode()
    assert onward not in client_of(fight.cast.anna).get(f"{fight.address}replay/").content.decode()
