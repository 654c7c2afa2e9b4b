"""The chronicle for programs: what happened, undo and redo, and the feed."""

from collections.abc import Callable, Iterator
from typing import Annotated, ClassVar

from django.http import Http404, HttpRequest, HttpResponseBase
from drf_spectacular.utils import extend_schema, extend_schema_view
from msgspec import Meta
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.commands import PublicId
from campaigns.api.entries import EntryRow, Reader, Written, reader, written
from campaigns.audience import history
from campaigns.feed import stream
from campaigns.members.campaign_views import for_game_masters, for_members
from campaigns.models import Entry, Membership
from campaigns.play.problems import problem
from campaigns.play.undo import last_to_redo, last_to_undo, redo, undo
from rules.engine.kernel import NotNow
from winterhall.api import keys, pagination
from winterhall.api.describing import LIMIT_AND_AFTER, query, takes
from winterhall.api.pagination import Piece
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView

#: Entries read at once, after the first ones, to fill a page for somebody who may not know of all.
_STRETCH = 500


class EntryPage(Shape):
    """Entries in the order in which they happened. ``last`` is the id to go on after later, when there is more."""

    results: list[EntryRow]
    next: str | None
    last: str


class Turn(Shape):
    """The entry to take back or to bring again: the next in line in ``encounter`` or (left empty) in the campaign."""

    entry: PublicId
    encounter: Annotated[str, Meta(max_length=24, pattern=r"^[A-Za-z0-9_-]*$")] = ""


class NextTurn(Shape):
    """The id of the entry that would be taken back (or brought again) now; empty if there is none."""

    entry: str


class Raced(APIException):
    status_code = 409
    default_detail = "Something else happened first."
    default_code = "raced"


# -- what happened -----------------------------------------------------------------------------------------------------


class Entries(ApiView):
    @takes(*LIMIT_AND_AFTER, query("encounter", "Only what happened in this encounter."))
    @extend_schema(
        responses=EntryPage,
        summary="What happened, in order",
        tags=["chronicle"],
    )
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        piece = pagination.asked(request)
        found = _read(reader(member), piece, pagination.asked_id(request, "encounter"))
        is_more = len(found) > piece.limit
        shown = found[: piece.limit]
        last = shown[-1].id if shown else piece.after
        return Response(EntryPage(results=shown, next=piece.next(last if is_more else None), last=last))


def _read(who: Reader, piece: Piece, encounter: str) -> list[EntryRow]:
    """The entries of a piece that the reader may know of, and one more if there is one, to tell of a next page."""
    found: list[EntryRow] = []
    for entry in _entries(who, piece, encounter):
        if who.reads(entry):
            found.append(who.now(entry))
        if len(found) > piece.limit:
            break
    return found


def _entries(who: Reader, piece: Piece, encounter: str) -> Iterator[Entry]:
    entries = Entry.objects.filter(campaign=who.member.campaign)
    number = _number(who, piece.after) if piece.after else 0
    if encounter:
        if encounter not in who.scenes:
            raise Http404
        entries = entries.filter(encounter=encounter)
    entries = entries.for_reading().order_by("number")
    stretch = piece.limit + 1
    while True:
        listed = list(entries.filter(number__gt=number)[:stretch])
        yield from listed
        if len(listed) < stretch:
            return
        number, stretch = listed[-1].number, _STRETCH


def _number(who: Reader, entry_id: str) -> int:
    number = history.number_of(who.member, who.viewer, entry_id)
    if number is None:
        raise Http404
    return number


class OneEntry(ApiView):
    @extend_schema(responses=EntryRow, summary="One thing that happened", tags=["chronicle"])
    @for_members
    def get(self, request: Request, member: Membership, entry_id: str) -> Response:
        who = reader(member)
        entry = Entry.objects.for_reading().filter(campaign=member.campaign, public_id=entry_id).first()
        if entry is None or not who.reads(entry):
            raise Http404
        return Response(who.now(entry))


# -- undo and redo -----------------------------------------------------------------------------------------------------


class _TurnBack(ApiView):
    scope: ClassVar[str] = "manage"
    turn: ClassVar[Callable[..., Entry]]
    candidate: ClassVar[Callable[..., Entry | None]]

    @takes(query("encounter", "Only within this encounter."))
    @extend_schema(responses=NextTurn, tags=["chronicle"])
    @for_game_masters
    def get(self, request: Request, member: Membership) -> Response:
        entry = type(self).candidate(member.campaign, pagination.asked_id(request, "encounter"))
        return Response(NextTurn(entry=entry.public_id if entry else ""))

    @extend_schema(request=Turn, responses={201: Written}, tags=["chronicle"])
    @for_game_masters
    def post(self, request: Request, member: Membership) -> Response:
        wanted = given(Turn, request.data)
        try:
            entry = type(self).turn(member, wanted.entry, encounter=wanted.encounter, key=keys.key(request))
        except NotNow as refused:
            raise Raced(refused.sentence) from None
        return written(member, entry, entry.encounter)


@extend_schema_view(
    get=extend_schema(summary="What undo would take back"),
    post=extend_schema(summary="Take back the last entry"),
)
class Undo(_TurnBack):
    turn = staticmethod(undo)
    candidate = staticmethod(last_to_undo)


@extend_schema_view(
    get=extend_schema(summary="What redo would restore"),
    post=extend_schema(summary="Redo what was undone"),
)
class Redo(_TurnBack):
    turn = staticmethod(redo)
    candidate = staticmethod(last_to_redo)


async def feed(request: HttpRequest, campaign_id: str) -> HttpResponseBase:
    """Everything new in a campaign, as it happens; strangers and unknown tokens find nothing here."""
    try:
        return await stream.feed(request, campaign_id)
    except Http404:
        return problem("not-here")
