"""Checks of who may come in, with one of which every view begins: 404 for strangers, 403 for the wrong role."""

from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from campaigns.models import Campaign, Membership, Role, own_book
from campaigns.models.documents import Document
from rules import house_rules
from winterhall.accounts.models import User

D = TypeVar("D", bound=Document)


class InTheBin(Http404):
    """A campaign that is gone for everybody, told to whoever may bring it back."""

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(f"{campaign} is in the bin.")


def person(user: Any) -> User:
    """The user who is signed in; 404 where nobody is."""
    if not user.is_authenticated:
        raise Http404
    assert isinstance(user, User)  # noqa: S101 - the only kind of account there is
    return user


def membership(user: Any, campaign_id: str) -> Membership:
    """The user's place in a campaign, whose own book lies open to them from now on; 404 for everybody else."""
    person(user)
    places = Membership.objects.select_related("campaign", "user")
    member = get_object_or_404(places, campaign__public_id=campaign_id, user=user)
    if member.campaign.binned_at is not None:
        raise InTheBin(member.campaign) if member.role == Role.GM else Http404
    own_book.lay(member)
    return member


def membership_as_gm(user: Any, campaign_id: str) -> Membership:
    """The user's place in a campaign that they run (game master, assistant); 403 for its other members, else 404."""
    member = membership(user, campaign_id)
    refuse_unless_gm(member)
    return member


def membership_as_owner(user: Any, campaign_id: str) -> Membership:
    """The user's place in a campaign whose game master they are; 403 for its other members, else 404."""
    member = membership(user, campaign_id)
    if member.role != Role.GM:
        raise PermissionDenied("Only the game master can do this.")
    return member


def onlooker(campaign: Campaign) -> Membership:
    """The place of whoever was given a link to look on: an observer's, of nobody, never stored."""
    return Membership(campaign=campaign, role=Role.OBSERVER)


def open_to(role: str, to_documents: str = "") -> Q:
    """The condition on the documents of a campaign that somebody in this role may open, decided here alone.

    ``to_documents`` is the prefix that leads to them (``scene__``), in a query that begins elsewhere.
    """
    there = Q((f"{to_documents}void", False), (f"{to_documents}binned_at", None))
    return there if role in Role.running() else there & Q((f"{to_documents}secret", False))


def visible(member: Membership, documents: QuerySet[D]) -> QuerySet[D]:
    """The documents, of those given, that are the campaign's and that the member may open."""
    return documents.filter(open_to(member.role), campaign=member.campaign)


def document_for(member: Membership, documents: QuerySet[D], public_id: str) -> D:
    """One document that the member may open; 404 otherwise."""
    return get_object_or_404(visible(member, documents), public_id=public_id)


def may_play(member: Membership, document: Document | None) -> bool:
    """Whether the member may act for a character, or (``None``: game masters alone) for nobody."""
    is_theirs = document is not None and document.played_by(member.user_id)
    return member.is_gm or (member.role == Role.PLAYER and is_theirs)


def sees_odds(member: Membership) -> bool:
    """Whether the member is shown what a roll may come to, before it falls."""
    return house_rules.is_shown(house_rules.SEE_ODDS, member.campaign.house_rules, is_gm=member.is_gm)


def sees_advice(member: Membership) -> bool:
    """Whether the member is shown which choice is worth most; never without odds, of which advice tells."""
    shown = house_rules.is_shown(house_rules.SEE_ADVICE, member.campaign.house_rules, is_gm=member.is_gm)
    return shown and sees_odds(member)


def refuse_unless_gm(member: Membership) -> None:
    """403 unless the member runs the campaign."""
    if not member.is_gm:
        raise PermissionDenied("Only the game master can do this.")


def refuse_observers(member: Membership) -> None:
    """403 for whoever only looks on."""
    if member.role == Role.OBSERVER:
        raise PermissionDenied("You are an observer. Only players can do this.")


def refuse_unless_sees_odds(member: Membership) -> None:
    """403 where odds are not shown to the member."""
    if not sees_odds(member):
        raise PermissionDenied(
            "Odds are hidden in this campaign. The game master can show them: House rules, Who sees odds."
        )


def refuse_unless_player_of(member: Membership, document: Document | None) -> None:
    """403 unless the member may act for the character."""
    if not may_play(member, document):
        raise PermissionDenied("Only this character’s player or the game master can do this.")
