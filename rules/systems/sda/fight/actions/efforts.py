"""The base of all actions that roll a skill: their dice, what wounds and taunts take off them, odds and worth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Dice, Judged, Refused, Table, Weighing, Worth, counted, number
from rules.engine.odds import Distribution, Odds, mean
from rules.systems.sda.core.rolls import (
    SCORED,
    Aim,
    Pool,
    Result,
    buy,
    dice_said,
    pool_for,
    reckon,
    throw,
    with_bought,
    with_each_bought,
)
from rules.systems.sda.fight.base import (
    act,
    acting,
    bled_pool,
    check_named,
    foretold,
    free_to_act,
    lost_to_taunt,
    own_turn,
    spared,
    too_many,
)
from rules.systems.sda.fight.melee import Action, Rest, with_dice
from rules.systems.sda.fight.moves import MOST, ActionRoll
from rules.systems.sda.fight.wounds import bleed


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort(ActionRoll):
    """An action on one's own turn that rolls dice of a skill (SDA-159, SDA-161)."""

    purpose: ClassVar[str] = "this"
    #: The key of the skill that is rolled, and the aim by which the roll is weighed.
    rolls: ClassVar[str] = ""
    aim: ClassVar[Aim] = SCORED
    #: Whether dice that it leaves may go into a blow on the same turn.
    leaves_dice: ClassVar[bool] = True

    dice: int = number("Dice", most=MOST, default=0, help="0 = all dice you have left")

    def _roller(self, table: Table) -> str:
        """The id of the one whose dice are rolled."""
        return table.actor

    def _skill(self) -> str:
        """The key of the skill that is rolled; overridden where lists of skills differ."""
        return self.rolls

    def _target(self) -> str:
        """The id of the one at whom it is aimed, "" for nobody: a taunt makes all else harder."""
        return ""

    def _bonus(self, table: Table) -> int:
        """Bonus dice that the rules give beside those of the form."""
        return 0

    def _malus(self, table: Table) -> int:
        """MoS that the rules take off beside the malus of the form."""
        return 0

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)

    def _pool(self, table: Table) -> Pool:
        who = self._roller(table)
        dice = self.bonus + self._bonus(table) - lost_to_taunt(table, who, self._target())
        malus = self.malus + self._malus(table)
        virtue, called = (self.virtue, self.called) if who == table.actor else ("", "")
        return pool_for(table, who, self._skill(), "", dice, malus, whole=True, virtue=virtue, called=called)

    def weighing(self, table: Table) -> Weighing | None:
        """Weigh how many dice to throw, and how many to keep for a blow (SDA-160, SDA-161)."""
        return self.weighed(table)

    def weighed(
        self,
        table: Table,
        *more: str,
        brings: Callable[[Any, Pool, int], float] | None = None,
        said: Callable[[Any], str] = dice_said,
        among: Mapping[str, Sequence[str]] | None = None,
    ) -> Weighing:
        """Weigh the dice and the ``more`` fields together; each target has a pool of its own.

        ``brings`` replaces `gains`, ``said`` puts a choice into words, ``among`` narrows the values of a field.
        """
        rest = Rest.of(table, self.aim) if self.leaves_dice else Rest(table, self.aim.unit, again=False)
        ready: dict[str, Action] = {}

        def action_of(chosen: Effort) -> Action:
            target = chosen._target()
            if target not in ready:
                ready[target] = Action(table, self.aim, with_each_bought(table, chosen._pool(table)), rest)
            return ready[target]

        def worth(chosen: Effort) -> Worth:
            with_dice(chosen)
            action = action_of(chosen)
            pool, count = chosen._ready(table, action.whole(chosen.bought))
            gained = brings(chosen, pool, count) if brings else chosen.gains(table, pool, count)
            return action.worth(gained, count, chosen.bought)

        return action_of(self).weighing(worth, *more, said=said, among=among)

    def gains(self, table: Table, pool: Pool, count: int) -> float:
        """The mean gain of ``count`` dice in the unit of the aim; MoS, if a subclass does not say otherwise."""
        return mean(pool.measure(count))

    def _ready(self, table: Table, pool: Pool) -> tuple[Pool, int]:
        """The pool as it is rolled, and the number of dice; refused where there are not so many."""
        spent = acting(table, pool.who)
        allowed = spent.most(pool.available)
        count = self.dice or min(allowed, max(1, spared(table, pool, spent)))
        if not count or count > allowed:
            raise Refused(too_many(max(1, count), allowed, self.purpose), "dice")
        check_named(table, pool, count, self.worsen, spent)
        return bled_pool(table, pool, count, spent), count

    def _measured(self, table: Table) -> tuple[Pool, int, Distribution]:
        """The pool as it is rolled, the number of dice, and the distribution of their MoS."""
        pool, count = self._ready(table, with_bought(table, self._pool(table), self.bought))
        return pool, count, pool.measure(count)

    def _roll(self, table: Table, dice: Dice, purpose: str) -> Result:
        """Take the dice out of the budget and throw them."""
        rung = own_turn(table)
        whole = buy(table, self._pool(table), self.bought)
        pool, count = self._ready(table, whole)
        act(table, pool, count, rung.key)
        bleed(table, dice, whole, pool, self.worsen)
        return throw(table, dice, pool, count, purpose)

    def _open_ended(self, table: Table, dice: Dice, purpose: str) -> Result:
        """Throw without a difficulty: every MoS counts (SDA-030)."""
        result = self._roll(table, dice, purpose)
        told: dict[str, int | str | None] = {"skill": result.pool.skill, "measure": result.net, "hits": result.net}
        table.happen(Judged(result.pool.who, "success" if result.net else "failure", result.net, told))
        reckon(table, dice, result, succeeded=result.net >= 1, reward=self.reward)
        return result

    def _open_odds(self, table: Table, what: str) -> Odds:
        pool, count, _ = self._measured(table)
        said = f"{counted(count, 'die', 'dice')}: {{}} to {what}"
        return foretold(table, pool, count, 1, self, label=what, said=said)
