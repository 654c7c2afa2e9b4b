"""Days by their calendars: whatever the months, a day has one date, and a date one day."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.codec import command_from
from rules.engine.calendar.written import checked, read_date, read_months
from rules.engine.kernel import DAY, HOUR, PLAIN, Almanac, Calendar, Date, Month, Refused
from rules.engine.system.protocol import command_named
from rules.registry import system_named
from rules.systems.sda.checks.shared.times import ROUNDS, lasting, work_in

FROST = Calendar((Month("Frost", 30), Month("Thaw", 12)), ("Moonday", "Starday", "Sunday"), "AF", Date(1012, 1, 2), 1)


@st.composite
def made(draw: st.DrawFn) -> Calendar:
    """Any calendar with months."""
    lengths = draw(st.lists(st.integers(1, 60), min_size=1, max_size=14))
    months = tuple(Month(f"Month {n}", days) for n, days in enumerate(lengths))
    month = draw(st.integers(1, len(months)))
    first = Date(draw(st.integers(-50, 3000)), month, draw(st.integers(1, lengths[month - 1])))
    week = tuple(f"Day {n}" for n in range(draw(st.integers(0, 9))))
    return Calendar(months, week, "", first, draw(st.integers(0, max(0, len(week) - 1))))


@settings(max_examples=80, deadline=None)
@given(made(), st.integers(-5000, 500_000))
def test_a_day_has_one_date_and_a_date_one_day(calendar: Calendar, day: int) -> None:
    date = calendar.date_of(day)
    assert calendar.day_of(date) == day
    assert 1 <= date.day <= calendar.months[date.month - 1].days
    after = calendar.date_of(day + 1)
    assert (after.year, after.month, after.day) > (date.year, date.month, date.day)


@settings(max_examples=80, deadline=None)
@given(made(), st.integers(0, 5000), st.integers(0, 5000))
def test_dates_are_known_by_walking_day_by_day(calendar: Calendar, day: int, further: int) -> None:
    """The slow way: a day at a time, from the first on."""
    further %= 200
    year, month, number = (getattr(calendar.date_of(day), name) for name in ("year", "month", "day"))
    for _ in range(further):
        number += 1
        if number > calendar.months[month - 1].days:
            month, number = month + 1, 1
        if month > len(calendar.months):
            year, month = year + 1, 1
    assert calendar.date_of(day + further) == Date(year, month, number)


@settings(max_examples=50, deadline=None)
@given(made(), made(), st.integers(0, 5000))
def test_another_calendar_calls_today_what_it_is_told(one: Calendar, other: Calendar, day: int) -> None:
    chosen = other.with_today(other.first, other.weekday, day)
    assert chosen.date_of(day) == other.first
    assert chosen.weekday_of(day) == other.weekday_of(0)


def test_an_almanac_tells_dates_and_counts_minutes_until_them() -> None:
    almanac = Almanac(FROST, 28 * DAY + 18 * HOUR)
    assert almanac.date() == "Sunday, 30th of Frost 1012 AF, evening"
    assert almanac.date(DAY) == "Moonday, 1st of Thaw 1012 AF, evening"
    assert [almanac.by(n) for n in (HOUR, DAY, 13 * DAY)] == [
        "today, 19:00",
        "the 1st of Thaw",
        "the 1st of Frost 1013 AF",
    ]
    assert almanac.until(Date(1012, 2, 3), 18 * HOUR) == 3 * DAY
    assert Almanac(Calendar(), 0).by(12 * DAY) == "Day 13"
    assert Almanac(Calendar(), 0).until(Date(0, 0, 3), 0) == 2 * DAY


@pytest.mark.parametrize(
    ("date", "minute", "field"),
    [
        (Date(1012, 3, 1), 0, "month"), (Date(1012, 2, 13), 0, "day"), (Date(10**7, 1, 1), 0, "year"),
        (Date(1012, 1, 2), 0, "day"), (Date(1013, 1, 1), DAY, "hour"),
    ],
)  # fmt: skip
def test_moments_that_there_are_not_or_that_are_over_are_refused(date: Date, minute: int, field: str) -> None:
    with pytest.raises(Refused) as refused:
        Almanac(FROST, 8 * HOUR).until(date, minute)
    assert refused.value.field == field
    assert refused.value.sentence.endswith(".")


@pytest.mark.parametrize(
    ("calendar", "field"),
    [
        (Calendar((Month("Frost", 0),)), "months"), (Calendar((Month("Frost", 401),)), "months"),
        (Calendar((Month("", 3),)), "months"), (Calendar((Month("Ice", 3), Month("ICE", 3))), "months"),
        (Calendar(tuple(Month(str(n), 3) for n in range(41))), "months"), (Calendar(week=("a", "a")), "week"),
        (Calendar(era="x" * 31), "era"), (Calendar(week=("a",), weekday=1), "weekday"),
    ],
)  # fmt: skip
def test_calendars_that_cannot_be_kept_are_refused(calendar: Calendar, field: str) -> None:
    with pytest.raises(Refused) as refused:
        checked(calendar)
    assert refused.value.field == field


def test_the_plain_calendar_can_be_kept() -> None:
    assert checked(PLAIN) == PLAIN
    assert PLAIN.days_of_year == 365


def test_calendars_are_read_as_people_write_them() -> None:
    months = read_months("Frost 30\n\n Deep Winter: 28 \nThaw,31")
    assert [(month.name, month.days) for month in months] == [("Frost", 30), ("Deep Winter", 28), ("Thaw", 31)]
    for text in ("3 deep winter 1012", "3rd of Deep Winter 1012", "3. Deep Winter, 1012"):
        assert read_date(text, months) == Date(1012, 2, 3)
    for read in (lambda: read_months("Frost"), lambda: read_date("3 May 1012", months), lambda: read_date("soon", ())):
        with pytest.raises(Refused):
            read()


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10_000 * 4800))
def test_when_so_much_time_has_passed_there_was_time_for_the_work(rounds: int) -> None:
    amount, unit = work_in(lasting(rounds))
    assert amount * ROUNDS[unit] >= rounds
    assert amount * ROUNDS[unit] - rounds < ROUNDS["minute"]


@pytest.mark.parametrize(
    ("slug", "command", "given", "minutes"),
    [
        ("sda", "time.night", {}, 480), ("sda", "time.travel", {"hours": 9}, 540),
        ("sda", "healing.care", {"patient": "a"}, 60), ("sda", "magic.time", {"hours": 1, "minutes": 5}, 65),
        ("kaos", "rest.night", {}, 480), ("kaos", "time.pass", {"hours": 2}, 120),
        ("dragonbane", "rest.shift", {}, 360), ("dragonbane", "rest.stretch", {}, 15),
        ("sda", "test.static", {"skill": "bows"}, 0),
    ],
)  # fmt: skip
def test_commands_say_how_long_they_last(slug: str, command: str, given: dict[str, Any], minutes: int) -> None:
    assert command_from(command_named(system_named(slug), command), given).lasts() == minutes
