"""Events of a campaign's calendar: pages of its journal that have a date, as far as a member may read them."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Q

from campaigns.audience import journal
from campaigns.models import Membership
from rules.engine.calendar.written import MOST_NAME, read_date
from rules.engine.kernel import Almanac, Calendar, Date, Refused
from winterhall.web.numbers import whole_number

#: The most events that are listed at once.
MOST_EVENTS = 200
#: The days that are looked ahead where no month is shown.
AHEAD = 30


class Event(NamedTuple):
    """Something that falls on a campaign's ``day``: the title and the id of its page, and the day in words."""

    day: int
    title: str
    page: str
    yearly: bool
    said: str


def events(member: Membership, almanac: Almanac, first: int, last: int) -> list[Event]:
    """The events from one day of the campaign to another, the earliest first, that the member may read of."""
    there = journal.pages(member).filter(Q(day__range=(first, last)) | Q(yearly=True))
    pages = there.order_by("folded", "pk").values_list("day", "yearly", "title", "public_id")[:MOST_EVENTS]
    calendar = almanac.calendar
    found = (
        Event(day, title, page, yearly, calendar.short_name_of(day, within=almanac.day))
        for written, yearly, title, page in pages
        if written is not None
        for day in _days(calendar, written, first, last, yearly=yearly)
    )
    return sorted(found, key=lambda event: event.day)[:MOST_EVENTS]


def _days(calendar: Calendar, day: int, first: int, last: int, *, yearly: bool) -> Iterator[int]:
    """The days on which an event falls; one of every year falls on its date in each."""
    if yearly and calendar.months:
        yield from calendar.days_in(first, last, calendar.date_of(day))
    elif first <= day <= last:
        yield day


# -- as people write a date -------------------------------------------------------------------------------------------


def read_day(text: str, calendar: Calendar) -> int | None:
    """The campaign's day that a text names; ``None`` for an empty one, refused where it cannot be read.

    >>> read_day("12", Calendar()), read_day("Day 12", Calendar()), read_day("", Calendar())
    (11, 11, None)
    """
    written = text.strip()
    if not written:
        return None
    if calendar.months:
        return calendar.day_of(read_date(written, calendar.months, "date"))
    number = whole_number(written.removeprefix("Day ").strip(), 6)
    if not number:
        raise Refused("Write the day as a number, like “12”.", "date")
    return calendar.day_of(Date(0, 0, number))


def written_day(day: int | None, calendar: Calendar) -> str:
    """A day as :func:`read_day` reads it; empty for none."""
    if day is None:
        return ""
    date = calendar.date_of(day)
    return f"{date.day} {calendar.months[date.month - 1].name} {date.year}" if calendar.months else str(date.day)


#: The most characters of a written date: day, month and year.
LONGEST = MOST_NAME + 20
