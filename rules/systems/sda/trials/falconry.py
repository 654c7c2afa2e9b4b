"""Falconry: a bird that obeys hunts for its handler (SDA-110)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import number, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Told
from rules.engine.kernel.table import Table
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.sda.pools import Pool, pool_for
from rules.systems.sda.trials import house
from rules.systems.sda.trials.chances import opposed_together
from rules.systems.sda.trials.ensemble import MOST_BONUS
from rules.systems.sda.trials.handling import WithAnimal, chance_led, led
from rules.systems.sda.trials.herding import animal_ranks
from rules.systems.sda.trials.task import Hand, clash, ready_pools, rolls_against, rolls_of
from rules.systems.sda.trials.together import judge_margin
from rules.systems.sda.trials.verdicts import reckon_all


@dataclass(frozen=True, slots=True)
class Hunt(WithAnimal):
    """Let a bird hunt: falconry against its ego, then it hunts with no more dice than there are hits (SDA-110).

    The bird's ranks in falconry are dice for its handler (SDA-109). How hard the prey is, and whether the bird is large
    enough for it, is the game master's word.
    """

    name: ClassVar[str] = "falconry.hunt"
    label: ClassVar[str] = "Let a falcon hunt"
    has_odds: ClassVar[bool] = True

    prey: int = number("Difficulty of the prey", default=1, help="0 counts every MoS")
    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS)
    reward: str = pick("Flawless success gives", default="spirit")

    def odds(self, table: Table) -> Odds:
        mine, bird = self._sides(table)
        rolls = rolls_of(mine, ready_pools(table, mine))
        margin = opposed_together(rolls, rolls_against(table, bird), house.rounding(table))
        caught = chance_led(self._hunting(table), margin.hits(), self.prey)
        listed = (Chance("success", "the bird obeys", margin.ahead), Chance("caught", "it catches its prey", caught))
        told = f"{in_words(margin.ahead).capitalize()} that it obeys, {in_words(caught)} that it catches its prey"
        return Odds(told, listed, margin.hits(), "hits")

    def perform(self, table: Table, dice: Dice) -> None:
        mine, bird = self._sides(table)
        hunting = self._hunting(table)
        ours, theirs, margin = clash(table, dice, mine, bird, self.name)
        judge_margin(table, ours, theirs, margin)
        reckon_all(table, dice, ours, succeeded=margin > 0, reward=self.reward)
        reckon_all(table, dice, theirs, succeeded=margin < 0)
        if margin > 0:
            result = led(table, dice, hunting, margin, "the hunt: foraging", self.prey)
            how = "comes back with its prey" if result.net >= (self.prey or 1) else "misses its prey"
            table.happen(Told((self.animal,), f"{{0}} {how}."))
        else:
            table.happen(Told((self.animal,), "{0} does as it likes."))

    def _sides(self, table: Table) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        bonus = self.bonus + animal_ranks(table, self.animal, "falconry")
        return (Hand(table.actor, "falconry", "", bonus, self.malus),), (Hand(self.animal, "ego"),)

    def _hunting(self, table: Table) -> Pool:
        return pool_for(table, self.animal, "foraging")
