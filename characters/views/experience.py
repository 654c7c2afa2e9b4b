"""The ledger of experience: from each roll to what it taught, and on to what was bought with it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_POST

from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.models import Membership
from campaigns.play import sent_forms
from campaigns.play.problems import answering
from campaigns.views.play import happened
from characters.experience import ledger, refunds
from characters.sheets import selectors as characters

#: The most letters that are read of what an address asks for.
_LONGEST = 120


@login_required
@require_GET
@for_members
def experience(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """The page of the ledger, the newest row first."""
    character = characters.character_for(member, character_id)
    wish = ledger.Wish(*(request.GET.get(name, "").strip()[:_LONGEST] for name in ("rank", "session", "reason")))
    asked = {name: getattr(wish, name) for name in ("rank", "session", "reason") if getattr(wish, name)}
    shown = {
        "character": character,
        "seen": character.version_for(member.is_gm),
        "wish": wish,
        "asked": urlencode(asked),
        "ledger": ledger.ledger(member, character, wish, request.GET.get("before", "")),
    }
    return campaign_page(request, member, "characters/experience.html", shown)


@require_POST
@answering
@for_members
def take_back(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """Take back the raise that is named."""
    character = characters.character_for(member, character_id)
    seen, key = sent_forms.seen_in(request.POST), sent_forms.key_of(request)
    entry = refunds.take_back(member, character, request.POST.get("entry", ""), seen=seen, key=key)
    return happened(member, entry)
