"""Scenes of a session renamed and removed: once, in time, by game masters alone, and taken back."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from campaigns.calendar.sessions import course
from campaigns.models import Entry, Session
from campaigns.play.intent import Stale, Unchanged
from campaigns.play.undo import redo, undo
from campaigns.sessions import at_table, scenes
from rules.engine.kernel import Refused
from tests.campaigns.test_playing import client_of
from tests.campaigns.test_sessions import row_of, written
from tests.helpers import Cast, verified


@pytest.fixture
def session(cast: Cast) -> Session:
    """A running session with two scenes."""
    begun = row_of(at_table.begin(cast.gm))
    for title in ("The frod", "The mill"):
        at_table.scene(cast.gm, title)
    return begun


def titles(cast: Cast) -> list[str]:
    return [one.title for one in course(cast.campaign)[-1].scenes]


def ids(cast: Cast) -> list[str]:
    return [one.id for one in course(cast.campaign)[-1].scenes]


def test_a_scene_is_renamed_once_and_undone(cast: Cast, session: Session) -> None:
    ford, _ = ids(cast)
    with verified(cast.campaign):
        entry = scenes.rename(cast.gm, session, ford, " The ford ", seen=session.version, key="once")
        assert scenes.rename(cast.gm, session, ford, " The ford ", seen=session.version, key="once") == entry
    assert titles(cast) == ["The ford", "The mill"]
    undo(cast.gm, entry.public_id)
    assert titles(cast) == ["The frod", "The mill"]
    redo(cast.gm, entry.public_id)
    assert titles(cast) == ["The ford", "The mill"]


def test_a_scene_is_removed_once_and_undone(cast: Cast, session: Session) -> None:
    _, mill = ids(cast)
    with verified(cast.campaign):
        entry = scenes.remove(cast.gm, session, mill, key="once")
        assert scenes.remove(cast.gm, session, mill, key="once") == entry
    assert titles(cast) == ["The frod"]
    with pytest.raises(Http404):
        scenes.remove(cast.gm, session, mill, key="again")
    undo(cast.gm, entry.public_id)
    assert titles(cast) == ["The frod", "The mill"]


def test_whoever_is_late_is_refused(cast: Cast, session: Session) -> None:
    ford, mill = ids(cast)
    scenes.rename(cast.gm, session, ford, "The ford", seen=session.version)
    for late in (
        lambda: scenes.rename(cast.gm, session, ford, "The river", seen=session.version),
        lambda: scenes.remove(cast.gm, session, mill, seen=session.version),
    ):
        with pytest.raises(Stale):
            late()
    assert titles(cast) == ["The ford", "The mill"]


def test_only_game_masters_change_scenes_and_those_of_their_campaign(cast: Cast, session: Session) -> None:
    ford, _ = ids(cast)
    for member in (cast.anna, cast.olga):
        with pytest.raises(PermissionDenied):
            scenes.rename(member, session, ford, "Mine")
        with pytest.raises(PermissionDenied):
            scenes.remove(member, session, ford)
    with pytest.raises(Http404):
        scenes.rename(cast.gm, session, "none", "Nowhere")
    assert titles(cast) == ["The frod", "The mill"]


@pytest.mark.parametrize("title", ["", "  ", "x" * 121, "a\u202eb"])
def test_a_name_that_is_none_is_refused(cast: Cast, session: Session, title: str) -> None:
    with pytest.raises(Refused):
        scenes.rename(cast.gm, session, ids(cast)[0], title)


def test_a_name_that_it_has_already_changes_nothing(cast: Cast, session: Session) -> None:
    entries = Entry.objects.count()
    with pytest.raises(Unchanged):
        scenes.rename(cast.gm, session, ids(cast)[0], "The frod")
    assert Entry.objects.count() == entries


def test_a_renaming_of_a_scene_that_is_taken_back_itself_says_nothing(cast: Cast, session: Session) -> None:
    _, mill = ids(cast)
    scenes.rename(cast.gm, session, mill, "The inn")
    begun = Entry.objects.get(public_id=mill)
    undo(cast.gm, Entry.objects.latest("number").public_id)
    undo(cast.gm, begun.public_id)
    assert titles(cast) == ["The frod"]


def test_a_summary_that_is_written_already_follows(cast: Cast, session: Session) -> None:
    ford, mill = ids(cast)
    at_table.end(cast.gm)
    assert written(session).tellings.filter(body__contains="The frod").exists()
    scenes.rename(cast.gm, session, ford, "The ford")
    summary = written(session)
    assert not summary.tellings.filter(body__contains="The frod").exists()
    assert summary.tellings.filter(body__contains="The ford").exists()
    gone = scenes.remove(cast.gm, session, mill)
    assert not written(session).tellings.filter(body__contains="The mill").exists()
    undo(cast.gm, gone.public_id)
    assert written(session).tellings.filter(body__contains="The mill").exists()


def test_the_page_of_a_session_has_both_for_game_masters_alone(cast: Cast, session: Session) -> None:
    gm, here = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}/"
    ford, mill = ids(cast)
    assert f"{here}scenes/{ford}/remove/" in gm.get(here).content.decode()
    assert f"{here}scenes/{ford}/" not in client_of(cast.anna).get(here).content.decode()
    version = str(session.version)
    assert gm.post(f"{here}scenes/{ford}/", {"title": "The ford", "seen": version}).status_code == 200
    assert gm.post(f"{here}scenes/{mill}/remove/", {"seen": version}).status_code == 409
    assert gm.post(f"{here}scenes/{mill}/remove/", {}).status_code == 200
    assert gm.post(f"{here}scenes/{ford}/", {"title": ""}).status_code == 422
    assert "The ford" in client_of(cast.anna).get(here).content.decode()
    at_table.end(cast.gm)
    written(session)
    assert f"{here}scenes/{ford}/remove/" in gm.get(here).content.decode()
