"""Sessions in archives: their plans, who came, and the summaries that were made of them or written by hand."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from campaigns.archive.documents import BROKEN
from campaigns.archive.format import Count, Key, Moment, PublicId, Row, Short, Small, State
from campaigns.archive.parts import Arrival, Contents, Leaving, Part
from campaigns.models import Seat, Session, Summary, Telling
from campaigns.sessions.services import MOST_TEXT, check_title
from campaigns.summaries.version import from_text
from rules.engine.kernel import Refused

#: The sentence on a summary at which the worker was when its campaign was exported.
LEFT_OFF = "The campaign was exported while this was being written. Write it again."


class SeatRow(Row, kw_only=True):
    """A person's place at a session."""

    model = Seat
    user: PublicId
    answer: Annotated[str, Meta(max_length=8)] = ""
    was_there: bool = False
    written_to: bool = False


class TellingRow(Row, kw_only=True):
    """A summary as one audience reads it; ``audience`` is the digest of who they are."""

    model = Telling
    audience: Annotated[str, Meta(max_length=64)]
    edition: Count
    body: dict[str, Any]


class SummaryRow(Row, kw_only=True):
    """The summary of a session; ``edited`` is the game master's own text."""

    model = Summary
    public_id: PublicId
    by: PublicId
    state: State
    why: Short = ""
    version: Count
    key: Key | None = None
    made_at: Moment
    edition: Count
    wanted: Count = 0
    made: Count = 0
    edited: Annotated[str, Meta(max_length=MOST_TEXT)] = ""
    published_at: Moment | None = None
    mailed: Annotated[str, Meta(max_length=32)] = ""
    tellings: list[TellingRow] = []


class SessionRow(Row, kw_only=True):
    """A session as it was planned. When it began and ended, its entries say."""

    model = Session
    public_id: PublicId
    title: Annotated[str, Meta(max_length=120)] = ""
    planned_for: Moment | None = None
    hours: Small
    version: Count
    seats: list[SeatRow] = []
    summary: SummaryRow | None = None


class SessionsPart(Part[SessionRow]):
    name = "sessions"
    shape = SessionRow

    def rows(self, leaving: Leaving) -> Iterator[SessionRow]:
        sessions = Session.objects.filter(campaign=leaving.campaign).order_by("pk")
        for session in sessions.prefetch_related("seats", "summary__tellings"):
            seats = sorted(session.seats.all(), key=lambda seat: seat.pk)
            summary = getattr(session, "summary", None)
            yield leaving.row(
                SessionRow,
                session,
                seats=[leaving.row(SeatRow, seat) for seat in seats],
                summary=summary and _summary_row(leaving, summary),
            )

    def check(self, row: SessionRow, contents: Contents) -> None:
        contents.define(self.name, row.public_id)
        check_title(row.title)
        for seat in row.seats:
            contents.refuse_unknown(self.name, seat.user, contents.people)
            if seat.answer not in ("", *Seat.Answer.values):
                raise Refused(f"sessions.json: {seat.answer!r} is not an answer.", "archive")
        if row.summary is not None:
            _check_summary(row.summary, contents)

    def keep(self, rows: Iterator[SessionRow], arrival: Arrival) -> None:
        for row in rows:
            session = Session.objects.create(campaign=arrival.campaign, **arrival.columns(row))
            Seat.objects.bulk_create([Seat(session=session, **arrival.columns(seat)) for seat in row.seats])
            if row.summary is not None:
                _keep_summary(session, row.summary, arrival)


def _summary_row(leaving: Leaving, summary: Summary) -> SummaryRow:
    left_off = {"state": Summary.State.STOPPED.value, "why": LEFT_OFF} if summary.is_open else {}
    tellings = [
        # The stored text as it is: it was not written in the order of an archive.
        leaving.row(TellingRow, telling, body=msgspec.Raw(telling.body.encode()))
        for telling in sorted(summary.tellings.all(), key=lambda telling: telling.pk)
    ]
    return leaving.row(SummaryRow, summary, tellings=tellings, **left_off)


def _check_summary(row: SummaryRow, contents: Contents) -> None:
    contents.define("sessions", row.public_id)
    contents.refuse_unknown("sessions", row.by, contents.people)
    if row.state not in Summary.State.values or row.state in Summary.OPEN:
        raise Refused(f"sessions.json: a summary in an archive is not {row.state!r}.", "archive")
    for telling in row.tellings:
        try:
            from_text(_body(telling))
        except BROKEN as error:
            raise Refused("sessions.json: a summary cannot be read.", "archive") from error


def _keep_summary(session: Session, row: SummaryRow, arrival: Arrival) -> None:
    summary = Summary.objects.create(campaign=arrival.campaign, session=session, **arrival.columns(row))
    made = [Telling(summary=summary, **arrival.columns(one, body=_body(one))) for one in row.tellings]
    Telling.objects.bulk_create(made)


def _body(row: TellingRow) -> str:
    """The version of a summary as it is stored."""
    return msgspec.json.encode(row.body).decode()
