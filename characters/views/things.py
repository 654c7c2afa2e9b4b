"""Things to pick up: the compendium's shelf of one kind, and taking one of them along."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import access
from campaigns.homebrew import compendium
from campaigns.members.campaign_views import for_members
from campaigns.models import Membership
from campaigns.play import sent_forms
from campaigns.play.intent import Intent
from campaigns.play.problems import answering
from campaigns.play.simple_answers import perform
from campaigns.views.play import happened
from characters.sheets import selectors as characters
from rules.engine.kernel import Json


@require_GET
@answering
@for_members
def shelf(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """The compendium's things of one kind, to be picked up."""
    character = characters.character_for(member, character_id)
    access.refuse_unless_player_of(member, character)
    kind = request.GET.get("kind", "")
    open_to, closed = characters.in_reach(member, character, kind)
    shown = {
        "campaign": member.campaign,
        "character": character,
        "seen": character.version_for(member.is_gm),
        "kind": kind,
        "offered": [("", open_to), ("You cannot use these yet", closed)],
    }
    return render(request, "characters/shelf.html", shown)


@require_POST
@answering
@for_members
def take(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """Pick up a thing of the compendium."""
    item = compendium.thing(member, request.POST.get("section", ""), request.POST.get("entry", ""))
    given: dict[str, Json] = {"title": item.name, "kind": item.kind, "entry": item.entry, "count": item.count}
    key = sent_forms.key_of(request)
    intent = Intent("sheet.item", given | {"stats": item.stats}, character_id, seen=None, key=key)
    return happened(member, perform(member, intent))
