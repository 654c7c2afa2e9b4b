"""Animals at the word of whoever handles them: the dice that they give and get (SDA-109, SDA-110, D-8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, Table, pick
from rules.engine.odds import Distribution, at_least
from rules.systems.sda.checks.shared.companions import company_in_peace, others
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.rolls import AS_WISHED, Pool, Result, RewardedRoll, judge, rank_of, reckon, throw


def animal_ranks(table: Table, animal: str, skill: str) -> int:
    """An animal's own ranks in a skill of handling animals, dice for its handler (SDA-109, C-87)."""
    return rank_of(table.sheet(animal), SKILLS[skill])


@dataclass(frozen=True, slots=True)
class WithAnimal(RewardedRoll):
    """A roll against the will of an animal: the fields that all of this kind share."""

    leading: ClassVar[tuple[str, ...]] = ("animal",)

    animal: str = pick("Animal")

    @classmethod
    def possible(cls, table: Table) -> None:
        company_in_peace(table, "to handle")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**RewardedRoll.choices(table), "animal": others(table)}


def led(table: Table, dice: Dice, pool: Pool, most: int, purpose: str, difficulty: int, helped: int = 0) -> Result:
    """Roll for an animal with no more dice than its handler gives it (SDA-110, D-8).

    ``helped`` are MoS that the handler's hits add (SDA-255).
    """
    count = min(most, pool.available)
    result = throw(table, dice, pool, count, purpose)
    total = result.net + helped
    succeeded, hits = total >= (difficulty or 1), max(0, total - difficulty)
    judge(table, pool.who, succeeded, hits, skill=pool.skill, dice=count, measure=total, hits=hits)
    reckon(table, dice, result, succeeded=succeeded, reward=AS_WISHED)
    return result


def chance_led(pool: Pool, scored: Sequence[float], difficulty: int, dice: Sequence[int] | None = None) -> float:
    """The chance that an animal succeeds, given the chances that its handler scores 0, 1, 2 ...

    ``dice`` are those that the animal has for each score, if not as many.
    """
    total = 0.0
    for most, share in zip(dice or range(len(scored)), scored, strict=True):
        total += share * at_least(pool.measure(min(most, pool.available)), difficulty or 1)
    return total


def chance_together(mine: Distribution, its: Distribution, difficulty: int) -> float:
    """The chance that rider and mount both succeed, where the rider's hits help the mount (SDA-255)."""
    ridden = list(enumerate(mine))[difficulty:]
    return sum(share * at_least(its, 2 * difficulty - scored) for scored, share in ridden)
