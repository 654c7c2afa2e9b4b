"""The page of a campaign's members, and of the links that let others in."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.audience import access
from campaigns.members import places, services
from campaigns.members.campaign_views import for_game_masters, for_members, for_the_owner
from campaigns.members.powers import POWERS
from campaigns.members.services import MOST_DAYS
from campaigns.models import Invitation, Membership, Role
from campaigns.notices import chat
from campaigns.play.consent import KINDS
from campaigns.play.sent_forms import is_on
from campaigns.views.forms import InviteForm, RoleForm
from rules.engine.kernel import Refused
from winterhall.accounts import idempotency
from winterhall.web.address import is_this_computer


@login_required
@require_GET
@for_members
def members(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page of everybody in the campaign with their roles; for those who run it also the open links."""
    return _members_page(request, member, InviteForm())


def _members_page(request: HttpRequest, member: Membership, form: InviteForm, **more: Any) -> HttpResponse:
    shown = {
        "member": member,
        "campaign": member.campaign,
        "members": services.members_of(member),
        "invitations": services.invitations_of(member) if member.is_gm else (),
        "roles": Role,
        "powers": POWERS,
        "approval_kinds": [
            (kind, label, kind in member.campaign.needs_approval.split()) for kind, label in KINDS.items()
        ],
        "chat": chat.hook_of(member.campaign) if member.is_gm else None,
        "may_hand_over": member.role == Role.GM,
        "form": form,
    }
    return render(request, "campaigns/members.html", shown | more)


@login_required
@require_http_methods(["GET", "POST"])
@never_cache
@for_game_masters
def invite(request: HttpRequest, member: Membership) -> HttpResponse:
    """Make a link and show it, this once; whoever comes back or sends it again finds the members."""
    if request.method == "GET":
        return redirect("campaigns:members", member.campaign.public_id)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _members_page(request, member, form)
    return _with_link(request, member, lambda: services.invite(member, **form.cleaned_data))


@login_required
@require_POST
@for_game_masters
def revoke(request: HttpRequest, member: Membership, invitation_id: str) -> HttpResponse:
    """Take a link back."""
    invitation = get_object_or_404(Invitation, campaign=member.campaign, public_id=invitation_id)
    services.revoke(invitation)
    messages.success(request, "The link is revoked.")
    return redirect("campaigns:members", member.campaign.public_id)


@login_required
@require_POST
@for_the_owner
def give_role(request: HttpRequest, member: Membership, user_id: str) -> HttpResponse:
    """Give a member another role."""
    other = get_object_or_404(services.members_of(member), user__public_id=user_id)
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose one of the roles.")
        return redirect("campaigns:members", member.campaign.public_id)
    role = form.cleaned_data["role"]
    _try(
        request,
        lambda: services.give_role(other, role=role),
        f"The role of {other.user} is now {Role(role).label.lower()}.",
    )
    return redirect("campaigns:members", member.campaign.public_id)


@login_required
@require_POST
@for_the_owner
def remove(request: HttpRequest, member: Membership, user_id: str) -> HttpResponse:
    """Let a member go."""
    other = get_object_or_404(services.members_of(member), user__public_id=user_id)
    _try(request, lambda: services.remove(other), f"{other.user} is no longer in the campaign.")
    return redirect("campaigns:members", member.campaign.public_id)


@login_required
@require_POST
@for_the_owner
def archive(request: HttpRequest, member: Membership) -> HttpResponse:
    """Archive the campaign, or restore it from there."""
    archived = is_on(request.POST, "archived")
    services.archive(member, archived=archived)
    messages.success(request, f"{member.campaign} is {'in the archive' if archived else 'back'}.")
    return redirect("campaigns:home")


@login_required
@require_POST
@for_members
def leave(request: HttpRequest, member: Membership) -> HttpResponse:
    """Leave the campaign oneself."""
    left = _try(request, lambda: services.remove(member), f"You have left {member.campaign}.")
    return redirect("campaigns:home") if left else redirect("campaigns:members", member.campaign.public_id)


@login_required
@require_POST
@for_the_owner
def give_place(request: HttpRequest, member: Membership, user_id: str) -> HttpResponse:
    """Let a member take a place that came with an archive."""
    place = get_object_or_404(services.members_of(member), user__public_id=user_id)
    to = get_object_or_404(services.members_of(member), user__public_id=request.POST.get("to", ""))
    _try(request, lambda: places.give(member, place, to=to), f"{to.user} now has the place of {place.user}.")
    return redirect("campaigns:members", member.campaign.public_id)


@login_required
@require_POST
@never_cache
@for_the_owner
def place_link(request: HttpRequest, member: Membership, user_id: str) -> HttpResponse:
    """Make a link to a place that came with an archive, or to that of a guest, and show it, this once."""
    place = get_object_or_404(services.members_of(member), user__public_id=user_id)
    if place.user.has_account:
        messages.error(request, f"{place.user} has an account and keeps the place.")
        return redirect("campaigns:members", member.campaign.public_id)
    terms: dict[str, Any] = {
        "role": place.role,
        "uses": 1,
        "days": MOST_DAYS,
        "guests": place.user.is_guest,
        "place": place,
    }
    return _with_link(request, member, lambda: services.invite(member, **terms))


def _with_link(request: HttpRequest, member: Membership, make: Callable[[], tuple[Invitation, str]]) -> HttpResponse:
    """The members with a new link; a form that comes again makes no other, and the link is not known any more."""
    made: list[tuple[Invitation, str]] = []

    def keep() -> str:
        made.append(make())
        return made[0][0].public_id

    idempotency.from_form(request, access.person(request.user), keep)
    if not made:
        messages.info(request, _SHOWN_ONCE)
        return redirect("campaigns:members", member.campaign.public_id)
    invitation, token = made[0]
    link = request.build_absolute_uri(reverse("campaigns:join", args=[token]))
    shown = {"link": link, "invitation": invitation, "only_here": is_this_computer(request.get_host())}
    return _members_page(request, member, InviteForm(), **shown)


_SHOWN_ONCE = (
    "This link was shown once and still works, but cannot be shown again: revoke it and create another if you did not "
    "copy it."
)


def _try(request: HttpRequest, act: Any, done: str) -> bool:
    """Do it and say so, or say why not."""
    try:
        act()
    except Refused as refused:
        messages.error(request, refused.sentence)
        return False
    messages.success(request, done)
    return True
