"""Nights, meals, journeys and weather: each alone, and a day on the road as one (SDA-058, SDA-061; D-3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Json, Sheet, Table, Told, number, pick
from rules.systems.sda.content.house_rules.general import AS_SAID
from rules.systems.sda.core.effects import (
    ENOUGH_SLEEP,
    HOUR,
    NIGHT,
    SLEEPLESS,
    can_sleep_well,
    enough_sleep,
    sleep_well,
    time_passes,
)
from rules.systems.sda.core.person import figure, keep_memo, new_day
from rules.systems.sda.core.rolls import load
from rules.systems.sda.downtime.ordeals import Befall, Ordeal, everybody

#: Meals that a day takes, and where those missed are counted on a sheet.
MEALS = 2
MISSED = "meals_missed"
#: The load up to which so many half hours of travel make the difficulty 1 higher; beyond the last, ``_FASTEST`` do.
_PACE = ((1.0, 4), (1.5, 2))
_FASTEST = 1
WEATHER = (
    Choice("cold", "Cold", "10 to 0 °C"),
    Choice("freezing", "Freezing", "0 to −15 °C"),
    Choice("frigid", "Frigid", "below −15 °C"),
    Choice("hot", "Hot", "30 to 40 °C"),
    Choice("scorching", "Scorching", "40 to 50 °C"),
    Choice("blistering", "Blistering", "above 50 °C"),
)
#: The degrees of cold and of heat, the mildest first.
COLD, HEAT = ("cold", "freezing", "frigid"), ("hot", "scorching", "blistering")
#: The skill that withstands each weather, and the hours that make the difficulty 1 higher.
_WITHSTOOD = {
    "cold": ("resist_cold", 4),
    "freezing": ("resist_cold", 2),
    "frigid": ("resist_cold", 1),
    "hot": ("resist_heat", 4),
    "scorching": ("resist_heat", 2),
    "blistering": ("resist_heat", 1),
}


def fatigue(sheet: Sheet, hours: int, house: Mapping[str, Json] = AS_SAID) -> Ordeal:
    """Test of a journey: difficulty 1 for 2 hours, for 1 beyond the limit of load, for ½ beyond 1½ times the limit."""
    halves = next((halves for most, halves in _PACE if load(sheet, house) <= most), _FASTEST)
    return Ordeal("resist_fatigue", 2 * hours // halves, 1, "travel")


def exposure(sheet: Sheet, weather: str, hours: int) -> Ordeal:
    """Test of cold or heat: the harsher, the fewer hours for each point; every second MoS too few is an injury."""
    felt = _felt(sheet, weather)
    if not felt:
        return Ordeal("resist_cold", 0, 1, weather)
    skill, each = _WITHSTOOD[felt]
    return Ordeal(skill, hours // each, 1, weather, wounds=True)


def _felt(sheet: Sheet, weather: str) -> str:
    """The weather as somebody feels it, empty if mild: some feel cold or heat a degree less (D-7)."""
    for scale, milder in ((COLD, "warmer"), (HEAT, "cooler")):
        if weather in scale:
            degree = scale.index(weather) - figure(sheet, milder)
            return scale[degree] if degree >= 0 else ""
    return weather


def hunger(sheet: Sheet, eaten: int) -> Ordeal:
    """Test of hunger: difficulty by the meals missed by now, 0 for those who ate enough; 2 spirit an MoS too few."""
    return Ordeal("resist_hunger", _missed(sheet, eaten), 2, "hunger")


def _missed(sheet: Sheet, eaten: int) -> int:
    """The meals missed since there was a day with enough of them."""
    needed = meals_of(sheet)
    return int(sheet.memo.get(MISSED, 0)) + needed - eaten if eaten < needed else 0


def meals_of(sheet: Sheet) -> int:
    """The meals that somebody needs in a day (D-7)."""
    return MEALS - figure(sheet, "meals_less")


def count_meals(table: Table, who: str, eaten: int) -> None:
    """Remember the meals missed, until there is a day with enough of them."""
    keep_memo(table, who, MISSED, _missed(table.sheet(who), eaten))


@dataclass(frozen=True, slots=True, kw_only=True)
class Night(Befall, name="time.night", label="A night passes"):
    """A night passes: a full one doubles what spirit is left, too short a one is a test of fatigue (SDA-058, SDA-061).

    The hours that are missing add up from night to night, until there is a full one. Without spirit sleep gives none
    (SDA-062).
    """

    about: ClassVar[str] = "Spirit comes back; too little sleep calls for a test of fatigue."

    hours: int = number("Hours of sleep", most=12, default=8, help=f"{ENOUGH_SLEEP} is enough")

    def lasts(self) -> int:
        return NIGHT

    def ordeals(self, table: Table, who: str) -> Sequence[Ordeal]:
        if self.hours >= enough_sleep(table.sheet(who)):
            return ()
        return (Ordeal("resist_fatigue", self._missing(table, who), 1, "lack of sleep"),)

    def settle(self, table: Table, who: str) -> None:
        new_day(table, who)
        if self.hours < enough_sleep(table.sheet(who)):
            table.happen(Told((who,), f"{{0}} sleeps only {self.hours} hours."))
            keep_memo(table, who, SLEEPLESS, self._missing(table, who))
        elif can_sleep_well(table.sheet(who)):
            sleep_well(table, who)
        else:
            table.happen(Told((who,), "{0} sleeps, but regains nothing: no spirit is left."))

    def _missing(self, table: Table, who: str) -> int:
        sheet = table.sheet(who)
        return int(sheet.memo.get(SLEEPLESS, 0)) + enough_sleep(sheet) - self.hours


@dataclass(frozen=True, slots=True, kw_only=True)
class Meals(Befall, name="time.meals", label="Go hungry"):
    """A day's meals: whoever goes without is tested for hunger, harder with every meal missed (SDA-058)."""

    about: ClassVar[str] = "Anybody who misses a meal rolls against hunger."

    eaten: int = number("Meals eaten today", most=MEALS, default=0)

    def ordeals(self, table: Table, who: str) -> Sequence[Ordeal]:
        return (hunger(table.sheet(who), self.eaten),)

    def settle(self, table: Table, who: str) -> None:
        count_meals(table, who, self.eaten)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weather(Befall, name="time.weather", label="Bad weather"):
    """Hours in the cold or the heat: spirit, and a minor injury for two MoS too few (SDA-058)."""

    about: ClassVar[str] = "Hours in cold or heat cost spirit."

    weather: str = pick("Weather")
    hours: int = number("Hours", least=1, most=24, default=4)

    def lasts(self) -> int:
        return self.hours * HOUR

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**everybody(table), "weather": WEATHER}

    def ordeals(self, table: Table, who: str) -> Sequence[Ordeal]:
        return (exposure(table.sheet(who), self.weather, self.hours),)

    def settle(self, table: Table, who: str) -> None:
        time_passes(table, who, self.hours * HOUR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Travel(Befall, name="time.travel", label="A day of travel"):
    """A day of travel: tested for fatigue, for the weather if it is bad, and for hunger (SDA-058)."""

    about: ClassVar[str] = "Calls for tests of fatigue, bad weather and hunger."

    hours: int = number("Hours on the road", least=1, most=24, default=8)
    weather: str = pick("Weather", default="", help="Empty if mild")
    eaten: int = number("Meals eaten", most=MEALS, default=MEALS)

    def lasts(self) -> int:
        return self.hours * HOUR

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**everybody(table), "weather": WEATHER}

    def ordeals(self, table: Table, who: str) -> Sequence[Ordeal]:
        sheet = table.sheet(who)
        found = [fatigue(sheet, self.hours, table.house_rules), hunger(sheet, self.eaten)]
        return [*found, exposure(table.sheet(who), self.weather, self.hours)] if self.weather else found

    def settle(self, table: Table, who: str) -> None:
        table.happen(Told((who,), f"{{0}} travels for {self.hours} hours."))
        time_passes(table, who, self.hours * HOUR)
        count_meals(table, who, self.eaten)
