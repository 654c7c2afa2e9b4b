"""Views of a campaign: whom they are for, and what all of their pages are told."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.audience import access
from campaigns.models import Membership

Answer = TypeVar("Answer")
View = Callable[..., Answer]


def for_members(view: View[Answer]) -> View[Answer]:
    """A view for every member of the campaign, who comes to it in place of the campaign's id; 404 for all others."""
    return _with_member(view, access.membership)


def for_game_masters(view: View[Answer]) -> View[Answer]:
    """A view for those who run the campaign; 403 for its other members."""
    return _with_member(view, access.membership_as_gm)


def for_the_owner(view: View[Answer]) -> View[Answer]:
    """A view for the campaign's game master, not for assistants; 403 for its other members."""
    return _with_member(view, access.membership_as_owner)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for what does not exist; it leads whoever deleted the campaign to their bin."""
    in_the_bin = exception if isinstance(exception, access.InTheBin) else None
    return render(request, "errors/404.html", {"in_the_bin": in_the_bin}, status=404)


def _with_member(view: View[Answer], member_of: Callable[[Any, str], Membership]) -> View[Answer]:
    @wraps(view)
    def opened(*args: Any, campaign_id: str, **more: Any) -> Answer:
        # A method of a class has itself before the request.
        *itself, request = args
        return view(*itself, request, member_of(request.user, campaign_id), **more)

    return opened


def campaign_page(
    request: HttpRequest, member: Membership, template: str, shown: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    """A page of the member's campaign, in the colours of its game."""
    campaign = member.campaign
    around = {"member": member, "campaign": campaign, "accent": campaign.system.accent}
    return render(request, template, {**around, **shown}, status=status)
