"""Sessions as the chronicle knows them: when they were said to begin and end, and the evenings that pauses make.

One truth: a session is what lies between an entry that begins it and the one that ends it. Where nobody ever said so,
long pauses part one evening from the next.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.utils.timezone import localtime

from campaigns.models import Campaign, Document, Entry, Session
from rules import codec

#: The entries of the chronicle with which a session begins, begins earlier, comes to another scene, and ends.
BEGIN, SINCE, SCENE, END = Session.BEGIN, "session.since", "session.scene", "session.end"
#: Those by which a scene gets another name, and is taken out.
SCENE_NAMED, SCENE_GONE = "session.scene.name", "session.scene.remove"
#: The pause after which another evening begins, where nobody has said that a session does.
PAUSE = timedelta(hours=6)


# -- what was said -----------------------------------------------------------------------------------------------------


class Scene(NamedTuple):
    """A scene of a session, from the entry that begins it; ``id`` is that of the entry."""

    number: int
    title: str
    at: datetime
    id: str


@dataclass(slots=True)
class Stretch:
    """The entries of a session, by number: after ``first``, up to the one that ends it or the last.

    ``first`` is the entry that begins it, or an earlier one where it takes in what happened before; ``said`` is always
    the one that begins it. ``nth`` counts the campaign's sessions from 1; ``end`` is ``None`` while it runs.
    """

    session: str
    nth: int
    first: int
    begun_at: datetime
    said: int
    said_at: datetime
    end: int | None = None
    ended_at: datetime | None = None
    scenes: list[Scene] = field(default_factory=list)

    #: The title that the game master gave it, where it was asked for.
    title: str = ""

    @property
    def is_running(self) -> bool:
        return self.end is None

    @property
    def name(self) -> str:
        """The title of the session, or its number in the campaign."""
        return self.title or f"Session {self.nth}"


def course(campaign: Campaign) -> list[Stretch]:
    """The sessions that were begun, the earliest first, without those that were taken back; in one query."""
    found: list[Stretch] = []
    said = _said(campaign).values_list("number", "public_id", "at", "command", "given")
    for number, public_id, at, command, given in sorted(said):
        told = codec.load(given)
        last = found[-1] if found else None
        if last and last.is_running and command in (BEGIN, END):
            last.end, last.ended_at = number, at
        if command == BEGIN:
            # Sessions that began before they could be planned are called by the entry that began them.
            found.append(Stretch(told.get("session") or public_id, len(found) + 1, number, at, number, at))
        if command in (BEGIN, SINCE):
            _take_in(found, told)
        elif last and command == SCENE:
            last.scenes.append(Scene(number, told.get("title", ""), at, public_id))
        elif command in (SCENE_NAMED, SCENE_GONE):
            _change_scene(found, told)
    return found


def _change_scene(found: list[Stretch], told: dict[str, Any]) -> None:
    """Let a scene have the name that an entry gives it, or be gone where that gives none."""
    ran = next((one for one in found if one.session == told["session"]), None)
    place = next((n for n, one in enumerate(ran.scenes) if one.id == told["scene"]), None) if ran else None
    if ran is None or place is None:
        return
    if "title" in told:
        ran.scenes[place] = ran.scenes[place]._replace(title=told["title"])
    else:
        del ran.scenes[place]


def _take_in(found: list[Stretch], told: dict[str, Any]) -> None:
    """Let the session of which an entry tells begin when that says, but never before the one before it is over."""
    for place, one in enumerate(found):
        if "since" in told and one.session == told["session"]:
            before = found[place - 1].end if place else 0
            one.first, one.begun_at = max(told["after"], before or 0), datetime.fromisoformat(told["since"])


def named_course(campaign: Campaign) -> list[Stretch]:
    """The sessions that were begun, the earliest first, with their titles."""
    found = course(campaign)
    titles = dict(Session.objects.filter(campaign=campaign).values_list("public_id", "title")) if found else {}
    for one in found:
        one.title = titles.get(one.session, "")
    return found


def running(campaign: Campaign) -> Stretch | None:
    """The session that is running; ``None`` between sessions."""
    last = course(campaign)[-1:]
    return last[0] if last and last[0].is_running else None


def is_left_alone(fight: Document, now: Stretch | None) -> bool:
    """Whether nothing has happened in a fight since the session that is running began: the table is elsewhere."""
    return now is not None and fight.last_number <= now.first


def part(said: list[datetime], column: str) -> Case | Value:
    """The number of borders that a row's moment lies behind, for a query that groups by it."""
    before = [When(**{f"{column}__lt": at}, then=Value(place)) for place, at in enumerate(said)]
    return Case(*before, default=Value(len(said)), output_field=IntegerField()) if said else Value(0)


def borders(campaign: Campaign) -> list[datetime]:
    """The moments in which sessions began or ended, the earliest first."""
    both = ((one.begun_at, one.ended_at) for one in course(campaign))
    return sorted(at for moments in both for at in moments if at is not None)


def _said(campaign: Campaign) -> QuerySet[Entry]:
    # In no order: for one, SQLite would walk through all entries in place of looking these few up.
    named = (BEGIN, SINCE, SCENE, SCENE_NAMED, SCENE_GONE, END)
    found: QuerySet[Entry] = Entry.objects.counting().filter(campaign=campaign, command__in=named)
    return found.order_by()


# -- evenings ----------------------------------------------------------------------------------------------------------


class Evening(NamedTuple):
    """An evening, from the first to the last moment of it; ``key`` is its day, and which of that day it is."""

    key: str
    begin: datetime
    end: datetime

    @property
    def day(self) -> date:
        return localtime(self.begin).date()

    def when(self, month: str = "%b %Y") -> str:
        """The day of the evening; of those that are not the first of theirs, with the time at which they began.

        Their numbers would differ from reader to reader, and from character to character.
        """
        begin = localtime(self.begin)
        return f"{begin.day} {begin:{month}}" + (f", {begin:%H:%M}" if "." in self.key else "")

    def title(self, ran: Iterable[Stretch]) -> str:
        """The name of the session that ran as the evening began, with its day; the day alone where none did."""
        for one in ran:
            if one.begun_at <= self.begin and (one.ended_at is None or one.ended_at > self.begin):
                return f"{one.name}, {localtime(self.begin).day} {localtime(self.begin):%b %Y}"
        return self.when()


def evenings_in(times: Iterable[datetime], said: Iterable[datetime] = ()) -> list[Evening]:
    """The evenings, the latest first, that moments make: parted where a session began or ended, and by long pauses.

    ``times`` come in order. Within the day on which a session began, only what was said parts it.
    """
    found: list[Evening] = []
    before: datetime | None = None
    beginnings = list(said)
    for at in times:
        anew = before is not None and bisect_right(beginnings, before) < bisect_right(beginnings, at)
        day = localtime(at).date()
        goes_on = before is not None and (at - before <= PAUSE or found[-1].day == day)
        if found and goes_on and not anew:
            found[-1] = found[-1]._replace(end=at)
        else:
            nth = 1 + sum(one.day == day for one in found)
            found.append(Evening(day.isoformat() + (f".{nth}" if nth > 1 else ""), at, at))
        before = at
    return found[::-1]
