"""Calendars as game masters write them: months and dates read from a text, and refused with what is wrong."""

import re
from collections import Counter
from collections.abc import Sequence

from rules.engine.kernel import Calendar, Date, Month, Refused

#: Limits of a calendar: months, days of a month, days of a week, characters of a name.
MOST_MONTHS, MOST_MONTH, MOST_WEEK, MOST_NAME = 40, 400, 30, 30


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


def read_date(text: str, months: Sequence[Month]) -> Date:
    """A date from a text of day, month and year; refused where it cannot be read.

    >>> read_date("14 Frost 1012", [Month("Thaw", 30), Month("Frost", 30)])
    Date(year=1012, month=2, day=14)
    """
    found = re.fullmatch(r"(\d{1,4})(?:\.|st|nd|rd|th)?\s+(?:of\s+)?(.+?),?\s+(-?\d{1,7})", text.strip())
    names = [month.name.casefold() for month in months]
    if found is None or found[2].casefold() not in names:
        example = f"1 {months[0].name} 1012" if months else "1 Frost 1012"
        raise Refused(f"Write the date as day, month and year, like “{example}”.", "today")
    return Date(int(found[3]), names.index(found[2].casefold()) + 1, int(found[1]))


def checked(calendar: Calendar) -> Calendar:
    """The calendar itself, if days can be told by it; refused with what is wrong."""
    _refuse_names([month.name for month in calendar.months], MOST_MONTHS, "months")
    _refuse_names(calendar.week, MOST_WEEK, "week")
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
        raise Refused(f"Each has a name of 1 to {MOST_NAME} characters.", where)
    twice = [name for name, count in Counter(name.casefold() for name in names).items() if count > 1]
    if twice:
        raise Refused(f"Each name only once; this one is there twice: {twice[0]}.", where)
