"""Weather as the game master says it: a day that is to have another one than its climate gives it."""

from dataclasses import replace
from typing import NamedTuple

from campaigns.calendar import dates
from campaigns.calendar.dates import WEATHER
from campaigns.models import AlmanacPage, Campaign, Document, Entry, Membership
from campaigns.play.intent import Intent
from campaigns.play.perform import write_page
from rules.engine.calendar.weather import by_climate, checked_weather, said_weather, weather_of
from rules.engine.kernel import MOST_DAYS, TODAY, Almanac, Fact, Json, NotNow, Refused, Weather, WeatherSaid

#: The days, from today on, for which the page offers to say the weather.
OFFERED = 14
#: The most days of which a program reads the weather at once.
MOST_LISTED = 400


class Change(NamedTuple):
    """The weather that a day is to have; what is left out stays as it would be."""

    sky: str = ""
    wind: str = ""
    degrees: int | None = None

    def of(self, before: Weather) -> Weather:
        degrees = before.degrees if self.degrees is None else self.degrees
        return checked_weather(Weather(self.sky or before.sky, self.wind or before.wind, degrees))


def say(
    member: Membership, day: int, change: Change | None, *, seen: int | None = None, key: str | None = None
) -> Entry:
    """Change the weather of a day of the campaign, from 0; ``None`` gives it that of the climate again."""
    given: dict[str, Json] = {"day": day, "weather": change._asdict() if change else None}

    def act(campaign: Campaign) -> tuple[Document, list[Fact]]:
        page = AlmanacPage.of(campaign)
        if page is None:
            raise _none()
        return page, _said(page, day, change)

    return write_page(member, Intent(WEATHER, given, seen=seen, key=key), act)


def _said(page: AlmanacPage, day: int, change: Change | None) -> list[Fact]:
    almanac = page.almanac
    before = weather_of(almanac, day)
    if almanac.skies is None or before is None:
        raise _none()
    if not almanac.day <= day <= almanac.day + MOST_DAYS:
        raise Refused(f"Choose today or a day to come, at most {MOST_DAYS} days ahead.", "day")
    weather = change.of(before) if change else None
    if weather == (before if change else almanac.skies.told_of(day)):
        return []
    then = weather or by_climate(almanac.calendar, almanac.skies, day)
    told, when, ahead = said_weather(then), _named(almanac, day), day > almanac.day
    return [WeatherSaid(page.public_id, day, weather, told, almanac.date(), when, ahead)]


def reached(page: AlmanacPage, almanac: Almanac, minutes: int) -> list[WeatherSaid]:
    """The weather said ahead of days that come within so many minutes, told anew: now it is no secret any more."""
    after = replace(almanac, now=almanac.now + minutes)
    if after.skies is None or not after.skies.climate:
        return []
    said = ((day, after.skies.told_of(day)) for day in range(almanac.day + 1, after.day + 1))
    return [
        WeatherSaid(page.public_id, day, weather, said_weather(weather), after.date(), _named(after, day))
        for day, weather in said
        if weather
    ]


def _none() -> NotNow:
    return NotNow("This campaign has no weather. Choose a climate first: Change the calendar.", "day")


def _named(almanac: Almanac, day: int) -> str:
    if day == almanac.day:
        return TODAY
    told = almanac.calendar.short_name_of(day, within=almanac.day)
    return f"the {told}" if almanac.calendar.months else told


class DayOffered(NamedTuple):
    """A day for which the weather can be said: the campaign's day, from 1, and its name."""

    number: int
    name: str


class DayTold(NamedTuple):
    """A day, from today on, with the weather that the game master said."""

    number: int
    name: str
    weather: dates.WeatherShown


def offered(almanac: Almanac) -> list[DayOffered]:
    """The next days: today, tomorrow, and others by their names."""
    near = {0: "Today", 1: "Tomorrow"}
    return [
        DayOffered(almanac.day + ahead + 1, near.get(ahead) or almanac.calendar.name_of(almanac.day + ahead))
        for ahead in range(OFFERED)
    ]


def told(almanac: Almanac) -> list[DayTold]:
    """The days from today on whose weather the game master said, the next first."""
    days = sorted(day for day in map(int, almanac.skies.told if almanac.skies else ()) if day >= almanac.day)
    shown = ((day, dates.weather(almanac, day)) for day in days)
    return [DayTold(day + 1, almanac.calendar.name_of(day), weather) for day, weather in shown if weather]
