"""Calendars as game masters write them: months and dates read from a text, and refused with what is wrong."""

import re
from collections import Counter
from collections.abc import Sequence

from rules.engine.kernel import DAY, HOUR, Calendar, Date, Month, Moon, Refused

#: Limits of a calendar: months, days of a month, days of a week, characters of a name.
MOST_MONTHS, MOST_MONTH, MOST_WEEK, MOST_NAME = 40, 400, 30, 30
#: The most moons, and the longest course of one in days.
MOST_MOONS, MOST_COURSE = 6, 2_000
#: Hours of a day.
HOURS = DAY // HOUR


def read_months(text: str) -> tuple[Month, ...]:
    """Months from a text with one in a line: its name and its days.

    >>> read_months("Frost 30\\nDeep Winter: 28")
    (Month(name='Frost', days=30), Month(name='Deep Winter', days=28))
    """
    return tuple(_read_month(line.strip()) for line in text.splitlines() if line.strip())


def _read_month(line: str) -> Month:
    found = re.fullmatch(r"(.+?)[\s:,]+(\d{1,4})", line)
    if found is None:
        raise Refused(f"Write a month as its name and its days, like “Frost 30”, not “{line[:40]}”.", "months")
    return Month(found[1], int(found[2]))


def read_moons(text: str, now: int) -> tuple[Moon, ...]:
    """Moons from a text with one in a line: its name, the days of its course, and how many have gone by at ``now``.

    >>> read_moons("Luna 29.5 3", 0)
    (Moon(name='Luna', course=708, age=72),)
    """
    return tuple(_read_moon(line.strip(), now) for line in text.splitlines() if line.strip())


def _read_moon(line: str, now: int) -> Moon:
    days = r"(\d{1,4}(?:\.\d)?)"
    found = re.fullmatch(rf"(.+?)[\s:,]+{days}(?:[\s:,]+{days})?", line)
    if found is None:
        raise Refused(f"Write a moon as its name and its days, like “Luna 29.5”, not “{line[:40]}”.", "moons")
    return moon_of(found[1], float(found[2]), float(found[3] or 0), now)


def moon_of(name: str, days: float, age: float, now: int) -> Moon:
    """A moon with a course of so many days, of which so many have gone by ``now``, in minutes."""
    course = round(days * HOURS)
    return Moon(name, course, (round(age * HOURS) - now // HOUR) % course if course else 0)


def written_moon(moon: Moon, now: int) -> str:
    """A moon as :func:`read_moons` reads it.

    >>> written_moon(Moon("Luna", 708, 72), 0)
    'Luna 29.5 3'
    """
    return f"{moon.name} {moon.course / HOURS:.4g} {moon.age_at(now) / HOURS:.4g}"


def read_date(text: str, months: Sequence[Month], field: str = "today") -> Date:
    """A date from a text of day, month and year; refused, beside the ``field``, where it cannot be read.

    >>> read_date("14 Frost 1012", [Month("Thaw", 30), Month("Frost", 30)])
    Date(year=1012, month=2, day=14)
    """
    found = re.fullmatch(r"(\d{1,4})(?:\.|st|nd|rd|th)?\s+(?:of\s+)?(.+?),?\s+(-?\d{1,7})", text.strip())
    names = [month.name.casefold() for month in months]
    if found is None or found[2].casefold() not in names:
        example = f"1 {months[0].name} 1012" if months else "1 Frost 1012"
        raise Refused(f"Write the date as day, month and year, like “{example}”.", field)
    return Date(int(found[3]), names.index(found[2].casefold()) + 1, int(found[1]))


def checked(calendar: Calendar) -> Calendar:
    """The calendar itself, if days can be told by it; refused with what is wrong."""
    _refuse_names([month.name for month in calendar.months], MOST_MONTHS, "months")
    _refuse_names(calendar.week, MOST_WEEK, "week")
    _refuse_names([moon.name for moon in calendar.moons], MOST_MOONS, "moons")
    for moon in calendar.moons:
        if not HOURS <= moon.course <= MOST_COURSE * HOURS:
            raise Refused(f"{moon.name}: the cycle of a moon lasts 1 to {MOST_COURSE} days.", "moons")
    for month in calendar.months:
        if not 1 <= month.days <= MOST_MONTH:
            raise Refused(f"{month.name}: a month has 1 to {MOST_MONTH} days.", "months")
    if len(calendar.era) > MOST_NAME:
        raise Refused(f"The era has at most {MOST_NAME} characters.", "era")
    if not 0 <= calendar.weekday < max(1, len(calendar.week)):
        raise Refused("Choose one of the days of the week.", "weekday")
    return calendar


def _refuse_names(names: Sequence[str], most: int, where: str) -> None:
    """Refuse names that cannot be told apart, are empty or too long; ``where`` is the field they were written in."""
    if len(names) > most:
        raise Refused(f"At most {most}.", where)
    if any(not 1 <= len(name.strip()) <= MOST_NAME for name in names):
        raise Refused(f"Each name has 1 to {MOST_NAME} characters.", where)
    twice = [name for name, count in Counter(name.casefold() for name in names).items() if count > 1]
    if twice:
        raise Refused(f"Use each name only once; this one is there twice: {twice[0]}.", where)
