"""Sessions as files to keep or to send on: an invitation for people's own calendars, summaries as Markdown."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, timedelta
from typing import Any

from django.utils import timezone
from icalendar import Alarm, Calendar, Event

from campaigns.journal.markdown import unlinked
from campaigns.models import Campaign, Session
from campaigns.notices import telling
from campaigns.summaries.earnings import earnings
from campaigns.summaries.version import Version


def calendar_file(campaign: Campaign, session: Session, address: str) -> bytes:
    """The session as an iCalendar file; it keeps its id, so that a new time takes the place of the old one."""
    assert session.planned_for is not None  # noqa: S101 - asked for planned sessions alone
    start = session.planned_for.astimezone(UTC)
    event = Event()
    event.add("uid", f"{session.public_id}@winterhall")
    event.add("sequence", session.version)
    event.add("dtstamp", timezone.now().astimezone(UTC))
    event.add("dtstart", start)
    event.add("dtend", start + timedelta(hours=session.hours))
    event.add("summary", f"{campaign.name}: {session}")
    event.add("url", address)
    event.add("description", f"{session} of {campaign.name}. Say whether you are coming: {address}")
    event.add_component(_reminder(f"{campaign.name}: {session}"))
    calendar = Calendar()
    calendar.add("prodid", "-//Winterhall//Sessions//EN")
    calendar.add("version", "2.0")
    calendar.add_component(event)
    return bytes(calendar.to_ical())


def _reminder(said: str) -> Alarm:
    """The alarm of a calendar, at the time at which the house reminds people, too."""
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -telling.AHEAD)
    alarm.add("description", said)
    return alarm


def markdown(
    title: str, when: str, there: Sequence[str], version: Version, edited: str = "", handouts: Sequence[str] = ()
) -> str:
    """A whole summary; ``edited`` is the game master's own story, where there is one, ``handouts`` are titles."""
    parts = [f"# {title}", *([when] if when else [])]
    if there:
        parts.append(f"At the table: {', '.join(there)}.")
    if version.dates:
        parts.append(f"*{version.in_the_world}*")
    parts.append(unlinked(edited or version.story) or "Nothing in the chronicle.")
    if handouts:
        parts += ["## Handouts", "\n".join(f"- {one}" for one in handouts)]
    heads, *rows = earnings(version.experience).in_words
    parts += _table("Experience", heads, rows)
    luck = [(one.name, one.rolls, one.figure, f"{one.least:.0f}–{one.most:.0f}") for one in version.luck]
    parts += _table("Luck", ("Who", "Rolls", "Luck", "Usual"), luck)
    rolls = [(f"{r.name}, {r.purpose}", r.measure, r.luck) for r in (*version.best, *version.worst)]
    parts += _table("Best and worst rolls", ("Roll", "Came to", "Luck"), rolls)
    parts += _table("Rolls to remember", ("Who", "Rolls"), [(one.name, one.said) for one in version.rare])
    parts += _table("Where everybody stands", ("Who", "State"), [(one.name, one.line) for one in version.people])
    return "\n\n".join(parts) + "\n"


def story(title: str, chapters: Iterable[tuple[str, str, Sequence[str], str]]) -> str:
    """The story of a campaign; each chapter is its name, its date, who was there, and its text."""
    parts = [f"# {title}"]
    for name, when, there, text in chapters:
        about = ", ".join(one for one in (when, *there) if one)
        # The headings of a chapter stand below its own.
        parts += [f"## {name}", *([f"*{about}*"] if about else []), re.sub("(?m)^#", "##", unlinked(text))]
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str]:
    if not rows:
        return []
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"## {title}", "\n".join("| " + " | ".join(_cell(one) for one in line) + " |" for line in lines)]


def _cell(value: Any) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")
