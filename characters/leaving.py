"""The data that the hall has of a person, for themselves; and an account deleted, campaigns and all."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils import timezone

from campaigns.audience import access
from campaigns.chronicle import notify, record
from campaigns.members import controllers
from campaigns.models import Campaign, Invitation, JournalPage, Membership, Role, own_book
from characters import files
from characters.models import Character
from rules import codec
from rules.engine.kernel import Json, Refused
from winterhall.accounts.models import ApiToken, KeptAnswer, Letter, User

FORMAT, VERSION = "winterhall-person", 1
#: The name that stays in logs of whoever deleted their account.
LEFT = "somebody who left"


# -- what the hall knows ----------------------------------------------------------------------------------------------


def known_of(user: User) -> dict[str, Json]:
    """Everything that is kept of a person and may be read by them; no secret of a token, a password or a key."""
    places = list(Membership.objects.filter(user=user).select_related("campaign", "user").order_by("pk"))
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": user.display_name,
        "joined_at": user.joined_at.isoformat(),
        "addresses": _rows(EmailAddress.objects.filter(user=user), "email", "verified", "primary"),
        "second_factors": _rows(Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"),
        "devices": _rows(UserSession.objects.filter(user=user), "ip", "user_agent", "created_at", "last_seen_at"),
        "tokens": _rows(user.api_tokens.all(), "name", "scopes", "made_at", "expires_at", "last_used_at", "revoked_at"),
        "notified_on": _rows(user.push_devices.all(), "name", "made_at"),
        "campaigns": [_place(member) for member in places],
        "notices": _rows(user.notices.all(), "campaign__public_id", "kind", "text", "made_at", "read_at"),
        "characters": [one for member in places for one in _characters(member)],
        "journal": _rows(JournalPage.objects.filter(owner=user), "campaign__public_id", "kind", "title", "text"),
    }


def _rows(found: Any, *columns: str) -> list[Json]:
    """Rows as JSON, by the names of their columns."""
    rows = found.order_by("pk").values(*columns)
    return [{name.partition("__")[0]: _plain(value) for name, value in row.items()} for row in rows]


def _plain(value: Any) -> Json:
    return value.isoformat() if hasattr(value, "isoformat") else value


def _place(member: Membership) -> Json:
    campaign = member.campaign
    told = {"id": campaign.public_id, "name": campaign.name, "game": campaign.system_slug}
    return {**told, "role": str(member.role), "joined_at": member.joined_at.isoformat()}


def _characters(member: Membership) -> Iterator[Json]:
    """The files of the characters that somebody plays in a campaign, which can be imported elsewhere."""
    own_book.lay(member)
    for character in Character.objects.filter(campaign=member.campaign_id, owner=member.user_id, void=False):
        if not character.erased and access.may_play(member, character):
            file = codec.plain(files.exported(member, character))
            yield {"campaign": member.campaign.public_id, "file": file}


# -- leaving ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Farewell:
    """The things that a deleted account leaves behind: campaigns led alone, and how many characters are played."""

    alone: tuple[Campaign, ...]
    characters: int


def farewell(user: User) -> Farewell:
    """The things that somebody would leave behind now."""
    led = Campaign.objects.filter(memberships__user=user, memberships__role=Role.GM).defer("book").order_by("pk")
    others = Membership.objects.filter(role=Role.GM, user__is_active=True).exclude(user=user)
    # Whoever is known from an archive alone cannot sign in.
    others = others.exclude(user__email=None, user__guest_until=None)
    alone = tuple(led.exclude(pk__in=others.values("campaign")))
    played = Character.objects.filter(owner=user, void=False, erased=False, binned_at=None).count()
    return Farewell(alone, played)


@transaction.atomic
def leave(user: User, *, with_campaigns: bool) -> None:
    """Delete an account: whoever led campaigns alone takes them into the bin, or is refused until they are handed over.

    The row of the user stays, since entries name it, under no name and without a way in.
    """
    places = list(Membership.objects.filter(user=user).order_by("campaign_id").values_list("campaign_id", flat=True))
    campaigns = {pk: record.lock(pk) for pk in places}
    alone = [one.pk for one in farewell(user).alone if one.binned_at is None]
    if alone and not with_campaigns:
        raise Refused("Hand your campaigns over first, or tick the box that puts them into the bin.", "with_campaigns")
    Campaign.objects.filter(pk__in=alone).update(binned_at=timezone.now())
    Character.objects.filter(owner=user).update(owner=None)
    for campaign in campaigns.values():
        controllers.forget(campaign, user.pk)
    JournalPage.objects.filter(owner=user).update(owner=None)
    Invitation.objects.filter(made_by=user).delete()
    Membership.objects.filter(user=user).delete()
    _close(user)
    for campaign in campaigns.values():
        notify.look_again_on_commit(campaign)


def _close(user: User) -> None:
    """Take away every way in, every address, and the name."""
    addresses = {*EmailAddress.objects.filter(user=user).values_list("email", flat=True), user.email}
    for letter in Letter.objects.all():
        if addresses.intersection(letter.recipients):
            letter.delete()
    for kind in (EmailAddress, Authenticator, ApiToken, KeptAnswer):
        kind._default_manager.filter(user=user).delete()
    for session in UserSession.objects.filter(user=user):
        session.end()
    user.display_name, user.email, user.guest_until = LEFT, None, None
    user.is_active, user.last_login = False, None
    user.set_unusable_password()
    user.save()
