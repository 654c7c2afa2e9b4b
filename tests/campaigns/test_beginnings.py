"""Sessions that began before somebody said so: what happened until then, and belongs to no session, is taken in."""

from datetime import datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.timezone import localtime

from campaigns.calendar import sessions as said
from campaigns.models import Entry, Session, Summary
from campaigns.play.intent import Intent, Stale
from campaigns.play.perform import perform
from campaigns.play.undo import redo, undo
from campaigns.sessions import at_table, beginnings
from combat import services as combat
from rules.engine.kernel import NotNow, Refused, facts
from tests.campaigns.test_luck import move_entry
from tests.campaigns.test_playing import client_of
from tests.campaigns.test_sessions import row_of, written
from tests.campaigns.test_summaries import happen
from tests.helpers import Cast

HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _made_long_ago(cast: Cast) -> None:
    for entry in Entry.objects.filter(campaign=cast.campaign):
        move_entry(entry, timezone.now() - 30 * HOUR)


def rolled(cast: Cast, ago: timedelta) -> Entry:
    """A roll of Rook's, so long ago."""
    entry = perform(cast.gm, Intent("toss", {"coins": 2}, cast.rook.public_id))
    move_entry(entry, timezone.now() - ago)
    return entry


def minute(moment: datetime) -> datetime:
    """A moment as a form has it."""
    return moment.replace(second=0, microsecond=0)


def at_of(entry: Entry) -> datetime:
    return Entry.objects.get(pk=entry.pk).at


def stretches(cast: Cast) -> list[tuple[int, int | None]]:
    return [(one.first, one.end) for one in said.course(cast.campaign)]


def test_a_session_begun_late_takes_in_what_happened_since(cast: Cast) -> None:
    old, first = rolled(cast, 14 * HOUR), rolled(cast, HOUR)
    assert beginnings.loose_since(cast.campaign) == at_of(first)
    begun = at_table.begin(cast.gm, since=minute(at_of(first)))
    assert stretches(cast) == [(first.number - 1, None)]
    assert said.course(cast.campaign)[0].begun_at == minute(at_of(first)) > at_of(old)
    assert beginnings.loose_since(cast.campaign, row_of(begun).public_id) is None
    at_table.end(cast.gm)
    assert written(row_of(begun)).tellings.filter(body__contains='"rolls":1').exists()


def test_a_session_begins_now_unless_an_earlier_time_is_said(cast: Cast) -> None:
    rolled(cast, HOUR)
    begun = at_table.begin(cast.gm)
    assert stretches(cast) == [(begun.number, None)]


def test_a_session_that_is_over_takes_in_the_fight_before_it(cast: Cast) -> None:
    first = rolled(cast, HOUR)
    session = row_of(at_table.begin(cast.gm))
    at_table.end(cast.gm)
    assert not written(session).tellings.filter(body__contains='"rolls":1').exists()
    loose = beginnings.loose_since(cast.campaign, session.public_id)
    assert loose == at_of(first)
    moved = beginnings.move(cast.gm, session, minute(loose), seen=session.version, key="move")
    assert written(session).edition == 2, "the summary is made again"
    assert written(session).tellings.filter(body__contains='"rolls":1').exists()
    assert beginnings.move(cast.gm, session, minute(loose), seen=session.version, key="move") == moved
    undo(cast.gm, moved.public_id)
    assert stretches(cast)[0][0] > first.number
    redo(cast.gm, moved.public_id)
    assert stretches(cast)[0][0] == first.number - 1


def test_a_summary_follows_where_a_beginning_is_taken_back_and_brought_again(cast: Cast) -> None:
    first = rolled(cast, HOUR)
    session = row_of(at_table.begin(cast.gm))
    at_table.end(cast.gm)
    moved = beginnings.move(cast.gm, session, minute(at_of(first)))
    for turn, edition, tells in ((undo, 3, False), (redo, 4, True)):
        for _ in range(2):
            turn(cast.gm, moved.public_id, key=f"{turn.__name__} once")
        assert written(session).edition == edition
        assert written(session).tellings.filter(body__contains='"rolls":1').exists() == tells


def test_no_summary_is_begun_where_the_beginning_of_a_running_session_is_taken_back(cast: Cast) -> None:
    first = rolled(cast, HOUR)
    session = row_of(at_table.begin(cast.gm))
    moved = beginnings.move(cast.gm, session, minute(at_of(first)))
    undo(cast.gm, moved.public_id)
    assert not Summary.objects.exists()


def test_a_running_session_is_moved_back_and_forward(cast: Cast) -> None:
    first, second = rolled(cast, 2 * HOUR), rolled(cast, HOUR)
    session = row_of(at_table.begin(cast.gm))
    for since, after in ((first, first.number - 1), (second, first.number)):
        beginnings.move(cast.gm, session, minute(at_of(since)))
        assert stretches(cast)[0][0] == after
    with pytest.raises(NotNow, match="Nothing happened"):
        beginnings.move(cast.gm, session, minute(at_of(second)))
    assert not Summary.objects.exists()


def test_sessions_do_not_overlap(cast: Cast) -> None:
    rolled(cast, 3 * HOUR)
    earlier = at_table.begin(cast.gm, title="The mill")
    rolled(cast, 2 * HOUR)
    ended = at_table.end(cast.gm)
    for entry, hours in ((earlier, 2.5), (ended, 1.5)):
        move_entry(entry, timezone.now() - hours * HOUR)
    between = rolled(cast, HOUR)
    later = row_of(at_table.begin(cast.gm))
    with pytest.raises(Refused, match=f"The mill ended at {localtime(at_of(ended)):%H:%M}"):
        beginnings.move(cast.gm, later, timezone.now() - 2 * HOUR)
    # A form knows minutes: of the one in which the session before ended, only what came after that is taken in.
    beginnings.move(cast.gm, later, minute(at_of(ended)))
    assert stretches(cast) == [(earlier.number, ended.number), (between.number - 1, None)]
    assert said.borders(cast.campaign) == [at_of(earlier), at_of(ended), at_of(ended)]
    undo(cast.gm, Entry.objects.latest("number").public_id)
    assert said.course(cast.campaign)[1].begun_at > at_of(between)


@pytest.mark.parametrize(("ago", "sentence"), [(13 * HOUR, "12 hours"), (-HOUR, "earlier time")])
def test_a_session_begins_at_most_half_a_day_ago(cast: Cast, ago: timedelta, sentence: str) -> None:
    rolled(cast, HOUR)
    with pytest.raises(Refused, match=sentence):
        at_table.begin(cast.gm, since=timezone.now() - ago)
    assert not Session.objects.exists()


def test_a_beginning_is_moved_by_the_game_master_who_saw_it(cast: Cast) -> None:
    first = rolled(cast, HOUR)
    session = row_of(at_table.begin(cast.gm))
    with pytest.raises(PermissionDenied):
        beginnings.move(cast.anna, session, at_of(first))
    with pytest.raises(Stale):
        beginnings.move(cast.gm, session, at_of(first), seen=session.version + 1)


def test_evenings_are_parted_where_sessions_truly_began(cast: Cast) -> None:
    first = rolled(cast, HOUR)
    at_table.begin(cast.gm, since=at_of(first))
    assert said.borders(cast.campaign) == [at_of(first)]


# -- pages -------------------------------------------------------------------------------------------------------------


def test_pages_offer_what_belongs_to_no_session(cast: Cast) -> None:
    gm, here = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/"
    assert 'name="since"' not in gm.get(f"{here}sessions/").content.decode()
    first = rolled(cast, HOUR)
    assert "Since <time" in gm.get(f"{here}sessions/").content.decode()
    session = row_of(at_table.begin(cast.gm))
    page = f"{here}sessions/{session.public_id}/"
    sent = {"since": f"{localtime(at_of(first)):%Y-%m-%dT%H:%M}", "seen": "1"}
    assert f'value="{sent["since"]}"' in gm.get(page).content.decode()
    assert "Did it begin earlier?" not in client_of(cast.anna).get(page).content.decode()
    assert gm.post(f"{page}since/", {"since": ""}).json()["field"] == "since"
    assert gm.post(f"{page}since/", sent | {"seen": "7"}).status_code == 409
    assert gm.post(f"{page}since/", sent).status_code == 200
    assert "Did it begin earlier?" not in gm.get(page).content.decode()


def test_the_game_master_is_told_of_a_fight_without_a_session(cast: Cast) -> None:
    """A fight that is only being prepared is no evening yet."""
    here, line = f"/campaigns/{cast.campaign.public_id}/", "No session is running"
    bridge = cast.encounter()
    pages = (here, f"{here}encounters/{bridge.public_id}/")
    combat.bring_party(cast.gm, encounter=bridge, who=[cast.rook.public_id])
    assert all(line not in client_of(cast.gm).get(page).content.decode() for page in pages)
    happen(cast, facts.StageSet("fighting"), facts.RoundBegan(1), encounter=bridge.public_id)
    assert all(line in client_of(cast.gm).get(page).content.decode() for page in pages)
    assert all(line not in client_of(cast.anna).get(page).content.decode() for page in pages)
    at_table.begin(cast.gm)
    assert all(line not in client_of(cast.gm).get(page).content.decode() for page in pages)


def test_a_long_time_without_sessions_is_not_gone_through(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    at_table.begin(cast.gm)
    at_table.end(cast.gm)
    rolled(cast, HOUR)
    cast.campaign.refresh_from_db()
    monkeypatch.setattr(beginnings, "LATEST", 1)
    with CaptureQueriesContext(connection) as asked:
        beginnings.loose_since(cast.campaign)
    # Of two bounds a database may go by the one that lies farther back.
    assert [query["sql"].count('"number" >') for query in asked if "ORDER BY" in query["sql"]][-1] == 1
