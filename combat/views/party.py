"""The page of the party: what it owns in common, moving it, and how everybody fares."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.views.decorators.http import require_GET, require_POST

from campaigns.members.campaign_views import campaign_page, for_game_masters, for_members
from campaigns.models import Entry, Membership, PartyStock
from campaigns.play import consent, sent_forms
from campaigns.play.problems import answering
from campaigns.play.sent_forms import CHOSEN
from campaigns.views.play import happened
from characters.party import moves, results, tests
from characters.party.moves import Held, Move, Thing
from characters.party.reading import Party, party, shares
from characters.sheets.selectors import carried
from combat import after_fight
from combat.table.after import awards
from combat.table.calls import Call, calls
from rules.engine.kernel import Refused

#: The lines for things that are found.
LINES = range(1, 4)


@login_required
@require_GET
@for_members
def overview(request: HttpRequest, member: Membership) -> HttpResponse:
    """The purse and the things of the party, and the vital numbers of everybody."""
    seen = party(member)
    shown = {
        "party": seen,
        "asked": _asked(calls(member)),
        "may_move": bool(seen.purses),
        "approvals": consent.waiting(member).filter(command=moves.MOVE).count(),
        **(_for_game_masters(member, seen) if member.is_gm else {}),
    }
    if member.is_gm:
        played = [one.character for one in shown["sharing"]]
        shown["awards"] = awards(member, played, request.GET.get("session", "")) if played else ()
    return campaign_page(request, member, "combat/party.html", shown)


def _asked(waiting: list[Call]) -> Mapping[str, list[Call]]:
    """The calls that wait for each, by their id."""
    found: dict[str, list[Call]] = {}
    for call in (one for one in waiting if not one.begins):
        found.setdefault(call.who, []).append(call)
    return found


def _for_game_masters(member: Membership, seen: Party) -> dict[str, Any]:
    played = [one.character for one in seen.people if one.character.is_played]
    system = member.campaign.system
    sharing = [one for one in seen.people if one.character.owner_id]
    living = [one for one in sharing if not one.character.sheet.has(system.dead)]
    return {
        "tests": tests.choices(member, played),
        "settings": tests.settings(member, played),
        "rolling": tests.at_the_table(member, played),
        "wanted": results.asked_lately(member),
        "most_words": tests.MOST_WORDS,
        "shelf": sorted(one.name for one in carried(member).values()),
        "lines": LINES,
        "sharing": sharing,
        "living": living,
        "shares": shares(seen.common, system.coins(), len(living)) if living else ("", ""),
    }


@require_POST
@answering
@for_members
def move(request: HttpRequest, member: Membership) -> HttpResponse:
    """Move coins and things from one place to another."""
    sent = request.POST
    source, held = _held(sent)
    wanted = Move(source, sent.get("to", ""), _coins(sent), held, _found(sent))
    entry = moves.move(member, wanted, seen=sent_forms.seen_in(sent), key=sent_forms.key_of(request))
    return _done(member, entry)


@require_POST
@answering
@for_game_masters
def split(request: HttpRequest, member: Membership) -> HttpResponse:
    """Split coins of the party evenly."""
    sent, key = request.POST, sent_forms.key_of(request)
    coins = None if "all" in sent else _coins(sent)
    entry = moves.split(member, coins, sent.getlist("among"), seen=sent_forms.seen_in(sent), key=key)
    return _done(member, entry, aloud=True)


@require_POST
@answering
@for_game_masters
def award(request: HttpRequest, member: Membership) -> HttpResponse:
    """Award something to everybody who is ticked, in one entry and out of any fight."""
    intent = replace(sent_forms.intent_from(request, member.campaign.system), encounter="", seen=None)
    return happened(member, after_fight.for_party(member, intent, request.POST.getlist("who")), aloud=True)


@require_POST
@answering
@for_game_masters
def ask_for_test(request: HttpRequest, member: Membership) -> HttpResponse:
    """Ask players for a test."""
    asked = tests.ask(member, _asking(request.POST), key=sent_forms.key_of(request))
    return JsonResponse({"asked": asked, "note": f"Asked: {', '.join(asked)}."})


@require_POST
@answering
@for_game_masters
def withdraw_test(request: HttpRequest, member: Membership) -> HttpResponse:
    """Ask players for a test no longer."""
    tests.withdraw(member, request.POST.get("asking", ""))
    return JsonResponse({"note": "Withdrawn. Nobody is asked any more."})


@login_required
@require_GET
@for_game_masters
def cannot_succeed(request: HttpRequest, member: Membership) -> HttpResponse:
    """The names of those who could not succeed at a test as its form is filled in; empty while it would be refused."""
    try:
        names = tests.cannot_succeed(member, _asking(request.GET))
    except Refused:
        names = []
    return campaign_page(request, member, "combat/_cannot_succeed.html", {"names": names})


def _asking(sent: QueryDict) -> tests.Asking:
    given = {name.removeprefix(CHOSEN): str(sent[name]) for name in sent if name.startswith(CHOSEN)}
    return tests.Asking(sent.getlist("who"), sent.get("rank", ""), sent.get("words", ""), given)


def _done(member: Membership, entry: Entry, *, aloud: bool = False) -> HttpResponse:
    page = PartyStock.of(member.campaign)
    return happened(member, entry, page.public_id if page else "", aloud=aloud)


def _coins(sent: QueryDict) -> dict[str, int]:
    """The coins of a form: ``coin-KIND``."""
    typed = {name.removeprefix("coin-"): str(sent[name]) for name in sent if name.startswith("coin-")}
    return {kind: sent_forms.count_in(text, "coins") for kind, text in typed.items() if text.strip()}


def _held(sent: QueryDict) -> tuple[str, tuple[Held, ...]]:
    """The holder of things, and which: ``thing`` is a key behind its holder, ``from`` says it where none is named."""
    holder, parted, key = sent.get("thing", "").partition("/")
    if not parted:
        return sent.get("from", ""), ()
    return holder, (Held(key, sent_forms.count_in(sent.get("count", "") or "1", "things")),)


def _found(sent: QueryDict) -> tuple[Thing, ...]:
    """The finds of a form: ``found-N`` and ``count-N``."""
    named = {name.removeprefix("found-"): str(sent[name]) for name in sent if name.startswith("found-")}
    return tuple(
        Thing(name.strip(), sent_forms.count_in(str(sent.get(f"count-{line}", "")) or "1", "things"))
        for line, name in named.items()
        if name.strip()
    )
