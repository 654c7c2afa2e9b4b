"""Views for parts of the table: the card of a rung, and what happens for the whole party after a fight."""

from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import access
from campaigns.members.campaign_views import campaign_page, for_game_masters, for_members
from campaigns.models import Membership
from campaigns.play import sent_forms
from campaigns.play.intent import Intent
from campaigns.play.problems import answering
from campaigns.views.play import happened
from combat import after_fight, spoils
from combat.models import Encounter
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


@require_POST
@answering
@for_game_masters
def for_party(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Let a rest or an award happen for everybody who is ticked, in one entry."""
    access.document_for(member, Encounter.objects.all(), encounter_id)
    intent = sent_forms.intent_from(request, member.campaign.system)
    entry = after_fight.for_party(member, replace(intent, encounter=encounter_id), request.POST.getlist("who"))
    return happened(member, entry)


@require_POST
@answering
@for_game_masters
def share_spoils(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Give out coins and things, in one entry."""
    access.document_for(member, Encounter.objects.all(), encounter_id)
    seen, key = sent_forms.seen_in(request.POST), sent_forms.key_of(request)
    intent = Intent(spoils.COMMAND, encounter=encounter_id, seen=seen, key=key)
    return happened(member, spoils.share(member, intent, spoils.gifts_in(request.POST)))
