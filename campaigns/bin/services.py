"""Putting things into the bin and bringing them back; who may is asked here: nobody else finds what lies there."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from campaigns.audience import access, encounters
from campaigns.chronicle import notify, record
from campaigns.models import Campaign, Document, Membership, Role, all_scenes, all_sheets
from campaigns.notices import telling
from rules import codec
from rules.engine.kernel import Refused
from winterhall.accounts.models import User

#: The days that something lies in the bin before it is deleted for good.
DAYS = 30
#: The name that stays in the log of whoever was deleted for good.
DELETED = {True: "Deleted character", False: "Deleted fight"}


@dataclass(frozen=True, slots=True)
class Binned:
    """A thing in the bin as its page shows it."""

    thing: Document | Campaign
    kind: str

    @property
    def what(self) -> str:
        """The sort of thing that it is for programs: ``character``, ``encounter`` or ``campaign``."""
        if isinstance(self.thing, Campaign):
            return "campaign"
        return "character" if self.thing.is_sheet else "encounter"

    @property
    def days_left(self) -> int:
        """The days until it is deleted for good, the one that has begun with them."""
        return days_left(self.thing.binned_at)


def days_left(since: datetime | None) -> int:
    """The days that are left to something that has lain in the bin since then; at least 1 until it is deleted."""
    if since is None:
        return DAYS
    ends = since + timedelta(days=DAYS)
    return max(1, -((timezone.now() - ends) // timedelta(days=1)))


# -- characters and encounters ----------------------------------------------------------------------------------------


def listed(member: Membership) -> list[Binned]:
    """The characters and encounters in the bin that the member may bring back, the latest first."""
    found = [Binned(one, _kind_of(one)) for each in _theirs(member) for one in each.exclude(binned_at=None)]
    return sorted(found, key=lambda one: one.thing.binned_at or timezone.now(), reverse=True)


@transaction.atomic
def put(member: Membership, public_id: str) -> Document:
    """Put a character or an encounter into the bin; what lies there already stays as it is."""
    campaign = record.lock(member.campaign_id)
    document = _theirs_or_refused(member, public_id)
    if document.binned_at is None:
        _refuse_in_use(member, document)
        type(document)._default_manager.filter(pk=document.pk).update(binned_at=timezone.now())
        telling.forget(document.public_id)
        notify.look_again_on_commit(campaign)
    return document


@transaction.atomic
def bring_back(member: Membership, public_id: str) -> Document:
    """Bring a character or an encounter back to where it was; 404 for what is deleted or somebody else's."""
    campaign = record.lock(member.campaign_id)
    found = (each.filter(public_id=public_id).first() for each in _theirs(member))
    document: Document | None = next((one for one in found if one is not None), None)
    if document is None:
        raise Http404
    type(document)._default_manager.filter(pk=document.pk).update(binned_at=None)
    notify.look_again_on_commit(campaign)
    return document


def _theirs(member: Membership) -> Iterator[QuerySet[Document]]:
    """The characters and encounters that the member may put into the bin, and those of them that lie there."""
    there = Q(campaign=member.campaign_id, void=False, erased=False)
    if member.is_gm:
        yield from (all_sheets().filter(there), all_scenes().filter(there))
    elif member.role == Role.PLAYER:
        yield all_sheets().filter(there, owner=member.user_id)


def _theirs_or_refused(member: Membership, public_id: str) -> Document:
    """The document that the member may delete; 404 where they may not open it, 403 where it is not theirs."""
    for documents in _theirs(member):
        if document := documents.filter(public_id=public_id).first():
            return document
    known = (access.visible(member, each.filter(public_id=public_id)).exists() for each in (all_sheets(), all_scenes()))
    if any(known):
        raise PermissionDenied("Only this character’s player or the game master can do this.")
    raise Http404


def _refuse_in_use(member: Membership, document: Document) -> None:
    if document.is_scene and codec.encounter_from(document.body).stage == "fighting":
        raise Refused("This fight is still running. End it first.")
    if document.is_sheet and encounters.is_fighting(member, document.public_id):
        raise Refused(f"{document} is in a fight. End the fight first, or take them out of it.")


def _kind_of(document: Document) -> str:
    return "Character" if document.is_sheet else "Fight"


# -- campaigns --------------------------------------------------------------------------------------------------------


def campaigns_of(user: User) -> list[Binned]:
    """The campaigns in the bin that somebody may bring back, the latest first."""
    return [Binned(one, one.system.name) for one in _led_by(user).exclude(binned_at=None).order_by("-binned_at")]


@transaction.atomic
def put_campaign(member: Membership) -> None:
    """Put a campaign into the bin: nobody can open it any more."""
    campaign = record.lock(member.campaign_id)
    if campaign.archived_at is None and not campaign.is_unused:
        raise Refused(f"Archive {campaign} first. Only what is archived can be deleted.")
    Campaign.objects.filter(pk=campaign.pk, binned_at=None).update(binned_at=timezone.now())
    notify.look_again_on_commit(campaign)


@transaction.atomic
def bring_campaign_back(user: User, public_id: str) -> Campaign:
    """Bring a campaign back to where it was; 404 for what is deleted or led by somebody else."""
    found = _led_by(user).filter(public_id=public_id).first()
    if found is None:
        raise Http404
    campaign = record.lock(found.pk)
    Campaign.objects.filter(pk=campaign.pk).update(binned_at=None)
    return campaign


def _led_by(user: User) -> QuerySet[Campaign]:
    """The campaigns whose game master somebody is."""
    led = Membership.objects.filter(user=user, role=Role.GM).values("campaign")
    return Campaign.objects.filter(pk__in=led).defer("book")
