"""Reading campaigns: what their pages show, in a number of queries that does not grow with them."""

from dataclasses import dataclass

from django.db.models import Count, QuerySet
from django.utils import timezone

from campaigns import access, audience, dates, log
from campaigns.audience import Viewer
from campaigns.documents import Document, document_models
from campaigns.log import Passage
from campaigns.models import Entry, Invitation, Membership
from winterhall.accounts.models import User

#: So many passages of the chronicle stand on a page, and so many entries are read for them at most.
AT_ONCE = 40
_MOST_READ = 2000


def people(member: Membership) -> list[Document]:
    """Everybody with a sheet in the member's campaign, without the sheets: enough to know who may see whom."""
    return [
        document
        for model in document_models()
        if model.is_sheet
        for document in model._default_manager.filter(campaign=member.campaign_id, void=False)
        .defer("body")
        .order_by("pk")
    ]


def viewer(member: Membership, known: list[Document] | None = None) -> Viewer:
    """The member as somebody who looks."""
    if member.is_gm:
        return Viewer(is_gm=True)
    return audience.viewer_of(member, people(member) if known is None else known)


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


def scenes(member: Membership) -> list[Document]:
    """The encounters that the member may open, the latest first."""
    return [
        document
        for model in document_models()
        if model.is_scene
        for document in access.visible(member, model._default_manager.order_by("-pk"))
    ]


# -- what has happened ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """A stretch of the chronicle in words, the newest first; ``earlier`` names the entry before which there is more."""

    passages: tuple[Passage, ...]
    earlier: str = ""


def told(member: Membership, before: str = "", at: str = "") -> Told:
    """What the member may know of what has happened, in encounters and outside: before an entry, or from it back."""
    known = people(member)
    entries = Entry.objects.filter(campaign=member.campaign_id).order_by("-number")
    if before or at:
        place = Entry.objects.filter(campaign=member.campaign_id, public_id=before or at).values("number")
        entries = entries.filter(number__lt=place) if before else entries.filter(number__lte=place)
    read = entries.select_related("by", "struck", "undoes", "redoes")[:_MOST_READ].iterator(chunk_size=2 * AT_ONCE)
    open_to_players = frozenset(one.public_id for one in known if not one.secret)
    players = Viewer(is_gm=False, open_sheets=open_to_players) if member.is_gm else None
    names = {one.public_id: one.name for one in known}
    found: list[Passage] = []
    for passage in log.passages(read, member.campaign.system, names, viewer(member, known), players):
        if len(found) == AT_ONCE:
            return Told(dates.dated(member.campaign, found), earlier=found[-1].key)
        found.append(passage)
    return Told(dates.dated(member.campaign, found))
