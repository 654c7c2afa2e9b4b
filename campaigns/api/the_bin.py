"""Archive and bin for programs: what is put away, what is to be deleted, and how either comes back."""

from datetime import datetime
from typing import ClassVar

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.commands import PublicId
from campaigns.audience import access
from campaigns.bin import services
from campaigns.members import services as members
from campaigns.members.campaign_views import for_members, for_the_owner
from campaigns.models import Membership
from winterhall.api.shapes import Shape, given
from winterhall.api.views import ApiView


class Archived(Shape):
    """Whether something is in the archive: out of the lists, and otherwise as it was."""

    archived: bool


class Deleted(Shape):
    """The id of a thing that goes into the bin."""

    what: PublicId


class BinRow(Shape):
    """A thing in the bin: a character, an encounter or a campaign, and the days until it is deleted for good."""

    id: str
    name: str
    kind: str
    since: datetime | None
    days_left: int


class BinAnswer(Shape):
    """Everything in a bin that the asker may bring back, the latest first."""

    results: list[BinRow]


class Bin(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(responses=BinAnswer, summary="Characters and encounters in the bin", tags=["bin"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        return Response(_answer(services.listed(member)))

    @extend_schema(request=Deleted, responses={204: None}, summary="Put one into the bin", tags=["bin"])
    @for_members
    def post(self, request: Request, member: Membership) -> Response:
        services.put(member, given(Deleted, request.data).what)
        return Response(status=204)


class OneInTheBin(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=None, responses={204: None}, summary="Bring one back from the bin", tags=["bin"])
    @for_members
    def delete(self, request: Request, member: Membership, what: str) -> Response:
        services.bring_back(member, what)
        return Response(status=204)


class BinOfCampaigns(ApiView):
    @extend_schema(responses=BinAnswer, summary="My campaigns in the bin", tags=["bin"])
    def get(self, request: Request) -> Response:
        return Response(_answer(services.campaigns_of(access.person(request.user))))


class CampaignInTheBin(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=None, responses={204: None}, summary="Bring a campaign back from the bin", tags=["bin"])
    def delete(self, request: Request, campaign_id: str) -> Response:
        services.bring_campaign_back(access.person(request.user), campaign_id)
        return Response(status=204)


class ArchivedCampaign(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(request=Archived, responses={204: None}, summary="Archive a campaign, or restore it", tags=["bin"])
    @for_the_owner
    def put(self, request: Request, member: Membership) -> Response:
        members.archive(member, archived=given(Archived, request.data).archived)
        return Response(status=204)


def _answer(found: list[services.Binned]) -> BinAnswer:
    return BinAnswer(
        results=[
            BinRow(
                id=one.thing.public_id,
                name=str(one.thing),
                kind=one.what,
                since=one.thing.binned_at,
                days_left=one.days_left,
            )
            for one in found
        ]
    )


_HERE = "campaigns/<slug:campaign_id>/"
urlpatterns = [
    path("bin/", BinOfCampaigns.as_view(), name="bin-of-campaigns"),
    path("bin/<slug:campaign_id>/", CampaignInTheBin.as_view(), name="campaign-in-the-bin"),
    path(f"{_HERE}archived/", ArchivedCampaign.as_view(), name="campaign-archived"),
    path(f"{_HERE}bin/", Bin.as_view(), name="bin"),
    path(f"{_HERE}bin/<slug:what>/", OneInTheBin.as_view(), name="in-the-bin"),
]
