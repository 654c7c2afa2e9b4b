"""Tests of a skill that one roll settles: static, open-ended, opposed (SDA-025 to SDA-030), and torment (SDA-149).

Some take heart from every hit of torment (D-7).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, Table, number, pick, switch
from rules.engine.odds import Chance, Distribution, Odds, at_least, less
from rules.systems.sda.checks.shared.companions import skill_names
from rules.systems.sda.checks.shared.joint_tests import judge_margin
from rules.systems.sda.checks.shared.task import of_one
from rules.systems.sda.checks.shared.verdicts import advantages, quality
from rules.systems.sda.core.person import TORTURE, Margin, any_choices, chances, enjoy, figure
from rules.systems.sda.core.rolls import (
    REWARDS,
    SCORED,
    Aim,
    Pool,
    Result,
    SkillRoll,
    attribute_choices,
    band,
    dice_used,
    ends_of,
    flawless_shown,
    grant_each,
    judge,
    needs_full_pool,
    net_of,
    pool_for,
    price,
    reckon,
    skill_choices,
    throw,
    with_hits,
    with_means,
    with_more_spirit,
)

#: A flawless success: the MoS that its dice showed, the hits that it came to, and its chance.
Flawless = tuple[int, int, float]


def relish(table: Table, pool: Pool, hits: int) -> None:
    """Give a torturer the spirit that the cruel take from hits, before anything else follows from the roll."""
    if pool.skill == TORTURE:
        enjoy(table, pool.who, hits, "torment")


def with_torment(
    odds: Odds, table: Table, pool: Pool, bought: int, reward: str, hits: Distribution, flawless: Iterable[Flawless]
) -> Odds:
    """Odds of a roll with the spirit that torment gives on average, never beyond the most.

    Where a flawless success gives spirit as well, only what is left of the room for it counts.
    """
    each = figure(table.me, "cruelty") if pool.skill == TORTURE else 0
    if not each:
        return odds
    spirit = table.me.resources["spirit"]
    room = max(0, spirit.most - spirit.now + pool.due + price(pool.dice - bought, bought))
    more = sum(share * min(each * count, room) for count, share in enumerate(hits))
    for shown, count, share in flawless if reward == "spirit" else ():
        both, apart = min(each * count + shown, room), min(each * count, room) + min(shown, room)
        more += share * (both - apart)
    return with_more_spirit(odds, more)


def alone(pool: Pool, difficulty: int, shown: Sequence[float]) -> list[Flawless]:
    """The flawless successes of a roll against a difficulty."""
    return [(value, net_of(pool, value) - difficulty, share) for value, share in enumerate(shown) if share]


def against(margins: Sequence[Margin | None]) -> list[Flawless]:
    """The flawless successes of a roll against somebody, from the margins by the MoS that the dice show."""
    return [
        (shown, count, share)
        for shown, margin in enumerate(margins)
        if margin
        for count, share in enumerate(margin.hits())
        if count and share
    ]


_MOST_DICE = 100


@dataclass(frozen=True, slots=True)
class SkillTest(SkillRoll):
    """A test of any skill, with as many of its dice as its roller likes (SDA-013)."""

    skill: str = pick("Skill")
    _: KW_ONLY
    attribute: str = pick("Attribute", default="", help="Default: the best")
    bonus: int = number("Bonus dice", default=0)
    malus: int = number("Malus", default=0, help="Takes off successes")
    dice: int = number("Dice", most=_MOST_DICE, default=0, help="0 = all")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skill": skill_choices(table.me), "attribute": attribute_choices(), **SkillRoll.choices(table)}

    def _pool(self, table: Table) -> Pool:
        return self.plain_pool(table, self.skill, self.attribute)

    def _count(self, pool: Pool) -> int:
        return dice_used(pool, self.dice)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unopposed(SkillTest):
    """A test of one roll alone: a success reaches a number of MoS, and those beyond another are hits."""

    @property
    def _reach(self) -> int:
        """The MoS that a success takes."""
        return 1

    @property
    def _beyond(self) -> int:
        """The MoS that are no hits yet."""
        return 0

    def odds(self, table: Table) -> Odds:
        pool = self.ready(table)
        count = self._count(pool)
        measure, shown = pool.measure(count), flawless_shown(table, pool, count, self._reach)
        success, hits = at_least(measure, self._reach), less(measure, self._beyond)
        said = with_hits("succeed", success, hits, sum(shown))
        odds = self.foretold_as(table, pool, success, shown, "success", said=said)
        return with_torment(odds, table, pool, self.bought, self.reward, hits, alone(pool, self._beyond, shown))

    def perform(self, table: Table, dice: Dice) -> None:
        result = self.roll(table, dice, self.name)
        succeeded, hits = result.net >= self._reach, max(0, result.net - self._beyond)
        told, shown = {"measure": result.net, "hits": hits}, quality(table, result, succeeded=succeeded)
        more = self._numbers(result)
        judge(table, table.actor, succeeded, hits, skill=result.pool.skill, **told, **more, quality=shown)
        relish(table, result.pool, hits)
        reckon(table, dice, result, succeeded=succeeded, reward=self.reward)

    def _numbers(self, result: Result) -> dict[str, int | str | None]:
        """Further numbers of the verdict."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticTest(Unopposed, name="test.static", label="Test"):
    """One roll against a difficulty that the GM sets; what goes beyond it are hits (SDA-018, SDA-023, SDA-025).

    Whether there is a test at all, and how hard it is, is the GM's word before the dice (SDA-014, SDA-020,
    SDA-022, SDA-024, C-76); ``bonus`` dice are their reward for imagination, too (C-77).
    """

    leading: ClassVar[tuple[str, ...]] = ("skill", "attribute", "difficulty", "bonus", "malus", "dice")
    asked_with: ClassVar[tuple[str, ...]] = ("difficulty", "bonus", "malus")

    difficulty: int = number("Difficulty", default=1, help="1 easy, 2–3 moderate, 4–5 difficult, 6–7 very difficult")

    @property
    def _reach(self) -> int:
        return self.difficulty

    @property
    def _beyond(self) -> int:
        return self.difficulty

    def _numbers(self, result: Result) -> dict[str, int | str | None]:
        missing = max(0, self.difficulty - result.net)
        return {"difficulty": self.difficulty, "band": band(self.difficulty), "missing": missing}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTest(Unopposed, name="test.open", label="Open-ended test"):
    """A roll without difficulty: every MoS is a hit (SDA-030)."""

    leading: ClassVar[tuple[str, ...]] = ("skill", "attribute", "bonus", "malus", "dice")
    aim: ClassVar[Aim] = SCORED


@dataclass(frozen=True, slots=True)
class OpposedTest(SkillTest, name="test.opposed", label="Opposed test"):
    """Both sides roll, the higher MoS wins by the difference; a tie changes nothing (SDA-026, SDA-027).

    Where nothing cannot be, the GM gives one side the advantage, and it wins ties (SDA-028, C-86). A malus beyond one's
    MoS grants the other side as many dice, which are rolled once, after both rolls (SDA-029, SDA-045, C-13).
    """

    leading: ClassVar[tuple[str, ...]] = (
        *("skill", "against", "their_skill", "attribute", "their_attribute", "advantage"),
        *("bonus", "their_bonus", "malus", "their_malus", "dice", "their_dice", "they_roll"),
        *("bought", "reward", "their_reward"),
    )

    against: str = pick("Against")
    their_skill: str = pick("Their skill", default="", help="Default: the same")
    _: KW_ONLY
    their_attribute: str = pick("Their attribute", default="", help="Default: the best")
    advantage: str = pick("Who wins a tie", default="")
    their_bonus: int = number("Their bonus dice", default=0)
    their_malus: int = number("Their malus", default=0, help="Takes off their successes")
    their_dice: int = number("Their dice", most=_MOST_DICE, default=0, help="0 = all")
    they_roll: bool = switch("They roll", default=True, help="Off: they are unaware")
    their_reward: str = pick("Their flawless success gives", default="spirit")
    their_virtue: str = pick("Virtue they called upon", default="", help="With the virtue")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        skills = skill_names(table.me)
        theirs = {"their_skill": skills, "their_attribute": attribute_choices(), "their_reward": REWARDS}
        theirs["their_virtue"] = any_choices()
        return {**SkillTest.choices(table), **theirs, **_opponents(table), "advantage": advantages(table.me.name)}

    def odds(self, table: Table) -> Odds:
        pool, their_pool = self.ready(table), self._theirs(table)
        count = self._count(pool)
        mine, theirs = pool.side(count), their_pool.side(self._their_count(their_pool))
        margin = chances.opposed(mine, theirs)
        tie = margin.level
        won = margin.ahead + (tie if self.advantage == "mine" else 0.0)
        whole = pool.is_whole(count) or not needs_full_pool(table)
        shown = chances.flawless_opposed(mine, theirs, ties=self.advantage == "mine") if whole else ()
        flawless = against(chances.flawless_margins(mine, theirs)) if whole else []
        level = () if self.advantage else (Chance("tie", "stand-still", tie),)
        listed = (Chance("success", "win", won), *level, *ends_of(pool, count, shown))
        hits = margin.hits()
        odds = Odds(with_hits("win", won, hits, sum(shown)), listed, hits, "hits")
        told = with_means(odds, table, pool, count, shown, self.reward, self.bought)
        return with_torment(told, table, pool, self.bought, self.reward, hits, flawless)

    def perform(self, table: Table, dice: Dice) -> None:
        pool = self._pool(table)
        self.ready(table, pool)
        their_pool = self._theirs(table)
        mine = self.roll(table, dice, self.name, pool)
        theirs = throw(table, dice, their_pool, self._their_count(their_pool), f"{self.name}: {their_pool.skill}")
        mine, theirs = grant_each(table, dice, mine, theirs)
        margin = mine.net - theirs.net
        winner = judge_margin(table, of_one(mine), of_one(theirs), margin, self.advantage)
        relish(table, mine.pool, max(0, margin))
        reckon(table, dice, mine, succeeded=winner == table.actor, reward=self.reward)
        reckon(table, dice, theirs, succeeded=winner == self.against, reward=self.their_reward)

    def _theirs(self, table: Table) -> Pool:
        skill = self.their_skill or self.skill
        bonus, malus = self.their_bonus, self.their_malus
        return pool_for(table, self.against, skill, self.their_attribute, bonus, malus, virtue=self.their_virtue)

    def _their_count(self, pool: Pool) -> int:
        """The number of dice that the other side throws, 0 if it cannot or does not know that it should (SDA-045)."""
        if not (self.they_roll and pool.available):
            return 0
        return dice_used(pool, self.their_dice, "their_dice")


def _opponents(table: Table) -> dict[str, tuple[Choice, ...]]:
    """Choices of an opponent: everybody else in the encounter, outside of one anybody."""
    there = table.cast if table.encounter is None else {who: table.name(who) for who in table.encounter.combatants}
    return {"against": tuple(Choice(who, name) for who, name in there.items() if who != table.actor)}
