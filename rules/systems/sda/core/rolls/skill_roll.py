"""One roll of one skill: its fields with their choices, its dice, its odds and advice, the throw and its verdict."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, Sheet, Table, Weighing, counted, many, number, pick
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mean
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, open_to
from rules.systems.sda.core.person import (
    SheetCommand,
    called_choices,
    called_field,
    counted_in,
    doubled_by,
    offered,
    own_choices,
)
from rules.systems.sda.core.rolls.consequences import Losses, ends_of, flawless_shown, with_means
from rules.systems.sda.core.rolls.pool import Pool, buy, with_bought
from rules.systems.sda.core.rolls.pools import Manner, pool_for
from rules.systems.sda.core.rolls.ranks import rank_words
from rules.systems.sda.core.rolls.throwing import Result, dice_used, judge, reckon, throw
from rules.systems.sda.core.rolls.valuation import CHANCE, Aim, bought_for, bought_said, foreseen

#: The least difficulty of each band, from hardest to easiest (SDA-019).
BANDS = (
    (10, "legendary"),
    (8, "near impossible"),
    (6, "very difficult"),
    (4, "difficult"),
    (2, "moderate"),
    (1, "easy"),
)

REWARDS = (
    Choice("spirit", "Spirit", "as many as MoS"),
    Choice("experience", "Experience", "1 in the skill"),
)

#: The most bonus dice, or malus, that a table would give.
MOST_BONUS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRoll(SheetCommand):
    """A roll of one's own dice on the sheet, with the dice and MoS that the game master gives (SDA-043, SDA-044)."""

    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS)


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardedRoll(SheetRoll):
    """A roll whose flawless success gives its roller what they pick (SDA-047)."""

    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"reward": REWARDS}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoughtRoll(RewardedRoll):
    """A roll for which its roller may buy dice (SDA-059)."""

    bought: int = number("Dice bought with spirit", default=0, costs=True)


def band(difficulty: int) -> str:
    """The name of a difficulty (C-10).

    >>> [band(difficulty) for difficulty in (0, 1, 3, 5, 7, 9, 12)]
    ['no challenge', 'easy', 'moderate', 'difficult', 'very difficult', 'near impossible', 'legendary']
    """
    return next((word for least, word in BANDS if difficulty >= least), "no challenge")


def ranked_skills(sheet: Sheet) -> tuple[Choice, ...]:
    """Every skill with the rank that counts."""
    return tuple(Choice(one.key, one.name, rank_words(sheet, one)) for one in open_to(sheet).values())


def skill_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Every skill with the rank that counts, then the groups, which stand for their best skill (C-05)."""
    return ranked_skills(sheet) + tuple(Choice(group.key, group.name) for group in GROUPS.values() if group.ranked)


def attribute_choices() -> tuple[Choice, ...]:
    return tuple(Choice(one.key, one.name) for one in ATTRIBUTES.values())


def listed(names: Iterable[str], word: str = "and") -> str:
    """Names in one phrase.

    >>> listed(["Anna", "Boris", "Cora"]), listed(["Anna", "Boris"], "or"), listed([])
    ('Anna, Boris and Cora', 'Anna or Boris', '')
    """
    *first, last = tuple(names) or ("",)
    return f"{', '.join(first)} {word} {last}" if first else last


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillRoll(SheetRoll):
    """One roll of a skill, with everything that helps or hinders it (SDA-043, SDA-044, SDA-059)."""

    #: The skill that is rolled, whether injuries leave its dice alone, and the aim of the roll.
    rolls: ClassVar[str] = ""
    free: ClassVar[bool] = False
    aim: ClassVar[Aim] = CHANCE

    bought: int = number("Dice bought with spirit", default=0, costs=True)
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = pick("Virtue called upon", default="", help="With the virtue or against it")
    traits: tuple[str, ...] = many("Traits that apply", help="Pick those that matter here")
    called: str = called_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        said = {"virtue": own_choices(table.me), "called": called_choices(table.me)}
        return {"reward": REWARDS, **said, "traits": offered(table.me)}

    # -- dice ---------------------------------------------------------------------------------------------------------

    def _pool(self, table: Table) -> Pool:
        """The actor's dice, before any are bought."""
        return self.plain_pool(table, self.rolls, free=self.free)

    def plain_pool(
        self, table: Table, skill: str, attribute: str = "", *, bonus: int = 0, malus: int = 0, free: bool = False
    ) -> Pool:
        """The actor's dice for a skill, with picked traits, before any are bought; ``free`` of what injuries take."""

        manner: Manner = {"free": free, "virtue": self.virtue, "called": self.called}

        def rolled(skill: str, dice: int = 0, mos: int = 0) -> Pool:
            more, less = self.bonus + bonus + dice, self.malus + malus - mos
            return pool_for(table, table.actor, skill, attribute, more, less, **manner)

        pool = rolled(skill)
        dice, mos = counted_in(table.me, pool.skill, self.traits)
        if dice or mos:
            pool = rolled(pool.skill, dice, mos)
        return pool.counting_twice(doubled_by(table.me, pool.skill, self.traits))

    def ready(self, table: Table, plain: Pool | None = None) -> Pool:
        """The dice that would be thrown; refused where there are none, or not so many to buy."""
        after = with_bought(table, plain or self._pool(table), self.bought)
        self._count(after)
        return after

    def _count(self, pool: Pool) -> int:
        """The number of dice thrown: all; refused where there are none."""
        return dice_used(pool, 0)

    # -- odds and advice ----------------------------------------------------------------------------------------------

    def measure(self, table: Table) -> Distribution:
        """Distribution of the MoS of the dice that would be thrown, less their malus."""
        pool = self.ready(table)
        return pool.measure(self._count(pool))

    def foretold(self, table: Table, difficulty: int, do: str, losses: Losses | None = None) -> Odds:
        """The odds of one roll against a difficulty, "60 % to cross", and what else follows from it."""
        pool = self.ready(table)
        count = self._count(pool)
        success, shown = at_least(pool.measure(count), difficulty), flawless_shown(table, pool, count, difficulty)
        return self.foretold_as(table, pool, success, shown, do, losses)

    def foretold_as(
        self,
        table: Table,
        pool: Pool,
        success: float,
        shown: Distribution,
        do: str,
        losses: Losses | None = None,
        said: str = "",
    ) -> Odds:
        """The odds of one roll with this chance of success, and P(flawless success with n MoS on its dice) by n.

        The sentence is ``said``, or else the chance to ``do`` it.
        """
        count = self._count(pool)
        odds = odds_to(do, success, *ends_of(pool, count, shown), measure=pool.measure(count), told=said)
        return with_means(odds, table, pool, count, shown, self.reward, self.bought, losses)

    def weighing(self, table: Table) -> Weighing | None:
        """The weighing of each number of dice that may be bought (SDA-059)."""
        return self.weighed(table)

    def weighed(
        self,
        table: Table,
        *more: str,
        aim: Aim | None = None,
        said: Callable[[Any], str] = bought_said,
        most: int | None = None,
    ) -> Weighing:
        """Weighing of bought dice, and of the fields named by ``more``, by the amount of the aim that they bring."""
        pool, brings = (lambda one: one._pool(table)), (lambda one: one.brings(table))
        return bought_for(self, table, aim or self.aim, pool, brings, *more, said=said, most=most)

    def brings(self, table: Table) -> float:
        """The amount of its aim that the roll brings on average: read off its odds, unless they do not know of it."""
        return self.aim.of(foreseen(self, table))

    # -- the throw ----------------------------------------------------------------------------------------------------

    def roll(self, table: Table, dice: Dice, purpose: str, plain: Pool | None = None) -> Result:
        """Buy dice, and throw."""
        pool = plain or self._pool(table)
        self.ready(table, pool)
        after = buy(table, pool, self.bought)
        return throw(table, dice, after, self._count(after), f"{purpose}: {pool.skill}")

    def judge(
        self,
        table: Table,
        dice: Dice,
        result: Result,
        verdict: str | bool,
        *,
        hits: int = 0,
        **numbers: int | str | None,
    ) -> None:
        """Say what a roll came to, and let it have its consequences; True is the verdict success, False failure."""
        pool = result.pool
        judge(table, pool.who, verdict, hits, skill=pool.skill, measure=result.net, hits=hits, **numbers)
        reckon(table, dice, result, succeeded=verdict in (True, "success"), reward=self.reward)


def odds_to(
    do: str,
    chance: float,
    *others: Chance,
    measure: Distribution = (),
    unit: str = "MoS",
    when: str = "",
    told: str = "",
) -> Odds:
    """The odds of a roll for one thing, "60 % to cross"; ``when`` ends the sentence, or ``told`` replaces it."""
    sentence = told or f"{in_words(chance).capitalize()} to {do}{when}"
    return Odds(sentence, (Chance("success", do, chance), *others), measure, unit)


def with_hits(do: str, chance: float, hits: Distribution, flawless: float = 0.0) -> str:
    """A chance and its hits in words: "80 % to succeed, about 1 hit".

    A success that is ``flawless`` whenever it comes is never called just enough.
    """
    if not chance:
        return f"No way to {do}"
    expected = round(mean(hits) / chance)
    is_flawless = math.isclose(flawless, chance)
    spare = f", about {counted(expected, 'hit', 'hits')}" if expected else "" if is_flawless else ", just enough"
    return f"{in_words(chance).capitalize()} to {do}{spare}"
