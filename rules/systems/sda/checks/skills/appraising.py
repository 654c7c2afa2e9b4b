"""Appraising: somebody judges what a thing is worth, without knowing how hard that is (SDA-091)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    Json,
    NotNow,
    Refused,
    Table,
    Told,
    Unknown,
    Weighing,
    Who,
    many,
    pick,
    plainly,
    switch,
    words,
)
from rules.engine.odds import Odds, at_least, less
from rules.systems.sda.checks.shared.companions import note_for_gm
from rules.systems.sda.checks.shared.task import Hand, ready_pools, throw_hands
from rules.systems.sda.checks.shared.verdicts import reckon_all
from rules.systems.sda.core.person import SheetCommand, keep_in_memo
from rules.systems.sda.core.rolls import (
    CHANCE,
    REWARDS,
    SCORED,
    BoughtRoll,
    band,
    bought_for,
    judge,
    odds_to,
    pool_for,
    with_hits,
)

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


#: Memo of the sheet of whoever shall judge: the things that lie before them.
THINGS = "to_appraise"
MOST_THINGS = 20


@dataclass(frozen=True, slots=True)
class LayOut(SheetCommand, name="appraise.lay_out", label="Lay out for appraisal"):
    """Lay a thing before somebody: its factors make the difficulty, which may stay secret (SDA-091 to SDA-098)."""

    throws_dice: ClassVar[bool] = False
    who: ClassVar[Who] = Who.GM

    thing: str = words("What it is", most=80)
    rarity: str = pick("Rarity", default="everyday")
    age: str = pick("Age", default="just made")
    condition: str = pick("Condition", default="unused and well kept")
    history: str = pick("History", default="none")
    market: str = pick("Market", default="normal")
    familiarity: tuple[str, ...] = many("Familiarity")
    secret: bool = switch("Keep the difficulty secret", default=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        if len(table.me.memo.get(THINGS, {})) >= MOST_THINGS:
            raise NotNow(f"{table.me.name} has {MOST_THINGS} things to appraise already. Let them appraise one first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        known = {**FACTORS, "familiarity": FAMILIARITY}
        return {
            factor: tuple(Choice(one, one.capitalize(), f"{by:+d}".replace("-", "−")) for one, by in categories.items())
            for factor, categories in known.items()
        }

    def odds(self, table: Table) -> Odds:
        """How hard it is, and how likely the actor judges it well, if they have dice for it now."""
        _, difficulty = self._factors()
        if not pool_for(table, table.actor, "appraise").available:
            return Odds(f"Difficulty {difficulty}, {band(difficulty)}")
        measure = _measure(table, 0, 0)
        chance = at_least(measure, difficulty)
        words_ = with_hits("appraise it well", chance, less(measure, difficulty))
        told = f"Difficulty {difficulty}, {band(difficulty)}: {words_[:1].lower()}{words_[1:]}"
        return odds_to("appraise it well", chance, measure=measure, told=told)

    def perform(self, table: Table, dice: Dice) -> None:
        factors, difficulty = self._factors()
        thing = self.thing.strip()
        told: dict[str, Json] = {"thing": thing, "factors": factors, "difficulty": difficulty, "secret": self.secret}
        waiting = table.me.memo.get(THINGS, {})
        key = next(f"t{n}" for n in range(1, MOST_THINGS + 1) if f"t{n}" not in waiting)
        # The note comes first: whoever has one keeps memos from players.
        listed = ", ".join(f"{factor} {category}" for factor, category in factors.items() if FACTORS[factor][category])
        familiar = "".join(f", {one}" for one in dict.fromkeys(self.familiarity))
        note_for_gm(table, table.actor, f"{thing}: difficulty {difficulty} ({listed or 'ordinary'}{familiar}).")
        keep_in_memo(table, table.actor, THINGS, key, told)
        hard = "" if self.secret else f" Difficulty {difficulty}, {band(difficulty)}."
        table.happen(Told((table.actor,), f"{{0}} may appraise: {plainly(thing)}.{hard}"))

    def _factors(self) -> tuple[dict[str, str], int]:
        if not self.thing.strip():
            raise Refused("Enter what it is.", "thing")
        factors = {factor: str(getattr(self, factor)) for factor in FACTORS}
        return factors, difficulty_of(factors, self.familiarity)


@dataclass(frozen=True, slots=True)
class Appraise(BoughtRoll, name="appraise.judge", label="Appraise"):
    """Judge a thing that was laid out; each missing MoS is a point of its factors misjudged (SDA-091, SDA-099).

    Where the difficulty is secret the roll is known, and what comes of it is noted for the game master, who tells a
    price that is never absurd (SDA-098).
    """

    leading: ClassVar[tuple[str, ...]] = ("thing", "bonus", "malus", "bought")
    starts_with_first: ClassVar[str] = "thing"

    thing: str = pick("What")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.me.memo.get(THINGS):
            raise NotNow("Nothing to appraise. The game master lays something out first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        waiting = table.me.memo.get(THINGS, {}).items()
        hints = {key: "" if told["secret"] else f"difficulty {told['difficulty']}" for key, told in waiting}
        return {"thing": tuple(Choice(key, told["thing"], hints[key]) for key, told in waiting), "reward": REWARDS}

    def odds(self, table: Table) -> Odds:
        told = self._told(table)
        measure = _measure(table, self.bonus, self.malus, self.bought)
        if told["secret"]:
            return Odds("Only the game master knows the difficulty", (), measure, "MoS")
        chance, hits = at_least(measure, told["difficulty"]), less(measure, told["difficulty"])
        return odds_to("appraise it well", chance, measure=measure, told=with_hits("appraise it well", chance, hits))

    def weighing(self, table: Table) -> Weighing:
        """How many dice to buy: what is hidden stays so, and then what is scored counts (SDA-059, SDA-098)."""
        aim = SCORED if self._told(table)["secret"] else CHANCE
        return bought_for(self, table, aim, lambda one: ready_pools(table, (_hand(table, one.bonus, one.malus),))[0])

    def perform(self, table: Table, dice: Dice) -> None:
        told = self._told(table)
        thrown = throw_hands(table, dice, (_hand(table, self.bonus, self.malus),), self.name, self.bought)
        measure, difficulty = thrown.main.net, told["difficulty"]
        missing = max(0, difficulty - measure)
        errors = misjudged(told["factors"], missing)
        keep_in_memo(table, table.actor, THINGS, self.thing, None)
        if told["secret"]:
            judge(table, table.actor, "judged", thing=told["thing"], measure=measure)
        else:
            hits = max(0, measure - difficulty)
            numbers = {"measure": measure, "difficulty": difficulty, "missing": missing, "hits": hits}
            judge(table, table.actor, not missing, hits, thing=told["thing"], **numbers)
        table.happen(Told((table.actor,), f"{{0}} judges: {plainly(told['thing'])}."))
        note_for_gm(table, table.actor, f"{told['thing']}: {measure} of {difficulty} MoS. {_story(errors, missing)}")
        reckon_all(table, dice, thrown, succeeded=not missing, reward=self.reward)

    def _told(self, table: Table) -> dict[str, Any]:
        told: Json = table.me.memo.get(THINGS, {}).get(self.thing)
        if told is None:
            raise Unknown("This has been appraised already. Choose another thing.", "thing")
        return dict(told)


def _hand(table: Table, bonus: int, malus: int) -> Hand:
    return Hand(table.actor, "appraise", "", bonus, malus)


def _measure(table: Table, bonus: int, malus: int, bought: int = 0) -> tuple[float, ...]:
    return ready_pools(table, (_hand(table, bonus, malus),), bought)[0].measure()


def _story(errors: list[Misjudged], missing: int) -> str:
    """Words for the game master: which factors are taken for what, and how far off the price may be."""
    if not missing:
        return "Judged well."
    seen = ", ".join(f"{one.factor} taken for {one.taken_for!r} instead of {one.truly!r}" for one in errors)
    return f"{missing} MoS missing: {seen or 'only a little off'}; the price may be off by {off_by(missing)}."
