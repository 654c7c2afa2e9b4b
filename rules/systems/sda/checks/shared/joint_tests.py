"""One throw of several: assisted, halved, composed, opposed or open-ended, in any combination (SDA-035 to SDA-042)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, Refused, Table, Weighing, number, pick
from rules.engine.odds import Odds, at_least, mean
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.companions import COMPANIES, Ensemble, companies, others, with_whom
from rules.systems.sda.checks.shared.mentoring import (
    apprentice_field,
    given_with_apprentice,
    reckon_with_apprentice,
    refuse_no_pupil,
)
from rules.systems.sda.checks.shared.task import (
    Hand,
    Task,
    Thrown,
    clash,
    ready_pools,
    rolls_against,
    rolls_of,
    throw_hands,
)
from rules.systems.sda.checks.shared.verdicts import (
    MINE,
    THEIRS,
    advantages,
    odds_opposed,
    odds_together,
    quality,
    reckon_all,
)
from rules.systems.sda.core.rolls import (
    CHANCE,
    ROLLING,
    SCORED,
    as_distribution,
    band,
    bought_for,
    bought_said,
    judge,
    most_bought,
    opposed_together,
    sum_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestTogether(Ensemble, name="test.together", label="Test together"):
    """Everybody rolls once, and what they roll is added up (SDA-035); helpers may count by half (SDA-037).

    The game master may cap how many count (SDA-036). With a second skill both are rolled (SDA-039), if need be by two
    people (SDA-042). Against somebody the higher sum wins, and without a difficulty every MoS is a hit (SDA-041).
    """

    __test__: ClassVar[bool] = False

    difficulty: int = number("Difficulty", default=1, help="0: every success counts; not needed against an opponent")
    advantage: str = pick("Who wins a tie", default="", help="If there must be a winner", at_once=False)
    bought: int = number("Dice bought with spirit", default=0, costs=True)
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = pick("Virtue called upon", default="", help="With the virtue or against it")
    apprentice: str = apprentice_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**Ensemble.choices(table), "advantage": advantages(table.me.name), "apprentice": others(table)}

    def _main(self, table: Table) -> Hand:
        return replace(Ensemble._main(self, table), virtue=self.virtue)

    def odds(self, table: Table) -> Odds:
        task = self._all(table)
        given = given_with_apprentice(self.apprentice, task.all_hands)
        if task.against:
            sides = (task.all_hands, task.against)
            return odds_opposed(table, *sides, bought=self.bought, reward=self.reward, given=given, tie=self.advantage)
        return odds_together(
            table, task.all_hands, self.difficulty, bought=self.bought, reward=self.reward, given=given
        )

    def weighing(self, table: Table) -> Weighing:
        """How many dice to buy, and who is to help, as long as not too many could (SDA-035, SDA-059)."""
        plain, aim = self._main(table).pool(table), CHANCE if self.difficulty or self.against else SCORED
        most = most_bought(table, plain)
        helpers = companies(table, COMPANIES // (most + 1), self.second_by, self.against, *self.against_helpers)
        more = ("helpers",) if helpers else ()

        def said(chosen: TestTogether) -> str:
            bought = bought_said(chosen)
            return f"{with_whom(table, chosen.helpers)}: {bought.lower()}" if more else bought

        def brings(chosen: TestTogether) -> float:
            return chosen._brings(table)

        among = {"helpers": helpers} if helpers else {}
        return bought_for(self, table, aim, lambda _: plain, brings, *more, said=said, most=most, among=among)

    def _brings(self, table: Table) -> float:
        """The chance to succeed or to win, in percentage points, or what all score."""
        task, rounding = self._all(table), house_rules.rounding(table)
        rolls = rolls_of(task.all_hands, ready_pools(table, task.all_hands, self.bought))
        if task.against:
            margin = opposed_together(rolls, rolls_against(table, task.against), rounding)
            return 100 * margin.at_least(0 if self.advantage == MINE else 1)
        measure = as_distribution(sum_of(rolls, rounding=rounding))
        return 100 * at_least(measure, self.difficulty) if self.difficulty else mean(measure)

    def perform(self, table: Table, dice: Dice) -> None:
        task = self._all(table)
        if task.against:
            self._oppose(table, dice, task)
            return
        thrown = throw_hands(table, dice, task.all_hands, self.name, self.bought)
        measure = thrown.measure(house_rules.rounding(table))
        succeeded = measure >= (self.difficulty or 1)
        hits = max(0, measure - self.difficulty)
        judge(
            table,
            table.actor,
            succeeded,
            hits,
            skill=thrown.main.pool.skill,
            difficulty=self.difficulty,
            band=band(self.difficulty),
            measure=measure,
            hits=hits,
            missing=max(0, self.difficulty - measure),
            hands=len(thrown.hands),
            quality=quality(table, thrown.main, succeeded=succeeded),
        )
        reckon_with_apprentice(table, dice, thrown, self.apprentice, succeeded=succeeded, reward=self.reward)

    def _oppose(self, table: Table, dice: Dice, task: Task) -> None:
        mine, theirs, margin = clash(table, dice, task.all_hands, task.against, self.name, self.bought)
        winner = judge_margin(table, mine, theirs, margin, self.advantage)
        won = winner == mine.hands[0].who
        reckon_with_apprentice(table, dice, mine, self.apprentice, succeeded=won, reward=self.reward)
        reckon_all(table, dice, theirs, succeeded=winner == theirs.hands[0].who)

    def _all(self, table: Table) -> Task:
        if self.advantage and not self.against:
            raise Refused("An advantage needs an opponent. Choose one.", "advantage")
        task = self._task(table, self.difficulty, ROLLING)
        refuse_no_pupil(table, task.all_hands, self.apprentice, task.against)
        return task


def judge_margin(table: Table, mine: Thrown, theirs: Thrown, margin: int, tie: str = "") -> str | None:
    """Judge a clash, and return who has won; None for a tie in which nobody has the advantage (SDA-027, SDA-028)."""
    rounding = house_rules.rounding(table)
    first, other = mine.hands[0].who, theirs.hands[0].who
    winner = first if margin > 0 else other if margin < 0 else {MINE: first, THEIRS: other}.get(tie)
    verdict = "tie" if winner is None else "success" if winner == first else "failure"
    judge(
        table,
        table.actor,
        verdict,
        abs(margin),
        winner=winner,
        hits=abs(margin),
        measure=mine.measure(rounding),
        their_measure=theirs.measure(rounding),
        quality=quality(table, mine.main, succeeded=winner == first),
        their_quality=quality(table, theirs.main, succeeded=winner == other),
    )
    return winner


def contest(
    table: Table, dice: Dice, hands: Sequence[Hand], against: Sequence[Hand], purpose: str
) -> tuple[Thrown, Thrown, int]:
    """Throw for both sides, and judge how far the first is ahead (SDA-026, SDA-027)."""
    mine, theirs, margin = clash(table, dice, hands, against, purpose)
    judge_margin(table, mine, theirs, margin)
    return mine, theirs, margin


def reckon_both(table: Table, dice: Dice, mine: Thrown, theirs: Thrown, margin: int, reward: str) -> None:
    """Give both sides of a contest what follows from their rolls."""
    reckon_all(table, dice, mine, succeeded=margin > 0, reward=reward)
    reckon_all(table, dice, theirs, succeeded=margin < 0)
