"""Shapes of forecasts, which programs send and get, and how they are filled."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta

from combat.forecasts import plans, results
from combat.forecasts.plans import MOST, MOST_WHAT_IFS, USUAL
from combat.forecasts.results import Outcome
from combat.forecasts.variants import Ground
from combat.models import Forecast
from winterhall.api.shapes import Shape, filled
from winterhall.api.views import Person as Account
from winterhall.api.views import person

Key = Annotated[str, Meta(max_length=120)]


class WhatIfShape(Shape):
    """One thing that is different: another ``creature`` in somebody's place, another ``weapon`` for them, another way
    to ``begin``, or the fight ``without`` them.

    ``who`` takes part (where the fight begins otherwise it may be a side), ``to`` is the creature's key, the weapon as
    ``section/key``, or the choice by which it begins otherwise.
    """

    kind: Literal["creature", "weapon", "begin", "without"]
    who: Key
    to: Key = ""


class NewForecast(Shape):
    """A forecast to be made. Where something is left out the usual is taken, and a seed by chance.

    ``fights`` are of each variant: the fight as it stands, and one with each of the ``what_ifs``. ``policies`` are keys
    by side.
    """

    fights: int = USUAL
    seed: Annotated[str, Meta(max_length=200)] = ""
    policies: dict[str, str] = {}
    what_ifs: list[WhatIfShape] = []


class PolicyRow(Shape):
    key: str
    label: str
    sentence: str


class OpeningRow(Shape, rename={"field": "key"}):
    """A choice by which the fight may begin otherwise, and who can be chosen."""

    field: str
    label: str
    who: list[str]


class CanBeAsked(Shape):
    """The choices for a new forecast: policies for each of the ``sides``, who takes part, other ways to begin.

    ``people`` are names by id, ``most`` is the limit to the fights of all variants together. ``why_not`` says why
    nothing can be foretold of the fight as it stands; empty if something can.
    """

    policies: list[PolicyRow]
    sides: list[str]
    people: dict[str, str]
    openings: list[OpeningRow]
    most: int
    most_what_ifs: int
    why_not: str


class ForecastRow(Shape):
    """A forecast: what was asked, and how far it has come; ``played`` of ``all_fights``, those of all variants.

    ``state`` is waiting, running, done, cancelled, or failed (``why`` says what was in the way).
    """

    id: str
    encounter: str
    state: str
    why: str
    fights: int
    seed: str
    policies: dict[str, str]
    what_ifs: list[WhatIfShape]
    played: int
    all_fights: int
    by: Account
    made_at: datetime
    version: int


class ForecastList(Shape):
    """The latest forecasts of an encounter, and what can be asked."""

    results: list[ForecastRow]
    asking: CanBeAsked


class ShareRow(Shape):
    """A share of the fights, and between what the true chance lies 19 times of 20."""

    share: float
    least: float
    most: float


class SpreadRow(Shape):
    """A number on average, and between what it lies in nine fights of ten."""

    mean: float
    least: int
    most: int


class SideRow(Shape):
    """A side's share of victories, and how many of it ``fall`` on average."""

    key: str
    label: str
    victory: ShareRow
    fall: float


class CombatantRow(Shape):
    """The costs of the fight to a combatant: how often they fall or die, and what they pay by each gauge of the game.

    ``fates`` are the shares of fights by how they are in the end.
    """

    who: str
    name: str
    side: str
    falls: ShareRow
    dies: ShareRow
    fates: dict[str, float]
    gauges: dict[str, SpreadRow]


class FallRow(Shape):
    """The share of fights in which somebody falls before all others."""

    name: str
    share: float


class DeciderRow(Shape):
    """A combatant on whom the fight hangs: their side's share of victories if they stand, and if they fell."""

    who: str
    name: str
    side: str
    standing: float
    fallen: float


class DifferenceRow(Shape):
    """The gain in the first side's chance over the fight as it stands, with the interval in which it lies."""

    by: float
    least: float
    most: float


class VariantRow(Shape):
    """The results of one of the fights, so far as it was played. The first is the fight as it stands.

    ``difficulty`` is for the first of the ``sides``, in words.
    """

    label: str
    fights: int
    sides: list[SideRow]
    undecided: ShareRow
    difficulty: str
    rounds: SpreadRow
    people: list[CombatantRow]
    falls_first: list[FallRow]
    deciders: list[DeciderRow]
    difference: DifferenceRow | None


class ForecastAnswer(ForecastRow):
    """A forecast with the results of its variants so far."""

    variants: list[VariantRow]


# -- how they are filled ----------------------------------------------------------------------------------------------


def asking(there: Ground) -> CanBeAsked:
    return CanBeAsked(
        policies=filled(list[PolicyRow], there.tactics.policies),
        sides=list(there.sides),
        people=there.people,
        openings=filled(list[OpeningRow], there.openings),
        most=MOST,
        most_what_ifs=MOST_WHAT_IFS,
        why_not=plans.why_not(there),
    )


def row(forecast: Forecast) -> ForecastRow:
    return ForecastRow(**_told(forecast))


def answer(forecast: Forecast) -> ForecastAnswer:
    return ForecastAnswer(**_told(forecast), variants=[variant_row(one) for one in results.outcomes(forecast)])


def _told(forecast: Forecast) -> dict[str, Any]:
    return {
        "id": forecast.public_id,
        "encounter": forecast.encounter.public_id,
        "state": str(forecast.state),
        "why": forecast.why,
        "fights": forecast.fights,
        "seed": forecast.seed,
        "policies": forecast.policies,
        "what_ifs": [WhatIfShape(**one) for one in forecast.what_ifs],
        "played": forecast.played,
        "all_fights": forecast.all_fights,
        "by": person(forecast.by),
        "made_at": forecast.made_at,
        "version": forecast.version,
    }


def variant_row(one: Outcome) -> VariantRow:
    return VariantRow(
        label=one.label,
        fights=one.fights,
        sides=filled(list[SideRow], one.sides),
        undecided=filled(ShareRow, one.undecided),
        difficulty=one.difficulty,
        rounds=filled(SpreadRow, one.rounds),
        people=filled(list[CombatantRow], [each.told for each in one.people]),
        falls_first=[FallRow(name=name, share=share) for name, share in one.first],
        deciders=filled(list[DeciderRow], [each for _, each in one.deciders]),
        difference=filled(DifferenceRow, one.difference) if one.difference else None,
    )
