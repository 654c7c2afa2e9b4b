"""The sheet on paper: what the viewer may read of it, with boxes for a pen and room for notes."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns.audience import access
from characters import paper
from characters import selectors as characters


@login_required
@require_GET
def printed(request: HttpRequest, campaign_id: str, character_id: str) -> HttpResponse:
    """The page of the whole sheet, for one or two sheets of A4."""
    member = access.membership(request.user, campaign_id)
    view = characters.sheet_view(member, characters.character_for(member, character_id))
    shown = {
        "member": member,
        "campaign": member.campaign,
        "accent": member.campaign.system.accent,
        "character": view.character,
        "view": view,
        "paper": paper.paper(view, is_gm=member.is_gm),
    }
    return render(request, "characters/print.html", shown)
