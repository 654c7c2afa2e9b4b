"""The chronicle in words, the way back for whoever runs the campaign, and the luck of all rolls."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from campaigns.calendar.sessions import running
from campaigns.log.detail import detail_of
from campaigns.log.page import log_page
from campaigns.luck.report import Wish
from campaigns.luck.statistics import luck as luck_of
from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.models import Membership
from campaigns.play.undo import last_to_redo, last_to_undo

#: The most letters that are read of what an address asks for.
_LONGEST = 24


@login_required
@require_GET
@for_members
def chronicle(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page of what has happened, the newest first."""
    looked_at = request.GET.get("at", "")
    told = log_page(member, request.GET.get("before", ""), looked_at)
    shown: dict[str, Any] = {"told": told, "looked_at": looked_at}
    if member.is_gm:
        shown["is_running"] = running(member.campaign) is not None
        for way, turned in (("undo", last_to_undo(member.campaign)), ("redo", last_to_redo(member.campaign))):
            shown |= {way: turned, f"{way}_said": told.said_of(turned, member.campaign.system) if turned else ""}
    return campaign_page(request, member, "campaigns/chronicle.html", shown)


@login_required
@require_GET
@for_members
def entry(request: HttpRequest, member: Membership, entry_id: str) -> HttpResponse:
    """The page of one entry opened: how a roll or a change came about."""
    opened = detail_of(member, entry_id)
    return campaign_page(request, member, "campaigns/entry.html", {"detail": opened, "present": opened.people})


@login_required
@require_GET
@for_members
def luck(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page of everybody's luck, or of the rolls that are asked for."""
    wish = Wish(*(request.GET.get(name, "").strip()[:_LONGEST] for name in ("player", "character", "session")))
    return campaign_page(request, member, "campaigns/luck.html", {"wish": wish, "luck": luck_of(member, wish)})
