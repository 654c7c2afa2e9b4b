"""The fight that strangers may watch: the one that the hall shows, or the recorded one that comes with Winterhall."""

import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from campaigns.audience import access
from combat.models import Encounter, SharedReplay
from combat.replay import sharing
from combat.replay.recording import NotRecordable, Recording, record, recording
from combat.replay.steps import seat_of
from tests.combat.conftest import Fight, client_of


@pytest.fixture
def link(fight: Fight) -> SharedReplay:
    return sharing.share(fight.cast.gm, Encounter.objects.get(pk=fight.encounter.pk))


def test_strangers_are_shown_the_fight_of_a_showcase_alone(link: SharedReplay) -> None:
    assert "/replays/" not in Client().get("/").content.decode()
    assert 'href="/fight/"' in Client().get("/").content.decode()
    SharedReplay.objects.update(showcase=True)
    assert f"/replays/{link.token}/" in Client().get("/").content.decode()
    assert 'href="/fight/"' not in Client().get("/").content.decode()
    Encounter.objects.update(secret=True)
    assert "/replays/" not in Client().get("/").content.decode()


def test_the_replay_leads_a_stranger_on_and_nobody_else(fight: Fight, link: SharedReplay) -> None:
    onward = 'href="/accounts/signup/">Create an account'
    assert onward in Client().get(f"/replays/{link.token}/").content.decode()
    assert onward not in client_of(fight.cast.anna).get(f"/replays/{link.token}/").content.decode()
    assert onward not in client_of(fight.cast.anna).get(f"{fight.address}replay/").content.decode()


def test_a_hall_without_a_fight_shows_the_recorded_one(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    number = len(recording().steps)
    with django_assert_num_queries(0):
        page = Client().get("/fight/").content.decode()
        steps = Client().get(f"/fight/steps/?at={recording().marks[0]['key']}").content.decode()
    assert f"1 of {number}" in page
    assert steps.count("data-frame=") == 12
    assert "/static/" in steps
    assert "Odds before the roll" in page + steps
    assert "as its game master sees it" in page
    assert not any("Gudrun" in step.html for step in recording().steps)
    last = recording().marks[-1]["key"]
    assert (
        f"{len(recording().steps)} of {len(recording().steps)}" in Client().get(f"/fight/?at={last}").content.decode()
    )
    assert Client().get(f"/fight/steps/?at={last}").content.decode().count("data-frame=") == 1


def test_a_step_that_is_none_is_the_first_and_brings_no_others(db: None) -> None:
    assert f">1 of {len(recording().steps)}<" in Client().get("/fight/?at=nonsense").content.decode()
    assert Client().get("/fight/steps/?at=nonsense").status_code == 404
    assert Client().get("/fight/steps/").status_code == 404


def test_a_recording_shows_what_an_observer_sees_and_is_the_same_each_time(link: SharedReplay, tmp_path: Path) -> None:
    """What is drawn with today's templates has the classes that the recording has: or it is recorded again."""
    made = record(seat_of(access.onlooker(link.encounter.campaign), link.encounter.public_id))
    first, second = tmp_path / "first", tmp_path / "second"
    made.write(first)
    Recording.read(first).write(second)
    assert first.read_bytes() == second.read_bytes()
    watched = Client().get(f"/replays/{link.token}/?at={made.steps[-1].key}").content.decode()
    assert words(made.steps[-1].html) <= words(watched)


def test_the_recording_that_comes_along_is_of_todays_pages() -> None:
    """Run `make front` where this fails: what frames are made of has changed since they were recorded."""
    templates = " ".join(path.read_text() for path in Path("templates").rglob("*.html"))
    styles = " ".join(path.read_text() for path in Path("static/css").rglob("*.css"))
    known = set(re.findall(r"[\w-]+", templates + styles))
    classes = {word for step in recording().steps for found in CLASS.findall(step.html) for word in found.split()}
    assert {one for one in classes if one not in known and one.split("--")[0] not in known} == set()


def test_a_fight_with_a_picture_of_its_own_is_not_recorded(link: SharedReplay, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = seat_of(access.onlooker(link.encounter.campaign), link.encounter.public_id)
    monkeypatch.setattr("combat.replay.recording.render_to_string", lambda *_: '<img src="/campaigns/x/pictures/y/">')
    with pytest.raises(NotRecordable, match="/campaigns/x/pictures"):
        record(seat)


CLASS = re.compile(r'class="([^"]*)"')


def words(html: str) -> set[str]:
    """The words that people read."""
    return set(re.sub(r"<[^>]*>", " ", html).split())
