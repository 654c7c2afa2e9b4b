"""The pages of the bin: of a campaign, and of the campaigns that one leads."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import access
from campaigns.bin import services
from campaigns.members.campaign_views import campaign_page, for_members, for_the_owner
from campaigns.models import Membership
from rules.engine.kernel import Refused


@login_required
@require_GET
@for_members
def overview(request: HttpRequest, member: Membership) -> HttpResponse:
    """The characters and encounters in the bin that one may bring back."""
    shown = {"binned": services.listed(member), "days": services.DAYS}
    return campaign_page(request, member, "campaigns/bin.html", shown)


@login_required
@require_POST
@for_members
def put(request: HttpRequest, member: Membership) -> HttpResponse:
    """Put a character or an encounter into the bin; one press on the page that follows brings it back."""
    try:
        document = services.put(member, request.POST.get("what", ""))
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("characters:campaign", member.campaign.public_id)
    messages.success(request, f"{document} is in the bin.")
    return redirect("campaigns:bin", member.campaign.public_id)


@login_required
@require_POST
@for_members
def bring_back(request: HttpRequest, member: Membership) -> HttpResponse:
    """Bring a character or an encounter back."""
    document = services.bring_back(member, request.POST.get("what", ""))
    messages.success(request, f"{document} is back{' in the archive' if document.is_archived else ''}.")
    return redirect("campaigns:bin", member.campaign.public_id)


@login_required
@require_GET
def campaigns(request: HttpRequest) -> HttpResponse:
    """The campaigns in the bin that one may bring back."""
    shown = {"binned": services.campaigns_of(access.person(request.user)), "days": services.DAYS}
    return render(request, "campaigns/bin_of_campaigns.html", shown)


@login_required
@require_POST
@for_the_owner
def put_campaign(request: HttpRequest, member: Membership) -> HttpResponse:
    """Put the campaign into the bin."""
    try:
        services.put_campaign(member)
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("campaigns:members", member.campaign.public_id)
    messages.success(request, f"{member.campaign} is in the bin.")
    return redirect("campaigns:bin_of_campaigns")


@login_required
@require_POST
def bring_campaign_back(request: HttpRequest) -> HttpResponse:
    """Bring a campaign back, for everybody who belongs to it."""
    campaign = services.bring_campaign_back(access.person(request.user), request.POST.get("what", ""))
    messages.success(request, f"{campaign} is back{' in the archive' if campaign.archived_at else ''}.")
    return redirect("campaigns:home")
