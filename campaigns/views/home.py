"""The pages where everybody begins: my campaigns, founding one, and its name and house rules."""

from contextlib import suppress

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from campaigns.audience import access
from campaigns.bin import services as bin_services
from campaigns.homebrew import editor
from campaigns.members import services
from campaigns.members.campaign_views import for_game_masters
from campaigns.models import Campaign, Membership
from campaigns.play import sent_forms
from campaigns.play.intent import KeyReused, Stale, Unchanged
from campaigns.views import joining
from campaigns.views.forms import FoundForm, HouseForm
from rules import house_rules, registry
from rules.engine.kernel import Refused
from winterhall.accounts import idempotency


@require_GET
def campaigns(request: HttpRequest) -> HttpResponse:
    """The address that people guess: their campaigns are on the first page."""
    return redirect("campaigns:home")


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The page of my campaigns and my characters; whoever is not signed in is welcomed."""
    if not request.user.is_authenticated:
        return render(request, "campaigns/welcome.html", {"systems": registry.SYSTEMS})
    if invitation := joining.pending(request):
        return redirect(invitation)
    places = services.my_places(request.user)
    shown = {
        "places": [place for place in places if place.campaign.archived_at is None],
        "characters": services.my_characters(request.user),
        "has_binned": bool(bin_services.campaigns_of(access.person(request.user))),
        "archived": [place for place in places if place.campaign.archived_at is not None],
    }
    return render(request, "campaigns/home.html", shown)


@login_required
@require_http_methods(["GET", "POST"])
def found(request: HttpRequest) -> HttpResponse:
    """Found a campaign: a name and a game."""
    form = FoundForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        user = access.person(request.user)
        made = idempotency.from_form(
            request, user, lambda: services.found(user=user, **form.cleaned_data).campaign.public_id
        )
        return redirect("characters:campaign", made)
    return render(request, "campaigns/found.html", {"form": form, "systems": registry.SYSTEMS})


@login_required
@require_http_methods(["GET", "POST"])
@for_game_masters
def house(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page of the campaign's name and its house rules."""
    form = _house_form(request, member)
    if request.method == "GET" or not form.is_valid():
        return _house_page(request, member, form)
    seen, key = sent_forms.seen_in(request.POST), sent_forms.key_of(request)
    try:
        with suppress(Unchanged):  # The rules are as they were; the name may be another.
            editor.choose_rules(member, form.house_rules(), seen=seen, key=key)
    except (Refused, Stale, KeyReused) as error:
        return _house_page(request, member, form, error)
    services.rename(member, name=form.cleaned_data["name"])
    return redirect("characters:campaign", member.campaign.public_id)


def _house_form(request: HttpRequest, member: Membership) -> HouseForm:
    campaign = member.campaign
    switches = house_rules.switches(campaign.system)
    now = {f"rule-{one.name}": one.chosen(campaign.house_rules) for one in switches}
    sent = request.POST if request.method == "POST" else None
    return HouseForm(sent, initial={"name": campaign.name, **now}, switches=switches)


def _house_page(
    request: HttpRequest, member: Membership, form: HouseForm, error: Exception | None = None
) -> HttpResponse:
    """The form; whoever was late or wrong finds what they chose beside what holds now."""
    campaign = Campaign.objects.get(pk=member.campaign_id)
    settings = house_rules.settings(campaign.system, campaign.house_rules)
    shown = {
        "member": member,
        "campaign": member.campaign,
        "form": form,
        "parts": [
            (title, [(one, form[f"rule-{one.switch.name}"]) for one in among])
            for title, among in house_rules.by_part(settings)
        ],
        "seen": editor.house_version(member),
        "refused": str(error) if error else "",
    }
    status = 409 if isinstance(error, Stale) else 422 if error else 200
    return render(request, "campaigns/house.html", shown, status=status)
