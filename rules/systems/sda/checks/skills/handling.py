"""Animals at the word of a handler, by no more dice than the handler's, and birds that hunt (SDA-110, SDA-118)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, number, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Judged, Told
from rules.engine.kernel.table import Table
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.checks.long.herding import animal_ranks
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.company import no_fight, others, somebody_else
from rules.systems.sda.checks.shared.ensemble import MOST_BONUS
from rules.systems.sda.checks.shared.task import Hand, clash, ready_pools, rolls_against, rolls_of
from rules.systems.sda.checks.shared.together import judge_margin
from rules.systems.sda.checks.shared.verdicts import reckon_all
from rules.systems.sda.core.rolls.fields import REWARDS
from rules.systems.sda.core.rolls.long_odds import opposed_together
from rules.systems.sda.core.rolls.pools import Pool, Result, pool_for, throw
from rules.systems.sda.core.rolls.results import AS_WISHED, reckon


@dataclass(frozen=True, slots=True)
class WithAnimal(Command):
    """A command about an animal: the fields that all of this kind share."""

    place: ClassVar[Place] = Place.SHEET

    animal: str = pick("Animal")

    @classmethod
    def possible(cls, table: Table) -> None:
        animals_about(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"animal": others(table), "reward": REWARDS}


def animals_about(table: Table) -> None:
    table.sheet(table.actor)
    no_fight(table)
    somebody_else(table, "that could be handled")


def led(table: Table, dice: Dice, pool: Pool, most: int, purpose: str, difficulty: int, helped: int = 0) -> Result:
    """Roll for an animal with no more dice than its handler gives it (SDA-110, D-8).

    ``helped`` are MoS that the handler's hits add (SDA-255).
    """
    count = min(most, pool.available)
    result = throw(table, dice, pool, count, purpose)
    total = result.net + helped
    succeeded, hits = total >= (difficulty or 1), max(0, total - difficulty)
    numbers: dict[str, int | str | None] = {"skill": pool.skill, "dice": count, "measure": total, "hits": hits}
    table.happen(Judged(pool.who, "success" if succeeded else "failure", hits, numbers))
    reckon(table, dice, result, succeeded=succeeded, reward=AS_WISHED)
    return result


def chance_led(pool: Pool, scored: Sequence[float], difficulty: int, dice: Sequence[int] | None = None) -> float:
    """The chance that an animal succeeds, given the chances that its handler scores 0, 1, 2 ...

    ``dice`` are those that the animal has for each score, if not as many.
    """
    total = 0.0
    for most, share in zip(dice or range(len(scored)), scored, strict=True):
        measure = pool.measure(min(most, pool.available))
        total += share * at_least(measure, difficulty or 1)
    return total


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
        margin = opposed_together(rolls, rolls_against(table, bird), house_rules.rounding(table))
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
