"""The weather of a campaign: that it reads like weather, whatever the climate, and is the same wherever it is made."""

import time
from itertools import pairwise

import pytest

from rules import codec
from rules.engine.calendar.weather import (
    CLIMATES,
    SKIES,
    SLEET,
    SNOW,
    WINDS,
    by_climate,
    checked_skies,
    checked_weather,
    said_weather,
    weather_of,
)
from rules.engine.kernel import PLAIN, Almanac, Calendar, Month, Refused, Skies, Unknown, Weather

TEN_YEARS = range(3650)
SEEDS = (1, 123_456_789_012_345)
#: Northern weather from the seed 7, long before the first day, on it, and long after.
FOUND = [
    "Cloudy and freezing, no wind, −11 °C.",
    "Snow, a light breeze, −8 °C.",
    "Overcast and freezing, a fresh wind, −4 °C.",
]


def days_of(climate: str, seed: int = 1, calendar: Calendar = PLAIN, coldest: int = 1) -> list[Weather]:
    skies = Skies(climate, seed, coldest)
    return [by_climate(calendar, skies, day) for day in TEN_YEARS]


def warmth(days: list[Weather], month: int) -> float:
    """The mean temperature of a month of our own calendar, from 0, over all its years."""
    there = [one.degrees for day, one in enumerate(days) if PLAIN.date_of(day).month == month + 1]
    return sum(there) / len(there)


@pytest.mark.parametrize("climate", CLIMATES)
@pytest.mark.parametrize("seed", SEEDS)
def test_ten_years_are_those_of_their_climate(climate: str, seed: int) -> None:
    days, figures = days_of(climate, seed), CLIMATES[climate]
    assert warmth(days, 6) - warmth(days, 0) > figures.swing
    assert {one.sky for one in days} <= SKIES.keys()
    assert {one.wind for one in days} == set(WINDS)
    wet = sum(one.sky in ("drizzle", "rain", "heavy rain", "thunderstorm", "storm", "sleet") for one in days)
    wet += sum("snow" in one.sky for one in days)
    assert abs(wet / len(days) - sum(figures.wet) / 2) < 0.06
    for one in days:
        assert ("snow" not in one.sky) or one.degrees <= SNOW
        assert (one.sky != "sleet") or SNOW < one.degrees <= SLEET
        assert (one.sky not in ("rain", "drizzle", "heavy rain", "thunderstorm")) or one.degrees > SLEET
        assert (one.sky != "sandstorm") or figures.has_sand


@pytest.mark.parametrize("climate", CLIMATES)
@pytest.mark.parametrize("seed", SEEDS)
def test_days_hang_together(climate: str, seed: int) -> None:
    days = days_of(climate, seed)
    assert max(abs(one.degrees - other.degrees) for one, other in pairwise(days)) <= 12
    assert max(abs(WINDS.index(one.wind) - WINDS.index(other.wind)) for one, other in pairwise(days)) <= 3
    stays = sum(one.sky == other.sky for one, other in pairwise(days)) / len(days)
    by_chance = sum((sum(one.sky == sky for one in days) / len(days)) ** 2 for sky in SKIES)
    assert stays > by_chance + 0.12


def test_only_the_cold_climates_snow() -> None:
    snows = {climate: sum("snow" in one.sky for one in days_of(climate)) for climate in CLIMATES}
    assert snows["desert"] == snows["tropics"] == 0
    assert snows["northern"] > snows["temperate"] > snows["coast"]


def test_it_is_the_same_on_every_machine() -> None:
    almanac = Almanac(skies=Skies("northern", 7))
    found = [said_weather(found) for day in (-400, 0, 100_000) if (found := weather_of(almanac, day))]
    assert found == FOUND


def test_the_coldest_month_is_as_the_calendar_says() -> None:
    for coldest in (1, 7):
        days = days_of("northern", coldest=coldest)
        means = [warmth(days, month) for month in range(12)]
        assert (means.index(min(means)) + 1 - coldest) % 12 in (0, 1, 11)


def test_any_calendar_has_seasons_and_a_day_takes_no_longer_far_away() -> None:
    short = Calendar((Month("Dark", 40), Month("Light", 40)))
    for calendar in (short, Calendar()):
        year = calendar.days_of_year or 365
        days = days_of("northern", calendar=calendar)
        halves = [[one.degrees for day, one in enumerate(days) if day % year * 2 // year == half] for half in (0, 1)]
        if calendar.months:
            assert sum(halves[0]) < sum(halves[1])
        by_climate(calendar, Skies("northern", 1, 40), 5)
    began = time.perf_counter()
    for day in range(10**9, 10**9 + 100):
        by_climate(PLAIN, Skies("northern", 1), -day)
    assert time.perf_counter() - began < 1


def test_what_somebody_says_goes_before_the_climate_and_none_has_none() -> None:
    storm = Weather("storm", "a gale", 4)
    assert weather_of(Almanac(skies=Skies("northern", 1, told={"3": storm})), 3) == storm
    assert weather_of(Almanac(skies=Skies("", 1, told={"3": storm})), 3) is None
    assert weather_of(Almanac(), 3) is None


def test_an_almanac_without_weather_is_written_as_before() -> None:
    assert codec.dump(Almanac()).endswith('"now":480}')
    assert codec.almanac_from(codec.dump(Almanac())) == Almanac()
    kept = Almanac(
        skies=Skies("coast", 5, 2, {"-3": Weather("fog", "no wind", 8), "12": Weather("snow", "a gale", -4)})
    )
    assert codec.almanac_from(codec.dump(kept)) == kept


def test_what_there_cannot_be_is_refused() -> None:
    for wrong in (Weather("frogs", "a gale", 4), Weather("rain", "no", 4), Weather("rain", "a gale", 61)):
        with pytest.raises(Refused):
            checked_weather(wrong)
    with pytest.raises(Unknown):
        checked_skies("moonlike", 1, PLAIN)
    for coldest in (0, 13):
        with pytest.raises(Refused):
            checked_skies("coast", coldest, PLAIN)
