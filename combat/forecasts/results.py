"""Reading forecasts: the results of each variant, laid out for pages, programs and terminals."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from campaigns.models import Membership
from campaigns.play.odds_display import with_tail
from combat.forecasts import worker
from combat.forecasts.variants import side_label
from combat.models import PARTY, Forecast, Variant
from rules.engine.forecast import Forecast as Foretold
from rules.engine.forecast import Plan, Share, Spread, Tally, wilson
from rules.engine.forecast.reading import Decider, Told
from rules.engine.forecast.what_ifs import Difference, difference
from rules.histogram import Column

#: The most forecasts in the list of an encounter, and the most people named who fell first, and on whom it hangs.
LATEST, FIRST, DECIDERS = 30, 4, 3
#: The least share of victories that somebody's fall must cost their side for them to be named.
NOTICED = 0.05
#: The share of fights, the longest, that are drawn as one column.
TAIL = 0.001


@dataclass(frozen=True, slots=True)
class Side:
    """A side: how often it wins, and how many of it fall on average."""

    key: str
    label: str
    victory: Share
    fall: float

    @property
    def wins(self) -> str:
        """The words for its victory: a side of one wins, foes win."""
        return f"{self.label} {'win' if self.label.endswith('s') else 'wins'}"


@dataclass(frozen=True, slots=True)
class Person:
    """A combatant in a forecast, with what they paid by each gauge of the game, in its order."""

    told: Told
    side: str
    costs: tuple[tuple[str, Spread], ...]


@dataclass(eq=False)
class Outcome:
    """The results of a variant, so far as it was played; ``beside`` is the first one, which it is compared with."""

    variant: Variant
    plan: Plan
    beside: "Outcome | None" = None

    @cached_property
    def foretold(self) -> Foretold:
        return Foretold(self.plan, Tally.from_plain(self.variant.tally))

    @property
    def label(self) -> str:
        return self.variant.label

    @property
    def fights(self) -> int:
        return self.foretold.tally.fights

    @cached_property
    def sides(self) -> list[Side]:
        """The sides, the party before all others."""
        keys = sorted(self.plan.setting.sides, key=lambda side: side != PARTY)
        return [Side(key, side_label(key), self.foretold.victory(key), self.foretold.fall(key)) for key in keys]

    @property
    def ours(self) -> Side:
        """The first side, for which it is said how hard the fight is."""
        return self.sides[0]

    @property
    def undecided(self) -> Share:
        return self.foretold.undecided

    @property
    def difficulty(self) -> str:
        return self.foretold.difficulty(self.ours.key) if self.fights else ""

    @property
    def rounds(self) -> Spread:
        return self.foretold.rounds

    @cached_property
    def people(self) -> list[Person]:
        places = {side.key: place for place, side in enumerate(self.sides)}
        told = sorted(self.foretold.people(), key=lambda one: (places[one.side], one.name))
        gauges = self.plan.tactics.gauges
        return [
            Person(one, side_label(one.side), tuple((gauge.label, one.gauges[gauge.key]) for gauge in gauges))
            for one in told
        ]

    @property
    def gauges(self) -> list[str]:
        return [gauge.label for gauge in self.plan.tactics.gauges]

    @property
    def first(self) -> list[tuple[str, float]]:
        """The names of those who most often fall before all others, each with the share of fights."""
        listed = list(self.foretold.first_to_fall().items())[:FIRST]
        return [(self.plan.setting.sheets[who].name, share) for who, share in listed]

    @property
    def deciders(self) -> list[tuple[Side, Decider]]:
        """The people on whose fall the fight hangs, each behind the side whose victory falls with them."""
        sides = {side.key: side for side in self.sides}
        noticed = [one for one in self.foretold.deciders() if one.weight >= NOTICED]
        return [(sides[one.side], one) for one in noticed[:DECIDERS]]

    @property
    def difference(self) -> Difference | None:
        """The gain in our chance over the fight as it stands; ``None`` for that one itself, and before any fight."""
        if self.beside is None or not (self.fights and self.beside.fights):
            return None
        before = next((side for side in self.beside.sides if side.key == self.ours.key), None)
        return difference(self.ours.victory, before.victory) if before else None

    @property
    def lengths(self) -> list[Column]:
        """The lengths of the fights in rounds, column by column; the rare long fights are one."""
        counted = self.foretold.tally.under("rounds")
        rounds = range(int(min(counted, default=0)), int(max(counted, default=-1)) + 1)
        return with_tail((Column(str(one), counted.get(one, 0) / self.fights) for one in rounds), TAIL)


def outcomes(forecast: Forecast) -> list[Outcome]:
    """The results of each variant, in the order in which they were asked for."""
    found: list[Outcome] = []
    for variant in forecast.variants.all():
        variant.forecast = forecast
        found.append(Outcome(variant, worker.plan_of(variant), found[0] if found else None))
    return found


def forecast_for(member: Membership, encounter_id: str, forecast_id: str) -> Forecast:
    """One forecast of an encounter, with its variants; 404 otherwise."""
    wanted = _of(member, encounter_id).filter(public_id=forecast_id).prefetch_related("variants")
    found = _with_campaign(member, wanted)
    if not found:
        raise Http404
    return found[0]


def listed(member: Membership, encounter_id: str) -> list[Forecast]:
    """The latest forecasts of an encounter, each with the variant that is the fight as it stands."""
    first = Prefetch("variants", Variant.objects.filter(place=0).defer("setting"))
    return _with_campaign(member, _of(member, encounter_id).prefetch_related(first)[:LATEST])


def _of(member: Membership, encounter_id: str) -> QuerySet[Forecast]:
    found = Forecast.objects.filter(campaign=member.campaign_id, encounter__public_id=encounter_id)
    return found.select_related("by", "encounter").defer("book", "encounter__body").order_by("-pk")


def _with_campaign(member: Membership, found: Iterable[Forecast]) -> list[Forecast]:
    """The forecasts with the member's campaign put in: fetched with each row, the whole book would come along."""
    known = list(found)
    for forecast in known:
        forecast.campaign = member.campaign
    return known


def in_short(forecast: Forecast) -> Share | None:
    """The party's chance in the fight as it stands, for a list; ``None`` as long as nothing was played."""
    tally = Tally.from_plain(forecast.variants.all()[0].tally)
    return wilson(tally.of("won", PARTY), tally.fights) if tally.fights else None
