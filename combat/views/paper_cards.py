"""Cards of creatures as PDF files, for game masters."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from campaigns.audience import access
from campaigns.members.campaign_views import for_game_masters
from campaigns.models import Membership
from combat import paper_cards
from combat.models import Encounter
from winterhall.web import pdf
from winterhall.web.file_names import file_name

#: The most letters that are read of what an address asks for.
_LONGEST = 100


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
