"""Answers to a chance to strike: the base of all rolls at an opening, the attack of opportunity, letting it pass.

SDA-224 to SDA-230.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import distance, refuse_walled
from rules.engine.kernel import (
    Choice,
    Dice,
    Refused,
    Reply,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    pick,
)
from rules.engine.odds import Odds
from rules.systems.sda.core.rolls import Pool, buy, other_of, with_bought
from rules.systems.sda.fight.advice import (
    OF_OPENINGS,
    STRIKE,
    Duel,
    Reaction,
    blow,
    later,
    let_pass,
    most_dice,
)
from rules.systems.sda.fight.base import (
    FREE_DIE,
    LONGEST,
    Arm,
    Spent,
    check_bought,
    melee_pool,
    react,
    reacting,
    spared,
    use,
)
from rules.systems.sda.fight.blows import (
    OPPORTUNITY,
    Blow,
    Exchange,
    attack_pool,
    odds_of_blow,
)
from rules.systems.sda.fight.melee import bought_in_rage, high_ground, strike
from rules.systems.sda.fight.moves import (
    AnnouncedRoll,
    MeleeRoll,
    arm_for,
    carry_on,
)
from rules.systems.sda.fight.wounds import bleed


@dataclass(frozen=True, kw_only=True)
class OpeningRoll(AnnouncedRoll, Reply):
    """A blow or shot at an opening: once a round, with one die more than reactions have left (SDA-230)."""

    #: The sentence of advice about it, and whether it gives an opening itself.
    expected: ClassVar[str] = OF_OPENINGS
    opens: ClassVar[bool] = False

    def _whom(self, table: Table) -> str:
        """The id of the one at whom it goes."""
        return str(table.open_ask(self.ask, self.name).known["target"])

    @abstractmethod
    def _pool(self, table: Table, target: str) -> Pool:
        """The pool before any dice are bought; refused where the opening is no more to be had."""

    @abstractmethod
    def _odds(self, table: Table, pool: Pool, target: str) -> Odds:
        """The odds of it, with the pool as it is rolled."""

    @abstractmethod
    def _duel(self, table: Table, target: str) -> Duel:
        """The duel with the best answer to it."""

    @abstractmethod
    def _told(self, table: Table) -> str:
        """The sentence about it, with ``{0}`` and ``{1}`` for the names."""

    @abstractmethod
    def _let_go(self, table: Table, dice: Dice, pool: Pool, target: str) -> None:
        """Let it come to the target's answer."""

    def _spent(self, table: Table, who: str) -> Spent:
        return reacting(table, who, self.bought + FREE_DIE + self.bonus)

    def odds(self, table: Table) -> Odds:
        target = self._whom(table)
        pool = self._rolled(table, with_bought(table, self._pool(table, target), self.bought))
        return self._odds(table, pool, target)

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to strike with, and how many of the budget to keep for what may still come (SDA-163)."""
        target = self._whom(table)
        plain, duel = self._pool(table, target), self._duel(table, target)
        reaction = Reaction(table, later(table, table.actor, openings=self.opens))

        def worth(chosen: OpeningRoll) -> Worth:
            check_bought(table, plain, chosen.bought)
            whole = with_bought(table, plain, chosen.bought)
            now, _ = duel.split(chosen._rolled(table, whole).side(chosen.dice), None)
            return reaction.worth(now, plain, whole, chosen.dice, chosen.bought, FREE_DIE + self.bonus)

        upto = most_dice(table, plain, lambda pool: pool.available)
        return reaction.weighing(STRIKE, self.expected, worth, upto)

    def perform(self, table: Table, dice: Dice) -> None:
        target = self._whom(table)
        plain = self._pool(table, target)
        table.answer(self.ask, self.name)
        whole = with_bought(table, plain, self.bought)
        pool = self._rolled(table, whole)
        react(table, pool, self.dice, self.bought, FREE_DIE + self.bonus)
        buy(table, plain, self.bought)
        use(table, table.actor, opportunity=1)
        table.happen(Told((table.actor, target), self._told(table)))
        bleed(table, dice, whole, pool, self.worsen)
        self._let_go(table, dice, pool, target)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOpportunity(MeleeRoll, OpeningRoll, name="opportunity.take", label="Strike"):
    """Strike at somebody who gave an opening: once a round, with one die more than reactions have left (SDA-230).

    Whoever strikes is the attacker, even on the other's turn (SDA-229); on one's own flank it costs 1 MoS (SDA-226). Of
    two who ride together either may be struck at.
    """

    leading: ClassVar[tuple[str, ...]] = ("dice", "target", *MeleeRoll.leading[1:])
    unasked: ClassVar[str] = "Nobody gives you an opening."
    purpose: ClassVar[str] = "this strike"

    target: str = pick("Target", default="", help="Who gives the opening")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        gave = cls.waiting(table).known["target"]
        there = [who for who in (gave, other_of(table, gave)) if who]
        targets = tuple(Choice(who, table.name(who)) for who in there) if len(there) > 1 else ()
        return {**MeleeRoll.choices(table), "target": targets}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        target = ask.known["target"]
        arm = arm_for(table, "", target)
        pool = melee_pool(table, table.actor, arm, bonus=FREE_DIE + high_ground(table, target))
        most = max(1, spared(table, pool, reacting(table, pool.who, FREE_DIE)))
        return {"ask": ask.key, "weapon": arm.key, "dice": most, **bought_in_rage(table, pool)}

    def _whom(self, table: Table) -> str:
        return self.target or OpeningRoll._whom(self, table)

    def _arm(self, table: Table, target: str) -> Arm:
        return arm_for(table, self.weapon, target)

    def _pool(self, table: Table, target: str) -> Pool:
        far = distance(table, table.actor, target)
        if far > LONGEST:
            raise Refused(f"{table.name(target)} is {far:g} metres away by now. Pass.", "target")
        refuse_walled(table, target)
        arm = self._arm(table, target)
        helped = self.bonus + FREE_DIE + high_ground(table, target)
        said = (self.skill, self.attribute, helped, self.malus, self.virtue, self.called)
        pool = attack_pool(table, table.actor, target, arm, *said, opportunity=True)
        check_bought(table, pool, self.bought)
        return pool

    def _odds(self, table: Table, pool: Pool, target: str) -> Odds:
        return odds_of_blow(table, pool, target, self._arm(table, target).key, self)

    def _duel(self, table: Table, target: str) -> Duel:
        return blow(table, table.actor, target, self._arm(table, target), shield=self.shield, both=False)

    def _told(self, table: Table) -> str:
        return f"{{0}} takes {{1}}’s opening with {counted(self.dice, 'die', 'dice')}."

    def _let_go(self, table: Table, dice: Dice, pool: Pool, target: str) -> None:
        blow = Blow.of(pool, self.dice, self.reward, self._arm(table, target).key, shield=self.shield)
        strike(table, dice, Exchange(blow, target, kind=OPPORTUNITY))


@dataclass(frozen=True, slots=True)
class PassOpportunity(Reply, name="opportunity.pass", label="Pass"):
    """Let an opening go; there may be another one this round."""

    unasked: ClassVar[str] = "Nobody gives you an opening."

    def weighing(self, table: Table) -> Weighing:
        """Weigh it as keeping all dice for what may still come."""
        return let_pass(table, self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        table.happen(Told((table.actor, ask.known["target"]), "{0} passes up {1}’s opening."))
        carry_on(table)


@dataclass(frozen=True, slots=True)
class PassRound(Reply, name="opportunity.pass_round", label="Pass this round"):
    """Let this opening go, and every other one of the round: the one that you may use counts as used (SDA-225)."""

    unasked: ClassVar[str] = PassOpportunity.unasked

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        use(table, table.actor, opportunity=1)
        told = "{0} passes up {1}’s opening, and all others this round."
        table.happen(Told((table.actor, ask.known["target"]), told))
        carry_on(table)
