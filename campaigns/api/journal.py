"""The journal for programs: its pages as far as their reader may know them, searched, written with a version."""

import hashlib
from typing import Annotated, ClassVar
from urllib.parse import quote

import msgspec
from django.db import transaction
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.pictures import SENT, PictureAnswer, PictureView
from campaigns.audience import access
from campaigns.audience import journal as audience
from campaigns.bin.deleting import delete_page
from campaigns.calendar import events
from campaigns.calendar.dates import today
from campaigns.journal import reading, services
from campaigns.journal.reading import Wish
from campaigns.journal.services import Audience, Wanted
from campaigns.members.campaign_views import for_members
from campaigns.models import JournalPage, Membership, PageKind, Shared
from campaigns.models.journal import TEXT, TITLE
from campaigns.pictures.services import Shown
from rules.engine.kernel import Calendar
from winterhall.accounts.models import User
from winterhall.api import keys, pagination, versions
from winterhall.api.describing import LIMIT_AND_AFTER, takes
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView

Title = Annotated[str, Meta(min_length=1, max_length=TITLE)]
Text = Annotated[str, Meta(max_length=TEXT)]
Tag = Annotated[str, Meta(max_length=services.TAG)]
Tags = Annotated[list[Tag], Meta(max_length=services.MOST_TAGS)]
Date = Annotated[str, Meta(max_length=events.LONGEST)]
Readers = Annotated[list[Annotated[str, Meta(max_length=24)]], Meta(max_length=50)]


class JournalRow(Shape):
    """A page of the journal in a list."""

    id: str
    kind: PageKind
    title: str
    tags: list[str]


class JournalList(Shape):
    results: list[JournalRow]
    next: str | None


class JournalAnswer(JournalRow):
    """A page with its text in Markdown, as far as it is open to the reader.

    Whoever may write it gets all of it, with the marks of its secret blocks, its version, and whom it is shared with
    (``readers`` are ids of users); for all others these are null, since their changes would tell of secrets. The
    ``date`` is one of the campaign's calendar, such as "14 Frost 1012", empty for none; a ``yearly`` one comes back
    every year.
    """

    text: str
    date: str
    yearly: bool
    may_write: bool
    version: int | None
    shared: Shared | None
    readers: list[str] | None
    archived: bool


class NewPage(Shape):
    """A page to be written. Left open, the game master's are secret, and those of players for the party."""

    kind: PageKind
    title: Title
    text: Text = ""
    tags: Tags = []
    date: Date = ""
    yearly: bool = False
    shared: Shared | None = None
    readers: Readers = []


class ChangedPage(Shape):
    """A page as it shall be; what is left open, or null, stays as it is. ``readers`` count for named players.

    An empty ``date`` takes it away.
    """

    kind: PageKind | None = None
    title: Title | None = None
    text: Text | None = None
    tags: Tags | None = None
    date: Date | None = None
    yearly: bool | None = None
    shared: Shared | None = None
    readers: Readers = []
    archived: bool | None = None


QUESTION = OpenApiParameter("q", OpenApiTypes.STR, "query", description="Words on a page, or the beginnings of words.")
KIND = OpenApiParameter("kind", {"type": "string", "enum": ["", *PageKind.values]}, "query")
TAG = OpenApiParameter("tag", OpenApiTypes.STR, "query", description="Only pages with this tag.")
_LONGEST = 100


class Journal(ApiView):
    @takes(*LIMIT_AND_AFTER, KIND, TAG, QUESTION)
    @extend_schema(responses=JournalList, summary="Pages of the journal", tags=["journal"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        asked = {name: request.query_params.get(name, "").strip()[:_LONGEST] for name in ("kind", "tag", "q")}
        wish = Wish(kind=asked["kind"], tag=asked["tag"].casefold(), question=asked["q"])
        found = reading.wanted_of(member, audience.pages(member), wish)
        listed, following = pagination.rows(found, pagination.asked(request))
        if following:
            following += "".join(f"&{name}={quote(value)}" for name, value in asked.items() if value)
        return Response(JournalList(results=[_row(page) for page in listed], next=following))

    @extend_schema(request=NewPage, responses={201: JournalAnswer}, summary="Write a page", tags=["journal"])
    @for_members
    def post(self, request: Request, member: Membership) -> Response:
        access.refuse_observers(member)
        wanted = given(NewPage, request.data)
        usual = Shared.GM if member.is_gm else Shared.PARTY
        to = Audience(wanted.shared or usual, frozenset(wanted.readers))
        day = _day(member, wanted.date)
        text = Wanted(wanted.kind, wanted.title, wanted.text, tuple(wanted.tags), day, wanted.yearly)
        answer = keys.once(request, JournalAnswer, lambda: _told(member, services.add(member, text, to)))
        return Response(answer, status=201, headers={"ETag": _tag(answer), "Location": answer.id})


class OneJournalPage(ApiView):
    versioned: ClassVar[bool] = True

    @extend_schema(responses=JournalAnswer, summary="A page of the journal", tags=["journal"])
    @for_members
    def get(self, request: Request, member: Membership, page_id: str) -> Response:
        answer = _told(member, audience.page_for(member, page_id))
        return versions.if_new(request, _tag(answer), lambda: answer)

    @extend_schema(request=ChangedPage, responses=JournalAnswer, summary="Change a page", tags=["journal"])
    @for_members
    def put(self, request: Request, member: Membership, page_id: str) -> Response:
        page = audience.page_to_write(member, page_id)
        wanted, seen = given(ChangedPage, request.data), versions.seen(request)
        answer = keys.once(request, JournalAnswer, lambda: _told(member, _changed(member, page, wanted, seen)))
        return Response(answer, headers={"ETag": _tag(answer)})

    @extend_schema(request=None, responses={204: None}, summary="Delete an archived page for good", tags=["journal"])
    @for_members
    def delete(self, request: Request, member: Membership, page_id: str) -> Response:
        delete_page(member, page_id)
        return Response(status=204)

    def fresh(self, request: Request, document: str) -> JournalAnswer:
        member = access.membership(request.user, self.kwargs["campaign_id"])
        return _told(member, audience.page_for(member, document))


@transaction.atomic
def _changed(member: Membership, page: JournalPage, wanted: ChangedPage, seen: int) -> JournalPage:
    now = services.as_wanted(page)
    text = Wanted(
        wanted.kind or now.kind,
        now.title if wanted.title is None else wanted.title,
        now.text if wanted.text is None else wanted.text,
        now.tags if wanted.tags is None else tuple(wanted.tags),
        now.day if wanted.date is None else _day(member, wanted.date),
        now.yearly if wanted.yearly is None else wanted.yearly,
    )
    services.write(member, page.public_id, text, seen=seen)
    if wanted.shared is not None:
        services.share(member, page.public_id, Audience(wanted.shared, frozenset(wanted.readers)))
    if wanted.archived is not None:
        services.archive(member, page.public_id, archived=wanted.archived)
    return audience.page_for(member, page.public_id)


class ShowHandout(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=None, responses=JournalAnswer, summary="Put a handout on the screens", tags=["journal"])
    @for_members
    def post(self, request: Request, member: Membership, page_id: str) -> Response:
        audience.page_for(member, page_id)
        return Response(_told(member, services.show(member, page_id)))


class Revealed(Shape):
    """A secret block to be opened: the line of the page's text, counted from 1, on which its mark stands."""

    mark: Annotated[int, Meta(ge=1, le=TEXT)]


class RevealSecret(ApiView):
    versioned: ClassVar[bool] = True

    @extend_schema(
        request=Revealed,
        responses=JournalAnswer,
        summary="Open a secret block to all who may read the page",
        tags=["journal"],
    )
    @for_members
    def post(self, request: Request, member: Membership, page_id: str) -> Response:
        page = audience.page_to_write(member, page_id)
        wanted, seen = given(Revealed, request.data), versions.seen(request)
        answer = keys.once(
            request,
            JournalAnswer,
            lambda: _told(member, services.reveal(member, page.public_id, wanted.mark, seen=seen)),
        )
        return Response(answer, headers={"ETag": _tag(answer)})

    def fresh(self, request: Request, document: str) -> JournalAnswer:
        member = access.membership(request.user, self.kwargs["campaign_id"])
        return _told(member, audience.page_for(member, document))


class JournalPicture(PictureView):
    def reach(self, request: Request, public_id: str, *, writes: bool = False) -> tuple[Membership, Shown]:
        member = access.membership(request.user, self.kwargs["campaign_id"])
        find = audience.page_to_write if writes else audience.page_for
        return member, find(member, public_id)

    @extend_schema(responses=PictureAnswer, summary="The picture of a page", tags=["pictures"])
    def get(self, request: Request, campaign_id: str, page_id: str) -> Response:
        return self.read(request, page_id)

    @extend_schema(request=SENT, responses=PictureAnswer, summary="Give a page a picture", tags=["pictures"])
    def put(self, request: Request, campaign_id: str, page_id: str) -> Response:
        return self.put_picture(request, page_id)

    @extend_schema(responses=PictureAnswer, summary="Remove the picture of a page", tags=["pictures"])
    def delete(self, request: Request, campaign_id: str, page_id: str) -> Response:
        return self.remove_picture(request, page_id)


def _day(member: Membership, date: str) -> int | None:
    return events.read_day(date, _calendar(member)) if date.strip() else None


def _calendar(member: Membership) -> Calendar:
    return today(member.campaign).almanac.calendar


def _row(page: JournalPage) -> JournalRow:
    return JournalRow(id=page.public_id, kind=PageKind(page.kind), title=page.title, tags=page.tag_list)


def _told(member: Membership, page: JournalPage) -> JournalAnswer:
    writes = audience.may_write(member, page)
    named = audience.users_in(page.readers) if writes else ()
    known = User.objects.filter(pk__in=named).order_by("pk").values_list("public_id", flat=True)
    return JournalAnswer(
        **msgspec.structs.asdict(_row(page)),
        text=reading.open_text(audience.reader_of(member), page),
        date=events.written_day(page.day, _calendar(member)) if page.day is not None else "",
        yearly=page.yearly,
        may_write=writes,
        version=page.version if writes else None,
        shared=Shared(page.shared) if writes else None,
        readers=list(known) if writes else None,
        archived=page.archived,
    )


def _tag(answer: JournalAnswer) -> str:
    """The ETag: the version for whoever may write, and what the reader sees, for nothing else may show in it."""
    seen = hashlib.sha256(msgspec.json.encode(answer)).hexdigest()[:16]
    return versions.etag(answer.version or 0, seen)


HERE = "campaigns/<slug:campaign_id>/journal"
urlpatterns = [
    path(f"{HERE}/", Journal.as_view(), name="journal"),
    path(f"{HERE}/<slug:page_id>/", OneJournalPage.as_view(), name="journal-page"),
    path(f"{HERE}/<slug:page_id>/show/", ShowHandout.as_view(), name="journal-show"),
    path(f"{HERE}/<slug:page_id>/reveal/", RevealSecret.as_view(), name="journal-reveal"),
    path(f"{HERE}/<slug:page_id>/picture/", JournalPicture.as_view(), name="journal-picture"),
]
