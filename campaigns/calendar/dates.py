"""Reading a campaign's own time: what day it is there, what took time at the table, and how a month is laid out."""

from dataclasses import dataclass
from typing import NamedTuple

from campaigns.models import AlmanacPage, Campaign, Entry, Run
from rules import codec
from rules.engine.calendar.weather import SKIES, said_weather, weather_of
from rules.engine.kernel import PHASES, Almanac, Command, Date, Weather, clock, part_of, span

#: The most entries that are looked back through for commands that took time.
MOST_SPENT = 1000
#: The entry of the chronicle with which the game master says what the weather of a day is.
WEATHER = "calendar.weather"
#: Days in a row of a month where there is no week.
TEN = 10


@dataclass(frozen=True, slots=True)
class Today:
    """The moment that it is in a campaign, and the version of the page that says so."""

    almanac: Almanac
    version: int = 0
    #: The version as players count it: what is said of days to come is none for them.
    open_version: int = 0

    @property
    def date(self) -> str:
        return self.almanac.calendar.name_of(self.almanac.day)

    @property
    def hour(self) -> str:
        """The part of the day and the time: ``evening, 18:00``."""
        return f"{part_of(self.almanac.now)}, {clock(self.almanac.now)}"

    @property
    def day(self) -> int:
        """The number of the campaign's day, from 1."""
        return self.almanac.day + 1

    @property
    def weather(self) -> "WeatherShown | None":
        return weather(self.almanac, self.almanac.day)

    @property
    def is_counted(self) -> bool:
        """Whether days are only counted."""
        return not self.almanac.calendar.months


def today(campaign: Campaign) -> Today:
    """The moment that it is in a campaign; the morning of the first day, where nobody has said."""
    page = AlmanacPage.of(campaign)
    return Today(page.almanac, page.version, page.open_version) if page else Today(Almanac())


# -- what took time at the table ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spent:
    """The commands of one person that take time by the rules, since time last passed, in words, and their minutes."""

    who: str
    what: tuple[str, ...]
    minutes: int

    @property
    def span(self) -> str:
        return span(self.minutes)


def spent(campaign: Campaign) -> Spent | None:
    """The time that whoever was busy longest has spent since the calendar was touched; ``None`` where nobody was busy.

    Nights, journeys and rests take time; people do them at the same time, so the longest is told of.
    """
    kinds = {kind.name: kind for kind in campaign.system.commands if kind.lasts is not Command.lasts}
    page = AlmanacPage.of(campaign)
    since = max(_touched(page) if page else 0, campaign.last_number - MOST_SPENT)
    counting = Entry.objects.counting().filter(campaign=campaign, number__gt=since)
    took: dict[str, list[tuple[str, int]]] = {}
    # What a run did has had its time already.
    by_hand = counting.filter(command__in=kinds).exclude(key__startswith=Run.STEPS)
    for entry in by_hand.order_by("number").only("command", "given", "actor"):
        kind = kinds[entry.command]
        minutes = codec.command_from(kind, codec.load(entry.given)).lasts()
        took.setdefault(entry.actor, []).append((kind.label, minutes))
    who, done = max(took.items(), key=lambda one: sum(minutes for _, minutes in one[1]), default=("", []))
    minutes = sum(minutes for _, minutes in done)
    return Spent(who, tuple(f"{label} ({span(one)})" for label, one in done if one), minutes) if minutes else None


def _touched(page: AlmanacPage) -> int:
    """The number of the last entry that touched the calendar, but for its weather; 0 for none."""
    if page.almanac.skies is None:
        return page.last_number
    touched = Entry.objects.filter(campaign=page.campaign_id, touches__document=page.public_id)
    last = touched.exclude(command=WEATHER).order_by("-number").values_list("number", flat=True)
    return last.first() or 0


# -- a leaf of the calendar --------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """A day of the month, and the campaign's day that it is; 0 where the row begins before the month or ends after."""

    day: int
    number: int = 0
    is_today: bool = False
    is_past: bool = False
    weather: "WeatherShown | None" = None


@dataclass(frozen=True, slots=True)
class Leaf:
    """A month as the calendar's page shows it: its title, the days of the week, and its days row by row.

    ``first`` and ``last`` are the campaign's days with which it begins and ends, ``months`` how far it lies ahead of
    the current month.
    """

    title: str
    week: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    first: int
    last: int
    months: int = 0


def leaf(almanac: Almanac, months: int = 0, *, foretold: bool = False) -> Leaf | None:
    """The current month, or one so many months later; ``None`` where days are only counted.

    Days after today have their weather only where it is ``foretold``.
    """
    calendar = almanac.calendar
    if not calendar.months:
        return None
    date = calendar.date_of(almanac.day)
    years, month = divmod(date.month - 1 + months, len(calendar.months))
    year, named = date.year + years, calendar.months[month]
    first = calendar.day_of(Date(year, month + 1, 1))
    width = len(calendar.week) or TEN
    before = (calendar.weekday + first) % width if calendar.week else 0
    cells = [*[Cell(0)] * before, *(_cell(at, first + at - 1, almanac, foretold) for at in range(1, named.days + 1))]
    cells += [Cell(0)] * (-len(cells) % width)
    rows = tuple(tuple(cells[at : at + width]) for at in range(0, len(cells), width))
    title = calendar.with_year(named.name, year)
    return Leaf(title, calendar.week, rows, first, first + named.days - 1, months)


def _cell(day: int, number: int, almanac: Almanac, foretold: bool) -> Cell:
    known = weather(almanac, number) if foretold or number <= almanac.day else None
    return Cell(day, number, number == almanac.day, number < almanac.day, known)


# -- weather ----------------------------------------------------------------------------------------------------------


class WeatherShown(NamedTuple):
    """The weather of a day: its icon and its sentence."""

    icon: str
    said: str

    @classmethod
    def of(cls, weather: Weather) -> "WeatherShown":
        return cls(SKIES[weather.sky], said_weather(weather))


def weather(almanac: Almanac, day: int) -> WeatherShown | None:
    """The weather of a day of the campaign; ``None`` where there is none."""
    found = weather_of(almanac, day)
    return WeatherShown.of(found) if found else None


# -- moons ------------------------------------------------------------------------------------------------------------


class MoonShown(NamedTuple):
    """A moon as it stands at a moment: its name, its phase in words, and that phase's number from 0 (new)."""

    name: str
    said: str
    phase: int


def moons(almanac: Almanac, moment: int | None = None) -> list[MoonShown]:
    """The moons as they stand now, or at another moment."""
    at = almanac.now if moment is None else moment
    phases = ((moon.name, moon.phase(at)) for moon in almanac.calendar.moons)
    return [MoonShown(name, PHASES[phase], phase) for name, phase in phases]
