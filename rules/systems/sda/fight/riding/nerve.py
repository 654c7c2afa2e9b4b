"""The riding tests that a fight demands of a rider, out of turn or in the middle of a ride."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel.asks import Reply
from rules.engine.kernel.commands import Choice, number, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Judged
from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.accord import own_choices, virtue_field
from rules.systems.sda.aftermath import ends_of, flawless_shown, with_means
from rules.systems.sda.choosing import REWARDS
from rules.systems.sda.fight.riding.pairs import gentled, lent
from rules.systems.sda.gifts import called_choices, called_field
from rules.systems.sda.pools import Pool, buy, pool_for, throw, with_bought
from rules.systems.sda.reckoning import reckon
from rules.systems.sda.weighing import CHANCE, bought_for


@dataclass(frozen=True, slots=True, kw_only=True)
class RidingTest(Reply):
    """A riding test that nobody chose to make: all dice, out of no budget (SDA-165, SDA-252, SDA-256)."""

    has_odds: ClassVar[bool] = True
    #: The words for success: "stay in the saddle".
    does: ClassVar[str] = ""

    bought: int = number("Dice bought with spirit", default=0)
    bonus: int = number("Bonus dice", default=0, most=20)
    malus: int = number("Malus", default=0, most=20)
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = virtue_field()
    called: str = called_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"reward": REWARDS, "virtue": own_choices(table.me), "called": called_choices(table.me)}

    def odds(self, table: Table) -> Odds:
        known: Mapping[str, Any] = table.open_ask(self.ask, self.name).known
        pool = with_bought(table, self._pool(table), self.bought)
        measure = pool.measure(pool.available)
        passes = at_least(measure, known["difficulty"])
        shown = flawless_shown(table, pool, pool.available, known["difficulty"])
        listed = (Chance("success", self.does, passes), *ends_of(pool, pool.available, shown))
        odds = Odds(f"{in_words(passes).capitalize()} to {self.does}", listed, measure, "MoS")
        return with_means(odds, table, pool, pool.available, shown, self.reward, self.bought)

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to buy (SDA-059)."""
        return bought_for(self, table, CHANCE, lambda one: one._pool(table))

    def passes(self, table: Table, dice: Dice, difficulty: int) -> bool:
        """Roll the test and let the roll have its consequences; whether it succeeds."""
        pool = buy(table, self._pool(table), self.bought)
        result = throw(table, dice, pool, pool.available, self.does)
        passed = result.net >= difficulty
        hits = max(0, result.net - difficulty)
        told: dict[str, int | str | None] = {"skill": "riding", "measure": result.net, "difficulty": difficulty}
        table.happen(Judged(table.actor, "success" if passed else "failure", hits, told))
        reckon(table, dice, result, succeeded=passed, reward=self.reward)
        return passed

    def _pool(self, table: Table) -> Pool:
        said = ("riding", "", self.bonus + lent(table, table.actor), self.malus)
        rides = pool_for(table, table.actor, *said, free=True, virtue=self.virtue, called=self.called)
        return gentled(table, rides)
