"""The weather of any day, made from a campaign's climate and seed alone: no day needs the one before.

What changes slowly (warmth, wet, wind) is smooth noise over the days: a number is drawn for every few days, and those
between lie between. Seasons go by the year of the calendar.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from rules.engine.kernel import Almanac, Calendar, Refused, Skies, Unknown, Weather

#: Winds from none to the worst, as sentences say them.
WINDS = ("no wind", "a light breeze", "a fresh wind", "a stiff wind", "a gale")
#: Skies, with the icon that is drawn for each.
SKIES = {
    "clear": "sun",
    "cloudy": "cloud-sun",
    "overcast": "cloud",
    "fog": "cloud-fog",
    "drizzle": "cloud-drizzle",
    "rain": "cloud-rain",
    "heavy rain": "cloud-rain",
    "thunderstorm": "cloud-lightning",
    "storm": "cloud-lightning",
    "sleet": "cloud-hail",
    "snow": "cloud-snow",
    "heavy snow": "cloud-snow",
    "snowstorm": "cloud-snow",
    "sandstorm": "wind",
}
#: The skies whose warmth is told with them: falling ones have it before them, looks behind them.
_FALLING = ("drizzle", "rain", "heavy rain")
_LOOKS = ("clear", "cloudy", "overcast")
#: Words for temperatures, each up to so many °C, and the word above them all.
_WARMTHS = (
    (-15, "bitterly cold"),
    (-4, "freezing"),
    (6, "cold"),
    (12, "cool"),
    (19, "mild"),
    (26, "warm"),
    (34, "hot"),
)
_HOTTEST = "scorching"
#: Temperatures in °C: up to which snow and sleet fall, from which thunder comes with rain, and from which a day is hot.
SNOW, SLEET, THUNDER, HEAT = 1, 3, 16, 30
#: The temperature in °C up to which there is fog.
FOG = 14
#: Temperatures in °C that somebody may say.
COLDEST, HOTTEST = -60, 60
#: Days of a year where days are only counted, and its months.
YEAR, MONTHS = 365, 12
#: Days between the numbers drawn for slow and for quick changes, and the part that the slow ones have.
_SLOW, _QUICK, _PART = 7, 3, 0.6


@dataclass(frozen=True, slots=True)
class Climate:
    """A climate: its name, a sentence about it, and its figures.

    Temperatures are in °C: the mean of the year, how much colder the middle of winter is than that, and how far a day
    may be from its season. ``wet`` is the part of the days, in winter and in summer, on which something falls;
    ``cloud`` is the part of the others that is not clear, ``fog`` that of cool, calm ones with fog. ``wind`` adds to
    the wind.
    """

    label: str
    sentence: str
    mean: float
    swing: float
    apart: float
    wet: tuple[float, float]
    cloud: float
    fog: float = 0.12
    wind: float = 0.0
    has_sand: bool = False


#: The climates that a campaign may have, by the names under which they are kept.
CLIMATES = {
    "temperate": Climate("Temperate", "Four seasons, rain in all of them.", 10, 9, 8, (0.36, 0.28), 0.6),
    "northern": Climate("Northern", "Long snow, a short cool summer.", 2, 13, 9, (0.36, 0.3), 0.55),
    "coast": Climate("Coast", "Mild and wet, with fog and wind from the sea.", 11, 6, 6, (0.46, 0.3), 0.65, 0.25, 0.12),
    "desert": Climate("Desert", "Hot days, hardly any rain, sandstorms.", 25, 9, 7, (0.05, 0.01), 0.15, 0, 0.04, True),
    "tropics": Climate("Tropics", "Always warm; summer is the wet season.", 27, 2, 4, (0.12, 0.62), 0.5),
    "mountains": Climate("Mountains", "Cold and windy, sudden storms.", 3, 9, 10, (0.42, 0.4), 0.55, 0.25, 0.12),
}


def weather_of(almanac: Almanac, day: int) -> Weather | None:
    """The weather of a day of the campaign, from 0: as somebody said, or by the climate; ``None`` where there is none.

    >>> weather_of(Almanac(skies=Skies("northern", 7)), 3)
    Weather(sky='overcast', wind='a light breeze', degrees=-4)
    """
    skies = almanac.skies
    if skies is None or not skies.climate:
        return None
    return skies.told_of(day) or by_climate(almanac.calendar, skies, day)


def by_climate(calendar: Calendar, skies: Skies, day: int) -> Weather:
    """The weather of a day by the climate alone."""
    climate = CLIMATES[skies.climate]
    summer = _summer(calendar, skies.coldest, day)
    warmth, wet, wind, morning = (_even(skies.seed, name, day) for name in ("warmth", "wet", "wind", "morning"))
    degrees = round(climate.mean + climate.swing * (2 * summer - 1) + climate.apart * (2 * warmth - 1))
    falls = climate.wet[0] + (climate.wet[1] - climate.wet[0]) * summer
    # The deeper in wet days, the windier.
    gusts = 0.75 * wind + 0.25 * (1 - wet) + climate.wind
    blows = sum(gusts >= edge for edge in (0.2, 0.45, 0.72, 0.9))
    if wet < falls:
        sky = _falling(degrees, wet / falls, blows)
    elif climate.has_sand and WINDS[blows] == "a gale":
        sky = "sandstorm"
    else:
        is_foggy = degrees <= FOG and blows <= 1 and morning < climate.fog
        sky = "fog" if is_foggy else _dry(climate, (wet - falls) / (1 - falls))
    return Weather(sky, WINDS[blows], degrees)


def _falling(degrees: int, depth: float, blows: int) -> str:
    """The sky of a wet day; ``depth`` is 0 for the heart of bad weather and 1 for its edge."""
    is_heavy, is_storm = depth < 0.3, depth < 0.6 and WINDS[blows] == "a gale"
    if degrees <= SNOW:
        return "snowstorm" if is_storm else "heavy snow" if is_heavy else "snow"
    if degrees <= SLEET:
        return "storm" if is_storm else "sleet"
    if is_heavy and degrees >= THUNDER:
        return "thunderstorm"
    return "storm" if is_storm else "heavy rain" if is_heavy else "rain" if depth < 0.75 else "drizzle"


def _dry(climate: Climate, clearness: float) -> str:
    """The sky of a dry day; ``clearness`` is 0 beside bad weather and 1 far from it."""
    if clearness < climate.cloud / 2:
        return "overcast"
    return "cloudy" if clearness < climate.cloud else "clear"


def _summer(calendar: Calendar, coldest: int, day: int) -> float:
    """How far into summer a day is: 0 in the middle of the coldest month, 1 half a year later."""
    months, year = calendar.months, calendar.days_of_year or YEAR
    if months:
        place = min(max(coldest, 1), len(months)) - 1
        date = calendar.date_of(day)
        before = sum(month.days for month in months[: date.month - 1]) + date.day - 1
        deepest = sum(month.days for month in months[:place]) + months[place].days / 2
    else:
        before, deepest = day % YEAR, YEAR / 24 + (coldest - 1) * YEAR / MONTHS
    return (1 - math.cos(2 * math.pi * (before - deepest) / year)) / 2


def _even(seed: int, name: str, day: int) -> float:
    """A number from 0 to 1 that changes smoothly from day to day, about as often in each part of that span."""
    drawn = _PART * _smooth(seed, f"{name} slow", day, _SLOW) + (1 - _PART) * _smooth(seed, name, day, _QUICK)
    # Sums lie thick about the middle; this curve spreads them.
    return 1 / (1 + math.exp(-9.5 * (drawn - 0.5)))


def _smooth(seed: int, name: str, day: int, apart: int) -> float:
    place, into = divmod(day, apart)
    along = into / apart
    begin, end = _drawn(seed, name, place), _drawn(seed, name, place + 1)
    return begin + (end - begin) * along * along * (3 - 2 * along)


def _drawn(seed: int, name: str, place: int) -> float:
    """A number from 0 to 1, the same on every machine for the same seed, name and place."""
    made = blake2b(f"{seed} {name} {place}".encode(), digest_size=6).digest()
    return int.from_bytes(made) / 2**48


# -- in words ---------------------------------------------------------------------------------------------------------


def said_weather(weather: Weather) -> str:
    """The weather in a sentence.

    >>> said_weather(Weather("rain", "a stiff wind", 4)), said_weather(Weather("clear", "no wind", -17))
    ('Cold rain, a stiff wind, 4 °C.', 'Clear and bitterly cold, no wind, −17 °C.')
    """
    return f"{sky_of(weather).capitalize()}, {weather.wind}, {f'{weather.degrees}'.replace('-', '−')} °C."


def sky_of(weather: Weather) -> str:
    """The sky with its warmth: ``cold rain``, ``clear and hot``, ``snow``."""
    warmth = next((word for most, word in _WARMTHS if weather.degrees <= most), _HOTTEST)
    if weather.sky in _LOOKS:
        return f"{weather.sky} and {warmth}"
    if weather.sky in _FALLING and warmth in ("freezing", "cold", "warm"):
        return f"{warmth} {weather.sky}"
    return weather.sky


def striking(days: Sequence[tuple[int, Weather]]) -> Iterator[tuple[int, Weather]]:
    """The first storm, snow and heat among days, each with its weather, the earliest first; a day is told once.

    >>> hot, storm = Weather("clear", "no wind", 33), Weather("storm", "a gale", 9)
    >>> [day for day, _ in striking([(1, hot), (2, storm), (3, hot), (4, storm)])]
    [1, 2]
    """
    found: set[int] = set()
    for kind in (_is_storm, _is_snow, _is_hot):
        found.update([day for day, weather in days if kind(weather)][:1])
    return ((day, weather) for day, weather in days if day in found)


def _is_storm(weather: Weather) -> bool:
    return weather.sky.endswith("storm")


def _is_snow(weather: Weather) -> bool:
    return "snow" in weather.sky


def _is_hot(weather: Weather) -> bool:
    return weather.degrees >= HEAT


# -- as people say it -------------------------------------------------------------------------------------------------


def checked_skies(climate: str, coldest: int, calendar: Calendar) -> None:
    """Refuse a climate that there is none of, and a coldest month that the calendar does not have."""
    if climate and climate not in CLIMATES:
        raise Unknown(f"Choose a climate: {', '.join(CLIMATES)}.", "weather")
    months = len(calendar.months) or MONTHS
    if not 1 <= coldest <= months:
        raise Refused(f"The coldest month is one from 1 to {months}.", "coldest")


def checked_weather(weather: Weather) -> Weather:
    """The weather itself, if there can be such; refused with what is wrong."""
    if weather.sky not in SKIES:
        raise Refused(f"Choose a sky: {', '.join(SKIES)}.", "sky")
    if weather.wind not in WINDS:
        raise Refused(f"Choose a wind: {', '.join(WINDS)}.", "wind")
    if not COLDEST <= weather.degrees <= HOTTEST:
        raise Refused(f"Choose {COLDEST} to {HOTTEST} °C.".replace("-", "−"), "degrees")
    return weather
