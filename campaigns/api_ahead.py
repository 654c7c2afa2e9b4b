"""What is ahead of a long test, for programs: the chance of every number of rolls, and by which date it is done."""

from campaigns.dates import today
from campaigns.models import Campaign
from rules.engine.long_tests import Forecast, When
from winterhall.api.shapes import Shape


class WhenRow(Shape):
    """So many rolls from now, the time that they take, and by which date of the campaign's calendar they are made."""

    rolls: float
    time: str
    date: str


class ForecastAnswer(Shape):
    """When it is done if nothing changes: ``rolls[n]`` is the chance that exactly n more rolls finish it.

    ``left`` is what takes more rolls than were looked at, ``ever`` the chance that it is ever done. ``mean`` is the
    average; in one case of two it is done by ``half``, in nine of ten by ``most``; one looked as ``far`` ahead.
    """

    rolls: list[float]
    left: float
    ever: float
    mean: WhenRow | None
    half: WhenRow | None
    most: WhenRow | None
    far: WhenRow


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
    )
