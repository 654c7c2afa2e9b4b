"""One roll of a skill in a fight: its odds against a difficulty, its verdict, and tests that nobody chose to make."""

from typing import Protocol

from rules.engine.kernel import Dice, Table
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.core.rolls import (
    AS_WISHED,
    Pool,
    Result,
    ends_of,
    flawless_shown,
    judge,
    pool_for,
    reckon,
    throw,
    with_means,
)


class Chosen(Protocol):
    """The fields of a roll that what it brings hangs on: the reward that it takes, and the dice bought for it."""

    @property
    def reward(self) -> str: ...
    @property
    def bought(self) -> int: ...


def foretold(table: Table, pool: Pool, count: int, difficulty: int, chosen: Chosen, *, label: str, said: str) -> Odds:
    """The odds of a roll against a difficulty, and what it brings; ``said`` has ``{}`` for the chance in words."""
    measure, shown = pool.measure(count), flawless_shown(table, pool, count, difficulty)
    passes = at_least(measure, difficulty)
    sentence = said.format(in_words(passes))
    listed = (Chance("success", label, passes), *ends_of(pool, count, shown))
    odds = Odds(sentence[0].upper() + sentence[1:], listed, measure, "MoS")
    return with_means(odds, table, pool, count, shown, chosen.reward, chosen.bought)


def judge_against(table: Table, result: Result, difficulty: int, tally: int | None = None, *, skill: str = "") -> bool:
    """Tell whether a roll reaches a difficulty, and by how many hits; ``tally`` counts in the place of its own MoS."""
    measure = result.net if tally is None else tally
    passed, hits = measure >= difficulty, max(0, measure - difficulty)
    named = {"skill": skill} if skill else {}
    judge(table, result.pool.who, passed, hits, **named, difficulty=difficulty, measure=measure, hits=hits)
    return passed


def free_test(
    table: Table, dice: Dice, who: str, skill: str, purpose: str, *, difficulty: int = 1, reward: str = AS_WISHED
) -> Result:
    """Roll the whole pool of a skill, outside every budget, and let the roll have its consequences (SDA-165)."""
    pool = pool_for(table, who, skill, free=True)
    result = throw(table, dice, pool, pool.available, purpose)
    reckon(table, dice, result, succeeded=result.net >= difficulty, reward=reward)
    return result
