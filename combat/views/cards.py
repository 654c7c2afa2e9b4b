"""Views of cards: that of a rung, which leads to what happens for the party after a fight, and creatures on paper."""

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
from combat import after_fight, paper_cards, spoils
from combat.models import Encounter
from combat.table import page
from combat.table.card import card as card_of
from winterhall.web import pdf
from winterhall.web.file_names import file_name

#: The most letters that are read of what an address asks for.
_LONGEST = 100


@login_required
@require_GET
@for_members
def card(request: HttpRequest, member: Membership, encounter_id: str, character_id: str) -> HttpResponse:
    """The card of somebody who takes part, as the member may know them."""
    seen = page.table(member, encounter_id, page.Wish())
    found = card_of(seen, character_id)
    if found is None:
        raise Http404
    shown = {"table": seen, "card": found, "states_open": "states" in request.GET}
    return campaign_page(request, member, "combat/_card.html", shown)


@require_POST
@answering
@for_game_masters
def for_party(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Let a rest or an award of a fight happen for everybody who is ticked, in one entry."""
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


# -- on paper ----------------------------------------------------------------------------------------------------------


@login_required
@require_GET
@for_game_masters
def of_bestiary(request: HttpRequest, member: Membership) -> HttpResponse:
    """The creatures that are looked for, as cards."""
    wanted = request.GET.get("q", "").strip()[:_LONGEST]
    return _cards(request, paper_cards.of_bestiary(member, wanted), member.campaign.name, wanted)


@login_required
@require_GET
@for_game_masters
def of_encounter(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """The creatures of a fight, as cards."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    return _cards(request, paper_cards.of_encounter(member, encounter), encounter.name)


def _cards(request: HttpRequest, pages: list[list[paper_cards.PaperCard]], *names: str) -> HttpResponse:
    if not pages:
        raise Http404
    name = file_name(" ".join((*names, "creatures")), "pdf", "creatures")
    return pdf.response(request, "combat/cards_pdf.html", {"pages": pages}, name)
