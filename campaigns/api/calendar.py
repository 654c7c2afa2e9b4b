"""The campaign's own time for programs: what day it is, by which calendar, and letting time pass."""

from typing import Annotated, ClassVar

import msgspec
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.commands import PublicId
from campaigns.api.entries import Written, written
from campaigns.api.long_tests import TestName
from campaigns.audience import access
from campaigns.calendar import dates, events, timekeeping, weather
from campaigns.members.campaign_views import for_game_masters, for_members
from campaigns.models import Membership
from rules.engine.calendar.weather import SKIES, WINDS, said_weather, weather_of
from rules.engine.calendar.written import HOURS, moon_of
from rules.engine.kernel import DAY, HOUR, MOST_DAYS, PHASES, Almanac, Calendar, Date, Month, Moon, Refused
from winterhall.api import keys, versions
from winterhall.api.describing import takes
from winterhall.api.shapes import Shape, filled, given
from winterhall.api.views import ApiView
from winterhall.web.numbers import whole_number

Name = Annotated[str, Meta(max_length=100)]
Amount = Annotated[int, Meta(ge=0, le=MOST_DAYS * DAY)]


FIRST = OpenApiParameter(
    "first", OpenApiTypes.INT, "query", description="The campaign’s day, from 1; today if left out."
)
DAYS = OpenApiParameter("days", OpenApiTypes.INT, "query", description=f"How many days to look ahead; {events.AHEAD}.")


class MonthRow(Shape):
    name: Name
    days: int


class MoonRow(Shape):
    """A moon: the days from one new moon to the next, how many have gone by since the last, and its phase in words."""

    name: Name
    days: Annotated[float, Meta(ge=0, le=10_000)]
    age: Annotated[float, Meta(ge=0, le=10_000)] = 0
    phase: str = ""


class EventRow(Shape):
    """Something that a page of the journal says happens on a day: its title, the page's id, and the campaign's day."""

    title: str
    page: str
    day: int
    yearly: bool
    said: str


class EventList(Shape):
    """The events from the campaign's day ``first`` to ``last``, counted from 1, that the reader may know of."""

    first: int
    last: int
    results: list[EventRow]


class DateRow(Shape):
    """A date; months and days are counted from 1. Where days are only counted, ``day`` alone is looked at."""

    day: int
    month: int = 0
    year: int = 0


class WeatherRow(Shape):
    """The weather of a day: its sky and wind, by the words of `skies` and `winds`, and its temperature in °C."""

    sky: Name
    wind: Name
    degrees: int


class WeatherOfDay(WeatherRow):
    """The weather of a campaign's day, counted from 1; ``said`` is how pages say it."""

    day: int
    said: str


class WeatherList(Shape):
    """The weather of the campaign's days from ``first`` to ``last``; no days where a campaign has no weather.

    ``skies`` and ``winds`` are the words that there are.
    """

    first: int
    last: int
    skies: list[str]
    winds: list[str]
    results: list[WeatherOfDay]


class WantedWeather(Shape):
    """The weather that a day of the campaign, counted from 1, is to have; without ``weather`` that of the climate."""

    day: Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
    weather: WeatherRow | None = None


class CalendarAnswer(Shape):
    """The calendar of the campaign, and the moment that it is: its date, the hour, and the campaign's day, from 1.

    Without ``months`` days are only counted. ``said`` is how pages say it. ``climate`` is empty where there is no
    weather; ``coldest`` is the month, from 1, in whose middle the year is coldest.
    """

    version: int
    months: list[MonthRow]
    week: list[str]
    era: str
    date: DateRow
    weekday: str
    hour: int
    minute: int
    day: int
    said: str
    moons: list[MoonRow]
    climate: str
    coldest: int
    weather: WeatherOfDay | None


class WantedCalendar(Shape):
    """A calendar to reckon days by from now on, and the date that it is ``today``; no time passes.

    Without a ``climate`` the weather stays as it is; an empty one is none.
    """

    months: Annotated[list[MonthRow], Meta(max_length=100)] = []
    week: Annotated[list[Name], Meta(max_length=100)] = []
    era: Name = ""
    moons: Annotated[list[MoonRow], Meta(max_length=100)] = []
    today: DateRow | None = None
    weekday: Name = ""
    climate: Name | None = None
    coldest: Annotated[int, Meta(ge=1, le=100)] = 1


class WantedTime(Shape):
    """The time to pass: so many days, hours and minutes, or ``until`` a date, at an ``hour`` and ``minute`` of it.

    ``tests`` are the long tests that go on meanwhile; if none are named, all for which people are free.
    ``rests`` are the characters who spend the days quietly and recover; nobody if left out.
    """

    days: Amount = 0
    hours: Amount = 0
    minutes: Amount = 0
    until: DateRow | None = None
    hour: Annotated[int, Meta(ge=0, le=23)] = 0
    minute: Annotated[int, Meta(ge=0, le=59)] = 0
    tests: Annotated[list[TestName], Meta(max_length=200)] | None = None
    rests: Annotated[list[PublicId], Meta(max_length=200)] = []


class Passed(Written):
    """The answer to letting time pass: the entry, and the calendar's ``version`` then.

    ``run`` is the id of the worker's run that makes the rolls; empty if there is nothing to roll for.
    """

    run: str


class CampaignCalendar(ApiView):
    scope: ClassVar[str] = "manage"
    versioned: ClassVar[bool] = True

    @extend_schema(responses=CalendarAnswer, summary="What day it is in the campaign", tags=["calendar"])
    def get(self, request: Request, campaign_id: str) -> Response:
        return versions.tagged(_calendar(access.membership(request.user, campaign_id)))

    @extend_schema(request=WantedCalendar, responses={200: Written}, summary="Choose a calendar", tags=["calendar"])
    @for_game_masters
    def put(self, request: Request, member: Membership) -> Response:
        wanted, seen, key = given(WantedCalendar, request.data), versions.seen(request), keys.key(request)
        months = tuple(Month(month.name, month.days) for month in wanted.months)
        now = dates.today(member.campaign).almanac.now
        moons = tuple(moon_of(moon.name, moon.days, moon.age, now) for moon in wanted.moons)
        calendar = Calendar(months, tuple(wanted.week), wanted.era, moons=moons)
        today = _date(wanted.today) if wanted.today else None
        climate = None if wanted.climate is None else timekeeping.WantedClimate(wanted.climate, wanted.coldest)
        entry = timekeeping.choose(member, calendar, today, wanted.weekday, climate, seen=seen, key=key)
        return written(member, entry, entry.document, status=200)

    def fresh(self, request: Request, document: str) -> CalendarAnswer:
        return _calendar(access.membership(request.user, self.kwargs["campaign_id"]))


class CalendarEvents(ApiView):
    @takes(FIRST, DAYS)
    @extend_schema(responses=EventList, summary="Events in the campaign’s calendar", tags=["calendar"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        almanac = dates.today(member.campaign).almanac
        asked = _days(request, almanac, usual=events.AHEAD, most=MOST_DAYS)
        found = events.events(member, almanac, asked[0], asked[-1])
        rows = [
            EventRow(title=one.title, page=one.page, day=one.day + 1, yearly=one.yearly, said=one.said) for one in found
        ]
        return Response(EventList(first=asked[0] + 1, last=asked[-1] + 1, results=rows))


class CampaignWeather(ApiView):
    scope: ClassVar[str] = "manage"
    versioned: ClassVar[bool] = True

    @takes(FIRST, OpenApiParameter("days", OpenApiTypes.INT, "query", description="How many days; 1 if left out."))
    @extend_schema(responses=WeatherList, summary="The weather, for players up to today", tags=["calendar"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        almanac = dates.today(member.campaign).almanac
        asked = _days(request, almanac, usual=1, most=weather.MOST_LISTED)
        known = [day for day in asked if member.is_gm or day <= almanac.day]
        rows = [row for day in known if (row := _weather(almanac, day))]
        words = {"skies": list(SKIES), "winds": list(WINDS)}
        return Response(WeatherList(first=asked[0] + 1, last=asked[-1] + 1, results=rows, **words))

    @extend_schema(request=WantedWeather, responses={200: Written}, summary="Change the weather", tags=["calendar"])
    @for_game_masters
    def put(self, request: Request, member: Membership) -> Response:
        wanted, seen, key = given(WantedWeather, request.data), versions.seen(request), keys.key(request)
        row = wanted.weather
        change = weather.Change(row.sky, row.wind, row.degrees) if row else None
        entry = weather.say(member, wanted.day - 1, change, seen=seen, key=key)
        return written(member, entry, entry.document, status=200)

    def fresh(self, request: Request, document: str) -> CalendarAnswer:
        return _calendar(access.membership(request.user, self.kwargs["campaign_id"]))


def _days(request: Request, almanac: Almanac, *, usual: int, most: int) -> range:
    """The campaign's days, from 0, that a request names by ``first`` and ``days``; from today on if it does not."""
    first, days = (whole_number(request.query_params.get(name, ""), 9, signed=True) for name in ("first", "days"))
    begin = almanac.day if first is None else first - 1
    return range(begin, begin + min(max(1, usual if days is None else days), most))


def _calendar(member: Membership) -> CalendarAnswer:
    today = dates.today(member.campaign)
    almanac, calendar = today.almanac, today.almanac.calendar
    return CalendarAnswer(
        version=today.version if member.is_gm else today.open_version,
        months=filled(list[MonthRow], calendar.months),
        week=list(calendar.week),
        era=calendar.era,
        date=filled(DateRow, calendar.date_of(almanac.day)),
        weekday=calendar.weekday_of(almanac.day),
        hour=almanac.now % DAY // HOUR,
        minute=almanac.now % HOUR,
        day=today.day,
        said=almanac.date(),
        moons=[_moon(moon, almanac.now) for moon in calendar.moons],
        climate=almanac.skies.climate if almanac.skies else "",
        coldest=almanac.skies.coldest if almanac.skies else 1,
        weather=_weather(almanac, almanac.day),
    )


def _weather(almanac: Almanac, day: int) -> WeatherOfDay | None:
    found = weather_of(almanac, day)
    if found is None:
        return None
    return WeatherOfDay(sky=found.sky, wind=found.wind, degrees=found.degrees, day=day + 1, said=said_weather(found))


def _moon(moon: Moon, now: int) -> MoonRow:
    age = moon.age_at(now) / HOURS
    return MoonRow(name=moon.name, days=moon.course / HOURS, age=age, phase=PHASES[moon.phase(now)])


def _date(row: DateRow) -> Date:
    return Date(row.year, row.month, row.day)


class PassTime(ApiView):
    scope: ClassVar[str] = "manage"
    versioned: ClassVar[bool] = True

    @extend_schema(request=WantedTime, responses={201: Passed}, summary="Let time pass", tags=["calendar"])
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        wanted, seen, key = given(WantedTime, request.data), versions.seen(request), keys.key(request)
        named = None if wanted.tests is None else [(one.who, one.key) for one in wanted.tests]
        passed = timekeeping.let_pass(member, _span(wanted), named, wanted.rests, seen=seen, key=key)
        answer = written(member, passed.entry, passed.page)
        answer.data = Passed(**msgspec.structs.asdict(answer.data), run=passed.run.public_id if passed.run else "")
        return answer

    def fresh(self, request: Request, document: str) -> CalendarAnswer:
        return _calendar(access.membership(request.user, self.kwargs["campaign_id"]))


class TakenBack(Shape):
    """The id of the entry to take back: one in which time passed."""

    entry: PublicId


class TakeBack(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(
        request=TakenBack,
        responses={201: Written},
        summary="Undo the last passage of time and its rolls",
        tags=["calendar"],
    )
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        wanted = given(TakenBack, request.data)
        entry = timekeeping.take_back(member, wanted.entry, key=keys.key(request))
        return written(member, entry, timekeeping.Passed(entry, None).page)


def _span(wanted: WantedTime) -> timekeeping.For | timekeeping.Until:
    minutes = wanted.days * DAY + wanted.hours * HOUR + wanted.minutes
    if wanted.until is None:
        return timekeeping.For(minutes)
    if minutes:
        raise Refused("Send how long or until when, not both.", "until")
    return timekeeping.Until(_date(wanted.until), wanted.hour * HOUR + wanted.minute)


urlpatterns = [
    path("campaigns/<slug:campaign_id>/calendar/", CampaignCalendar.as_view(), name="calendar"),
    path("campaigns/<slug:campaign_id>/calendar/events/", CalendarEvents.as_view(), name="calendar-events"),
    path("campaigns/<slug:campaign_id>/calendar/weather/", CampaignWeather.as_view(), name="calendar-weather"),
    path("campaigns/<slug:campaign_id>/calendar/pass/", PassTime.as_view(), name="calendar-pass"),
    path("campaigns/<slug:campaign_id>/calendar/take-back/", TakeBack.as_view(), name="calendar-take-back"),
]
