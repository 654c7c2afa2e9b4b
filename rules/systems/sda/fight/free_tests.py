"""Rolls that the rules demand in a fight and nobody chooses: shock, bleeding to death, waking, a surge of spirit."""

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.table import Table
from rules.systems.sda.pools import Result, pool_for, throw
from rules.systems.sda.reckoning import AS_WISHED, reckon


def free_test(
    table: Table, dice: Dice, who: str, skill: str, purpose: str, *, difficulty: int = 1, reward: str = AS_WISHED
) -> Result:
    """Roll the whole pool of a skill, outside every budget, and let the roll have its consequences (SDA-165)."""
    pool = pool_for(table, who, skill, free=True)
    result = throw(table, dice, pool, pool.available, purpose)
    reckon(table, dice, result, succeeded=result.net >= difficulty, reward=reward)
    return result
