"""The card of a rung, drawn by itself when somebody taps it."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.models import Membership
from combat.table import page
from combat.table.card import card as card_of


@login_required
@require_GET
@for_members
def card(request: HttpRequest, member: Membership, encounter_id: str, character_id: str) -> HttpResponse:
    """The card of somebody who takes part, as the member may know them."""
    seen = page.table(member, encounter_id, page.Wish())
    found = card_of(seen, character_id)
    if found is None:
        raise Http404
    return campaign_page(request, member, "combat/_card.html", {"table": seen, "card": found})
