"""The door of a campaign: the page that an invitation leads to, whoever opens it."""

from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from campaigns.audience import access
from campaigns.members import services
from campaigns.models import Membership, Role
from campaigns.pictures import serving
from campaigns.views.forms import GuestForm, NameForm
from winterhall.accounts import guests
from winterhall.accounts.forms import SignupForm

#: Where a session keeps the link through which somebody wants to come in who signs in first.
_PENDING = "invited"
#: What is pressed by whoever is not signed in, and the page that it leads to.
_DOORS = {"new": "account_signup", "known": "account_login"}


def pending(request: HttpRequest) -> str:
    """The address of the invitation for which somebody signed in, where the way there was lost; else empty."""
    token = request.session.get(_PENDING, "")
    return reverse("campaigns:join", args=[token]) if token else ""


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The page that a link leads to: who invites to which campaign, and how one comes in."""
    known = request.user.is_authenticated
    if known and (member := services.place_at(access.person(request.user), token)):
        request.session.pop(_PENDING, None)
        return redirect("characters:campaign", member.campaign.public_id)
    if not known and request.method == "POST" and (door := _DOORS.get(request.POST.get("as", ""))):
        request.session[_PENDING] = token
        request.session[SignupForm.NAMED] = request.POST.get("name", "")[: SignupForm.LONGEST]
        return redirect(f"{reverse(door)}?{urlencode({'next': request.path})}")
    form = _form(request, token)
    try:
        if form.is_bound and (member := _come_in(request, token, form)):
            messages.success(request, f"You have joined {member.campaign.name}.")
            # Newcomers who play choose or make their character first.
            makes_one = member.role != Role.OBSERVER and not services.played_at(member)
            begins = "characters:begin" if makes_one else "characters:campaign"
            return redirect(begins, member.campaign.public_id)
        invitation = services.invitation_for(token)
    except services.LinkClosed as closed:
        return render(request, "campaigns/link_closed.html", {"sentence": closed.sentence}, status=404)
    campaign = invitation.campaign
    shown = {
        "invitation": invitation,
        "campaign": campaign,
        "accent": campaign.system.accent,
        "token": token,
        "has_picture": campaign.public_id in campaign.pictures_by_owner,
        "form": form,
        "known": known,
        "seat": invitation.place,
        "plays": services.played_at(invitation.place) if invitation.place else [],
    }
    return render(request, "campaigns/join.html", shown, status=422 if form.errors else 200)


@require_GET
def picture(request: HttpRequest, token: str) -> HttpResponse:
    """The campaign's picture, for whoever holds an open link to it."""
    try:
        campaign = services.invitation_for(token).campaign
    except services.LinkClosed as closed:
        raise Http404 from closed
    own = campaign.pictures_by_owner.get(campaign.public_id)
    if own is None:
        raise Http404
    return serving.sent(request, own, "token")


def _form(request: HttpRequest, token: str) -> forms.Form:
    """The form of whoever opens the link: filled in by what they sent, or by having pressed before they signed in."""
    sent = request.POST if request.method == "POST" else None
    if not request.user.is_authenticated:
        return GuestForm(sent)
    pressed = request.session.pop(_PENDING, "") == token
    return NameForm({} if pressed and sent is None else sent)


def _come_in(request: HttpRequest, token: str, form: forms.Form) -> Membership | None:
    """The new place of whoever comes in; ``None`` where the form says what stands in the way."""
    if not form.is_valid():
        return None
    name = form.cleaned_data["name"]
    try:
        if request.user.is_authenticated:
            return services.accept(access.person(request.user), token, name=name)
        member = services.accept_guest(token, name=name)
    except (services.NameTaken, services.NoGuests) as refused:
        form.add_error("name", refused.sentence)
        return None
    guests.sign_in(request, member.user)
    return member
