"""``manage.py forecast ENCOUNTER``: what a fight comes to if it is played many times, as the page tells it."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.models import Membership, Role
from combat.api.forecast_schema import variant_row
from combat.forecasts import plans, requests, worker
from combat.forecasts.plans import USUAL, Wanted
from combat.forecasts.results import Outcome, Person
from combat.forecasts.variants import Ground, WhatIf
from combat.models import Encounter, Forecast, Variant
from combat.templatetags.forecasts import about, better, whole
from rules.engine.forecast import Spread, total
from rules.engine.kernel import Refused
from winterhall.templatetags.hall import NBSP, percent


def lines(outcome: Outcome) -> Iterator[str]:
    """The lines that tell of one variant."""
    yield outcome.label
    for line in _inside(outcome):
        yield f"  {line}".replace(NBSP, " ")


def _inside(outcome: Outcome) -> Iterator[str]:
    yield f"{outcome.difficulty} for {outcome.ours.label.lower()}"
    if outcome.difference:
        yield f"{outcome.ours.wins} {better(outcome.difference)}"
    for side in outcome.sides:
        yield f"{side.wins} {about(side.victory)}"
    if outcome.undecided.share:
        yield f"nobody wins {about(outcome.undecided)}"
    yield f"rounds {_spread(outcome.rounds)}"
    for one in outcome.people:
        yield _person(one)
    for side, decider in outcome.deciders:
        stands, fell = percent(decider.standing), percent(decider.fallen)
        yield f"hangs on {decider.name}: {side.wins.lower()} {stands} if they stand, {fell} if they fall"
    if outcome.first:
        yield "falls first: " + ", ".join(f"{name} {percent(share)}" for name, share in outcome.first)


def _person(one: Person) -> str:
    costs = "; ".join(f"{label.lower()} {_spread(cost)}" for label, cost in one.costs)
    return f"{one.told.name}: falls {percent(one.told.falls.share)}, dies {percent(one.told.dies.share)}; {costs}"


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.1f} ({whole(spread.least)} to {whole(spread.most)})"


class Command(BaseCommand):
    """Play a fight many times here and now; nothing of it is kept."""

    help = "Plays an encounter as it stands many times to its end, and tells what came of it. Nothing is kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("encounter", help="The public id of an encounter.")
        parser.add_argument("--fights", type=int, default=USUAL)
        parser.add_argument("--seed", default="", help="The same seed gives the same forecast; one by chance without.")
        parser.add_argument("--policy", action="append", default=[], metavar="SIDE=KEY", help="How a side fights.")
        parser.add_argument(
            "--what-if",
            action="append",
            default=[],
            metavar="KIND:WHO[:TO]",
            help="creature:NAME:KEY, weapon:NAME:SECTION/KEY, begin:NAME_OR_SIDE:CHOICE or without:NAME",
        )
        parser.add_argument("--json", action="store_true", help="Answer as JSON.")

    def handle(self, *args: Any, **options: Any) -> None:
        encounter = Encounter.objects.select_related("campaign").filter(public_id=options["encounter"]).first()
        if encounter is None:
            raise CommandError("There is no encounter of that id.")
        try:
            self._tell(encounter, options)
        except Refused as refused:
            raise CommandError(refused.sentence) from None

    def _tell(self, encounter: Encounter, options: dict[str, Any]) -> None:
        gms = Membership.objects.select_related("campaign", "user")
        member = gms.filter(campaign=encounter.campaign_id, role=Role.GM)[0]
        there = plans.ground(member, encounter.public_id)
        forecast, variants = requests.drafted(member, encounter, plans.planned(there, _wanted(there, options)))
        outcomes = self._played(forecast, variants)
        if options["json"]:
            told = {"seed": forecast.seed, "variants": [variant_row(one) for one in outcomes]}
            self.stdout.write(json.dumps(msgspec.to_builtins(told), indent=2, ensure_ascii=False))
            return
        self.stdout.write(f"{encounter.name}: {forecast.fights:,} fights, seed {forecast.seed}")
        for one in outcomes:
            self.stdout.write("\n" + "\n".join(lines(one)))

    def _played(self, forecast: Forecast, variants: list[Variant]) -> list[Outcome]:
        found: list[Outcome] = []
        for variant in variants:
            plan = worker.plan_of(variant)
            variant.tally = total(worker.chunks(plan, forecast.fights, forecast.chunk)).plain()
            found.append(Outcome(variant, plan, found[0] if found else None))
            self.stderr.write(f"{variant.label}: played")
        return found


def _wanted(there: Ground, options: dict[str, Any]) -> Wanted:
    policies = dict(_pair(told) for told in options["policy"])
    what_ifs = tuple(_what_if(there, told) for told in options["what_if"])
    return Wanted(options["fights"], options["seed"], policies, what_ifs)


def _pair(told: str) -> tuple[str, str]:
    side, sign, key = told.partition("=")
    if not sign:
        raise CommandError(f"A policy is told as SIDE=KEY, not as {told!r}.")
    return side, key


def _what_if(there: Ground, told: str) -> WhatIf:
    """A what-if in words; people may be called by their names."""
    kind, _, rest = told.partition(":")
    who, _, to = rest.partition(":")
    by_name = {name: one for one, name in there.people.items()}
    return WhatIf(kind, by_name.get(who, who), to)
