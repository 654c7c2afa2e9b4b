"""Tests of a skill that one roll settles: static, open-ended, and opposed (SDA-025 to SDA-030)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, many, number, pick, switch
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Judged
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing
from rules.engine.odds import Chance, Odds, at_least, in_words, less, mean
from rules.systems.sda.checks.skills.torment import against, alone, relish, with_torment
from rules.systems.sda.core.person import chances
from rules.systems.sda.core.person.gifts import called_choices, called_field, counted_in, doubled_by, offered
from rules.systems.sda.core.person.virtue_bonus import any_choices, own_choices
from rules.systems.sda.core.rolls.consequences import flawless_shown, with_means
from rules.systems.sda.core.rolls.fields import REWARDS, attribute_choices, band, skill_choices
from rules.systems.sda.core.rolls.pools import (
    Pool,
    Result,
    buy,
    dice_used,
    grant,
    needs_full_pool,
    pool_for,
    throw,
    with_bought,
)
from rules.systems.sda.core.rolls.results import is_flawless, reckon
from rules.systems.sda.core.rolls.valuation import CHANCE, SCORED, bought_for

_MOST_DICE = 100


@dataclass(frozen=True, slots=True)
class StaticTest(Command):
    """One roll against a difficulty that the GM sets; what goes beyond it are hits (SDA-018, SDA-023, SDA-025).

    Whether there is a test at all, and how hard it is, is the GM's word before the dice (SDA-014, SDA-020,
    SDA-022, SDA-024, C-76); ``bonus`` dice are their reward for imagination, too (C-77).
    """

    name: ClassVar[str] = "test.static"
    label: ClassVar[str] = "Test"
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True

    skill: str = pick("Skill")
    attribute: str = pick("Attribute", default="", help="The best one if nothing is picked")
    difficulty: int = number("Difficulty", default=1, help="1 easy, 2–3 moderate, 4–5 difficult, 6–7 very difficult")
    bonus: int = number("Bonus dice", default=0)
    malus: int = number("Malus", default=0, help="MoS taken off the roll")
    dice: int = number("Dice", most=_MOST_DICE, default=0, help="0 throws all")
    bought: int = number("Dice bought with spirit", default=0)
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = pick("Virtue called upon", default="", help="Whether the roll goes with it or against it")
    traits: tuple[str, ...] = many("Traits that bear on it", help="Those whose occasion this is")
    called: str = called_field()

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return _choices(table)

    def odds(self, table: Table) -> Odds:
        pool = with_bought(table, self._pool(table), self.bought)
        count = dice_used(pool, self.dice)
        odds = _plain_odds(table, pool, count, self.difficulty, self.difficulty)
        flawless = flawless_shown(table, pool, count, self.difficulty)
        told = with_means(odds, table, pool, count, flawless, self.reward, self.bought)
        hits, shown = less(odds.measure, self.difficulty), alone(pool, self.difficulty, flawless)
        return with_torment(told, table, pool, self.bought, self.reward, hits, shown)

    def weighing(self, table: Table) -> Weighing:
        """The weighing of each number of dice that may be bought (SDA-059)."""
        return bought_for(self, table, CHANCE, lambda one: one._pool(table))

    def perform(self, table: Table, dice: Dice) -> None:
        pool = buy(table, self._pool(table), self.bought)
        result = throw(table, dice, pool, dice_used(pool, self.dice), f"{self.name}: {pool.skill}")
        succeeded = result.net >= self.difficulty
        hits = max(0, result.net - self.difficulty)
        numbers: dict[str, int | str | None] = {
            "skill": pool.skill,
            "difficulty": self.difficulty,
            "band": band(self.difficulty),
            "measure": result.net,
            "hits": hits,
            "missing": max(0, self.difficulty - result.net),
            "quality": _quality(table, result, succeeded),
        }
        table.happen(Judged(table.actor, "success" if succeeded else "failure", hits, numbers))
        relish(table, pool, hits)
        reckon(table, dice, result, succeeded=succeeded, reward=self.reward)

    def _pool(self, table: Table) -> Pool:
        return _own_pool(table, self)


@dataclass(frozen=True, slots=True)
class OpenTest(Command):
    """A roll without difficulty: every MoS is a hit (SDA-030)."""

    name: ClassVar[str] = "test.open"
    label: ClassVar[str] = "Open-ended test"
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True

    skill: str = pick("Skill")
    attribute: str = pick("Attribute", default="", help="The best one if nothing is picked")
    bonus: int = number("Bonus dice", default=0)
    malus: int = number("Malus", default=0, help="MoS taken off the roll")
    dice: int = number("Dice", most=_MOST_DICE, default=0, help="0 throws all")
    bought: int = number("Dice bought with spirit", default=0)
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = pick("Virtue called upon", default="", help="Whether the roll goes with it or against it")
    traits: tuple[str, ...] = many("Traits that bear on it", help="Those whose occasion this is")
    called: str = called_field()

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return _choices(table)

    def odds(self, table: Table) -> Odds:
        pool = with_bought(table, self._pool(table), self.bought)
        count = dice_used(pool, self.dice)
        odds = _plain_odds(table, pool, count, difficulty=1, hits_beyond=0)
        flawless = flawless_shown(table, pool, count, 1)
        told = with_means(odds, table, pool, count, flawless, self.reward, self.bought)
        return with_torment(told, table, pool, self.bought, self.reward, odds.measure, alone(pool, 0, flawless))

    def weighing(self, table: Table) -> Weighing:
        """The weighing of each number of dice that may be bought (SDA-059)."""
        return bought_for(self, table, SCORED, lambda one: one._pool(table))

    def perform(self, table: Table, dice: Dice) -> None:
        pool = buy(table, self._pool(table), self.bought)
        result = throw(table, dice, pool, dice_used(pool, self.dice), f"{self.name}: {pool.skill}")
        succeeded = result.net >= 1
        numbers: dict[str, int | str | None] = {
            "skill": pool.skill,
            "measure": result.net,
            "hits": result.net,
            "quality": _quality(table, result, succeeded),
        }
        table.happen(Judged(table.actor, "success" if succeeded else "failure", result.net, numbers))
        relish(table, pool, result.net)
        reckon(table, dice, result, succeeded=succeeded, reward=self.reward)

    def _pool(self, table: Table) -> Pool:
        return _own_pool(table, self)


@dataclass(frozen=True, slots=True)
class OpposedTest(Command):
    """Both sides roll, the higher MoS wins by the difference; a tie changes nothing (SDA-026, SDA-027).

    Where nothing cannot be, the GM gives one side the advantage, and it wins ties (SDA-028, C-86). A malus beyond one's
    MoS grants the other side as many dice, which are rolled once, after both rolls (SDA-029, SDA-045, C-13).
    """

    name: ClassVar[str] = "test.opposed"
    label: ClassVar[str] = "Opposed test"
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True

    skill: str = pick("Skill")
    against: str = pick("Against")
    their_skill: str = pick("Their skill", default="", help="The same one if nothing is picked")
    attribute: str = pick("Attribute", default="", help="The best one if nothing is picked")
    their_attribute: str = pick("Their attribute", default="", help="The best one if nothing is picked")
    advantage: str = pick("Who wins a tie", default="")
    bonus: int = number("Bonus dice", default=0)
    their_bonus: int = number("Their bonus dice", default=0)
    malus: int = number("Malus", default=0, help="MoS taken off the roll")
    their_malus: int = number("Their malus", default=0, help="MoS taken off their roll")
    dice: int = number("Dice", most=_MOST_DICE, default=0, help="0 throws all")
    their_dice: int = number("Their dice", most=_MOST_DICE, default=0, help="0 throws all")
    they_roll: bool = switch("They roll", default=True, help="Off if they know nothing of it")
    bought: int = number("Dice bought with spirit", default=0)
    reward: str = pick("Flawless success gives", default="spirit")
    their_reward: str = pick("Their flawless success gives", default="spirit")
    virtue: str = pick("Virtue called upon", default="", help="Whether the roll goes with it or against it")
    traits: tuple[str, ...] = many("Traits that bear on it", help="Those whose occasion this is")
    called: str = called_field()
    their_virtue: str = pick("Virtue that they called upon", default="", help="Whether their roll goes with it")

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ties = (Choice("mine", table.me.name), Choice("theirs", "The other side"))
        skills = tuple(Choice(one.value, one.label) for one in skill_choices(table.me))
        theirs = {"their_skill": skills, "their_attribute": attribute_choices(), "their_reward": REWARDS}
        theirs["their_virtue"] = any_choices()
        return {**_choices(table), **theirs, **_opponents(table), "advantage": ties}

    def odds(self, table: Table) -> Odds:
        pool = with_bought(table, self._mine(table), self.bought)
        their_pool = self._theirs(table)
        count = dice_used(pool, self.dice)
        mine, theirs = pool.side(count), their_pool.side(self._their_count(their_pool))
        margin = chances.opposed(mine, theirs)
        tie = margin.level
        won = margin.ahead + (tie if self.advantage == "mine" else 0.0)
        whole = pool.is_whole(count) or not needs_full_pool(table)
        shown = chances.flawless_opposed(mine, theirs, ties=self.advantage == "mine") if whole else ()
        flawless = against(chances.flawless_margins(mine, theirs)) if whole else []
        listed = [Chance("success", "win", won)]
        if not self.advantage:
            listed.append(Chance("tie", "stand-still", tie))
        listed.append(Chance("flawless", "flawless success", sum(shown)))
        listed.append(Chance("complete_failure", "complete failure", pool.none_scoring(count)))
        hits = margin.hits()
        odds = Odds(_sentence("win", won, hits), tuple(listed), hits, "hits")
        told = with_means(odds, table, pool, count, shown, self.reward, self.bought)
        return with_torment(told, table, pool, self.bought, self.reward, hits, flawless)

    def weighing(self, table: Table) -> Weighing:
        """The weighing of each number of dice that may be bought against them (SDA-059)."""
        return bought_for(self, table, CHANCE, lambda one: one._mine(table))

    def perform(self, table: Table, dice: Dice) -> None:
        pool = buy(table, self._mine(table), self.bought)
        their_pool = self._theirs(table)
        mine = throw(table, dice, pool, dice_used(pool, self.dice), f"{self.name}: {pool.skill}")
        count = self._their_count(their_pool)
        theirs = throw(table, dice, their_pool, count, f"{self.name}: {their_pool.skill}")
        mine, theirs = (
            grant(table, dice, pool, mine, theirs.excess),
            grant(table, dice, their_pool, theirs, mine.excess),
        )
        self._judge(table, mine, theirs)
        winner = self._winner(table, mine.net - theirs.net)
        reckon(table, dice, mine, succeeded=winner == table.actor, reward=self.reward)
        reckon(table, dice, theirs, succeeded=winner == self.against, reward=self.their_reward)

    def _winner(self, table: Table, margin: int) -> str | None:
        """The id of whoever is ahead, or else has the advantage; None in a tie without one (SDA-028, SDA-046)."""
        tied = {"mine": table.actor, "theirs": self.against}.get(self.advantage)
        return table.actor if margin > 0 else self.against if margin < 0 else tied

    def _judge(self, table: Table, mine: Result, theirs: Result) -> None:
        margin = mine.net - theirs.net
        winner = self._winner(table, margin)
        verdict = "tie" if winner is None else "success" if winner == table.actor else "failure"
        numbers: dict[str, int | str | None] = {
            "winner": winner,
            "hits": abs(margin),
            "measure": mine.net,
            "their_measure": theirs.net,
            "quality": _quality(table, mine, winner == table.actor),
            "their_quality": _quality(table, theirs, winner == self.against),
        }
        table.happen(Judged(table.actor, verdict, abs(margin), numbers))
        relish(table, mine.pool, max(0, margin))

    def _mine(self, table: Table) -> Pool:
        return _own_pool(table, self)

    def _theirs(self, table: Table) -> Pool:
        skill = self.their_skill or self.skill
        bonus, malus = self.their_bonus, self.their_malus
        return pool_for(table, self.against, skill, self.their_attribute, bonus, malus, virtue=self.their_virtue)

    def _their_count(self, pool: Pool) -> int:
        """The number of dice that the other side throws, 0 if it cannot or does not know that it should (SDA-045)."""
        if not (self.they_roll and pool.available):
            return 0
        return dice_used(pool, self.their_dice, "their_dice")


def _own_pool(table: Table, test: StaticTest | OpenTest | OpposedTest) -> Pool:
    """The actor's pool, with what the picked traits bring to it (D-7)."""
    pool = _rolled(table, test, test.skill, test.bonus, test.malus)
    dice, mos = counted_in(table.me, pool.skill, test.traits)
    if dice or mos:
        pool = _rolled(table, test, pool.skill, test.bonus + dice, test.malus - mos)
    return pool.counting_twice(doubled_by(table.me, pool.skill, test.traits))


def _rolled(table: Table, test: StaticTest | OpenTest | OpposedTest, skill: str, bonus: int, malus: int) -> Pool:
    said = (skill, test.attribute, bonus, malus)
    return pool_for(table, table.actor, *said, virtue=test.virtue, called=test.called)


def _choices(table: Table) -> dict[str, tuple[Choice, ...]]:
    own = {"attribute": attribute_choices(), "reward": REWARDS, "virtue": own_choices(table.me)}
    more = {"traits": offered(table.me), "called": called_choices(table.me)}
    return {"skill": skill_choices(table.me), **own, **more}


def _opponents(table: Table) -> dict[str, tuple[Choice, ...]]:
    """Choices of an opponent: everybody else in the encounter, outside of one anybody."""
    there = table.cast if table.encounter is None else {who: table.name(who) for who in table.encounter.combatants}
    return {"against": tuple(Choice(who, name) for who, name in there.items() if who != table.actor)}


def _plain_odds(table: Table, pool: Pool, count: int, difficulty: int, hits_beyond: int) -> Odds:
    """The odds of one pool that must reach ``difficulty``; what it has beyond ``hits_beyond`` are hits."""
    measure = pool.measure(count)
    success = at_least(measure, difficulty)
    flawless = 0.0
    if pool.is_whole(count) or not needs_full_pool(table):
        flawless = at_least(pool.all_scoring(count), difficulty)
    listed = (
        Chance("success", "success", success),
        Chance("flawless", "flawless success", flawless),
        Chance("complete_failure", "complete failure", pool.none_scoring(count)),
    )
    hits = less(measure, hits_beyond)
    return Odds(_sentence("succeed", success, hits), listed, measure, "MoS")


def _sentence(do: str, chance: float, hits: Sequence[float]) -> str:
    """A chance and its hits in words: "8 in 10 to succeed, about 1 hit"."""
    if not chance:
        return f"No way to {do}"
    expected = round(mean(hits) / chance)
    spare = f"about {expected} {'hit' if expected == 1 else 'hits'}" if expected else "without hits to spare"
    return f"{in_words(chance).capitalize()} to {do}, {spare}"


def _quality(table: Table, result: Result, succeeded: bool) -> str | None:
    if is_flawless(table, result, succeeded=succeeded):
        return "flawless"
    return "complete failure" if result.no_success else None


SKILL_TESTS: tuple[type[Command], ...] = (StaticTest, OpenTest, OpposedTest)
