"""Campaigns and their members beside play: founding one, letting people in, their roles, and who belongs where."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.utils import timezone

from campaigns.audience.journal import kept
from campaigns.chronicle import notify, record
from campaigns.members import controllers, places
from campaigns.models import Campaign, Invitation, Membership, Picture, Role, all_sheets
from rules.engine.character.names import alike, check_name
from rules.engine.kernel import NotNow, Refused
from rules.engine.system.protocol import System
from winterhall.accounts.guests import new_guest
from winterhall.accounts.models import User

#: Bytes of chance in the token of a link: 192 bit, more than anybody can guess.
TOKEN_BYTES = 24
MOST_USES = 50
#: So many a link lets in unless its maker says otherwise: the players of one table.
GROUP = 6
MOST_DAYS = 90
#: The roles that an invitation can give: the campaign itself is handed over by its game master, not by a link.
INVITED = (Role.PLAYER, Role.OBSERVER, Role.ASSISTANT)


class LinkClosed(Refused):
    """A link that lets nobody in: used up, run out, revoked, or never made."""

    def __init__(self) -> None:
        super().__init__("It is used up, out of date or revoked. Ask your game master for a new one.")


class NoGuests(Refused):
    """A link that only lets people in who have an account."""

    def __init__(self) -> None:
        super().__init__("This link needs an account. Create one, or sign in.", "name")


class NameTaken(Refused):
    """A name that would be too like that of somebody one plays with."""

    def __init__(self, name: str) -> None:
        other = "Choose another name. If that is you, ask your game master to let you back in."
        super().__init__(f"Somebody here is called {name} already. {other}", "name")


@transaction.atomic
def found(*, user: User, name: str, system: System) -> Membership:
    """Found a campaign; whoever does runs it."""
    check_name(name)
    campaign = Campaign.objects.create(name=name, system_slug=system.slug)
    return Membership.objects.create(campaign=campaign, user=user, role=Role.GM)


@transaction.atomic
def rename(member: Membership, *, name: str) -> None:
    """Give the campaign another name."""
    check_name(name)
    campaign = record.lock(member.campaign_id)
    campaign.name = name
    campaign.save(update_fields=["name"])


# -- invitations ------------------------------------------------------------------------------------------------------


def invite(
    member: Membership, *, role: str, uses: int, days: int, guests: bool = False, place: Membership | None = None
) -> tuple[Invitation, str]:
    """Make a link that lets people in, and its token, which nobody can read again later.

    With a ``place`` that waits it is for one person, who takes that.
    """
    if place is not None:
        role, uses = Role.PLAYER if place.role == Role.GM else place.role, 1
    if role not in INVITED or (role == Role.ASSISTANT and member.role != Role.GM):
        raise PermissionDenied("Only the game master can invite people to this role.")
    token = secrets.token_urlsafe(TOKEN_BYTES)
    invitation = Invitation.objects.create(
        campaign=member.campaign,
        token_hash=hash_of(token),
        role=role,
        uses_left=uses,
        guests=guests,
        place=place,
        expires_at=timezone.now() + timedelta(days=days),
        made_by=member.user,
    )
    return invitation, token


def hash_of(token: str) -> str:
    """The hash of a token, all that is kept of it. It is long and random, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def invitation_for(token: str) -> Invitation:
    """The open invitation that a token belongs to; refused where there is none."""
    found = (
        Invitation.objects.select_related("campaign", "made_by", "place__user")
        .filter(token_hash=hash_of(token))
        .first()
    )
    if found is None or not found.is_open:
        raise LinkClosed
    return found


def place_at(user: User, token: str) -> Membership | None:
    """The place that somebody has already in the campaign of a link, open or not; ``None`` where they have none."""
    places = Membership.objects.select_related("campaign")
    return places.filter(user=user, campaign__binned_at=None, campaign__invitations__token_hash=hash_of(token)).first()


def played_at(place: Membership) -> list[str]:
    """The names of those whom somebody plays."""
    sheets = all_sheets()
    there = sheets.filter(
        campaign=place.campaign_id, void=False, binned_at=None, **{sheets.model.player_column: place.user_id}
    )
    return list(there.order_by("pk").values_list("name", flat=True))


@transaction.atomic
def accept_guest(token: str, *, name: str) -> Membership:
    """Let somebody in who has no account, if the link says so."""
    if not invitation_for(token).guests:
        raise NoGuests
    return _let_in(new_guest(name), token, "")


def accept(user: User, token: str, *, name: str = "") -> Membership:
    """Let somebody in; for who is in already the link costs nothing and changes nothing.

    With a ``name`` they are called that from now on, wherever they play.
    """
    try:
        return _let_in(user, token, name)
    except IntegrityError:
        # The same person came in through another door at the same moment.
        return Membership.objects.select_related("campaign").get(
            user=user, campaign__invitations__token_hash=hash_of(token)
        )


@transaction.atomic
def _let_in(user: User, token: str, name: str) -> Membership:
    found = Invitation.objects.select_related("campaign", "place__user", "place__campaign")
    invitation = found.filter(token_hash=hash_of(token), campaign__binned_at=None).first()
    if invitation is None:
        raise LinkClosed
    member = Membership.objects.filter(campaign=invitation.campaign, user=user).first()
    if member is not None:
        return member
    # One statement takes the use and checks that there is one: of two who come at once, one finds it gone. It asks for
    # columns of its own row only: what another table says is not asked again of the second.
    still_open = Invitation.objects.filter(pk=invitation.pk, uses_left__gt=0, expires_at__gt=timezone.now())
    if not still_open.update(uses_left=F("uses_left") - 1):
        raise LinkClosed
    # Of two of one name who come at once, the second has to see the first.
    record.lock(invitation.campaign_id)
    _call(user, name or user.display_name, invitation.campaign, instead_of=invitation.place)
    if invitation.place is not None:
        return places.take(invitation.place, user)
    return Membership.objects.create(campaign=invitation.campaign, user=user, role=invitation.role)


def _call(user: User, name: str, campaign: Campaign, *, instead_of: Membership | None = None) -> None:
    """Call somebody by a name that nobody has in their campaigns and in this one, but for whose place they take."""
    check_name(name)
    theirs = Q(memberships__campaign=campaign)
    if name != user.display_name:
        theirs |= Q(memberships__campaign__memberships__user=user)
    # Whoever is known from an archive alone may be the same person.
    same = [user.pk, *([instead_of.user_id] if instead_of else [])]
    others = User.objects.filter(theirs).exclude(pk__in=same).exclude(email=None, guest_until=None)
    called = {alike(other) for other in others.values_list("display_name", flat=True)}
    if alike(name) in called:
        raise NameTaken(name)
    if name != user.display_name:
        user.display_name = name
        user.save(update_fields=["display_name"])


def revoke(invitation: Invitation) -> None:
    """Take a link back."""
    invitation.delete()


# -- members ----------------------------------------------------------------------------------------------------------


@transaction.atomic
def give_role(member: Membership, *, role: str) -> None:
    """Give a member another role; a campaign keeps at least one game master."""
    record.lock(member.campaign_id)
    if role != Role.GM:
        _refuse_last_gm(member)
    member.role = role
    member.save(update_fields=["role"])
    notify.look_again_on_commit(member.campaign)


@transaction.atomic
def remove(member: Membership) -> None:
    """Remove a member. Their characters stay, and are theirs again should they come back."""
    record.lock(member.campaign_id)
    _refuse_last_gm(member)
    controllers.forget(member.campaign, member.user_id)
    member.delete()
    notify.look_again_on_commit(member.campaign)


def _refuse_last_gm(member: Membership) -> None:
    gms = Membership.objects.filter(campaign=member.campaign_id, role=Role.GM)
    if gms.filter(pk=member.pk).exists() and gms.count() == 1:
        raise NotNow("A campaign needs a game master. Make somebody else game master first.", "role")


def my_places(user: User) -> QuerySet[Membership]:
    """The campaigns that somebody belongs to, the latest first, each with how many belong to it."""
    places = (
        Membership.objects.filter(user=user, campaign__binned_at=None)
        .select_related("campaign")
        .defer("campaign__book")
    )
    own = Prefetch("campaign__pictures", Picture.objects.filter(of=F("campaign__public_id")))
    return places.prefetch_related(own).annotate(members=Count("campaign__memberships")).order_by("-joined_at")


def my_characters(user: User) -> QuerySet[Any]:
    """The characters that somebody plays, by name, in the campaigns that they belong to and that are not archived."""
    sheets: Any = all_sheets()
    beside = Q(**{f"{sheets.model.others_column}__contains": kept([user.pk])})
    played = Q(**{sheets.model.player_column: user.pk}) | beside
    here = Q(campaign__memberships__user=user, campaign__binned_at=None, campaign__archived_at=None)
    own = sheets.filter(played, here, void=False, erased=False, secret=False, binned_at=None, archived_at=None)
    pictures = Picture.objects.filter(of__in=own.values("public_id"))
    return (
        own.select_related("campaign")
        .defer("body", "campaign__book")
        .prefetch_related(Prefetch("campaign__pictures", pictures))
        .order_by("name", "pk")
    )


@transaction.atomic
def archive(member: Membership, *, archived: bool) -> None:
    """Move a campaign into the archive of everybody who belongs to it, or bring it back."""
    campaign = record.lock(member.campaign_id)
    Campaign.objects.filter(pk=campaign.pk).update(archived_at=timezone.now() if archived else None)


def members_of(member: Membership) -> QuerySet[Membership]:
    """Everybody in the campaign, in the order in which they came."""
    return Membership.objects.filter(campaign=member.campaign_id).select_related("user").order_by("joined_at", "pk")


def invitations_of(member: Membership) -> QuerySet[Invitation]:
    """The links that still let somebody in."""
    still_open = Invitation.objects.filter(campaign=member.campaign_id, uses_left__gt=0, expires_at__gt=timezone.now())
    return still_open.select_related("made_by").order_by("expires_at")
