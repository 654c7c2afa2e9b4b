"""The page of changes that wait for a game master's approval, and what is said there."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import viewers
from campaigns.log.outcome import Outcome, outcome_of
from campaigns.members.campaign_views import campaign_page, for_game_masters, for_members
from campaigns.models import Membership, Proposal
from campaigns.play import consent
from campaigns.play.changes import changes_of
from campaigns.play.deeds import label_of
from campaigns.play.outlook import rehearse
from rules.engine.kernel import Refused, SecureDice

#: Changes on the page, which rehearses each.
AT_ONCE = 20


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A change that waits, with what it would do now, or why it cannot be any more."""

    proposal: Proposal
    name: str
    label: str
    changes: tuple[str, ...] = ()
    outcome: Outcome | None = None
    refusal: str = ""


@login_required
@require_GET
@for_members
def approvals(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page of what waits: for game masters everything, for players their own, with what was said last."""
    names = viewers.names_in(member.campaign_id)
    places = {one.user_id: one for one in Membership.objects.filter(campaign=member.campaign).select_related("user")}
    waiting = consent.waiting(member)
    decided = Proposal.objects.filter(campaign=member.campaign, by=member.user).exclude(state=consent.State.WAITING)
    shown = {
        "waiting": [_rehearsed(one, places.get(one.by_id), member, names) for one in waiting[:AT_ONCE]],
        "more": max(0, waiting.count() - AT_ONCE),
        "decided": [_named(one, member, names) for one in decided.order_by("-pk")[:10]] if not member.is_gm else (),
    }
    return campaign_page(request, member, "campaigns/approvals.html", shown)


def _rehearsed(proposal: Proposal, place: Membership | None, member: Membership, names: viewers.Names) -> Rehearsed:
    named = _named(proposal, member, names)
    if place is None:
        return Rehearsed(proposal, named.name, named.label, refusal="They are no longer in the campaign.")
    place.campaign = member.campaign
    try:
        game = rehearse(place, consent.intent_of(proposal), SecureDice())
    except Refused as refused:
        return Rehearsed(proposal, named.name, named.label, refusal=refused.sentence)
    except PermissionDenied:
        return Rehearsed(proposal, named.name, named.label, refusal="They may not change this sheet any more.")
    changes = changes_of(game)
    outcome = outcome_of(changes.others, names, member.campaign.system)
    return Rehearsed(proposal, named.name, named.label, changes.words, outcome)


def _named(proposal: Proposal, member: Membership, names: viewers.Names) -> Rehearsed:
    return Rehearsed(
        proposal, names.get(proposal.actor, "Somebody"), label_of(proposal.command, member.campaign.system)
    )


@login_required
@require_POST
@for_members
def decide(request: HttpRequest, member: Membership, proposal_id: str, to: str) -> HttpResponse:
    """Agree to a change, say no to it, or take back one's own."""
    word = request.POST.get("word", "")
    ways: dict[str, tuple[Callable[[], object], str]] = {
        "agree": (lambda: consent.agree(member, proposal_id, word), "Approved."),
        "refuse": (lambda: consent.refuse(member, proposal_id, word), "Refused. The player has been told."),
        "take-back": (lambda: consent.take_back(member, proposal_id), "Withdrawn."),
    }
    if to not in ways:
        raise Http404
    act, said = ways[to]
    try:
        act()
    except Refused as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, said)
    return redirect("campaigns:approvals", member.campaign.public_id)


@login_required
@require_POST
@for_game_masters
def require(request: HttpRequest, member: Membership) -> HttpResponse:
    """Choose for what players need approval."""
    consent.require(member, request.POST.getlist("kind"))
    messages.success(request, "Saved.")
    return redirect("campaigns:members", member.campaign.public_id)


@login_required
@require_POST
@for_game_masters
def agree_to_all(request: HttpRequest, member: Membership) -> HttpResponse:
    """Agree to everything that waits; what is no longer possible says why, and waits on."""
    done = 0
    for proposal in list(consent.waiting(member)):
        try:
            consent.agree(member, proposal.public_id, request.POST.get("word", ""))
            done += 1
        except Refused as refused:
            messages.error(request, f"{label_of(proposal.command, member.campaign.system)}: {refused.sentence}")
    messages.success(request, f"{done} approved.")
    return redirect("campaigns:approvals", member.campaign.public_id)
