"""Logic and tactics: clues for whoever thinks, and an edge for whoever plans (SDA-100, SDA-108)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionSet,
    Dice,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    many,
    number,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Odds
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.companions import COMPANIES, companies, once_each, others, somebody_else, with_whom
from rules.systems.sda.checks.shared.joint_tests import contest, reckon_both
from rules.systems.sda.checks.shared.task import Hand, ready_pools, throw_hands
from rules.systems.sda.checks.shared.verdicts import odds_opposed, odds_together, quality, reckon_all
from rules.systems.sda.core.rolls import (
    BETTER_PLAN,
    CHANCE,
    MOST_BONUS,
    POINTS,
    REWARDS,
    SCORED,
    BoughtRoll,
    RewardedRoll,
    bought_for,
    first_chance,
    foreseen,
    judge,
)


@dataclass(frozen=True, slots=True)
class Think(BoughtRoll, name="logic.think", label="Think it through"):
    """Think something through: MoS give clues, not the solution (SDA-100). The game master knows what they are.

    With a difficulty only what goes beyond it is a clue more than the first.
    """

    leading: ClassVar[tuple[str, ...]] = ("riddle", "difficulty", "bonus", "malus", "bought")

    riddle: str = words("What about", default="", most=80)
    difficulty: int = number("Difficulty", default=0, help="0: every success is a clue")

    def odds(self, table: Table) -> Odds:
        hands = self._hands(table)
        return odds_together(table, hands, self.difficulty, bought=self.bought, reward=self.reward)

    def weighing(self, table: Table) -> Weighing:
        """How many dice to buy: with a difficulty for the chance, else for clues (SDA-059)."""
        aim = CHANCE if self.difficulty else SCORED
        return bought_for(self, table, aim, lambda one: ready_pools(table, one._hands(table))[0])

    def perform(self, table: Table, dice: Dice) -> None:
        thrown = throw_hands(table, dice, self._hands(table), self.name, self.bought)
        measure = thrown.main.net
        succeeded = measure >= (self.difficulty or 1)
        clues = (measure - self.difficulty + bool(self.difficulty)) if succeeded else 0
        told = {"measure": measure, "difficulty": self.difficulty, "clues": clues}
        judge(table, table.actor, succeeded, clues, **told, quality=quality(table, thrown.main, succeeded=succeeded))
        about = f" about {plainly(self.riddle.strip())}" if self.riddle.strip() else ""
        table.happen(Told((table.actor,), f"{{0}} finds {counted(clues, 'clue', 'clues')}{about}."))
        reckon_all(table, dice, thrown, succeeded=succeeded, reward=self.reward)

    def _hands(self, table: Table) -> tuple[Hand, ...]:
        return (Hand(table.actor, "logic", "", self.bonus, self.malus),)


@dataclass(frozen=True, slots=True)
class Plan(RewardedRoll, name="tactics.plan", label="Plan a battle"):
    """Plan a battle against another commander; advisers of both count by half (SDA-108, D-12).

    The draft has no rule yet. As we read it each hit is a die more for the initiative of all allies, or a manoeuvre
    that the table grants for it.
    """

    leading: ClassVar[tuple[str, ...]] = (
        "against",
        "advisers",
        "their_advisers",
        "bonus",
        "malus",
        "their_bonus",
        "their_malus",
    )

    against: str = pick("Against")
    advisers: tuple[str, ...] = many("Advisers")
    their_advisers: tuple[str, ...] = many("Their advisers")
    their_bonus: int = number("Their bonus dice", default=0, most=MOST_BONUS)
    their_malus: int = number("Their malus", default=0, most=MOST_BONUS)

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)
        somebody_else(table, "to plan against")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        them = others(table)
        return {"against": them, "advisers": them, "their_advisers": them, "reward": REWARDS}

    def odds(self, table: Table) -> Odds:
        mine, theirs = self._sides(table)
        return odds_opposed(table, mine, theirs, reward=self.reward)

    def weighing(self, table: Table) -> Weighing | None:
        """Whom to ask for advice, as long as not too many could give it (SDA-037, SDA-108)."""
        advisers = companies(table, COMPANIES, self.against, *self.their_advisers)
        if not advisers:
            return None

        def worth(chosen: Plan) -> Worth:
            return (first_chance(foreseen(chosen, table)),)

        def said(chosen: Plan) -> str:
            return with_whom(table, chosen.advisers)

        sentence = "Chance of the better plan, in percentage points; advisers count half."
        return Weighing(("advisers",), POINTS, sentence, worth, ("Chance",), said=said, among={"advisers": advisers})

    def perform(self, table: Table, dice: Dice) -> None:
        mine, theirs = self._sides(table)
        ours, others_, margin = contest(table, dice, mine, theirs, self.name)
        if margin:
            winner, edge = (table.actor, margin) if margin > 0 else (self.against, -margin)
            plan(table, winner, edge * house_rules.PLANNED.number(table.house_rules))
        reckon_both(table, dice, ours, others_, margin, self.reward)

    def _sides(self, table: Table) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        once_each(table, [self.against, *self.advisers, *self.their_advisers], "advisers")
        mine = Hand(table.actor, "tactics", "", self.bonus, self.malus)
        theirs = Hand(self.against, "tactics", "", self.their_bonus, self.their_malus)
        return (mine, *map(_adviser, self.advisers)), (theirs, *map(_adviser, self.their_advisers))


def plan(table: Table, winner: str, edge: int) -> None:
    """Keep the better plan until the fight begins: ``edge`` dice for the initiative of the whole side (D-12)."""
    table.happen(ConditionSet(winner, Condition(BETTER_PLAN, f"Better plan {edge}", edge, "tactics")))
    said = counted(edge, "die", "dice")
    table.happen(Told((winner,), f"{{0}} has the better plan: {said} of initiative for their side, or manoeuvres."))


def _adviser(who: str) -> Hand:
    return Hand(who, "tactics", halved=True)
