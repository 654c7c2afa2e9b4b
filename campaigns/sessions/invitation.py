"""A planned session as a file for people's own calendars."""

from datetime import UTC, timedelta

from django.utils import timezone
from icalendar import Calendar, Event

from campaigns.models import Campaign, Session


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
    calendar = Calendar()
    calendar.add("prodid", "-//Winterhall//Sessions//EN")
    calendar.add("version", "2.0")
    calendar.add_component(event)
    return bytes(calendar.to_ical())
