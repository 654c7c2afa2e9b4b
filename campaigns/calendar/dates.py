"""Reading a campaign's own time: what day it is there, what took time at the table, and how a month is laid out."""

from dataclasses import dataclass
from typing import NamedTuple

from campaigns.models import AlmanacPage, Campaign, Entry
from rules import codec
from rules.engine.kernel import Almanac, Command, clock, part_of, span

#: The most entries that are looked back through for commands that took time.
MOST_SPENT = 1000
#: Days in a row of a month where there is no week.
TEN = 10


@dataclass(frozen=True, slots=True)
class Today:
    """The moment that it is in a campaign, and the version of the page that says so."""

    almanac: Almanac
    version: int = 0

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
    def is_counted(self) -> bool:
        """Whether days are only counted."""
        return not self.almanac.calendar.months


def today(campaign: Campaign) -> Today:
    """The moment that it is in a campaign; the morning of the first day, where nobody has said."""
    page = AlmanacPage.of(campaign)
    return Today(page.almanac, page.version) if page else Today(Almanac())


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
    since = max(page.last_number if page else 0, campaign.last_number - MOST_SPENT)
    counting = Entry.objects.counting().filter(campaign=campaign, number__gt=since)
    took: dict[str, list[tuple[str, int]]] = {}
    for entry in counting.filter(command__in=kinds).order_by("number").only("command", "given", "actor"):
        kind = kinds[entry.command]
        minutes = codec.command_from(kind, codec.load(entry.given)).lasts()
        took.setdefault(entry.actor, []).append((kind.label, minutes))
    who, done = max(took.items(), key=lambda one: sum(minutes for _, minutes in one[1]), default=("", []))
    minutes = sum(minutes for _, minutes in done)
    return Spent(who, tuple(f"{label} ({span(one)})" for label, one in done if one), minutes) if minutes else None


# -- a leaf of the calendar --------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """A day of the month; 0 where the row begins before it or ends after it."""

    day: int
    is_today: bool = False
    is_past: bool = False


@dataclass(frozen=True, slots=True)
class Leaf:
    """A month as the calendar's page shows it: its title, the days of the week, and its days row by row."""

    title: str
    week: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def leaf(almanac: Almanac) -> Leaf | None:
    """The current month; ``None`` where days are only counted."""
    calendar = almanac.calendar
    if not calendar.months:
        return None
    date = calendar.date_of(almanac.day)
    month = calendar.months[date.month - 1]
    width = len(calendar.week) or TEN
    before = (calendar.weekday + almanac.day - (date.day - 1)) % width if calendar.week else 0
    days = [Cell(number, number == date.day, number < date.day) for number in range(1, month.days + 1)]
    cells = [*[Cell(0)] * before, *days, *[Cell(0)] * (-(before + month.days) % width)]
    rows = tuple(tuple(cells[at : at + width]) for at in range(0, len(cells), width))
    return Leaf(f"{month.name} {calendar.said_year(date.year)}", calendar.week, rows)
