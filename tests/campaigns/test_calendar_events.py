"""Events and moons of a campaign's calendar, and what a span of time would bring."""

from collections.abc import Mapping

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.calendar import dates, timekeeping
from campaigns.calendar.events import events, read_day, written_day
from campaigns.journal import services
from campaigns.journal.services import Audience, Wanted
from campaigns.models import JournalPage, Membership, PageKind, Shared
from rules.engine.calendar.written import checked, read_moons
from rules.engine.kernel import DAY, PLAIN, Almanac, Calendar, Date, Month, Moon, Refused
from tests.campaigns.test_playing import client_of
from tests.campaigns.test_runs import begin
from tests.helpers import Cast

FROST = Calendar((Month("Frost", 30), Month("Thaw", 28)), ("Moonday", "Starday"), "AF")


def event(who: Membership, title: str, day: int, shared: str = Shared.PARTY, *, yearly: bool = False) -> JournalPage:
    return services.add(who, Wanted(PageKind.EVENT, title, "", day=day, yearly=yearly), Audience(shared))


def page(who: Membership, what: str = "calendar/", **sent: object) -> str:
    answer = client_of(who).get(f"/campaigns/{who.campaign.public_id}/{what}", sent)
    assert answer.status_code == 200
    return answer.content.decode()


def titles(who: Membership, first: int, last: int) -> list[tuple[int, str]]:
    return [(one.day, one.title) for one in events(who, dates.today(who.campaign).almanac, first, last)]


# -- events -----------------------------------------------------------------------------------------------------------


def test_a_page_with_a_date_stands_in_the_calendar_of_its_month(cast: Cast) -> None:
    event(cast.gm, "Lantern Fair", 11)
    event(cast.gm, "The bell rings", 40)
    told = page(cast.anna)
    assert "Lantern Fair" in told
    assert "12th of January" in told
    assert "The bell rings" not in told
    assert told.count("leaf__day--event") == 1
    assert "The bell rings" in page(cast.anna, month=1)
    assert "February, year 1" in page(cast.anna, month=1)


def test_a_day_of_the_leaf_leads_to_a_new_event_on_it(cast: Cast) -> None:
    link = 'journal/new/?kind=event&amp;day=11">12<span class="visually-hidden"> January, year 1: new event</span>'
    assert link in page(cast.gm)
    assert link in page(cast.anna)
    assert "leaf__way" not in page(cast.olga), "observers write nothing"
    assert 'name="date" value="12 January 1"' in page(cast.anna, "journal/new/", kind="event", day=11)
    assert 'name="date" value="27 December 0"' in page(cast.gm, "journal/new/", kind="event", day=-5)
    for nonsense in ("", "soon", "1" * 9):
        assert 'name="date" value=""' in page(cast.gm, "journal/new/", kind="event", day=nonsense)


def test_a_day_with_events_leads_to_them(cast: Cast) -> None:
    for title in ("Lantern Fair", "The bell rings"):
        event(cast.gm, title, 11, Shared.ALL)
    event(cast.gm, "Ambush", 12, Shared.GM)
    for reader in (cast.anna, cast.olga):
        told = page(reader)
        link = 'href="#day-11">12<span class="visually-hidden"> January, year 1: Lantern Fair. The bell rings. </span>'
        assert told.count(link) == 1
        assert told.count('id="day-11"') == 1
        assert "#day-12" not in told, "nobody hears of what they may not read"
    assert "day=12" in page(cast.anna)
    assert "#day-12" in page(cast.gm)


def test_a_feast_of_every_year_comes_back(cast: Cast) -> None:
    event(cast.gm, "Midwinter", 5, yearly=True)
    assert titles(cast.anna, 0, 30) == [(5, "Midwinter")]
    assert titles(cast.anna, 365, 3 * 365 - 1) == [(370, "Midwinter"), (735, "Midwinter")]
    assert "Midwinter" in page(cast.anna, month=12)
    assert "every year" in page(cast.anna, month=12)


def test_where_days_are_only_counted_the_next_ones_are_listed(cast: Cast) -> None:
    timekeeping.choose(cast.gm, Calendar(), None)
    event(cast.gm, "Lantern Fair", 11, yearly=True)
    event(cast.gm, "Far away", 300)
    told = page(cast.anna)
    assert "Day 12" in told
    assert "Far away" not in told


def test_secret_events_are_their_readers_alone(cast: Cast) -> None:
    event(cast.gm, "Ambush at the ford", 3, Shared.GM)
    event(cast.anna, "Meet the smuggler", 4, Shared.GM)
    event(cast.gm, "Fair", 5, Shared.ALL)
    assert [title for _, title in titles(cast.gm, 0, 30)] == ["Ambush at the ford", "Meet the smuggler", "Fair"]
    assert [title for _, title in titles(cast.anna, 0, 30)] == ["Meet the smuggler", "Fair"]
    assert [title for _, title in titles(cast.olga, 0, 30)] == ["Fair"]
    assert page(cast.olga).count("leaf__day--event") == 1
    services.archive(cast.gm, JournalPage.objects.get(title="Fair").public_id, archived=True)
    assert titles(cast.olga, 0, 30) == []


def test_the_editor_takes_a_date_as_people_write_it_and_refuses_no_date(cast: Cast) -> None:
    client = client_of(cast.gm)
    here = f"/campaigns/{cast.campaign.public_id}/journal/new/"
    sent = {"kind": "event", "title": "Fair", "text": "", "tags": "", "shared": "party"}
    folded = '<details class="disclosure"><summary>'
    assert folded in client.get(here).content.decode().split('id="date"')[0], "most pages have no date"
    refused = client.post(here, sent | {"date": "31 Febuary 1"})
    assert refused.status_code == 422
    assert "Write the date as day, month and year" in refused.content.decode()
    assert "31 Febuary 1" in refused.content.decode(), "what was written stays"
    assert client.post(here, sent | {"date": "12 January 1", "yearly": "yes"}).status_code == 302
    found = JournalPage.objects.get(title="Fair")
    assert (found.day, found.yearly) == (11, True)
    edit = f"/campaigns/{cast.campaign.public_id}/journal/{found.public_id}/edit/"
    assert 'value="12 January 1"' in client.get(edit).content.decode()
    assert folded not in client.get(edit).content.decode().split('id="date"')[0]
    assert client.post(edit, sent | {"date": "", "seen": "1"}).status_code == 302
    found.refresh_from_db()
    assert (found.day, found.yearly, found.version) == (None, False, 2)
    services.restore(cast.gm, found.public_id, 1, seen=2)
    found.refresh_from_db()
    assert (found.day, found.yearly) == (11, True)


@pytest.mark.parametrize("calendar", [PLAIN, FROST, Calendar()])
@pytest.mark.parametrize("day", [-400, 0, 11, 1000])
def test_a_written_day_is_read_again(calendar: Calendar, day: int) -> None:
    if calendar.months or day >= 0:
        assert read_day(written_day(day, calendar), calendar) == day


@pytest.mark.parametrize("text", ["0", "x", "12 Frost"])
def test_a_day_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_day(text, Calendar())


def test_many_events_cost_no_more_queries_than_few(cast: Cast) -> None:
    event(cast.gm, "Fair", 3)
    with CaptureQueriesContext(connection) as few:
        page(cast.anna)
    page(cast.anna)
    for number in range(60):
        event(cast.gm, f"Fair {number}", number % 30)
    with CaptureQueriesContext(connection) as many:
        page(cast.anna)
    assert len(many) == len(few)


# -- moons ------------------------------------------------------------------------------------------------------------


def test_moons_go_their_course_whatever_the_months(cast: Cast) -> None:
    moons = read_moons("Luna 28\nOld Red: 10.5 5.2", Almanac().now)
    assert [moon.name for moon in moons] == ["Luna", "Old Red"]
    timekeeping.choose(cast.gm, Calendar(FROST.months, FROST.week, FROST.era, moons=moons), Date(1012, 1, 1))
    assert "Luna: new moon" in page(cast.anna)
    assert "Old Red: full moon" in page(cast.anna)
    timekeeping.let_pass(cast.gm, timekeeping.For(14 * DAY))
    assert "Luna: full moon" in page(cast.anna)
    later = dates.moons(Almanac(Calendar(moons=moons), Almanac().now + 21 * DAY))
    assert later[0].said == "last quarter"


@pytest.mark.parametrize("moon", [Moon("Luna", 0), Moon("", 700), Moon("Luna", 23), Moon("Luna", 24 * 3000)])
def test_a_moon_that_cannot_be_is_refused(moon: Moon) -> None:
    with pytest.raises(Refused):
        checked(Calendar(moons=(moon,)))


def test_the_form_keeps_the_moons_that_it_shows(cast: Cast) -> None:
    timekeeping.choose(
        cast.gm, Calendar(PLAIN.months, PLAIN.week, moons=read_moons("Luna 29.5 3", Almanac().now)), PLAIN.first
    )
    here = f"/campaigns/{cast.campaign.public_id}/calendar/change/"
    assert "Luna 29.5 3" in client_of(cast.gm).get(here).content.decode()


# -- before time passes -----------------------------------------------------------------------------------------------


def ahead(who: Membership, **sent: object) -> str:
    return page(who, "calendar/preview/", **sent)


def test_the_preview_tells_where_time_leads_and_changes_nothing(cast: Cast) -> None:
    event(cast.gm, "Lantern Fair", 11)
    event(cast.gm, "Too late", 40)
    told = ahead(cast.gm, way="for", amount="12", unit="day")
    assert "After 12 days it is" in told
    assert "13th of January, year 1, morning, 08:00" in told
    assert "Lantern Fair" in told
    assert "Too late" not in told
    assert dates.today(cast.campaign).almanac == Almanac()


def test_the_preview_says_how_far_long_tests_come(cast: Cast) -> None:
    begin(cast.anna, cast.rook)
    assert "Half the time it is done by today" in ahead(cast.gm, amount="1", unit="minute")
    assert "Done, at least 9 times in 10" in ahead(cast.gm, amount="3000", unit="day")
    assert "A tower" not in ahead(cast.gm, amount="3000", unit="day", tests="")


def test_the_preview_says_where_time_is_too_short(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(cast.anna, cast.rook)
    monkeypatch.setattr(cast.campaign.system.long_tests, "passing", lambda minutes: (0, "hour"), raising=False)
    assert "Too little time for a roll" in ahead(cast.gm, amount="1", unit="minute")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"amount": "x", "unit": "day"}, "Enter how much time as a whole number."),
        ({"amount": "0", "unit": "day"}, "Choose 1 minute"),
        ({"way": "until", "day": "1", "month": "1", "year": "1", "hour": "6"}, "Choose a later time."),
    ],
)
def test_the_preview_of_what_cannot_be_says_why(cast: Cast, sent: Mapping[str, str], said: str) -> None:
    assert said in ahead(cast.gm, **sent)


@pytest.mark.parametrize(("who", "status"), [("anna", 403), ("olga", 403), ("stranger", 404)])
def test_only_the_game_master_looks_ahead(cast: Cast, who: str, status: int) -> None:
    here = f"/campaigns/{cast.campaign.public_id}/calendar/preview/?amount=1&unit=day"
    assert client_of(getattr(cast, who)).get(here).status_code == status
