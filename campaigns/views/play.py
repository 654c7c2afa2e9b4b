"""Addresses at which play arrives from a browser: perform, foretell, undo and redo, for sheet and table alike."""

from collections.abc import Callable, Mapping, Sequence

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from campaigns.audience import history, viewers
from campaigns.calendar import dates
from campaigns.chronicle import record
from campaigns.log.outcome import outcome_of
from campaigns.long_work import long_tests
from campaigns.members.campaign_views import for_members
from campaigns.models import Entry, Membership
from campaigns.play import sent_forms
from campaigns.play.asked_tests import answered_by
from campaigns.play.odds_display import columns, counsel_of
from campaigns.play.outlook import foresee, hands
from campaigns.play.problems import answering, plain_facts
from campaigns.play.simple_answers import perform as perform_intent
from campaigns.play.undo import redo as redo_entry
from campaigns.play.undo import undo as undo_entry
from rules import codec
from rules.engine.kernel import Refused, facts, span


@require_POST
@answering
@for_members
def perform(request: HttpRequest, member: Membership) -> HttpResponse:
    """Let a command happen, and answer with what came of it as far as the sender may know."""
    entry = perform_intent(member, sent_forms.intent_from(request, member.campaign.system))
    return happened(member, entry, more=answered_by(entry))


@require_POST
@answering
@for_members
def odds(request: HttpRequest, member: Membership) -> HttpResponse:
    """The exact odds of the form as it is filled in now; a refusal stands in the same place."""
    try:
        intent = sent_forms.intent_from(request, member.campaign.system)
        foreseen = foresee(member, intent)
    except Refused as refused:
        return render(request, "partials/odds.html", {"refused": refused.sentence})
    odds, ahead = foreseen.odds, foreseen.ahead
    finished = long_tests.finished(dates.today(member.campaign).almanac, ahead) if ahead else None
    shown = {"odds": odds, "columns": columns(odds) if odds else [], "house": foreseen.house, "finished": finished}
    more = {"counsel": counsel_of(foreseen.advice, intent.command), "lasts": span(foreseen.lasts)}
    return render(request, "partials/odds.html", shown | more)


@require_POST
@answering
@for_members
def dice(request: HttpRequest, member: Membership) -> HttpResponse:
    """A box for each die that the form as it is filled in lets people throw first; none where it would be refused.

    ``hand`` names each whose faces the form has room for.
    """
    try:
        intent = sent_forms.intent_from(request, member.campaign.system)
        shown = hands(member, intent, request.POST.getlist("hand"))
    except Refused:
        shown = []
    return render(request, "partials/hands.html", {"hands": shown})


@require_POST
@answering
@for_members
def undo(request: HttpRequest, member: Membership) -> HttpResponse:
    """Take back the entry that is named."""
    return _turn_back(request, member, undo_entry)


@require_POST
@answering
@for_members
def redo(request: HttpRequest, member: Membership) -> HttpResponse:
    """Bring back the entry that is named."""
    return _turn_back(request, member, redo_entry)


def _turn_back(request: HttpRequest, member: Membership, turn: Callable[..., Entry]) -> HttpResponse:
    entry, encounter = (request.POST.get(name, "") for name in ("entry", "encounter"))
    return happened(member, turn(member, entry, encounter=encounter, key=sent_forms.key_of(request)))


def happened(
    member: Membership, entry: Entry, page: str = "", *, to: str = "", aloud: bool = False, more: Sequence[str] = ()
) -> JsonResponse:
    """The answer to a write: the entry, its facts as the member may see them, and the version that holds now.

    ``page`` is the document that was written, where it is neither a sheet nor an encounter. ``note`` says to a player
    that their turn is over, and ``turn`` whose it was. ``to`` is the page on which one goes on;
    ``aloud`` has the note say what happened, and ``more`` are sentences that no fact tells.
    """
    known = viewers.people(member)
    viewer = viewers.viewer(member, known)
    seen = history.seen_facts(entry, viewer)
    names = history.seen_names({one.public_id: one.name for one in known}, entry, viewer)
    guarded = page or entry.encounter or entry.actor
    document = record.find([guarded]).get(guarded) if guarded else None
    outcome = outcome_of(seen, names, member.campaign.system)
    shown = {"outcome": outcome, "campaign": member.campaign, "present": outcome.people, "further_lines": more}
    return JsonResponse(
        {
            "entry": entry.public_id,
            "facts": plain_facts(seen, names),
            "version": document.version_for(member.is_gm) if document else None,
            "shown": render_to_string("partials/outcome.html", shown),
            "to": to,
            **_ending(entry, viewer, names),
            **({"note": " ".join(line.text for line in outcome.lines)} if aloud else {}),
        }
    )


def _ending(entry: Entry, viewer: viewers.Viewer, names: Mapping[str, str]) -> dict[str, str]:
    """The note for a player who has ended a turn of theirs, until the next that they can see begins; empty otherwise.

    ``turn`` is whose turn all the others see meanwhile: if two players compare their pages, neither tells more.
    """
    ended = (fact.rung for fact in codec.facts_from(entry.facts) if isinstance(fact, facts.TurnEnded))
    who = next((owner for rung in ended if (owner := history.owner_of(rung)) in viewer.plays), "")
    return {"note": "Your turn is over", "turn": f"{names[who]}’s turn"} if who else {"note": "", "turn": ""}
