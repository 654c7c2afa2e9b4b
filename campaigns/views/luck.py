"""The luck of a campaign: expectation against result, over time, the best and the worst, and whether dice are fair."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns.audience import access
from campaigns.luck.report import Wish
from campaigns.luck.statistics import luck as luck_of

#: The most letters that are read of what an address asks for.
_LONGEST = 24


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
