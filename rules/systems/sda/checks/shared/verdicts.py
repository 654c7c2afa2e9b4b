"""Consequences of a throw for everybody who threw, and the odds of shared work in words."""

from collections.abc import Sequence

from rules.engine.kernel.commands import Choice
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.engine.odds import Chance, Odds, at_least, in_words, less, mean
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.second_skill import own_places, with_second_roll
from rules.systems.sda.checks.shared.task import Hand, Thrown, ready_pools, rolls_against, rolls_of
from rules.systems.sda.core.rolls.consequences import with_means
from rules.systems.sda.core.rolls.long_odds import (
    Attempt,
    as_distribution,
    flawless,
    flawless_ahead,
    opposed_together,
    sum_of,
)
from rules.systems.sda.core.rolls.pools import Pool, Result
from rules.systems.sda.core.rolls.results import AS_WISHED, is_flawless, reckon

#: The side that wins a tie, where a stand-still cannot be (SDA-028).
MINE, THEIRS = "mine", "theirs"


def advantages(mine: str) -> tuple[Choice, ...]:
    """Choices of the side that has the advantage."""
    return (Choice(MINE, mine), Choice(THEIRS, "The other side"))


def reckon_all(table: Table, dice: Dice, thrown: Thrown, *, succeeded: bool, reward: str = AS_WISHED) -> None:
    """Give everybody who threw their flawless success, complete failure and practice; ``reward`` is the first one's."""
    for place, result in enumerate(thrown.results):
        reckon(table, dice, result, succeeded=succeeded, reward=AS_WISHED if place else reward)


def quality(table: Table, result: Result, *, succeeded: bool) -> str | None:
    """The quality of a roll in words: flawless, complete failure, or None (SDA-046, SDA-048)."""
    if is_flawless(table, result, succeeded=succeeded):
        return "flawless"
    return "complete failure" if result.no_success else None


def odds_together(
    table: Table, hands: Sequence[Hand], difficulty: int, *, bought: int = 0, reward: str = "", given: str = ""
) -> Odds:
    """The odds of one throw of all hands against a difficulty; without one every MoS is a hit.

    What else follows for the first is told where ``reward`` says what a flawless success gives; ``given`` is what it
    gives instead, where somebody learns from it.
    """
    pools = ready_pools(table, hands, bought)
    rolls, rounding, reach = rolls_of(hands, pools), house_rules.rounding(table), difficulty or 1
    measure = as_distribution(sum_of(rolls, rounding=rounding))
    shown = flawless(rolls, reach, rounding)
    listed = (
        Chance("success", "success", at_least(measure, reach)),
        Chance("flawless", "flawless success", sum(shown)),
        Chance("complete_failure", "complete failure", pools[0].none_scoring(rolls[0].count)),
    )
    hits = less(measure, difficulty)
    odds = Odds(sentence("succeed", listed[0].probability, hits), listed, measure, "MoS")
    attempt = Attempt.at(rolls, reach, rounding, own_places(hands))
    return _with_means(odds, table, pools, attempt, shown, reward, given, bought) if reward else odds


def odds_opposed(
    table: Table,
    mine: Sequence[Hand],
    theirs: Sequence[Hand],
    *,
    bought: int = 0,
    reward: str = "",
    given: str = "",
    tie: str = "",
) -> Odds:
    """The odds of one throw of all hands against those of the other side; ``tie`` says who has the advantage."""
    pools, rounding = ready_pools(table, mine, bought), house_rules.rounding(table)
    rolls, against = rolls_of(mine, pools), rolls_against(table, theirs)
    margin = opposed_together(rolls, against, rounding)
    won = margin.ahead + (margin.level if tie == MINE else 0.0)
    shown = flawless_ahead(rolls, against, rounding, ties=tie == MINE)
    listed = (
        Chance("success", "win", won),
        *(() if tie else (Chance("tie", "stand-still", margin.level),)),
        Chance("flawless", "flawless success", sum(shown)),
        Chance("complete_failure", "complete failure", pools[0].none_scoring(rolls[0].count)),
    )
    hits = margin.hits()
    odds = Odds(sentence("win", won, hits), listed, hits, "hits")
    attempt = Attempt.against(rolls, against, rounding, ties=tie == MINE, places=own_places(mine))
    return _with_means(odds, table, pools, attempt, shown, reward, given, bought) if reward else odds


def _with_means(
    odds: Odds,
    table: Table,
    pools: Sequence[Pool],
    attempt: Attempt,
    shown: Sequence[float],
    reward: str,
    given: str,
    bought: int,
) -> Odds:
    """Odds with the means of the first person's roll added, of both where they have two."""
    first = pools[0]
    mine = [pool for pool in pools if pool.who == first.who]
    if len(mine) == 1:
        return with_means(odds, table, first, first.available, shown, reward, bought, given=given)
    second = mine[1]
    odds = with_means(odds, table, first, first.available, shown, reward, bought, paid=second.due, given=given)
    return with_second_roll(odds, table, attempt, (first, second), reward, bought, given)


def sentence(do: str, chance: float, hits: Sequence[float]) -> str:
    """The odds in words: "8 in 10 to succeed, about 1 hit"."""
    if not chance:
        return f"No way to {do}"
    expected = round(mean(hits) / chance)
    spare = f"about {counted(expected, 'hit', 'hits')}" if expected else "without hits to spare"
    return f"{in_words(chance).capitalize()} to {do}, {spare}"
