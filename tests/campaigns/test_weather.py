"""Weather in a campaign's calendar: who chooses it, who says otherwise, and who sees how far."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from campaigns.calendar import dates, timekeeping, weather
from campaigns.calendar.preview import preview
from campaigns.calendar.timekeeping import WantedClimate
from campaigns.models import Entry
from campaigns.play.intent import Intent, KeyReused, Stale, Unchanged
from campaigns.play.perform import perform
from campaigns.play.undo import redo, undo
from campaigns.sessions import at_table
from rules.engine.calendar.weather import weather_of
from rules.engine.kernel import DAY, PLAIN, Date, NotNow, Refused, Weather
from tests.campaigns.test_days import FROST, page, today
from tests.campaigns.test_playing import client_of, send
from tests.helpers import Cast, make_cast, verified

STORM = weather.Change("storm", "a gale", 4)
SAID = "Storm, a gale, 4 °C."


def choose(cast: Cast, climate: str = "northern", coldest: int = 1, **more: Any) -> Entry:
    return timekeeping.choose(cast.gm, PLAIN, Date(1, 1, 1), climate=WantedClimate(climate, coldest), **more)


def said(cast: Cast, day: int) -> str:
    shown = dates.weather(today(cast).almanac, day)
    return shown.said if shown else ""


@pytest.fixture
def north(cast: Cast) -> Cast:
    """A campaign with northern weather, on the third day."""
    choose(cast)
    timekeeping.let_pass(cast.gm, timekeeping.For(2 * DAY))
    return cast


def icons(told: str) -> int:
    return told.count('class="leaf__weather"')


# -- choosing it ------------------------------------------------------------------------------------------------------


def test_there_is_none_until_somebody_chooses_it(cast: Cast) -> None:
    timekeeping.choose(cast.gm, FROST, Date(1012, 1, 2))
    assert said(cast, 0) == ""
    for what in ("calendar/", ""):
        assert 'class="weather"' not in page(cast.gm, cast, what)
    assert "calendar/weather/" not in page(cast.gm, cast)
    with pytest.raises(NotNow):
        weather.say(cast.gm, 0, STORM)
    at_table.begin(cast.gm)
    assert "°C" not in page(cast.gm, cast, "chronicle/")


def test_its_seed_is_drawn_once_and_kept(cast: Cast) -> None:
    with verified(cast.campaign):
        choose(cast)
    skies = today(cast).almanac.skies
    assert skies is not None
    assert skies.seed > 10**9
    with verified(cast.campaign):
        timekeeping.choose(cast.gm, FROST, Date(1012, 1, 2))
        assert today(cast).almanac.skies == skies
        choose(cast, "")
        assert said(cast, 0) == ""
        choose(cast, "coast", 3)
    after = today(cast).almanac.skies
    assert after is not None
    assert (after.climate, after.coldest, after.seed) == ("coast", 3, skies.seed)


def test_undo_takes_it_back_and_redo_brings_the_same(cast: Cast) -> None:
    entry = choose(cast)
    before = [said(cast, day) for day in range(30)]
    with verified(cast.campaign):
        undo(cast.gm, entry.public_id)
    assert said(cast, 0) == ""
    with verified(cast.campaign):
        redo(cast.gm, entry.public_id)
    assert [said(cast, day) for day in range(30)] == before


def test_choosing_it_is_safe_twice_and_late(cast: Cast) -> None:
    first = choose(cast, seen=0, key="once")
    assert choose(cast, seen=0, key="once").pk == first.pk
    with pytest.raises(KeyReused):
        choose(cast, "coast", key="once")
    with pytest.raises(Stale):
        choose(cast, "coast", seen=0)
    with pytest.raises(Unchanged):
        choose(cast)
    for wrong in (WantedClimate("moonlike"), WantedClimate("coast", 13)):
        with pytest.raises(Refused):
            timekeeping.choose(cast.gm, PLAIN, Date(1, 1, 1), climate=wrong)


def test_the_form_chooses_it(cast: Cast) -> None:
    client, path = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/calendar/change/"
    sent = {"months": "Frost 30\nThaw 28", "today": "2 Frost 1012", "climate": "northern", "coldest": "thaw"}
    assert client.post(path, sent | {"seen": "0", "key": "a"}).status_code == 302
    skies = today(cast).almanac.skies
    assert skies is not None
    assert (skies.climate, skies.coldest) == ("northern", 2)
    again = client.get(path).content.decode()
    assert '<option value="northern" selected>' in again
    assert 'name="coldest" value="Thaw"' in again
    odd = client.post(path, sent | {"coldest": "Noon", "seen": "1", "key": "b"})
    assert odd.status_code == 422
    assert "Write one of the months above" in odd.content.decode()
    assert client.post(path, sent | {"climate": "moonlike", "seen": "1", "key": "c"}).status_code == 200
    assert today(cast).almanac.skies == skies


def test_the_form_takes_a_number_where_days_are_only_counted(cast: Cast) -> None:
    client, path = client_of(cast.gm), f"/campaigns/{cast.campaign.public_id}/calendar/change/"
    sent = {"months": "", "climate": "northern", "coldest": "7"}
    assert client.post(path, sent | {"seen": "0", "key": "a"}).status_code == 302
    skies = today(cast).almanac.skies
    assert skies is not None
    assert skies.coldest == 7
    assert 'name="coldest" value="7"' in client.get(path).content.decode()
    for wrong in ("0", "13", "Thaw"):
        odd = client.post(path, sent | {"coldest": wrong, "seen": "1", "key": wrong})
        assert odd.status_code == 422
        assert "write a number from 1 to 12" in odd.content.decode()
    months = {"months": "Frost 30\nThaw 28", "today": "2 Frost 1012", "coldest": "2", "seen": "1", "key": "b"}
    assert client.post(path, sent | months).status_code == 422, "where there are months, one of them is named"


# -- saying otherwise -------------------------------------------------------------------------------------------------


def test_a_storm_tonight_is_read_by_all_and_undone(north: Cast) -> None:
    usual = said(north, 2)
    with verified(north.campaign):
        entry = weather.say(north.gm, 2, STORM)
    for who in (north.gm, north.anna, north.olga):
        assert SAID in page(who, north)
        assert SAID in page(who, north, "")
        assert "The weather turns: storm, a gale, 4 °C." in page(who, north, "chronicle/")
    with verified(north.campaign):
        undo(north.gm, entry.public_id)
    assert said(north, 2) == usual
    weather.say(north.gm, 2, STORM)
    with verified(north.campaign):
        weather.say(north.gm, 2, None)
    assert said(north, 2) == usual
    with pytest.raises(Unchanged):
        weather.say(north.gm, 2, None)


def test_a_coming_day_is_the_game_master_s_until_it_comes(north: Cast) -> None:
    before = {who: today_seen(who, north) for who in ("anna", "olga")}
    with verified(north.campaign):
        weather.say(north.gm, 4, STORM)
    assert "The weather on the 5th of January: storm, a gale, 4 °C." in page(north.gm, north, "chronicle/")
    assert "Remove the weather of Friday, 5th of January" in page(north.gm, north)
    for who, seen in before.items():
        assert today_seen(who, north) == seen
    timekeeping.let_pass(north.gm, timekeeping.For(2 * DAY))
    assert SAID in page(north.anna, north)
    assert "The weather turns: storm, a gale, 4 °C." in page(north.anna, north, "chronicle/")


def test_weather_said_of_a_day_that_passes_on_the_way_is_read_by_all(north: Cast) -> None:
    weather.say(north.gm, 4, STORM)
    weather.say(north.gm, 9, STORM)
    with verified(north.campaign):
        timekeeping.let_pass(north.gm, timekeeping.For(4 * DAY))
    for who in (north.gm, north.anna, north.olga):
        told = page(who, north, "chronicle/")
        assert "The weather on the 5th of January: storm, a gale, 4 °C." in told
        assert ("10th of January: storm" in told) == who.is_gm


def main_of(html: str) -> str:
    return re.sub(r"[\w-]{20,}", "", html.partition("<main")[2].partition("</main>")[0])


def today_seen(who: str, cast: Cast) -> list[str]:
    """The calendar and the chronicle as a member is shown them, but for tokens."""
    member = getattr(cast, who)
    there = f"/api/v1/campaigns/{cast.campaign.public_id}/calendar/"
    client = client_of(member)
    pages = [main_of(page(member, cast, what)) for what in ("calendar/", "calendar/?month=1", "", "chronicle/")]
    for what in ("", "weather/?first=-3&days=40"):
        answer = client.get(there + what)
        pages += [answer.content.decode(), answer.headers.get("ETag", "")]
    return pages


def test_players_see_the_month_up_to_today(north: Cast) -> None:
    assert icons(page(north.gm, north)) == 31
    assert icons(page(north.gm, north, "calendar/?month=1")) == 28
    for who in (north.anna, north.olga):
        assert icons(page(who, north)) == 3
        assert icons(page(who, north, "calendar/?month=1")) == 0
        assert icons(page(who, north, "calendar/?month=-1")) == 31
        assert "calendar/weather/" not in page(who, north)


def test_players_never_hear_of_the_seed(north: Cast) -> None:
    skies = today(north).almanac.skies
    assert skies is not None
    there = f"/api/v1/campaigns/{north.campaign.public_id}"
    for who in (north.anna, north.olga):
        for what in ("/entries/", "/calendar/", "/calendar/weather/"):
            answer = client_of(who).get(there + what)
            assert answer.status_code == 200
            assert str(skies.seed) not in answer.content.decode()


def test_it_is_said_once_in_time_and_by_game_masters(north: Cast) -> None:
    seen = today(north).version
    first = weather.say(north.gm, 2, STORM, seen=seen, key="once")
    assert weather.say(north.gm, 2, STORM, seen=seen, key="once").pk == first.pk
    with pytest.raises(KeyReused):
        weather.say(north.gm, 3, STORM, key="once")
    with pytest.raises(Stale):
        weather.say(north.gm, 3, STORM, seen=seen)
    for wrong in (1, -1, 2 + 10_001):
        with pytest.raises(Refused):
            weather.say(north.gm, wrong, STORM)
    for who in (north.anna, north.olga):
        with pytest.raises(PermissionDenied):
            weather.say(who, 2, STORM)


def test_what_the_form_leaves_out_stays_as_it_would_be(north: Cast) -> None:
    before = weather_of(today(north).almanac, 5)
    assert before
    for at, (sent, said) in enumerate(
        (
            ({"sky": "storm"}, replace(before, sky="storm")),
            ({"degrees": "31"}, replace(before, sky="storm", degrees=31)),
            ({"wind": "a gale"}, Weather("storm", "a gale", 31)),
        )
    ):
        sent = {"sky": "", "wind": "", "degrees": " "} | sent | {"day": "6", "key": f"k{at}"}
        assert send(north.gm, north, "calendar/weather", sent).status_code == 200
        assert weather_of(today(north).almanac, 5) == said
    answer = send(north.gm, north, "calendar/weather", {"day": "6", "sky": "", "wind": "", "degrees": ""})
    assert (answer.status_code, answer.json()["field"]) == (422, "sky")


def test_the_page_says_it(north: Cast) -> None:
    sent = {"day": "3", "sky": "storm", "wind": "a gale", "degrees": "4", "seen": "2", "key": "a"}
    path = f"/campaigns/{north.campaign.public_id}/calendar/weather/"
    for who, status in ((north.anna, 403), (north.olga, 403), (north.stranger, 404)):
        assert client_of(who).post(path, sent).status_code == status
    answer = send(north.gm, north, "calendar/weather", sent)
    assert (answer.status_code, answer.json()["version"]) == (200, 3)
    assert said(north, 2) == SAID
    for wrong, field in (
        ({"sky": "frogs"}, "sky"),
        ({"wind": "frogs"}, "wind"),
        ({"degrees": "x"}, "degrees"),
        ({"day": "1"}, "day"),
    ):
        answer = send(north.gm, north, "calendar/weather", sent | wrong | {"key": f"b{field}", "seen": "3"})
        assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert send(north.gm, north, "calendar/weather", sent | {"key": "c", "day": "4"}).status_code == 409
    back = {"day": "3", "by": "climate", "seen": "3", "key": "d"}
    assert send(north.gm, north, "calendar/weather", back).status_code == 200
    assert said(north, 2) != SAID


# -- where it shows ---------------------------------------------------------------------------------------------------


def test_time_ahead_tells_the_weather_on_arrival_and_what_is_striking(north: Cast) -> None:
    weather.say(north.gm, 5, STORM)
    weather.say(north.gm, 9, weather.Change("clear", "no wind", 12))
    ahead = preview(north.gm, timekeeping.For(7 * DAY), None)
    assert ahead.weather is not None
    assert ahead.weather.said == "Clear and cool, no wind, 12 °C."
    almanac = today(north).almanac
    storms = [day for day in range(3, 9) if (one := weather_of(almanac, day)) and one.sky.endswith("storm")]
    assert almanac.calendar.short_name_of(storms[0], within=2) in dict(ahead.striking)
    told = page(north.gm, north, "calendar/preview/?amount=7&unit=day")
    assert "Clear and cool, no wind, 12 °C." in told
    assert client_of(north.anna).get(f"/campaigns/{north.campaign.public_id}/calendar/preview/").status_code == 403


def test_a_session_begins_in_it(north: Cast) -> None:
    weather.say(north.gm, 2, STORM)
    at_table.begin(north.gm)
    assert f"It is Wednesday, 3rd of January, year 1, morning. {SAID}" in page(north.anna, north, "chronicle/")


def test_the_weather_is_no_touch_of_time(db: None) -> None:
    cast = make_cast("sda")
    choose(cast)
    perform(cast.gm, Intent("time.night", {}, cast.rook.public_id))
    weather.say(cast.gm, 0, STORM)
    cast.campaign.refresh_from_db()
    spent = dates.spent(cast.campaign)
    assert spent is not None
    assert spent.span == "8 hours"
