"""A preview of time before it passes: the moment reached, events on the way, moons, how far long tests come."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from campaigns.calendar import dates
from campaigns.calendar.dates import MoonShown, WeatherShown
from campaigns.calendar.events import Event, events
from campaigns.calendar.timekeeping import For, Until
from campaigns.long_work import long_tests, rests
from campaigns.long_work.long_tests import UnderWay
from campaigns.long_work.rests import Course
from campaigns.models import Membership
from campaigns.play.scenes import ends_with_scene, outlasts_scene
from rules.engine.calendar.weather import YEAR, striking, weather_of
from rules.engine.kernel import DAY, Almanac, clock, span


class Work(NamedTuple):
    """A long test that goes on meanwhile: who leads it, its name, and how far it comes, in words."""

    leader: str
    label: str
    said: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a span of time; nothing has passed yet."""

    span: str
    reached: str
    events: tuple[Event, ...]
    moons: tuple[MoonShown, ...]
    weather: WeatherShown | None
    #: Days on the way with weather that nobody forgets, each in words and with it.
    striking: tuple[tuple[str, WeatherShown], ...]
    works: tuple[Work, ...]
    courses: tuple[Course, ...]
    #: What the time lets end because no scene lasts so long.
    ends: tuple[str, ...]


def preview(
    member: Membership,
    wanted: For | Until,
    tests: Collection[tuple[str, str]] | None,
    resting: Collection[str] | None = None,
) -> Preview:
    """The preview of a span of time: with the ``tests`` named, or all for which people are free, and their rests."""
    almanac = dates.today(member.campaign).almanac
    minutes = wanted.passed(almanac)
    reached = almanac.now + minutes
    there = () if member.campaign.system.long_tests is None else long_tests.under_way(member, foreseen=True)
    works = (one for one in there if (one.at in tests if tests is not None else not one.busy))
    return Preview(
        span=span(minutes),
        reached=f"{almanac.date(minutes)}, {clock(reached)}",
        events=tuple(events(member, almanac, almanac.day + 1, reached // DAY)),
        moons=tuple(dates.moons(almanac, reached)),
        weather=dates.weather(almanac, reached // DAY),
        striking=tuple(_striking(almanac, reached // DAY)),
        works=tuple(_work(member, almanac, one, minutes) for one in works),
        courses=tuple(rests.courses(rests.board(member), minutes, resting)),
        ends=tuple(ends_with_scene(member)) if outlasts_scene(minutes) else (),
    )


def _striking(almanac: Almanac, last: int) -> Iterator[tuple[str, WeatherShown]]:
    """The first storm, snow and heat within a year, before the last day of a span: its weather is told anyhow."""
    days = range(almanac.day + 1, min(last, almanac.day + YEAR))
    there = [(day, found) for day in days if (found := weather_of(almanac, day))]
    for day, found in striking(there):
        yield almanac.calendar.short_name_of(day, within=almanac.day), WeatherShown.of(found)


def _work(member: Membership, almanac: Almanac, one: UnderWay, minutes: int) -> Work:
    return Work(one.leader.name, one.test.label, _comes_to(member, almanac, one, minutes))


def _comes_to(member: Membership, almanac: Almanac, one: UnderWay, minutes: int) -> str:
    """The words for how far a long test comes in so many minutes."""
    if not long_tests.kept_by(member).passing(minutes)[0]:
        return "Too little time for a roll."
    ahead = one.forecast
    if ahead is None:
        return one.no_forecast
    if ahead.most and ahead.most.minutes <= minutes:
        return "Done, at least 9 times in 10."
    if ahead.half and ahead.half.minutes <= minutes:
        return "Probably done."
    by = long_tests.finished(almanac, ahead).half
    return f"Probably not done yet. Half the time it is done by {by}." if by else "Not done yet."
