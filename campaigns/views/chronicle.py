"""The chronicle in words, the way back for whoever runs the campaign, and the luck of all rolls."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns.audience import access
from campaigns.log.detail import detail_of
from campaigns.log.page import log_page
from campaigns.luck.report import Wish
from campaigns.luck.statistics import luck as luck_of
from campaigns.play.undo import last_to_redo, last_to_undo

#: The most letters that are read of what an address asks for.
_LONGEST = 24


@login_required
@require_GET
def chronicle(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The page of what has happened, the newest first."""
    member = access.membership(request.user, campaign_id)
    shown = {"member": member, "campaign": member.campaign, "accent": member.campaign.system.accent}
    shown["told"] = log_page(member, request.GET.get("before", ""), request.GET.get("at", ""))
    shown["looked_at"] = request.GET.get("at", "")
    if member.is_gm:
        shown |= {"undo": last_to_undo(member.campaign), "redo": last_to_redo(member.campaign)}
    return render(request, "campaigns/chronicle.html", shown)


@login_required
@require_GET
def entry(request: HttpRequest, campaign_id: str, entry_id: str) -> HttpResponse:
    """The page of one entry opened: how a roll or a change came about."""
    member = access.membership(request.user, campaign_id)
    shown = {"member": member, "campaign": member.campaign, "accent": member.campaign.system.accent}
    opened = detail_of(member, entry_id)
    return render(request, "campaigns/entry.html", shown | {"detail": opened, "present": opened.people})


@login_required
@require_GET
def luck(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The page of everybody's luck, or of the rolls that are asked for."""
    member = access.membership(request.user, campaign_id)
    wish = Wish(*(request.GET.get(name, "").strip()[:_LONGEST] for name in ("player", "character", "session")))
    shown = {
        "member": member,
        "campaign": member.campaign,
        "accent": member.campaign.system.accent,
        "wish": wish,
        "luck": luck_of(member, wish),
    }
    return render(request, "campaigns/luck.html", shown)
