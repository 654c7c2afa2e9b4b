"""The bar that says who is asked and whose turn it is: on pages of a campaign, and where all of them stand."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns.audience import access
from campaigns.journal.reading import just_shown
from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.members.services import my_places
from campaigns.models import Membership
from campaigns.notices.telling import tests_wanted
from combat.table.calls import calls
from winterhall.api.throttles import Allowance

#: The most campaigns that are looked through at once, those that somebody came to last.
MOST_CAMPAIGNS = 12
#: The most looks of one person in a minute; a page takes three.
LOOKS_PER_MINUTE = 20
_LOOKS = Allowance("calls")


@login_required
@require_GET
@for_members
def of_campaign(request: HttpRequest, member: Membership) -> HttpResponse:
    """The bar of every page of the campaign."""
    shown = {"calls": calls(member), "tests": tests_wanted(member), "handouts": just_shown(member)}
    return campaign_page(request, member, "combat/_calls.html", shown)


@login_required
@require_GET
def of_all(request: HttpRequest) -> HttpResponse:
    """The bar of the page on which somebody's campaigns stand: what waits for them in any of these."""
    user = access.person(request.user)
    if not _LOOKS.spend(f"user:{user.pk}", LOOKS_PER_MINUTE):
        return HttpResponse(status=429)
    ids = my_places(user).filter(campaign__archived_at=None).values_list("campaign__public_id", flat=True)
    waiting = [_waiting(access.membership(user, one)) for one in ids[:MOST_CAMPAIGNS]]
    return render(request, "combat/_calls_of_all.html", {"waiting": waiting})


def _waiting(member: Membership) -> dict[str, Any]:
    """The calls of a campaign, read while its own book lies open."""
    return {"member": member, "calls": calls(member), "tests": list(tests_wanted(member))}
