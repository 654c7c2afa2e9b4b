"""The ledger of experience: from each roll to what it taught, and on to what was bought with it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import access
from campaigns.play import forms
from campaigns.play.problems import answering
from campaigns.views.play import happened
from characters.experience import ledger, refunds
from characters.sheets import selectors as characters

#: The most letters that are read of what an address asks for.
_LONGEST = 120


@login_required
@require_GET
def experience(request: HttpRequest, campaign_id: str, character_id: str) -> HttpResponse:
    """The page of the ledger, the newest row first."""
    member = access.membership(request.user, campaign_id)
    character = characters.character_for(member, character_id)
    wish = ledger.Wish(*(request.GET.get(name, "").strip()[:_LONGEST] for name in ("rank", "session", "reason")))
    asked = {name: getattr(wish, name) for name in ("rank", "session", "reason") if getattr(wish, name)}
    shown = {
        "member": member,
        "campaign": member.campaign,
        "accent": member.campaign.system.accent,
        "character": character,
        "seen": character.version_for(member.is_gm),
        "wish": wish,
        "asked": urlencode(asked),
        "ledger": ledger.ledger(member, character, wish, request.GET.get("before", "")),
    }
    return render(request, "characters/experience.html", shown)


@require_POST
@answering
def take_back(request: HttpRequest, campaign_id: str, character_id: str) -> HttpResponse:
    """Take back the raise that is named."""
    member = access.membership(request.user, campaign_id)
    character = characters.character_for(member, character_id)
    sent, key = request.POST, request.headers.get("Idempotency-Key", "")
    entry = refunds.take_back(
        member, character, sent.get("entry", ""), seen=forms.seen_in(sent), key=forms.key_in(sent, key)
    )
    return happened(member, entry)
