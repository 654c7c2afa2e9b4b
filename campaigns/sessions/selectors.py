"""Reading sessions: those of a campaign as a member may know them, with their seats, and what is told of each."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.http import Http404

from campaigns.audience import access
from campaigns.calendar.sessions import Stretch, course
from campaigns.journal import reading
from campaigns.members.services import members_of
from campaigns.models import Document, JournalPage, Membership, Role, Seat, Session, Summary, Touch, all_scenes
from campaigns.sessions.attendance import Attendance, attendance
from campaigns.sessions.letters import Due, due
from campaigns.summaries import telling
from campaigns.summaries.earnings import Earnings, earnings
from campaigns.summaries.recap import goes_on, recap_of
from campaigns.summaries.version import Version
from rules.engine import kernel


@dataclass(frozen=True, slots=True)
class Known:
    """A session as pages and answers tell of it; ``stretch`` is ``None`` until it begins, ``attendance`` afterwards."""

    session: Session
    stretch: Stretch | None = None
    summary: Summary | None = None
    attendance: Attendance | None = None

    @property
    def state(self) -> str:
        """Planned, running, or over."""
        if self.stretch is None:
            return "planned"
        return "running" if self.stretch.is_running else "over"

    @property
    def name(self) -> str:
        return self.session.title or (self.stretch.name if self.stretch else "Session")

    @property
    def file_words(self) -> str:
        """The words that name a file of it: the session's number, and its title."""
        return f"Session {self.stretch.nth if self.stretch else ''} {self.session.title}"

    @property
    def at(self) -> datetime | None:
        return self.stretch.begun_at if self.stretch else self.session.planned_for

    @property
    def is_told(self) -> bool:
        """Whether players may read its summary."""
        return self.state == "over" and self.summary is not None and self.summary.published_at is not None


@dataclass(frozen=True, slots=True)
class Place:
    """A member with what they said about a session, and whether they were there."""

    member: Membership
    answer: str = ""
    was_there: bool = False

    @property
    def said(self) -> str:
        return str(Seat.Answer(self.answer).label) if self.answer else "No answer yet"


@dataclass(frozen=True, slots=True)
class Opened:
    """A session opened: who comes or came, and its summary as the member may read it (``None`` if they may not)."""

    known: Known
    places: list[Place] = field(default_factory=list)
    version: Version | None = None
    #: The handouts that players were shown in it.
    handouts: list[JournalPage] = field(default_factory=list)
    #: The story as players read it, where the member may edit it.
    for_players: Version | None = None
    #: The letters about it that the member may send.
    letters: Due | None = None
    mine: str = ""

    @property
    def expected(self) -> list[Place]:
        """The members who are likely at the table: all who did not say no, observers only where they answered."""
        coming = (Seat.Answer.YES, Seat.Answer.MAYBE)
        return [
            one for one in self.places if one.answer in coming or (not one.answer and one.member.role != Role.OBSERVER)
        ]

    @property
    def there(self) -> list[str]:
        """The names of those who were at the table."""
        return [str(one.member.user) for one in self.places if one.was_there]

    @property
    def earnings(self) -> Earnings:
        """The experience of the session as a table."""
        return earnings(self.version.experience if self.version else ())

    @property
    def edited(self) -> str:
        """The game master's own story, where there is one and the member may read it."""
        return self.known.summary.edited if self.known.summary and self.version else ""

    @property
    def text(self) -> str:
        """The story as Markdown."""
        return self.edited or (self.version.story if self.version else "")


def listed(member: Membership) -> list[Known]:
    """The sessions of a campaign: the running one, those planned, the next first, and the past, the latest first."""
    listed = Session.objects.filter(campaign=member.campaign_id).select_related("summary")
    rows = {one.public_id: one for one in listed}
    begun = course(member.campaign)
    found = [_known(member, rows, one) for one in begun]
    taken = {one.session for one in begun}
    ahead = [row for key, row in rows.items() if key not in taken]
    answers = attendance(member.campaign, ahead) if ahead else {}
    planned = [Known(row, attendance=answers[row.pk]) for row in ahead]
    planned.sort(key=lambda one: (_planned_for(one.session), one.session.pk))
    now = [found.pop()] if found and found[-1].state == "running" else []
    return [*now, *planned, *reversed(found)]


def _planned_for(session: Session) -> datetime:
    """The time of a planned session, for sorting; those without one come last."""
    return session.planned_for or datetime.max.replace(tzinfo=UTC)


def _known(member: Membership, rows: dict[str, Session], stretch: Stretch) -> Known:
    row = rows.get(stretch.session)
    if row is None:
        return Known(Session(campaign=member.campaign, public_id=stretch.session), stretch)
    return Known(row, stretch, getattr(row, "summary", None))


def known(member: Membership, session_id: str) -> Known:
    """One session of the campaign; 404 where there is none."""
    found = [one for one in listed(member) if one.session.public_id == session_id]
    if not found:
        raise Http404
    return found[0]


def row(member: Membership, session_id: str) -> Session:
    """The row of a session, to be written; made where it began before sessions could be planned."""
    found = known(member, session_id).session
    if not found.pk:
        found, _ = Session.objects.get_or_create(public_id=session_id, defaults={"campaign": member.campaign})
    return found


def opened(member: Membership, session_id: str) -> Opened:
    """One session with everything that the member may read of it."""
    found = known(member, session_id)
    seats = {one.user_id: one for one in Seat.objects.filter(session=found.session)} if found.session.pk else {}
    places = [_place(one, seats.get(one.user_id)) for one in members_of(member)]
    mine = next((one.answer for one in places if one.member.user_id == member.user_id), "")
    version = telling.told_to(member, found.summary) if found.is_told or member.is_gm else None
    shown = telling.told_to_players(found.summary) if member.is_gm else None
    if found.state != "over":
        version = shown = None
    handouts = reading.shown_between(member, ran.begun_at, ran.ended_at) if (ran := found.stretch) and version else []
    letters = due(member, found.summary) if found.summary and shown else None
    return Opened(found, places, version, handouts, shown, letters, mine)


def _place(member: Membership, seat: Seat | None) -> Place:
    return Place(member, seat.answer, seat.was_there) if seat else Place(member)


def fights(member: Membership, stretch: Stretch | None) -> list[Document]:
    """The fights that went on in a session, as far as the member saw anything happen there, the earliest first.

    What somebody does on their sheet touches any fight in which they stand, also one that is left alone.
    """
    if stretch is None:
        return []
    touches = Touch.objects.filter(entry__campaign=member.campaign_id, number__gt=stretch.first)
    if stretch.end is not None:
        touches = touches.filter(number__lt=stretch.end)
    if not member.is_gm:
        touches = touches.filter(seen=True)
    of_sheets = [one.name for one in member.campaign.system.commands if one.place is kernel.Place.SHEET]
    touches = touches.exclude(entry__command__in=of_sheets)
    there = access.visible(member, all_scenes().filter(public_id__in=touches.values("document")))
    return list(there.defer("body").order_by("pk"))


@dataclass(frozen=True, slots=True)
class Glance:
    """The session that runs, the next with a time, and the last of which the summary may be read, with it."""

    running: Known | None = None
    next: Known | None = None
    last: Known | None = None
    version: Version | None = None
    #: The member's own answer for the next.
    mine: str = ""

    @property
    def recap(self) -> tuple[str, ...]:
        """The last session in a few lines: in the game master's own words, where they wrote some."""
        if self.last is None or self.version is None:
            return ()
        return recap_of(self._written, self.version)

    @property
    def goes_on(self) -> bool:
        """Whether there is more to read than the recap."""
        return bool(self._written) and goes_on(self._written, self.recap)

    @property
    def _written(self) -> str:
        return self.last.summary.edited if self.last and self.last.summary else ""


def glance(member: Membership) -> Glance:
    """The sessions of a campaign at a glance."""
    found = listed(member)
    now = next((one for one in found if one.state == "running"), None)
    ahead = next((one for one in found if one.state == "planned" and one.session.planned_for), None)
    last = next((one for one in found if one.state == "over" and (member.is_gm or one.is_told)), None)
    mine = _answer(member, ahead.session) if ahead else ""
    if last is None:
        return Glance(now, ahead, mine=mine)
    version = telling.told_to(member, last.summary)
    return Glance(now, ahead, last if version else None, version, mine)


def _answer(member: Membership, session: Session) -> str:
    seats = Seat.objects.filter(session=session, user=member.user_id)
    return seats.values_list("answer", flat=True).first() or ""
