"""The worth of a thing, and how hard it is to see: the factors of appraising, and those misjudged (SDA-091)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

#: Each factor with its categories and what they add to the difficulty.
Categories = Mapping[str, int]

#: SDA-092
RARITY: Categories = {"everyday": 0, "specialty": 1, "luxury": 2, "unique": 3, "identified magic": 4}
#: SDA-093
AGE: Categories = {"just made": 0, "not new but of use": 1, "obsolete": 2, "antique": 3}
#: SDA-094
CONDITION: Categories = {
    "unused and well kept": 0,
    "used and well kept": 1,
    "normal wear": 2,
    "some abuse": 3,
    "damaged, can be repaired": 4,
}
#: SDA-095
HISTORY: Categories = {"none": 0, "well known": 2, "matters to few": 4}
#: SDA-096
MARKET: Categories = {"normal": 0, "season": 1, "excess or dearth": 3}
#: The factor of which several categories may hold at once (SDA-097).
FAMILIARITY: Categories = {
    "deals with the kind": -2,
    "knows the market": -2,
    "does not deal with the kind": 0,
    "sells in a foreign market": 2,
}
#: Factors that can be misjudged, from the one seen least to the one seen first.
FACTORS: Mapping[str, Categories] = {
    "condition": CONDITION,
    "history": HISTORY,
    "market": MARKET,
    "age": AGE,
    "rarity": RARITY,
}
#: How far off a price is by the book of 2017, for each MoS that is missing (D-8).
OFF_BY = ("nothing", "a quarter", "a half", "three quarters")


@dataclass(frozen=True, slots=True)
class Misjudged:
    """A factor that is taken for another category of it."""

    factor: str
    truly: str
    taken_for: str
    by: int


def difficulty_of(factors: Mapping[str, str], familiarity: Sequence[str] = ()) -> int:
    """The sum of all factors, never below nothing (SDA-091 to SDA-097).

    >>> difficulty_of({"rarity": "luxury", "age": "antique", "history": "well known"}, ["deals with the kind"])
    5
    """
    known = sum(FACTORS[factor][category] for factor, category in factors.items())
    return max(0, known + sum(FAMILIARITY[one] for one in dict.fromkeys(familiarity)))


def misjudged(factors: Mapping[str, str], missing: int) -> list[Misjudged]:
    """The factors misjudged by missing MoS: their points are overlooked, the least absurd ones first (SDA-099, C-18).

    Whole factors rather than a part of one, small ones rather than a large one; if no sum comes out even, as much as
    can be without seeing more than is missing.
    """
    if missing <= 0:
        return []
    ways = product(*(_ways_to_see(factor, factors.get(factor, "")) for factor in FACTORS))
    seen = [[one for one in way if one.by] for way in ways]
    possible = [way for way in seen if sum(one.by for one in way) <= missing]
    return min(possible, key=lambda way: _oddity(way, missing))


def _ways_to_see(factor: str, truly: str) -> list[Misjudged]:
    categories = FACTORS[factor]
    points = categories.get(truly, 0)
    return [
        Misjudged(factor, truly, seen, points - worth) for seen, worth in categories.items() if worth <= points
    ] or [Misjudged(factor, truly, truly, 0)]


def _oddity(way: Sequence[Misjudged], missing: int) -> tuple[int, int, int, tuple[int, ...]]:
    """How unlikely a mistake is: short of what is missing, in part, by much, and of what everybody sees."""
    short = missing - sum(one.by for one in way)
    in_part = sum(FACTORS[one.factor][one.taken_for] > 0 for one in way)
    places = tuple(list(FACTORS).index(one.factor) for one in way)
    return short, in_part, max((one.by for one in way), default=0), places


def off_by(missing: int) -> str:
    """How far off the price may be, in words.

    >>> off_by(3), off_by(5)
    ('three quarters', 'all of it')
    """
    return OFF_BY[missing] if missing < len(OFF_BY) else "all of it"
