"""Reading campaigns: what their pages show, in a number of queries that does not grow with them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from campaigns import access, audience, dates, log
from campaigns.audience import Viewer
from campaigns.documents import Document, document_models
from campaigns.log import Passage
from campaigns.models import Entry, Invitation, Membership, Role
from campaigns.redaction import NOBODY, Hidden
from rules import codec
from winterhall.accounts.models import User

#: Passages of the chronicle on a page, and the most entries that are read for them.
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
    """The member as a viewer; ``known`` are the campaign's people, if they are at hand."""
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


def unknown_to_players(campaign_pk: int, text: str) -> Hidden:
    """The ids and names of people in a sheet's text of whom players do not know now: secret or hiding, met nowhere."""
    listed = [one for one in _names(campaign_pk) if one.public_id in text or one.name in text]
    if not listed:
        return NOBODY
    hiding, met = _hiding_and_met(campaign_pk, [one.public_id for one in listed])
    unknown = {one.public_id for one in listed if (one.secret or one.public_id in hiding) and one.public_id not in met}
    return audience.named(unknown, {one.public_id: one.name for one in listed})


def _names(campaign_pk: int) -> list[Document]:
    sheets = (model._default_manager for model in document_models() if model.is_sheet)
    only = ("public_id", "name", "secret")
    return [one for those in sheets for one in those.filter(campaign=campaign_pk, void=False).only(*only)]


def _hiding_and_met(campaign_pk: int, people: Iterable[str]) -> tuple[set[str], set[str]]:
    """The ids of those hidden in encounters that players know of and ``people`` are in, and of those seen in them."""
    hiding, met = set[str](), set[str]()
    there = reduce(or_, (Q(body__contains=who) for who in people))
    for model in document_models():
        if model.is_scene:
            for scene in model._default_manager.filter(there, access.open_to(Role.PLAYER), campaign=campaign_pk):
                state = codec.encounter_from(scene.body)
                hidden = audience.hidden_in(state)
                hiding |= hidden
                met |= state.combatants.keys() - hidden
    return hiding, met


# -- what has happened ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """A stretch of the chronicle in words, the newest first; ``earlier`` names the entry before which there is more."""

    passages: tuple[Passage, ...]
    earlier: str = ""


def number_of(member: Membership, eyes: Viewer, entry_id: str) -> int | None:
    """The number of an entry by its id; ``None`` where none of that id exists for the member."""
    entries = Entry.objects.filter(campaign=member.campaign_id, public_id=entry_id)
    entry = entries.select_related("undoes", "redoes").first()
    return entry.number if entry and audience.is_seen(entry, eyes) else None


def told(member: Membership, before: str = "", at: str = "") -> Told:
    """A stretch of the chronicle as the member may know it: before one entry, or back from another (``at``)."""
    known = people(member)
    eyes = viewer(member, known)
    entries = Entry.objects.filter(campaign=member.campaign_id).order_by("-number")
    if before or at:
        place = number_of(member, eyes, before or at) or 0
        entries = entries.filter(number__lt=place) if before else entries.filter(number__lte=place)
    read = entries.for_reading()[:_MOST_READ].iterator(chunk_size=2 * AT_ONCE)
    open_to_players = frozenset(one.public_id for one in known if not one.secret)
    players = Viewer(is_gm=False, open_sheets=open_to_players) if member.is_gm else None
    names = {one.public_id: one.name for one in known}
    found: list[Passage] = []
    for passage in log.passages(read, member.campaign.system, names, eyes, players):
        if len(found) == AT_ONCE:
            return Told(dates.dated(member.campaign, found), earlier=found[-1].key)
        found.append(passage)
    return Told(dates.dated(member.campaign, found))
