"""Notices for programs: one's own, whether they are read, and where one wants to hear of them."""

from datetime import datetime

from django.http import Http404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.audience import access
from campaigns.models import Notice, NoticeWishes
from campaigns.notices import reading
from rules.engine.kernel import Refused
from winterhall.api import pagination
from winterhall.api.describing import LIMIT_AND_AFTER, takes
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView


class NoticeRow(Shape):
    """A notice, and the page to which it leads; those of a fight are gone once what they tell of is over."""

    id: str
    campaign: str
    kind: Notice.Kind
    text: str
    page: str
    at: datetime
    read_at: datetime | None


class NoticePage(Shape):
    results: list[NoticeRow]
    next: str | None


class Read(Shape):
    """The id of a notice: it and all before it are read."""

    until: str


class Wishes(Shape):
    """The kinds of notices that are wanted: at the bell of the pages, by mail, on one's devices."""

    bell: list[Notice.Kind]
    mail: list[Notice.Kind]
    push: list[Notice.Kind]


class Notices(ApiView):
    @takes(*LIMIT_AND_AFTER)
    @extend_schema(responses=NoticePage, summary="My notices, the oldest first", tags=["notices"])
    def get(self, request: Request) -> Response:
        mine = reading.of(access.person(request.user))
        found, following = pagination.rows(mine, pagination.asked(request))
        return Response(NoticePage(results=[_row(request, one) for one in found], next=following))


class NoticesRead(ApiView):
    @extend_schema(request=Read, responses={204: None}, summary="Mark notices as read", tags=["notices"])
    def post(self, request: Request) -> Response:
        notice = reading.one_of(access.person(request.user), given(Read, request.data).until)
        if notice is None:
            raise Http404
        reading.mark_read(notice, and_earlier=True)
        return Response(status=204)


class MyWishes(ApiView):
    @extend_schema(responses=Wishes, summary="Which notices I get, and where", tags=["notices"])
    def get(self, request: Request) -> Response:
        return Response(_wishes(reading.wishes(access.person(request.user))))

    @extend_schema(request=Wishes, responses=Wishes, summary="Choose which notices I get, and where", tags=["notices"])
    def put(self, request: Request) -> Response:
        wanted = given(Wishes, request.data)
        ways = {"bell": wanted.bell, "mail": wanted.mail, "push": wanted.push}
        for way, kinds in ways.items():
            if odd := [kind for kind in kinds if kind not in reading.KINDS[way]]:
                raise Refused(f"{odd[0].label} does not come by {way}. Leave it out there.", way)
        return Response(_wishes(reading.wish(access.person(request.user), ways)))


def _row(request: Request, one: Notice) -> NoticeRow:
    return NoticeRow(
        id=one.public_id,
        campaign=one.campaign.public_id,
        kind=Notice.Kind(one.kind),
        text=one.text,
        page=request.build_absolute_uri(one.address),
        at=one.made_at,
        read_at=one.read_at,
    )


def _wishes(kept: NoticeWishes) -> Wishes:
    bell, mail, push = ([Notice.Kind(kind) for kind in kinds.split()] for kinds in (kept.bell, kept.mail, kept.push))
    return Wishes(bell=bell, mail=mail, push=push)


urlpatterns = [
    path("notices/", Notices.as_view(), name="notices"),
    path("notices/read/", NoticesRead.as_view(), name="notices-read"),
    path("notices/wishes/", MyWishes.as_view(), name="notices-wishes"),
]
