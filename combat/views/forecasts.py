"""Pages of an encounter's forecasts, for its game master alone: to ask for one, see how far it has come and read it."""

import secrets
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from campaigns.audience import access
from campaigns.members.campaign_views import campaign_page, for_game_masters
from campaigns.models import Membership
from campaigns.play import sent_forms
from campaigns.play.problems import answering
from combat.forecasts import plans, requests, results
from combat.forecasts.plans import MOST, MOST_WHAT_IFS, USUAL, Wanted
from combat.forecasts.results import Outcome
from combat.forecasts.variants import WhatIf
from combat.models import Encounter, Forecast
from rules.engine.kernel import Refused
from winterhall.web.numbers import whole_number

#: Prefixes: of the fields of sides, and of the choices by which a fight begins otherwise.
POLICY, BEGIN = "policy-", "begin:"


@login_required
@require_GET
@for_game_masters
def overview(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """The page of an encounter's forecasts, and the form that asks for more."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    listed = [(one, results.in_short(one)) for one in results.listed(member, encounter_id)]
    shown = {"encounter": encounter, "listed": listed, **_asking(member, encounter_id)}
    return campaign_page(request, member, "combat/forecasts.html", shown)


def _asking(member: Membership, encounter_id: str) -> dict[str, Any]:
    """The choices of a new forecast, for the template, or (``unknown``) the sentence that says why there are none."""
    try:
        there = plans.ground(member, encounter_id)
    except Refused as refused:
        return {"unknown": refused.sentence}
    limits = {"usual": USUAL, "most": MOST, "most_what_ifs": MOST_WHAT_IFS}
    return {"ground": there, "why_not": plans.why_not(there), "seed": secrets.token_hex(4), **limits}


@require_POST
@answering
@for_game_masters
def ask(request: HttpRequest, member: Membership, encounter_id: str) -> HttpResponse:
    """Ask for a forecast as the form says."""
    return _told(requests.ask(member, encounter_id, wanted_in(request.POST), key=sent_forms.key_of(request)))


@login_required
@require_GET
@for_game_masters
def forecast(request: HttpRequest, member: Membership, encounter_id: str, forecast_id: str) -> HttpResponse:
    """The page of one forecast, with its results as far as it has come."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    found = results.forecast_for(member, encounter_id, forecast_id)
    labels = {policy.key: policy.label for policy in plans.tactics_of(member.campaign.system).policies}
    outcomes = results.outcomes(found)
    policies = [(side.label, labels.get(found.policies.get(side.key, ""), "")) for side in outcomes[0].sides]
    shown = {
        "encounter": encounter,
        "forecast": found,
        "outcomes": outcomes,
        "stands": outcomes[0],
        "outcome": _chosen(outcomes, request.GET.get("what", "")),
        "policies": policies,
    }
    return campaign_page(request, member, "combat/forecast.html", shown)


def _chosen(outcomes: list[Outcome], what: str) -> Outcome:
    """The variant that the address asks for, if it was played; else the fight as it stands."""
    return next((one for one in outcomes if one.fights and str(one.variant.place) == what), outcomes[0])


@require_POST
@answering
@for_game_masters
def cancel(request: HttpRequest, member: Membership, encounter_id: str, forecast_id: str) -> HttpResponse:
    """End a forecast where it is."""
    return _told(requests.cancel(member, encounter_id, forecast_id, seen=sent_forms.seen_in(request.POST)))


def _told(found: Forecast) -> JsonResponse:
    campaign, encounter = found.campaign.public_id, found.encounter.public_id
    to = reverse("combat:forecast", args=(campaign, encounter, found.public_id))
    return JsonResponse({"forecast": found.public_id, "state": found.state, "version": found.version, "to": to})


# -- what a form says -------------------------------------------------------------------------------------------------


def wanted_in(sent: QueryDict) -> Wanted:
    """The plan that somebody filled in."""
    policies = {name.removeprefix(POLICY): sent.get(name, "") for name in sent if name.startswith(POLICY)}
    return Wanted(_fights(sent.get("fights", "")), sent.get("seed", "").strip(), policies, _what_ifs(sent))


def _fights(text: str) -> int:
    fights = whole_number(text.strip(), 9)
    if fights is None:
        raise Refused("Enter the number of fights as a whole number.", "fights")
    return fights


def _what_ifs(sent: QueryDict) -> tuple[WhatIf, ...]:
    """The rows in which something is chosen; those left as they were say nothing."""
    columns = (sent.getlist(f"if-{name}") for name in ("kind", "who", "creature", "weapon"))
    return tuple(_what_if(*row) for row in zip(*columns, strict=False) if row[0])


def _what_if(kind: str, who: str, creature: str, weapon: str) -> WhatIf:
    if kind.startswith(BEGIN):
        return WhatIf("begin", who, kind.removeprefix(BEGIN))
    return WhatIf(kind, who, {"creature": creature, "weapon": weapon}.get(kind, ""))
