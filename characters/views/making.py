"""Making a character step by step: the step before somebody, what it would change, and taking it."""

from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.audience import access
from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.models import Membership
from campaigns.play import sent_forms
from campaigns.play.game import lay_out
from campaigns.play.intent import Intent, KeyReused, Stale
from campaigns.play.odds_display import columns
from campaigns.play.outlook import foretell
from campaigns.play.perform import perform as perform_intent
from campaigns.play.problems import answering, problem_of
from campaigns.views.play import perform
from characters.creation import previews, steps
from characters.models import Character
from characters.sheets import selectors as characters
from rules.engine.kernel import Refused
from winterhall.web import problems


@login_required
@require_http_methods(["GET", "POST"])
@for_members
def making(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """The step that comes next (or the one that is asked for); a step that is sent is taken."""
    character = characters.character_for(member, character_id)
    access.refuse_unless_player_of(member, character)
    if request.method == "POST":
        return _take(request, member, character)
    return _page(request, member, character, wanted=request.GET.get("step", ""))


@require_POST
@answering
@for_members
def preview(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """The preview of a step as it is filled in now; a refusal stands in the same place."""
    character = characters.character_for(member, character_id)
    access.refuse_unless_player_of(member, character)
    shown: dict[str, Any] = {"campaign": member.campaign}
    try:
        intent = replace(sent_forms.intent_from(request, member.campaign.system), actor=character_id)
        foreseen = previews.preview(member, intent)
    except Refused as refused:
        return render(request, "characters/making_preview.html", shown | {"preview": previews.refusal(refused)})
    shown |= {"preview": foreseen} | _odds(member, intent, foreseen)
    return render(request, "characters/making_preview.html", shown)


def _odds(member: Membership, intent: Intent, foreseen: previews.Preview) -> dict[str, Any]:
    """The odds of a step in which dice decide, for the template; empty without odds, or where they are not shown."""
    if not (foreseen.dice_decide and access.sees_odds(member)):
        return {}
    odds = foretell(member, intent)
    return {"odds": odds, "columns": columns(odds)} if odds else {}


def _take(request: HttpRequest, member: Membership, character: Character) -> HttpResponse:
    """Take a step: scripts hear what came of it, a plain form sees the next step, or why this one was refused."""
    if not request.accepts("text/html"):
        return perform(request, campaign_id=member.campaign.public_id)
    given: dict[str, Any] = {}
    try:
        intent = replace(sent_forms.intent_from(request, member.campaign.system), actor=character.public_id)
        given = dict(intent.given)
        if question := _question(request, member, character, intent):
            return _page(request, member, character, wanted=intent.command, given=given, question=question)
        entry = perform_intent(member, intent)
    except (Refused, Stale, KeyReused) as error:
        character.refresh_from_db()
        return _refused(request, member, character, given, error)
    response = redirect("characters:making", member.campaign.public_id, character.public_id)
    response["Location"] += f"?after={entry.public_id}"
    return response


def _question(request: HttpRequest, member: Membership, character: Character, intent: Intent) -> str:
    """The question before a step is taken; empty once it was answered. With scripts the page has asked it itself.

    A step that comes late is not asked about: it is refused, or was taken already.
    """
    is_late = intent.seen not in (None, character.version_for(member.is_gm))
    return "" if is_late or request.POST.get("asked") else previews.preview(member, intent).question


def _refused(
    request: HttpRequest, member: Membership, character: Character, given: dict[str, Any], error: Exception
) -> HttpResponse:
    """The page of a refused step, with everything that was chosen, and the sentence that says why not."""
    kind, sentence, more = problem_of(error) or ("fault", "", {})
    status = more.get("status", problems.KINDS[kind].status)
    wanted = request.POST.get("command", "")
    field = more.get("field", "")
    return _page(request, member, character, wanted=wanted, given=given, refused=sentence, field=field, status=status)


def _page(
    request: HttpRequest,
    member: Membership,
    character: Character,
    *,
    wanted: str,
    given: dict[str, Any] | None = None,
    refused: str = "",
    field: str = "",
    question: str = "",
    status: int = 200,
) -> HttpResponse:
    game = lay_out(member, character.public_id)
    made = steps.making_of(game, wanted)
    if made is None:
        return redirect("characters:sheet", member.campaign.public_id, character.public_id)
    choosing = previews.choosing(game, made.step, given)
    shown = {
        "character": character,
        "making": made,
        "choosing": choosing,
        "refused": refused,
        "refused_input": next((one for one in choosing.form.inputs if one.field == field), None),
        "question": question,
        "outcome": previews.outcome_of_step(member, character, request.GET.get("after", "")),
    }
    return campaign_page(request, member, "characters/making.html", shown, status)
