"""Animals at the word of a handler: their own rolls, with no more dice than the handler's allows (SDA-110, SDA-118)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Judged
from rules.engine.kernel.table import Table
from rules.engine.odds import at_least
from rules.systems.sda.choosing import REWARDS
from rules.systems.sda.pools import Pool, Result, throw
from rules.systems.sda.reckoning import AS_WISHED, reckon
from rules.systems.sda.trials.company import no_fight, others, somebody_else


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
