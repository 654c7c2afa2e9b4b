"""The calendar of a campaign: what day it is, letting time pass, and choosing how days are reckoned."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.audience import viewers
from campaigns.calendar import dates, events, timekeeping, weather
from campaigns.calendar.preview import preview as look_ahead
from campaigns.long_work import long_tests, rests
from campaigns.long_work.outcome import outcome_of
from campaigns.long_work.rests import Course
from campaigns.members.campaign_views import campaign_page, for_game_masters, for_members
from campaigns.models import Document, Membership, Role, Run
from campaigns.play import sent_forms
from campaigns.play.intent import KeyReused, Stale, Unchanged
from campaigns.play.problems import answering
from campaigns.views.forms import CalendarForm
from campaigns.views.play import happened
from rules import codec
from rules.engine.calendar.long_tests import LongTest
from rules.engine.calendar.weather import SKIES, WINDS, weather_of
from rules.engine.kernel import (
    DAY,
    HOUR,
    UNITS,
    Almanac,
    Date,
    Refused,
    TimePassed,
    clock,
    minutes_in,
    part_of,
)
from winterhall.web.numbers import whole_number

#: The hours until which time passes, as a page offers them.
HOURS = tuple((hour, f"{part_of(hour * HOUR)}, {clock(hour * HOUR)}") for hour in (6, 8, 12, 15, 18, 22))


@login_required
@require_GET
@for_members
def calendar(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page of the calendar, with the day that it is; game masters let time pass here."""
    today = dates.today(member.campaign)
    almanac, leaf = today.almanac, dates.leaf(today.almanac, _months(request), foretold=member.is_gm)
    first, last = (leaf.first, leaf.last) if leaf else (almanac.day, almanac.day + events.AHEAD)
    found = events.events(member, almanac, first, last)
    shown = {
        "today": today,
        "now": almanac.calendar.date_of(almanac.day),
        "leaf": leaf,
        "moons": dates.moons(almanac),
        "events": found,
        "eventful": {event.day for event in found},
        "may_write": member.role != Role.OBSERVER,
        "units": UNITS,
        "hours": HOURS,
        **(_for_game_masters(member) | _weather(today.almanac) if member.is_gm else {}),
    }
    return campaign_page(request, member, "campaigns/calendar.html", shown)


def _months(request: HttpRequest) -> int:
    """The months ahead of the current one at which somebody looks; 0 for an address that does not say."""
    return whole_number(request.GET.get("month", ""), 4, signed=True) or 0


def _for_game_masters(member: Membership) -> dict[str, Any]:
    spent = dates.spent(member.campaign)
    names = {one.public_id: one.name for one in viewers.people(member)} if spent else {}
    there = rests.board(member)
    return {
        "meanwhile": _meanwhile(member),
        "resting": rests.resting(there, rests.A_LONG_WHILE * DAY),
        "held_up": rests.held_up(member),
        "in_danger": rests.in_danger(there),
        "runs": _runs(member),
        "spent": spent,
        "spender": names.get(spent.who, "") if spent else "",
        "last": timekeeping.to_take_back(member.campaign),
    }


def _weather(almanac: Almanac) -> dict[str, Any]:
    """The choices of the form for saying the weather, and what was said; nothing where there is no weather."""
    if weather_of(almanac, almanac.day) is None:
        return {}
    return {
        "skies": SKIES,
        "winds": WINDS,
        "weather_days": weather.offered(almanac),
        "weather_told": weather.told(almanac),
    }


def _runs(member: Membership) -> list[tuple[Run, Sequence[Course]]]:
    """The runs for time that passed, the latest first, which says how everybody came out of it."""
    found = [run for run in long_tests.runs(member) if run.kind == Run.Kind.TIME]
    return [(run, () if at else outcome_of(member, run)) for at, run in enumerate(found)]


def _meanwhile(member: Membership) -> list[tuple[Document, LongTest, str]]:
    """The long tests that may go on while time passes, each with why it does not (empty if it does)."""
    if member.campaign.system.long_tests is None:
        return []
    there = long_tests.board(member)
    closed = long_tests.busy(there)
    return [(leader, test, closed.get((leader.public_id, test.key), "")) for leader, test in there.listed]


@require_POST
@answering
@for_members
def pass_time(request: HttpRequest, member: Membership) -> HttpResponse:
    """Let time pass: for so long, or until a moment."""
    sent, key = request.POST, sent_forms.key_of(request)
    wanted, resting = _wanted(sent), sent.getlist("rests")
    passed = timekeeping.let_pass(member, wanted, _tests(sent), resting, seen=sent_forms.seen_in(sent), key=key)
    minutes = sum(fact.minutes for fact in codec.facts_from(passed.entry.facts) if isinstance(fact, TimePassed))
    return happened(member, passed.entry, passed.page, more=_not_rested(member, minutes))


def _not_rested(member: Membership, minutes: int) -> list[str]:
    """Sentences about people whom a fight kept from recovering in that time."""
    held = rests.not_rested(member, minutes)
    return [f"Could not rest, still hurt: {', '.join(one.names)}. {one.stands}" for one in held]


@require_POST
@answering
@for_game_masters
def say_weather(request: HttpRequest, member: Membership) -> HttpResponse:
    """Say what the weather of a day is, or that it goes by the climate again."""
    sent = request.POST
    day = _number(sent, "day", "Choose a day.") - 1
    change = None if sent.get("by") == "climate" else _change(sent)
    entry = weather.say(member, day, change, seen=sent_forms.seen_in(sent), key=sent_forms.key_of(request))
    return happened(member, entry, entry.document)


def _change(sent: QueryDict) -> weather.Change:
    degrees = _number(sent, "degrees", "Enter the °C as a whole number.") if sent.get("degrees", "").strip() else None
    change = weather.Change(sent.get("sky", ""), sent.get("wind", ""), degrees)
    if change == weather.Change():
        raise Refused("Choose a sky, a wind or a temperature.", "sky")
    return change


@login_required
@require_GET
@for_game_masters
def preview(request: HttpRequest, member: Membership) -> HttpResponse:
    """The preview of a span of time, as a part of the calendar's page; nothing passes yet."""
    shown: dict[str, Any] = {}
    try:
        shown["ahead"] = look_ahead(member, _wanted(request.GET), _tests(request.GET), request.GET.getlist("rests"))
    except Refused as refused:
        shown["refused"] = refused.sentence
    return campaign_page(request, member, "campaigns/_time_ahead.html", shown)


@require_POST
@answering
@for_members
def take_back(request: HttpRequest, member: Membership) -> HttpResponse:
    """Take back time that passed, with the rolls for it."""
    key = sent_forms.key_of(request)
    entry = timekeeping.take_back(member, request.POST.get("entry", ""), key=key)
    return happened(member, entry, timekeeping.Passed(entry, None).page)


def _wanted(sent: QueryDict) -> timekeeping.For | timekeeping.Until:
    if sent.get("way") != "until":
        return timekeeping.For(
            minutes_in(_number(sent, "amount", "Enter how much time as a whole number."), sent.get("unit", ""))
        )
    day = _number(sent, "day", "Enter the day as a whole number.")
    year = _number(sent, "year", "Enter the year as a whole number.") if "year" in sent else 0
    month = _number(sent, "month", "Choose a month.") if "month" in sent else 0
    return timekeeping.Until(Date(year, month, day), _number(sent, "hour", "Choose an hour.") * HOUR)


def _number(sent: QueryDict, name: str, otherwise: str) -> int:
    number = whole_number(sent.get(name, "").strip(), 8, signed=True)
    if number is None:
        raise Refused(otherwise, name)
    return number


def _tests(sent: QueryDict) -> list[tuple[str, str]] | None:
    """The tests that were ticked, as (leader, key); ``None`` (all that can go on) if the form had no boxes."""
    if "tests" not in sent:
        return None
    parted = (one.partition("/") for one in sent.getlist("tests") if one)
    return [(who, key) for who, _, key in parted]


@login_required
@require_http_methods(["GET", "POST"])
@for_game_masters
def change(request: HttpRequest, member: Membership) -> HttpResponse:
    """Choose how days are reckoned."""
    if request.method == "GET":
        return _change_page(request, member, CalendarForm.of(dates.today(member.campaign).almanac))
    sent, form = request.POST, CalendarForm(request.POST)
    if not form.is_valid():
        return _change_page(request, member, form)
    try:
        told = form.cleaned_data["weekday"].strip()
        with suppress(Unchanged):  # It is kept already.
            timekeeping.choose(
                member,
                form.calendar(dates.today(member.campaign).almanac.now),
                form.date(),
                told,
                form.weather(),
                seen=sent_forms.seen_in(sent),
                key=sent_forms.key_of(request),
            )
    except Refused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, refused.sentence)
        return _change_page(request, member, form, status=422)
    except (Stale, KeyReused) as error:
        return _change_page(request, member, form, str(error), status=409 if isinstance(error, Stale) else 422)
    return redirect("campaigns:calendar", member.campaign.public_id)


def _change_page(
    request: HttpRequest, member: Membership, form: CalendarForm, refused: str = "", status: int = 200
) -> HttpResponse:
    today = dates.today(member.campaign)
    shown: dict[str, Any] = {
        "member": member,
        "campaign": member.campaign,
        "form": form,
        "today": today,
        "refused": refused,
    }
    return render(request, "campaigns/calendar_change.html", shown, status=status)
