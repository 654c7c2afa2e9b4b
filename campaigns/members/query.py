"""Reading who belongs to a campaign, in a number of queries that does not grow with it."""

from django.db.models import Count, QuerySet
from django.utils import timezone

from campaigns.models import Invitation, Membership
from winterhall.accounts.models import User


def my_places(user: User) -> QuerySet[Membership]:
    """The campaigns that somebody belongs to, the latest first, each with how many belong to it."""
    places = Membership.objects.filter(user=user).select_related("campaign").defer("campaign__book")
    return places.annotate(members=Count("campaign__memberships")).order_by("-joined_at")


def members_of(member: Membership) -> QuerySet[Membership]:
    """Everybody in the campaign, in the order in which they came."""
    return Membership.objects.filter(campaign=member.campaign_id).select_related("user").order_by("joined_at", "pk")


def invitations_of(member: Membership) -> QuerySet[Invitation]:
    """The links that still let somebody in."""
    still_open = Invitation.objects.filter(campaign=member.campaign_id, uses_left__gt=0, expires_at__gt=timezone.now())
    return still_open.select_related("made_by").order_by("expires_at")
