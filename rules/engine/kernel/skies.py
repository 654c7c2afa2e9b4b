"""Weather as a campaign keeps it: its climate, the seed of its days, and the days of which somebody said otherwise."""

from dataclasses import dataclass, field

#: How a day is named that is the present one.
TODAY = "today"


@dataclass(frozen=True, slots=True)
class Weather:
    """The weather of a day: its sky and its wind, by their names, and the temperature in °C."""

    sky: str
    wind: str
    degrees: int


@dataclass(slots=True)
class Skies:
    """The weather of a campaign: the name of its climate, empty for none, and all that its days are made of.

    ``coldest`` is the month, from 1, in whose middle the year is coldest. ``told`` is the weather of the days, from 0,
    for which the game master said otherwise, by the number of the day as JSON names it.
    """

    climate: str = ""
    seed: int = 0
    coldest: int = 1
    told: dict[str, Weather] = field(default_factory=dict)

    def told_of(self, day: int) -> Weather | None:
        """The weather that the game master said for a day; ``None`` where it goes by the climate."""
        return self.told.get(str(day))
