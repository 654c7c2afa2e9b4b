"""What is ahead of a long test, for programs: the chance of every number of rolls, and by which date it is done."""

from typing import Any

from campaigns.dates import today
from campaigns.models import Campaign
from rules.engine.long_tests import Forecast, Strain, When
from rules.engine.odds.purses import Drain
from winterhall.api.shapes import Shape


class WhenRow(Shape):
    """So many rolls from now, the time that they take, and by which date of the campaign's calendar they are made."""

    rolls: float
    time: str
    date: str


class DrainRow(Shape):
    """What becomes of it: ``left[n]`` is the chance that it is done and n are left.

    ``stuck`` is that there is too little to go on before. ``mean`` is left on average once it is done, and ``least`` or
    more in nine cases of ten.
    """

    left: list[float]
    stuck: float
    mean: float
    least: int


class StrainRow(DrainRow):
    """What it takes out of somebody at work (``who``): of ``resource`` they have ``now`` so much, and do not rest.

    ``rested`` is the same if they rest after each day of work, where there is more than one.
    """

    who: str
    resource: str
    now: int
    rested: DrainRow | None


class TaskForecast(Shape):
    """When it is done if nothing changes: ``rolls[n]`` is the chance that exactly n more rolls finish it.

    ``left`` is what takes more rolls than were looked at, ``ever`` the chance that it is ever done. ``mean`` is the
    average; in one case of two it is done by ``half``, in nine of ten by ``most``; one looked as ``far`` ahead.
    ``strains`` is what it takes out of those at work, the leader first, where that is known and one can look so far.
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
    """A forecast with its dates."""
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
