"""What is ahead of a long test, for programs: the chance of every number of rolls, and by which date it is done."""

from campaigns.dates import today
from campaigns.models import Campaign
from rules.engine.long_tests import Forecast, Strain, When
from winterhall.api.shapes import Shape


class WhenRow(Shape):
    """So many rolls from now, the time that they take, and by which date of the campaign's calendar they are made."""

    rolls: float
    time: str
    date: str


class StrainRow(Shape):
    """What it takes out of a leader who does not rest on the way: of ``resource`` they have ``now`` so much.

    ``left[n]`` is the chance that it is done and n are left, ``stuck`` that there is too little to go on before.
    ``mean`` is left on average once it is done, and ``least`` or more in nine cases of ten.
    """

    resource: str
    now: int
    left: list[float]
    stuck: float
    mean: float
    least: int


class ForecastAnswer(Shape):
    """When it is done if nothing changes: ``rolls[n]`` is the chance that exactly n more rolls finish it.

    ``left`` is what takes more rolls than were looked at, ``ever`` the chance that it is ever done. ``mean`` is the
    average; in one case of two it is done by ``half``, in nine of ten by ``most``; one looked as ``far`` ahead.
    ``strain`` is what it takes out of its leader, where that is known and one can look far enough.
    """

    rolls: list[float]
    left: float
    ever: float
    mean: WhenRow | None
    half: WhenRow | None
    most: WhenRow | None
    far: WhenRow
    strain: StrainRow | None


def foretold(campaign: Campaign, ahead: Forecast) -> ForecastAnswer:
    """A forecast with its dates."""
    almanac = today(campaign).almanac

    def when(one: When) -> WhenRow:
        return WhenRow(rolls=one.rolls, time=one.time, date=almanac.by(one.minutes))

    return ForecastAnswer(
        rolls=list(ahead.rolls),
        left=ahead.left,
        ever=ahead.ever,
        mean=when(ahead.mean) if ahead.mean else None,
        half=when(ahead.half) if ahead.half else None,
        most=when(ahead.most) if ahead.most else None,
        far=when(ahead.far),
        strain=_strain(ahead.strain) if ahead.strain else None,
    )


def _strain(told: Strain) -> StrainRow:
    drain = told.drain
    return StrainRow(
        resource=told.resource,
        now=told.now,
        left=list(drain.left),
        stuck=drain.stuck,
        mean=told.mean,
        least=told.least,
    )
