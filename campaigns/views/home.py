"""Where everybody begins: my campaigns, and founding one."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from campaigns import access, selectors, services
from campaigns.questions import FoundForm, HouseForm
from rules import registry


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """My campaigns; whoever is not signed in is welcomed."""
    if not request.user.is_authenticated:
        return render(request, "campaigns/welcome.html", {"systems": registry.SYSTEMS})
    return render(request, "campaigns/home.html", {"places": selectors.my_places(request.user)})


@login_required
@require_http_methods(["GET", "POST"])
def found(request: HttpRequest) -> HttpResponse:
    """Found a campaign: a name and a game."""
    form = FoundForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        member = services.found(user=access.person(request.user), **form.cleaned_data)
        return redirect("characters:campaign", member.campaign.public_id)
    return render(request, "campaigns/found.html", {"form": form, "systems": registry.SYSTEMS})


@login_required
@require_http_methods(["GET", "POST"])
def house(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The campaign's name and its house rules."""
    member = access.membership_as_gm(request.user, campaign_id)
    campaign = member.campaign
    switches = tuple(campaign.system.switches)
    now = {f"rule-{one.name}": campaign.house_rules.get(one.name, one.default) for one in switches}
    form = HouseForm(
        request.POST if request.method == "POST" else None, initial={"name": campaign.name, **now}, switches=switches
    )
    if request.method == "POST" and form.is_valid():
        services.rename(member, name=form.cleaned_data["name"], house_rules=form.house_rules())
        return redirect("characters:campaign", campaign_id)
    return render(request, "campaigns/house.html", {"member": member, "campaign": campaign, "form": form})
