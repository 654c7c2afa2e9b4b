"""Forecasts of long tests for programs: the chance of every number of rolls, and the date by which it is done."""

from typing import Any

from campaigns.calendar.dates import today
from campaigns.models import Campaign
from rules.engine.calendar.long_tests import Forecast, Strain, When
from rules.engine.odds.purses import Drain
from winterhall.api.shapes import Shape


class WhenRow(Shape):
    """A moment ahead: after so many ``rolls``, the ``time`` that they take, and the campaign's ``date`` then."""

    rolls: float
    time: str
    date: str


class DrainRow(Shape):
    """The rest of a resource after work: ``left[n]`` is the chance that it is done and n points are left.

    ``stuck`` is the chance that there is too little to go on before. Once it is done ``mean`` is left on average, and
    ``least`` or more in nine cases of ten.
    """

    left: list[float]
    stuck: float
    mean: float
    least: int


class StrainRow(DrainRow):
    """The strain on somebody at work (``who``) who does not rest: of ``resource`` they have ``now`` so many points.

    ``rested`` is what is left if they rest after each day of work; null where it takes no more than one.
    """

    who: str
    resource: str
    now: int
    rested: DrainRow | None


class TaskForecast(Shape):
    """The forecast of a long test if nothing changes: ``rolls[n]`` is the chance that exactly n more rolls finish it.

    ``left`` is the chance that it takes more rolls than were looked at (as ``far`` ahead), ``ever`` that it is ever
    done. ``mean`` is the average; in one case of two it is done by ``half``, in nine of ten by ``most``; each is null
    where that cannot be said. ``strains`` is what it takes out of those at work, the leader first, where it is known.
    """

    rolls: list[float]
    left: float
    ever: float
    mean: WhenRow | None
    half: WhenRow | None
    most: WhenRow | None
    far: WhenRow
    strains: list[StrainRow]


def foretold(campaign: Campaign, ahead: Forecast) -> TaskForecast:
    """The forecast of a long test as programs get it, with the dates of the campaign's calendar."""
    almanac = today(campaign).almanac

    def when(one: When) -> WhenRow:
        return WhenRow(rolls=one.rolls, time=one.time, date=almanac.by(one.minutes))

    return TaskForecast(
        rolls=list(ahead.rolls),
        left=ahead.left,
        ever=ahead.ever,
        mean=when(ahead.mean) if ahead.mean else None,
        half=when(ahead.half) if ahead.half else None,
        most=when(ahead.most) if ahead.most else None,
        far=when(ahead.far),
        strains=[_strain(one) for one in ahead.strains],
    )


def _strain(told: Strain) -> StrainRow:
    rested = DrainRow(**_drained(told.rested)) if told.rested else None
    return StrainRow(**_drained(told.drain), who=told.who, resource=told.resource, now=told.now, rested=rested)


def _drained(drain: Drain) -> dict[str, Any]:
    return {"left": list(drain.left), "stuck": drain.stuck, "mean": drain.expected or 0.0, "least": drain.assured}
