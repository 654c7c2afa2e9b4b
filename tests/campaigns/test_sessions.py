"""Sessions: planned, begun, parted into scenes, ended; who comes; and every way to do that twice or wrongly."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar

from campaigns.calendar import sessions as said
from campaigns.chronicle import notify
from campaigns.models import Entry, Role, Seat, Session, Summary
from campaigns.notices.telling import AHEAD
from campaigns.play.intent import Intent, KeyReused, Stale
from campaigns.play.perform import perform
from campaigns.play.undo import redo, undo
from campaigns.sessions import at_table, selectors, services
from campaigns.sessions.attendance import attendance
from campaigns.sessions.files import calendar_file
from campaigns.summaries import worker
from rules.engine.kernel import NotNow, Refused
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast, verified

EVENING = datetime(2026, 12, 4, 18, tzinfo=UTC)


def written(session: Session) -> Summary:
    """The summary of a session, once a worker has written it."""
    summary = Summary.objects.get(session=session)
    while worker.step(summary.pk, summary.token):
        pass
    summary.refresh_from_db()
    return summary


def planned(cast: Cast, title: str = "The mill") -> Session:
    return services.plan(cast.gm, title=title, planned_for=EVENING)


def row_of(entry: Entry) -> Session:
    return Session.objects.get(public_id=said.codec.load(entry.given)["session"])


def test_a_session_owns_the_entries_between_its_begin_and_its_end(cast: Cast) -> None:
    with verified(cast.campaign):
        begun = at_table.begin(cast.gm, planned(cast).public_id)
        at_table.scene(cast.gm, "The ford")
        ended = at_table.end(cast.gm)
    (stretch,) = said.course(cast.campaign)
    assert (stretch.first, stretch.end) == (begun.number, ended.number)
    assert [one.title for one in stretch.scenes] == ["The ford"]
    assert said.running(cast.campaign) is None


def test_one_session_runs_at_a_time(cast: Cast) -> None:
    session = planned(cast)
    at_table.begin(cast.gm, session.public_id)
    for again in (session.public_id, ""):
        with pytest.raises(NotNow):
            at_table.begin(cast.gm, again)
    at_table.end(cast.gm)
    with pytest.raises(NotNow, match="already"):
        at_table.begin(cast.gm, session.public_id)
    with pytest.raises(NotNow, match="No session"):
        at_table.scene(cast.gm, "Too late")


def test_two_ends_at_once_are_one(cast: Cast) -> None:
    session = row_of(at_table.begin(cast.gm))
    first = at_table.end(cast.gm, session.public_id, key="end")
    assert at_table.end(cast.gm, session.public_id, key="end") == first
    with pytest.raises(NotNow, match="already"):
        at_table.end(cast.gm, session.public_id, key="other")
    assert Summary.objects.get(session=session).edition == 1
    with pytest.raises(KeyReused):
        at_table.end(cast.gm, key="end")


def test_an_end_that_is_undone_lets_the_session_go_on(cast: Cast) -> None:
    session = row_of(at_table.begin(cast.gm))
    ended = at_table.end(cast.gm)
    written(session)
    services.publish(cast.gm, session)
    undo(cast.gm, ended.public_id)
    assert said.running(cast.campaign)
    found = selectors.opened(cast.anna, session.public_id)
    assert (found.known.state, found.version) == ("running", None)
    redo(cast.gm, ended.public_id)
    assert selectors.opened(cast.anna, session.public_id).version
    undo(cast.gm, ended.public_id)
    at_table.end(cast.gm)
    assert not selectors.known(cast.anna, session.public_id).is_told, "another end has to be published anew"


def test_a_begin_that_is_undone_leaves_the_plan(cast: Cast) -> None:
    session = planned(cast)
    begun = at_table.begin(cast.gm, session.public_id)
    undo(cast.gm, begun.public_id)
    assert selectors.known(cast.gm, session.public_id).state == "planned"
    at_table.begin(cast.gm, session.public_id)


def test_a_session_from_before_they_could_be_planned_is_called_by_its_entry(cast: Cast) -> None:
    at_table.begin(cast.gm)
    Session.objects.all().delete()
    key = said.course(cast.campaign)[0].session
    services.answer(cast.anna, selectors.row(cast.anna, key), "yes")
    at_table.end(cast.gm, key)
    assert [one.name for one in selectors.listed(cast.gm)] == ["Session 1"]


def test_a_plan_and_a_beginning_lead_to_the_page_of_the_session(cast: Cast) -> None:
    client, here = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}"
    planned_now = client.post(f"{here}/sessions/plan/", {"title": "The mill", "hours": "4"}).json()
    page = f"{here}/sessions/{planned_now['session']}/"
    assert planned_now["to"] == page
    listed = client.get(f"{here}/sessions/").content.decode()
    assert "Begin The mill</button>" in listed
    assert "Begin another session</button>" in listed
    begun = client.post(f"{here}/session/", {"session": planned_now["session"]}).json()
    assert begun["to"] == page
    assert [one.name for one in selectors.listed(cast.gm)] == ["The mill"]


def test_the_next_session_is_answered_on_the_page_of_the_campaign(cast: Cast) -> None:
    session = planned(cast)
    services.answer(cast.anna, session, Seat.Answer.MAYBE)
    for member, pressed in ((cast.anna, 1), (cast.boris, 0)):
        page = client_of(member).get(f"/campaigns/{cast.campaign.public_id}/").content.decode()
        assert f"/sessions/{session.public_id}/answer/" in page
        assert page.count('toggle--answer" type="submit"') == 3
        assert page.count('aria-pressed="true"') == pressed


def test_answers_are_counted_where_a_planned_session_stands(cast: Cast) -> None:
    session, here = planned(cast), f"/campaigns/{cast.campaign.public_id}/"
    pages = (here, f"{here}sessions/", f"{here}sessions/{session.public_id}/")

    def counts(line: str) -> list[int]:
        return [client_of(cast.gm).get(page).content.decode().count(line) for page in pages]

    assert counts("0 of 2 players answered") == [1, 1, 1]
    services.answer(cast.anna, session, Seat.Answer.MAYBE)
    services.answer(cast.olga, session, Seat.Answer.YES)
    assert counts("1 of 2 players answered: 1 maybe") == [1, 1, 1], "observers are not waited for"
    services.answer(cast.boris, session, Seat.Answer.NO)
    assert counts("2 of 2 players answered: 1 maybe, 1 not coming") == [1, 1, 1]
    at_table.begin(cast.gm, session.public_id)
    assert counts("players answered") == [0, 0, 0], "who was there is known now"


def test_nobody_is_counted_who_cannot_answer(cast: Cast) -> None:
    cast.boris.user.email = None
    cast.boris.user.save()
    session = planned(cast)
    (known,) = selectors.listed(cast.gm)
    assert known.attendance is not None
    assert known.attendance.line == "0 of 1 player answered"
    services.answer(cast.anna, session, Seat.Answer.YES)
    cast.anna.role = Role.OBSERVER
    cast.anna.save()
    assert attendance(cast.campaign, [session])[session.pk].line == ""


def test_many_planned_sessions_cost_no_more_queries(cast: Cast) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            selectors.listed(cast.gm)
        return len(asked)

    services.answer(cast.anna, planned(cast), Seat.Answer.YES)
    one = queries()
    for title in ("Frost", "Thaw", "Spring"):
        services.answer(cast.boris, planned(cast, title), Seat.Answer.NO)
    assert queries() == one


def test_who_is_at_the_table_is_preset_by_the_answers(cast: Cast) -> None:
    session = planned(cast)

    def expected() -> list[str]:
        return [str(one.member.user) for one in selectors.opened(cast.gm, session.public_id).expected]

    assert expected() == ["Gisela", "Anna", "Boris"], "all but observers"
    services.answer(cast.boris, session, Seat.Answer.MAYBE)
    assert expected() == ["Gisela", "Anna", "Boris"], "silence and Maybe both count"
    services.answer(cast.anna, session, Seat.Answer.NO)
    services.answer(cast.olga, session, Seat.Answer.YES)
    assert expected() == ["Gisela", "Boris", "Olga"]


def test_whoever_acts_in_a_session_was_there(cast: Cast) -> None:
    perform(cast.boris, Intent("toss", {"coins": 1}, cast.mira.public_id))
    session = planned(cast)
    at_table.begin(cast.gm, session.public_id, there=[])

    def there() -> list[str]:
        return selectors.opened(cast.gm, session.public_id).there

    perform(cast.anna, Intent("toss", {"coins": 1}, cast.rook.public_id))
    ended = at_table.end(cast.gm)
    assert there() == ["Anna"], "Boris acted before it"
    services.note_who_was_there(cast.gm, session, [cast.boris.user.public_id])
    written(session)
    assert there() == ["Boris"], "the game master has the last word"
    undo(cast.gm, ended.public_id)
    at_table.end(cast.gm)
    assert "Anna" not in there()


def test_whoever_is_there_is_noted(cast: Cast) -> None:
    session = planned(cast)
    services.answer(cast.anna, session, Seat.Answer.NO)
    services.answer(cast.boris, session, Seat.Answer.YES)
    at_table.begin(cast.gm, session.public_id)
    there = [str(one.member.user) for one in selectors.opened(cast.gm, session.public_id).places if one.was_there]
    assert there == ["Gisela", "Boris", "Olga"]
    services.note_who_was_there(cast.gm, session, [cast.anna.user.public_id])
    there = [str(one.member.user) for one in selectors.opened(cast.gm, session.public_id).places if one.was_there]
    assert there == ["Anna"]


def test_plans_change_and_are_called_off(cast: Cast) -> None:
    session = planned(cast)
    changed = services.change(cast.gm, session, title="The bridge", planned_for=None, hours=3, seen=1)
    assert (changed.title, changed.version) == ("The bridge", 2)
    with pytest.raises(Stale):
        services.change(cast.gm, session, title="", planned_for=None, hours=3, seen=1)
    with pytest.raises(Refused):
        services.change(cast.gm, session, title="x" * 121, planned_for=None, hours=3)
    services.call_off(cast.gm, session)
    with pytest.raises(Http404):
        selectors.known(cast.gm, session.public_id)
    begun = row_of(at_table.begin(cast.gm))
    with pytest.raises(NotNow):
        services.call_off(cast.gm, begun)


@pytest.mark.parametrize("write", [
    lambda who, one: services.plan(who, planned_for=None),
    services.call_off,
    lambda who, one: services.note_who_was_there(who, one, []),
    lambda who, one: services.edit(who, one, "Mine."),
    services.publish,
    lambda who, one: at_table.begin(who),
    lambda who, one: at_table.scene(who, "The ford"),
    lambda who, one: at_table.end(who),
    worker.make_anew,
])  # fmt: skip
def test_players_write_nothing_of_it(cast: Cast, write: Any) -> None:
    session = planned(cast)
    with pytest.raises(PermissionDenied):
        write(cast.anna, session)


def test_the_file_for_calendars_says_when(cast: Cast) -> None:
    session = planned(cast)
    text = calendar_file(cast.campaign, session, "http://hall/x/").decode()
    assert "DTSTART:20261204T180000Z" in text
    assert "DTEND:20261204T220000Z" in text
    assert f"UID:{session.public_id}@winterhall" in text
    assert "SUMMARY:The long winter: The mill" in text
    page = f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}/session.ics"
    answer = client_of(cast.anna).get(page)
    assert answer["Content-Type"].startswith("text/calendar")
    assert 'filename="the-long-winter-the-mill.ics"' in answer["Content-Disposition"]


def test_the_file_for_calendars_reminds_when_the_house_does_and_leads_to_the_page(cast: Cast) -> None:
    (event,) = Calendar.from_ical(calendar_file(cast.campaign, planned(cast), "http://hall/x/")).walk("VEVENT")
    (alarm,) = event.walk("VALARM")
    assert (alarm["ACTION"], alarm["TRIGGER"].dt) == ("DISPLAY", -AHEAD)
    assert "http://hall/x/" in event["DESCRIPTION"]


def test_members_are_written_to_once(cast: Cast, django_capture_on_commit_callbacks: Any) -> None:
    session = row_of(at_table.begin(cast.gm))
    at_table.end(cast.gm)
    with pytest.raises(NotNow):
        services.publish(cast.gm, session, address="http://hall/x/")
    written(session)
    services.publish(cast.gm, session, address="http://hall/x/")
    services.take_back(cast.gm, session)
    services.publish(cast.gm, session, address="http://hall/x/")
    assert sorted(letter.to[0].partition("@")[0] for letter in mail.outbox) == ["anna", "boris"]
    assert "http://hall/x/" in mail.outbox[0].body


def test_pages_of_sessions(cast: Cast) -> None:
    here = f"/campaigns/{cast.campaign.public_id}/"
    gm, anna = client_of(cast.gm), client_of(cast.anna)
    plan = {"title": "Snow", "planned_for": "2026-12-04T19:00", "hours": "4", "key": "plan"}
    made = gm.post(f"{here}sessions/plan/", plan).json()["session"]
    assert gm.post(f"{here}sessions/plan/", plan).json()["session"] == made, "the same key plans once"
    assert gm.post(f"{here}sessions/plan/", plan | {"planned_for": "soon", "key": "x"}).status_code == 422
    page = f"{here}sessions/{made}/"
    assert timezone.is_aware(Session.objects.get(public_id=made).planned_for)
    assert anna.post(f"{page}answer/", {"answer": "maybe"}).status_code == 200
    assert b"Maybe" in gm.get(page).content
    for look in (anna, gm):
        assert look.get(f"{here}sessions/").status_code == look.get(page).status_code == 200
    gm.post(f"{here}session/", {"session": made, "there": ["", cast.anna.user.public_id]})
    assert gm.post(f"{here}session/scene/", {"title": "The ford"}).status_code == 200
    assert b"The ford" in anna.get(page).content
    assert gm.post(f"{here}session/end/", {"session": made}).status_code == 200
    assert b"being written" in gm.get(page).content
    session = Session.objects.get(public_id=made)
    begun = Summary.objects.get(session=session)
    worker.step(begun.pk, begun.token)
    # Its last step changes its version once more: whoever published it now would come too late.
    assert "summary/publish/" not in gm.get(page).content.decode()
    # Stopped there, it has no version for the players, and its page stands all the same.
    Summary.objects.filter(pk=begun.pk).update(state=Summary.State.STOPPED)
    assert gm.get(page).status_code == 200
    Summary.objects.filter(pk=begun.pk).update(state=Summary.State.GOING)
    summary = written(session)
    assert "summary/publish/" in gm.get(page).content.decode()
    assert "Publish and e-mail it to 2 players" in gm.get(page).content.decode()
    assert b"No summary yet" in anna.get(page).content
    assert anna.get(f"{page}summary.md").status_code == 404
    assert (
        gm.post(f"{page}summary/edit/", {"text": "## The ford\n\nWe crossed.", "seen": summary.version}).status_code
        == 200
    )
    assert gm.post(f"{page}summary/publish/", {"letters": "yes", "seen": "0"}).status_code == 409
    assert gm.post(f"{page}summary/publish/", {"letters": "yes"}).status_code == 200
    assert b"We crossed." in anna.get(page).content
    assert "## The ford" in anna.get(f"{page}summary.md").content.decode()
    assert b"Where were we?" in anna.get(here).content
    assert gm.post(f"{page}summary/publish/", {"back": "yes"}).status_code == 200
    assert b"We crossed." not in anna.get(page).content


@pytest.mark.django_db
def test_what_lasts_for_a_scene_ends_with_it() -> None:
    """Virtues called upon count until the scene ends; whether a goal was reached the game master judges afterwards."""
    cast = make_cast("sda")
    at_table.begin(cast.gm)
    for who, end in ((cast.rook, "courage.excess"), (cast.mira, "pride.lack")):
        perform(cast.gm, Intent("virtue.call", {"end": end, "reason": "So be it"}, who.public_id))
        perform(cast.gm, Intent("virtue.allow", actor=who.public_id))
    perform(cast.gm, Intent("virtue.roll", actor=cast.rook.public_id))
    with verified(cast.campaign):
        entry = at_table.scene(cast.gm, "The ford")
    for who in (cast.rook, cast.mira):
        who.refresh_from_db()
    assert list(cast.rook.sheet.conditions) == ["virtue_over.courage.excess"]
    assert cast.rook.sheet.conditions["virtue_over.courage.excess"].label == "Was reckless, goal to be judged"
    assert not cast.mira.sheet.conditions
    spirit = cast.rook.sheet.now("spirit")
    perform(cast.gm, Intent("scene.end", actor=cast.rook.public_id))
    cast.rook.refresh_from_db()
    assert not cast.rook.sheet.conditions
    assert cast.rook.sheet.now("spirit") < spirit
    undo(cast.gm, Entry.objects.latest("number").public_id)
    undo(cast.gm, entry.public_id)
    cast.rook.refresh_from_db()
    assert list(cast.rook.sheet.conditions) == ["virtue.courage.excess"]


@pytest.mark.django_db
def test_the_end_of_a_session_ends_the_scene() -> None:
    cast = make_cast("sda")
    at_table.begin(cast.gm)
    perform(cast.gm, Intent("virtue.call", {"end": "pride.lack", "reason": "So be it"}, cast.rook.public_id))
    perform(cast.gm, Intent("virtue.allow", actor=cast.rook.public_id))
    at_table.end(cast.gm)
    cast.rook.refresh_from_db()
    assert not cast.rook.sheet.conditions


def told(cast: Cast) -> tuple[Any, Session, str]:
    """The game master's browser, a session whose summary is written, and the address of its page."""
    at_table.begin(cast.gm)
    at_table.scene(cast.gm, "The ford")
    session = row_of(at_table.end(cast.gm))
    written(session)
    return client_of(cast.gm), session, f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}/"


@pytest.mark.parametrize("sent", [{"letters": "yes"}, {"back": "yes"}])
def test_a_story_that_is_being_written_is_saved_by_the_buttons_above_it(cast: Cast, sent: dict[str, str]) -> None:
    gm, session, page = told(cast)
    assert gm.post(f"{page}summary/publish/", sent | {"text": "We crossed.\r\nAll of us."}).status_code == 200
    summary = Summary.objects.get(session=session)
    assert summary.edited == "We crossed.\nAll of us."
    assert (summary.published_at is None) == ("back" in sent)


def test_nothing_is_published_with_a_story_that_is_too_long(cast: Cast) -> None:
    gm, session, page = told(cast)
    sent = {"text": "x" * (services.MOST_TEXT + 1), "letters": "yes"}
    assert gm.post(f"{page}summary/publish/", sent).status_code == 422
    assert Summary.objects.get(session=session).published_at is None
    assert not mail.outbox


def test_open_pages_look_again_where_players_can_read_a_summary_or_could(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """A text that is not published yet is nobody's business, not even that there is one."""
    spoken = list[str]()
    monkeypatch.setattr(notify, "_say", spoken.append)
    gm, session, page = told(cast)
    again, heard = f"{cast.campaign.public_id} {notify.SESSIONS}", list[bool]()
    withdrawn = {"back": "yes"}
    ways = (("edit", {"text": "Over."}), ("publish", {}), ("edit", {"text": ""}), ("publish", withdrawn))
    for where, sent in ways:
        spoken.clear()
        with django_capture_on_commit_callbacks(execute=True):
            assert gm.post(f"{page}summary/{where}/", sent).status_code == 200
        heard.append(again in spoken)
    assert heard == [False, True, True, True]
    services.publish(cast.gm, session)
    worker.make_anew(cast.gm, session)
    spoken.clear()
    with django_capture_on_commit_callbacks(execute=True):
        written(session)
    assert again in spoken


def test_the_text_that_was_made_is_nobodys_own(cast: Cast) -> None:
    """The field starts from it, and is sent with every button of its form."""
    gm, session, page = told(cast)
    made = selectors.opened(cast.gm, session.public_id).for_players
    assert made
    for where in ("publish", "edit"):
        assert gm.post(f"{page}summary/{where}/", {"text": f"{made.story}\r\n"}).status_code == 200
        assert not Summary.objects.get(session=session).edited
