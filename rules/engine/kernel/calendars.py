"""A campaign's own time: how it reckons its days, and what moment it is there now.

A moment is told in minutes since the midnight with which the campaign's first day begins, and days are counted from
that one, 0. A calendar only gives them names, so that another one can be chosen whenever somebody likes.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate

from rules.engine.kernel.phrases import counted, ordinal
from rules.engine.kernel.refusals import Refused
from rules.engine.kernel.skies import Skies

HOUR, DAY = 60, 24 * 60
#: Units in which spans of time are told and given, with their minutes, the longest first.
UNITS = {"day": DAY, "hour": HOUR, "minute": 1}
#: The minute of the first day at which a campaign begins: 08:00.
MORNING = 8 * HOUR
#: The parts of the day, each with the hour from which it is called so, the latest first.
PARTS = ((22, "night"), (18, "evening"), (13, "afternoon"), (11, "noon"), (5, "morning"), (0, "night"))
#: The phases of a moon, from the new one on, each an eighth of its course.
PHASES = (
    "new moon",
    "waxing crescent",
    "first quarter",
    "waxing gibbous",
    "full moon",
    "waning gibbous",
    "last quarter",
    "waning crescent",
)
#: From here on a number beside a month is read as a year.
_PLAIN_YEAR = 100
#: The most days that pass at once, and the largest number of a year, before or after 0.
MOST_DAYS, MOST_YEARS = 10_000, 1_000_000


@dataclass(frozen=True, slots=True)
class Month:
    name: str
    days: int


@dataclass(frozen=True, slots=True)
class Moon:
    """A moon: the hours from one new moon to the next, and its age in hours as the campaign's first day begins."""

    name: str
    course: int
    age: int = 0

    def phase(self, moment: int) -> int:
        """The phase at a moment, as a place in :data:`PHASES`.

        >>> [Moon("Luna", 28 * 24).phase(day * DAY) for day in (0, 3, 7, 14, 27, 28)]
        [0, 1, 2, 4, 0, 0]
        """
        return round(self.age_at(moment) * len(PHASES) / self.course) % len(PHASES)

    def age_at(self, moment: int) -> int:
        """The hours since the last new moon."""
        return (moment // HOUR + self.age) % self.course


@dataclass(frozen=True, slots=True)
class Date:
    """A day by its calendar; months and days count from 1. In a calendar without months ``day`` is all there is."""

    year: int
    month: int
    day: int


@dataclass(frozen=True, slots=True)
class Calendar:
    """The months in their order, the days of the week, and the era; without months days are only counted.

    ``first`` is the date of the campaign's first day, and ``weekday`` which day of the week that was, from 0. The moons
    go their own course, whatever the months.
    """

    months: tuple[Month, ...] = ()
    week: tuple[str, ...] = ()
    era: str = ""
    first: Date = Date(1, 1, 1)
    weekday: int = 0
    moons: tuple[Moon, ...] = ()

    @property
    def days_of_year(self) -> int:
        return sum(month.days for month in self.months)

    def date_of(self, day: int) -> Date:
        """The date of a day of the campaign.

        >>> PLAIN.date_of(0), PLAIN.date_of(31), Calendar().date_of(31)
        (Date(year=1, month=1, day=1), Date(year=1, month=2, day=1), Date(year=0, month=0, day=32))
        """
        if not self.months:
            return Date(0, 0, day + 1)
        year, left = divmod(self._since_nothing(self.first) + day, self.days_of_year)
        ends = list(accumulate(month.days for month in self.months))
        month = bisect_right(ends, left)
        return Date(year, month + 1, left - ends[month] + self.months[month].days + 1)

    def day_of(self, date: Date) -> int:
        """The day of the campaign that has a date; refused where there is no such date.

        >>> PLAIN.day_of(Date(2, 1, 1)), Calendar().day_of(Date(0, 0, 32))
        (365, 31)
        """
        if not self.months:
            return date.day - 1
        self._refuse_unknown(date)
        return self._since_nothing(date) - self._since_nothing(self.first)

    def weekday_of(self, day: int) -> str:
        """The name of the day of the week of a day of the campaign; empty where the calendar has no week."""
        return self.week[(self.weekday + day) % len(self.week)] if self.week else ""

    def name_of(self, day: int) -> str:
        """A day as people say it.

        >>> PLAIN.name_of(2), Calendar().name_of(2)
        ('Wednesday, 3rd of January, year 1', 'Day 3')
        """
        date, weekday = self.date_of(day), self.weekday_of(day)
        told = self.with_year(self._short(date), date.year) if self.months else f"Day {date.day}"
        return f"{weekday}, {told}" if weekday else told

    def short_name_of(self, day: int, within: int | None = None) -> str:
        """The name of a day without its day of the week, and without the year if it is that of the day ``within``.

        >>> PLAIN.short_name_of(2, within=0), PLAIN.short_name_of(367, within=0)
        ('3rd of January', '3rd of January, year 2')
        """
        date = self.date_of(day)
        if not self.months:
            return f"Day {date.day}"
        is_near = within is not None and self.date_of(within).year == date.year
        return self._short(date) if is_near else self.with_year(self._short(date), date.year)

    def days_in(self, first: int, last: int, date: Date) -> Iterator[int]:
        """The days, of those from ``first`` to ``last``, on which a date of any year falls.

        >>> list(PLAIN.days_in(0, 800, Date(1, 2, 1))), list(Calendar().days_in(0, 800, Date(0, 0, 3)))
        ([31, 396, 761], [])
        """
        if not self.months or last < first:
            return
        for year in range(self.date_of(first).year, self.date_of(last).year + 1):
            day = self._since_nothing(replace(date, year=year)) - self._since_nothing(self.first)
            if first <= day <= last:
                yield day

    def with_year(self, told: str, year: int) -> str:
        """A day or a month together with its year, which is called one where nobody would take it for that.

        >>> [PLAIN.with_year("3rd of January", year) for year in (2, 1012)], Calendar(era="AF").with_year("Frost", 2)
        (['3rd of January, year 2', '3rd of January 1012'], 'Frost 2 AF')
        """
        if self.era:
            return f"{told} {year} {self.era}"
        return f"{told} {year}" if abs(year) >= _PLAIN_YEAR else f"{told}, year {year}"

    def with_today(self, today: Date, weekday: int, day: int) -> "Calendar":
        """This calendar, moved so that ``day`` of the campaign has this date and day of the week (from 0)."""
        if self.months:
            self._refuse_unknown(today)
        first = replace(self, first=today).date_of(-day) if self.months else Date(1, 1, 1)
        return replace(self, first=first, weekday=(weekday - day) % len(self.week) if self.week else 0)

    def _short(self, date: Date) -> str:
        return f"{ordinal(date.day)} of {self.months[date.month - 1].name}"

    def _since_nothing(self, date: Date) -> int:
        before = sum(month.days for month in self.months[: date.month - 1])
        return date.year * self.days_of_year + before + date.day - 1

    def _refuse_unknown(self, date: Date) -> None:
        if not 1 <= date.month <= len(self.months):
            raise Refused(
                f"A year has {counted(len(self.months), 'month', 'months')}: 1 to {len(self.months)}.", "month"
            )
        month = self.months[date.month - 1]
        if not 1 <= date.day <= month.days:
            raise Refused(f"{month.name} has {counted(month.days, 'day', 'days')}: 1 to {month.days}.", "day")
        if abs(date.year) > MOST_YEARS:
            raise Refused(f"Choose a year from {-MOST_YEARS} to {MOST_YEARS}.", "year")


#: The calendar of a campaign until its game master chooses another: our own months, without leap years.
PLAIN = Calendar(
    months=tuple(
        Month(name, days)
        for name, days in (
            ("January", 31), ("February", 28), ("March", 31), ("April", 30), ("May", 31), ("June", 30),
            ("July", 31), ("August", 31), ("September", 30), ("October", 31), ("November", 30), ("December", 31),
        )
    ),
    week=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
)  # fmt: skip


@dataclass(slots=True)
class Almanac:
    """The calendar of a campaign, the moment that it is there now, in minutes, and its weather, if it ever had any."""

    calendar: Calendar = field(default=PLAIN)
    now: int = MORNING
    skies: Skies | None = None

    @property
    def day(self) -> int:
        return self.now // DAY

    def date(self, passed: int = 0) -> str:
        """The day and the part of the day in words, now or ``passed`` minutes from now.

        >>> Almanac().date(), Almanac().date(DAY + 10 * HOUR)
        ('Monday, 1st of January, year 1, morning', 'Tuesday, 2nd of January, year 1, evening')
        """
        return f"{self.calendar.name_of((self.now + passed) // DAY)}, {part_of(self.now + passed)}"

    def by(self, passed: int) -> str:
        """The date by which work of ``passed`` minutes is done; the hour is told as well unless it is the present one.

        >>> [Almanac().by(one) for one in (12 * DAY, DAY + HOUR, 3 * HOUR, 400 * DAY)]
        ['the 13th of January', 'the 2nd of January, 09:00', 'today, 11:00', 'the 5th of February, year 2']
        """
        moment = self.now + passed
        day = moment // DAY
        said = self.calendar.short_name_of(day, within=self.day)
        said = "today" if day == self.day else f"the {said}" if self.calendar.months else said
        return f"{said}, {clock(moment)}" if passed % DAY else said

    def until(self, date: Date, minute: int) -> int:
        """The minutes that pass until a moment; refused unless it is still to come."""
        if not 0 <= minute < DAY:
            raise Refused("The hours of a day are 0 to 23, and its minutes 0 to 59.", "hour")
        passed = self.calendar.day_of(date) * DAY + minute - self.now
        if passed <= 0:
            raise Refused(f"It is {self.date()} ({clock(self.now)}) already. Choose a later time.", "day")
        return passed


def part_of(moment: int) -> str:
    """The part of the day in which a moment falls, by :data:`PARTS`.

    >>> [part_of(hour * HOUR) for hour in (3, 8, 12, 15, 18, 23)]
    ['night', 'morning', 'noon', 'afternoon', 'evening', 'night']
    """
    return next(name for hour, name in PARTS if moment % DAY >= hour * HOUR)


def clock(moment: int) -> str:
    """The hour and minute of a moment.

    >>> clock(MORNING + 5)
    '08:05'
    """
    hours, minutes = divmod(moment % DAY, HOUR)
    return f"{hours:02}:{minutes:02}"


def span(minutes: int) -> str:
    """A span of minutes in words; empty for 0.

    >>> span(12 * DAY), span(DAY + 9 * HOUR), span(90)
    ('12 days', '1 day 9 hours', '1 hour 30 minutes')
    """
    parts = []
    for unit, length in UNITS.items():
        count, minutes = divmod(minutes, length)
        if count:
            parts.append(counted(count, unit, f"{unit}s"))
    return " ".join(parts)


def minutes_in(amount: int, unit: str) -> int:
    """The minutes in an amount of a unit; refused for an unknown unit, and for a span that cannot pass at once."""
    if unit not in UNITS:
        raise Refused(f"Choose a unit: {', '.join(f'{one}s' for one in UNITS)}.", "unit")
    refuse_span(amount * UNITS[unit], "amount")
    return amount * UNITS[unit]


def refuse_span(minutes: int, name: str) -> None:
    """Refuse a span that cannot pass at once: less than a minute, or more than the most days; ``name`` is the field."""
    if not 1 <= minutes <= MOST_DAYS * DAY:
        raise Refused(f"Choose 1 minute to {MOST_DAYS} days.", name)
