"""Campaigns for programs, and who belongs to them."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.audience import access
from campaigns.bin.services import put_campaign
from campaigns.members import services
from campaigns.members.campaign_views import for_members, for_the_owner
from campaigns.models import Membership
from winterhall.api import pagination
from winterhall.api.describing import LIMIT_AND_AFTER, takes
from winterhall.api.shapes import Shape
from winterhall.api.views import ApiView, Person, person


class CampaignRow(Shape):
    """A campaign with its house rules, and the asker's ``role`` in it: gm, assistant, player or observer.

    ``archived`` ones are over: they stand apart in lists.
    """

    id: str
    name: str
    system: str
    role: str
    house_rules: dict[str, Any]
    archived: bool


class CampaignPage(Shape):
    results: list[CampaignRow]
    next: str | None


class Member(Shape):
    user: Person
    role: str


class Members(Shape):
    results: list[Member]


def row(member: Membership) -> CampaignRow:
    campaign = member.campaign
    return CampaignRow(
        id=campaign.public_id,
        name=campaign.name,
        system=campaign.system_slug,
        role=member.role,
        house_rules=campaign.house_rules,
        archived=campaign.archived_at is not None,
    )


class Campaigns(ApiView):
    @takes(*LIMIT_AND_AFTER)
    @extend_schema(responses=CampaignPage, summary="My campaigns", tags=["campaigns"])
    def get(self, request: Request) -> Response:
        piece = pagination.asked(request)
        me: Any = request.user
        places = (
            Membership.objects.filter(user=me, campaign__binned_at=None)
            .select_related("campaign")
            .defer("campaign__book")
        )
        found, following = pagination.rows(places, piece, "campaign__public_id")
        return Response(CampaignPage(results=[row(member) for member in found], next=following))


class OneCampaign(ApiView):
    scope: ClassVar[str] = "manage"

    @extend_schema(responses=CampaignRow, summary="A campaign", tags=["campaigns"])
    def get(self, request: Request, campaign_id: str) -> Response:
        return Response(row(access.membership(request.user, campaign_id)))

    @extend_schema(request=None, responses={204: None}, summary="Put an archived campaign into the bin", tags=["bin"])
    @for_the_owner
    def delete(self, request: Request, member: Membership) -> Response:
        put_campaign(member)
        return Response(status=204)


class CampaignMembers(ApiView):
    @extend_schema(responses=Members, summary="Who belongs to a campaign", tags=["campaigns"])
    @for_members
    def get(self, request: Request, member: Membership) -> Response:
        found = services.members_of(member)
        return Response(Members(results=[Member(user=person(each.user), role=each.role) for each in found]))
