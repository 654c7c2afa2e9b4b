"""The page of long tests: what is under way, when it will be done, and letting it go on, by hand or by the worker."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import access
from campaigns.calendar import dates
from campaigns.long_work import long_tests, runs
from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.models import Membership, Run, all_sheets
from campaigns.play import forms, sent_forms
from campaigns.play.game import lay_out
from campaigns.play.odds_display import spread
from campaigns.play.problems import answering
from rules.engine.calendar.long_tests import LongTests
from rules.engine.kernel import UNITS, Refused
from rules.engine.system.protocol import command_named

#: The functions that change a run's state, by the word in the address.
TURNS = {"pause": runs.pause, "resume": runs.resume, "cancel": runs.cancel}


@login_required
@require_GET
@for_members
def overview(request: HttpRequest, member: Membership) -> HttpResponse:
    """The page of the long tests under way that the member may know of."""
    kept = long_tests.kept_by(member)
    found = long_tests.under_way(member, foreseen=access.sees_odds(member))
    listed = [(one, spread(one.forecast) if one.forecast else ()) for one in found]
    shown = {
        "kept": kept,
        "listed": listed,
        "runs": _runs(member, kept),
        "today": dates.today(member.campaign),
        "units": UNITS,
        "workers": _workers(member),
        **_asked(request, member),
    }
    return campaign_page(request, member, "campaigns/long_tests.html", shown)


def _runs(member: Membership, kept: LongTests) -> list[tuple[Run, str]]:
    """Runs in words; what is about one test stands beside that until it is done, and nowhere if it was given up."""
    units = {choice.value: choice.label for choice in kept.units}
    found = []
    for run in long_tests.runs(member):
        if run.kind == Run.Kind.TIME:
            span = f"{units.get(run.unit, run.unit)} to pass: {run.amount}" if run.amount else "Time passes"
            found.append((run, span))
        elif len(run.tests) > 1 or run.state == Run.State.DONE:
            found.append((run, "Rolled to the end: " + ", ".join(label for _, _, label in run.tests)))
    return found


def _workers(member: Membership) -> list[tuple[str, str]]:
    """The people (id, name) for whom the member may begin a long test."""
    people = access.visible(member, all_sheets().defer("body").order_by("name", "pk"))
    return [(one.public_id, one.name) for one in people if access.may_play(member, one)]


def _asked(request: HttpRequest, member: Membership) -> dict[str, Any]:
    """The form that the address asks for: to begin a test, or to change what bears on one."""
    kept, asked = long_tests.kept_by(member), request.GET
    command = kept.begin if "begin" in asked else kept.change if "change" in asked else ""
    who = asked.get("begin") or asked.get("change", "")
    if not command or not who:
        return {}
    kind = command_named(member.campaign.system, command)
    try:
        game = lay_out(member, who)
        access.refuse_unless_player_of(member, game.sheets.documents[who])
        kind.possible(game.known)
        given = {kept.field: asked.get("test", "")} if command == kept.change else {}
        return {"form": forms.form_for(kind, game, given), "form_for": game.table.me.name}
    except Refused as refused:
        return {"refused": refused.sentence}


@require_POST
@answering
@for_members
def start(request: HttpRequest, member: Membership) -> HttpResponse:
    """Let the worker carry on: a test to its end, or everything."""
    sent, key = request.POST, sent_forms.key_of(request)
    tests = [(sent["who"], sent.get("test", ""))] if "who" in sent else []
    return _state_of(runs.to_the_end(member, tests, key=key))


@require_POST
@answering
@for_members
def turn(request: HttpRequest, member: Membership, run_id: str, to: str) -> HttpResponse:
    """Pause, resume or cancel what the worker does."""
    return _state_of(TURNS[to](member, run_id, seen=sent_forms.seen_in(request.POST)))


def _state_of(run: Run) -> JsonResponse:
    return JsonResponse({"run": run.public_id, "state": run.state, "version": run.version})
