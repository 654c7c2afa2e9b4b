"""Notices that stay until they are read: handouts, sessions, summaries; their page, and what is mailed of them."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail as outbox
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.journal import services as journal
from campaigns.journal.services import Audience
from campaigns.models import Membership, Notice, PageKind, Role, Session, Shared
from campaigns.notices import mail, reading, telling
from campaigns.play.undo import undo
from campaigns.sessions import at_table, services
from campaigns.tasks import sweep_notices
from tests.helpers import Cast
from winterhall.accounts.models import User


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def texts(member: Membership) -> list[str]:
    return [one.text for one in reading.of(member.user)]


def handout(cast: Cast) -> None:
    wanted = journal.Wanted(PageKind.HANDOUT, "The map", "Three crosses.")
    page = journal.add(cast.gm, wanted, journal.Audience(Shared.PARTY))
    journal.show(cast.gm, page.public_id)


def planned(cast: Cast, hours: float) -> Session:
    return services.plan(cast.gm, title="Frost", planned_for=timezone.now() + timedelta(hours=hours))


def later(minutes: int) -> None:
    """Let so much time pass for all notices."""
    for one in Notice.objects.all():
        Notice.objects.filter(pk=one.pk).update(made_at=one.made_at - timedelta(minutes=minutes))


def letters() -> list[tuple[list[str], str]]:
    return [(one.to, str(one.body)) for one in outbox.outbox]


def test_a_handout_is_told_to_its_readers_but_not_to_the_game_master(cast: Cast) -> None:
    handout(cast)
    assert texts(cast.anna) == texts(cast.boris) == ["A handout: The map"]
    assert texts(cast.gm) == texts(cast.olga) == []


def test_a_page_is_told_to_those_who_may_read_it_from_now_on(cast: Cast) -> None:
    anna_alone = Audience(Shared.NAMED, frozenset({cast.anna.user.public_id}))
    page = journal.add(cast.gm, journal.Wanted(PageKind.LORE, "The mill", "It turns."), Audience(Shared.GM)).public_id
    assert texts(cast.anna) == []
    journal.share(cast.gm, page, anna_alone)
    assert (texts(cast.anna), texts(cast.boris)) == (["In the journal: The mill"], [])
    journal.share(cast.gm, page, Audience(Shared.ALL))
    journal.share(cast.gm, page, Audience(Shared.ALL))
    for member in (cast.anna, cast.boris, cast.olga):
        assert texts(member) == ["In the journal: The mill"]
    assert texts(cast.gm) == []
    journal.share(cast.gm, page, anna_alone)
    assert (len(texts(cast.anna)), texts(cast.boris), texts(cast.olga)) == (1, [], [])


def test_a_session_is_told_a_day_before_to_all_who_come(cast: Cast) -> None:
    session, far = planned(cast, 20), planned(cast, 30)
    services.answer(cast.boris, session, "no")
    services.remind()
    services.remind()
    near = {who: [text for text in texts(who) if "Frost begins" in text] for who in (cast.anna, cast.boris)}
    assert (len(near[cast.anna]), near[cast.boris]) == (1, [])
    assert "begins" not in str(Notice.objects.filter(about=far.public_id).values_list("text"))


def test_that_a_session_is_planned_is_told_with_the_question_who_comes(cast: Cast) -> None:
    session = planned(cast, 24 * 7)
    (told,) = texts(cast.anna)
    assert told.startswith("Frost is planned for ")
    assert told.endswith("Are you coming?")
    assert texts(cast.gm) == []
    services.change(cast.gm, session, title="Thaw", planned_for=session.planned_for, hours=5)
    assert texts(cast.anna) == [told], "another title is no other date"
    services.change(cast.gm, session, title="Thaw", planned_for=timezone.now() + timedelta(days=9), hours=5)
    assert [text.partition(" is planned")[0] for text in texts(cast.anna)] == ["Thaw"]
    Session.objects.filter(pk=session.pk).update(planned_for=timezone.now() + timedelta(hours=20))
    services.remind()
    assert [text.partition(" begins")[0] for text in texts(cast.anna)] == ["Thaw"], "the reminder takes its place"


def test_observers_hear_of_a_session_once_they_come(cast: Cast) -> None:
    session = planned(cast, 24 * 7)
    services.change(cast.gm, session, title="Thaw", planned_for=timezone.now() + timedelta(days=8), hours=5)
    Session.objects.filter(pk=session.pk).update(planned_for=timezone.now() + timedelta(hours=20))
    services.remind()
    assert texts(cast.olga) == []
    services.answer(cast.olga, session, "maybe")
    services.remind()
    assert [text.partition(" begins")[0] for text in texts(cast.olga)] == ["Thaw"]
    services.change(cast.gm, session, title="Thaw", planned_for=timezone.now() + timedelta(days=9), hours=5)
    assert texts(cast.olga)[0].startswith("Thaw is planned for ")


def test_observers_are_mailed_what_they_chose_alone(cast: Cast) -> None:
    wanted = journal.Wanted(PageKind.HANDOUT, "The map", "Three crosses.")
    journal.show(cast.gm, journal.add(cast.gm, wanted, Audience(Shared.ALL)).public_id)
    telling.summary(planned(cast, 50), but=cast.gm.user_id)
    assert len(texts(cast.olga)) == 2, "at the bell they read of what they may read"
    olga = client_of(cast.olga.user)
    assert "only watch" in olga.get("/notices/").content.decode()
    assert "only watch" not in client_of(cast.anna.user).get("/notices/").content.decode()
    later(11)
    mail.write()
    assert cast.olga.user.email not in [one for who, _ in letters() for one in who]
    olga.post("/notices/wishes/", {"mail": ["summary"]})
    assert "only watch" not in olga.get("/notices/").content.decode()
    telling.summary(planned(cast, 50), but=cast.gm.user_id)
    later(11)
    mail.write()
    assert ["is ready" in body for who, body in letters() if who == [cast.olga.user.email]] == [True]


def test_whoever_got_the_story_itself_is_not_mailed_that_it_is_ready(cast: Cast) -> None:
    session = planned(cast, 50)
    for member in (cast.anna, cast.boris):
        reading.wish(member.user, {"mail": {"summary"}})
    telling.summary(session, but=cast.gm.user_id)
    mail.mailed_of(session.public_id, Notice.Kind.SUMMARY, [cast.anna.user_id])
    later(11)
    mail.write()
    assert [who for who, _ in letters()] == [[cast.boris.user.email]]


def test_game_masters_hear_of_whoever_does_not_come(cast: Cast) -> None:
    session = planned(cast, 20)
    services.answer(cast.boris, session, "no")
    services.answer(cast.boris, session, "no")
    assert texts(cast.gm) == [f"{cast.boris.user} is not coming to Frost."]
    services.remind()
    assert len(texts(cast.gm)) == 2
    services.answer(cast.boris, session, "yes")
    assert [text for text in texts(cast.gm) if "not coming" in text] == []


def test_game_masters_hear_once_that_all_players_have_answered(cast: Cast) -> None:
    session = planned(cast, 24 * 7)
    services.answer(cast.anna, session, "yes")
    services.answer(cast.gm, session, "yes")
    services.answer(cast.olga, session, "maybe")
    assert texts(cast.gm) == [], "neither game masters nor observers are waited for"
    services.answer(cast.boris, session, "maybe")
    assert texts(cast.gm) == ["Everybody has answered for Frost: 1 coming, 1 maybe."]
    reading.mark_read_about(cast.gm.user, session.public_id)
    services.answer(cast.boris, session, "yes")
    assert texts(cast.gm) == ["Everybody has answered for Frost: 2 coming."]
    assert not reading.waiting(cast.gm.user), "another answer is not told anew"
    assert len(texts(cast.anna)) == 1, "players are told of the plan alone"
    Session.objects.filter(pk=session.pk).update(planned_for=timezone.now() + timedelta(hours=20))
    services.remind()
    assert len(texts(cast.gm)) == 2, "the reminder does not take its place"
    Membership.objects.create(campaign=cast.campaign, user=cast.stranger, role=Role.PLAYER)
    services.answer(cast.anna, session, "yes")
    services.answer(Membership.objects.get(user=cast.stranger), session, "yes")
    assert texts(cast.gm)[0] == "Everybody has answered for Frost: 3 coming.", "somebody new was waited for"


def test_to_mark_all_as_read_leaves_what_waits_for_an_answer(cast: Cast) -> None:
    handout(cast)
    told = Notice.objects.get(user=cast.anna.user)
    asked = Notice.objects.create(
        user=cast.anna.user, campaign=cast.campaign, kind=Notice.Kind.TEST, about="rook", key="perception", text="Roll"
    )
    reading.mark_read(asked, and_earlier=True)
    assert list(reading.at_bell(cast.anna.user)) == [asked]
    reading.mark_read(asked)
    assert told not in reading.at_bell(cast.anna.user)
    assert reading.unread(cast.anna.user) == 0


def test_nobody_is_reminded_of_a_session_of_a_day_on_which_the_table_has_met(cast: Cast) -> None:
    evening = datetime(2026, 12, 4, 18, tzinfo=UTC)
    with time_machine.travel(evening - timedelta(hours=4), tick=False) as clock:
        planned(cast, 4)
        begun = at_table.begin(cast.gm)
        ended = at_table.end(cast.gm)
        clock.shift(timedelta(hours=3))
        services.remind()
        assert texts(cast.anna) == [], "another session than the planned one was begun"
        undo(cast.gm, ended.public_id)
        undo(cast.gm, begun.public_id)
        services.remind()
        assert [text.partition(" begins")[0] for text in texts(cast.anna)] == ["Frost"]


def test_a_session_of_the_day_after_another_is_told_of(cast: Cast) -> None:
    with time_machine.travel(datetime(2026, 12, 4, 18, tzinfo=UTC), tick=False):
        planned(cast, 20)
        at_table.begin(cast.gm)
        services.remind()
        assert len(texts(cast.anna)) == 1


def test_another_time_of_a_session_that_has_begun_is_told_nobody(cast: Cast) -> None:
    session = planned(cast, 50)
    at_table.begin(cast.gm, session.public_id)
    before = texts(cast.anna)
    services.change(cast.gm, session, title="Frost", planned_for=timezone.now() + timedelta(days=9), hours=4)
    assert texts(cast.anna) == before
    Session.objects.filter(pk=session.pk).update(planned_for=timezone.now() + timedelta(hours=20))
    services.remind()
    at_table.end(cast.gm)
    services.remind()
    assert texts(cast.anna) == before


def test_that_a_session_is_near_is_no_news_once_it_has_begun(cast: Cast) -> None:
    frost, thaw = planned(cast, 20), planned(cast, 21)
    services.remind()
    assert reading.unread(cast.anna.user) == 2
    at_table.begin(cast.gm, frost.public_id)
    assert [one.about for one in reading.at_bell(cast.anna.user)] == [thaw.public_id]
    mail.write()
    assert "2 things" not in str([one.subject for one in outbox.outbox])
    page = client_of(cast.anna.user).get("/notices/").content.decode()
    assert page.count("Frost begins") == 2
    assert page.index("Frost begins") < page.index("earlier-title") < page.rindex("Frost begins")


def test_that_a_session_is_near_is_no_news_once_its_time_has_come(cast: Cast) -> None:
    session = planned(cast, 20)
    services.remind()
    Session.objects.filter(pk=session.pk).update(planned_for=timezone.now() - timedelta(minutes=1))
    assert reading.unread(cast.anna.user) == 0
    assert "Nothing is waiting for you" in client_of(cast.anna.user).get("/notices/").content.decode()


def test_another_time_is_told_anew_and_a_session_called_off_is_not(cast: Cast) -> None:
    session = planned(cast, 20)
    services.remind()
    first = texts(cast.anna)
    services.change(cast.gm, session, title="Thaw", planned_for=session.planned_for + timedelta(hours=1), hours=4)
    services.remind()
    assert len(texts(cast.anna)) == 1
    assert texts(cast.anna) != first
    services.call_off(cast.gm, session)
    assert texts(cast.anna) == []


def test_only_what_is_unread_and_wanted_is_mailed_and_once(cast: Cast) -> None:
    handout(cast)
    assert mail.write() == 0
    later(11)
    reading.mark_read(reading.of(cast.boris.user)[0])
    assert mail.write() == 1
    assert mail.write() == 0
    ((recipients, body),) = letters()
    assert recipients == [cast.anna.user.email]
    assert "A handout: The map" in body
    assert f"/campaigns/{cast.campaign.public_id}/journal/" in body


def test_one_letter_tells_all_that_waits(cast: Cast) -> None:
    handout(cast)
    planned(cast, 20)
    later(11)
    sweep_notices()
    assert [body.count("/campaigns/") for who, body in letters() if who == [cast.anna.user.email]] == [2]
    later(11)
    sweep_notices()
    assert len([who for who, _ in letters() if who == [cast.anna.user.email]]) == 1


def test_a_mail_names_what_one_wished_for_later_only_from_then_on(cast: Cast) -> None:
    handout(cast)
    reading.wish(cast.anna.user, {"mail": {"session"}})
    later(11)
    mail.write()
    reading.wish(cast.anna.user, {"mail": {"session", "handout"}})
    mail.write()
    assert [cast.anna.user.email] not in [who for who, _ in letters()]


def test_whoever_has_left_reads_nothing_any_more(cast: Cast) -> None:
    handout(cast)
    cast.anna.delete()
    assert texts(cast.anna) == []
    assert reading.unread(cast.anna.user) == 0


def test_the_page_tells_what_waits_and_what_was_read(cast: Cast) -> None:
    client = client_of(cast.anna.user)
    assert "Nothing is waiting for you" in client.get("/notices/").content.decode()
    handout(cast)
    page = client.get("/notices/").content.decode()
    assert "A handout: The map" in page
    assert "Mark all as read" in page
    client.post("/notices/read/", {"until": reading.of(cast.anna.user)[0].public_id})
    page = client.get("/notices/").content.decode()
    assert "Nothing is waiting for you" in page
    assert "A handout: The map" in page


def test_marking_read_keeps_what_came_after_the_page_was_made(cast: Cast) -> None:
    handout(cast)
    seen = reading.of(cast.anna.user)[0].public_id
    planned(cast, 20)
    services.remind()
    client_of(cast.anna.user).post("/notices/read/", {"until": seen})
    assert [one.kind for one in reading.of(cast.anna.user).filter(read_at=None)] == ["session"]


@pytest.mark.parametrize("until", ["", "x", "-1", "9" * 30, "²"])
def test_a_strange_key_marks_nothing(cast: Cast, until: str) -> None:
    handout(cast)
    assert client_of(cast.anna.user).post("/notices/read/", {"until": until}).status_code == 302
    assert reading.unread(cast.anna.user) == 1


def test_whoever_opens_what_a_notice_tells_of_has_read_it_however_they_came_there(cast: Cast) -> None:
    everybody = Audience(Shared.PARTY)
    page = journal.add(cast.gm, journal.Wanted(PageKind.LORE, "The mill", "It turns."), Audience(Shared.GM))
    journal.share(cast.gm, page.public_id, everybody)
    handout(cast)
    session = planned(cast, 50)
    telling.summary(session, but=cast.gm.user_id)
    told = list(Notice.objects.filter(user=cast.anna.user))
    assert {one.kind for one in told} == {"handout", "page", "session", "summary"}
    for address in {one.address for one in told}:
        client_of(cast.anna.user).get(address)
    assert reading.unread(cast.anna.user) == 0
    assert reading.unread(cast.boris.user) == len(told)


def test_others_notices_are_not_found(cast: Cast) -> None:
    handout(cast)
    notice = Notice.objects.get(user=cast.anna.user)
    assert client_of(cast.boris.user).get(f"/notices/{notice.public_id}/").status_code == 404
    assert Notice.objects.get(pk=notice.pk).read_at is None


def test_wishes_are_kept(cast: Cast) -> None:
    client = client_of(cast.anna.user)
    client.post("/notices/wishes/", {"mail": ["turn", "nonsense", "summary"], "push": ["next"]})
    kept = reading.wishes(cast.anna.user)
    assert (kept.bell, kept.mail, kept.push) == ("", "turn summary", "next")
    page = client.get("/notices/").content.decode()
    assert page.count(" checked>") == 3


def test_what_is_not_wished_for_at_the_bell_does_not_ring_there(cast: Cast) -> None:
    handout(cast)
    assert [reading.unread(one.user) for one in (cast.anna, cast.boris)] == [1, 1]
    reading.wish(cast.anna.user, {"bell": {"ask", "turn"}})
    assert [reading.unread(one.user) for one in (cast.anna, cast.boris)] == [0, 1]
    assert texts(cast.anna) == ["A handout: The map"]
    later(11)
    mail.write()
    assert [cast.anna.user.email] in [who for who, _ in letters()]


def test_many_notices_cost_no_more_queries(cast: Cast) -> None:
    client = client_of(cast.anna.user)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get("/notices/")
        return len(asked)

    handout(cast)
    few = queries()
    for number in range(60):
        telling._tell(cast.campaign, "handout", f"page {number}", f"Map {number}", "/", [cast.anna.user_id])
    assert queries() == few
