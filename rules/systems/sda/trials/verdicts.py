"""What a throw brings with it for everybody who threw, and how odds of shared work are told."""

from collections.abc import Sequence

from rules.engine.dice import Dice
from rules.engine.odds import Chance, Odds, at_least, in_words, less, mean
from rules.engine.table import Table
from rules.engine.words import counted
from rules.systems.sda.chances import none_scores
from rules.systems.sda.pools import Result
from rules.systems.sda.reckoning import is_flawless, reckon
from rules.systems.sda.trials import house
from rules.systems.sda.trials.chances import Roll, as_distribution, flawless, opposed_together, sum_of
from rules.systems.sda.trials.task import Thrown


def reckon_all(table: Table, dice: Dice, thrown: Thrown, *, succeeded: bool, reward: str = "spirit") -> None:
    """Flawless successes, complete failures and practice of everybody who threw; ``reward`` is the first one's."""
    for place, result in enumerate(thrown.results):
        reckon(table, dice, result, succeeded=succeeded, reward="spirit" if place else reward)


def quality(table: Table, result: Result, *, succeeded: bool) -> str | None:
    """Flawless, a complete failure, or neither (SDA-046, SDA-048)."""
    if is_flawless(table, result, succeeded=succeeded):
        return "flawless"
    return "complete failure" if result.no_success else None


def odds_together(table: Table, rolls: tuple[Roll, ...], difficulty: int) -> Odds:
    """The odds of one throw of all hands against a difficulty; without one every MoS is a hit."""
    rounding = house.rounding(table)
    measure = as_distribution(sum_of(rolls, rounding=rounding))
    reach = difficulty or 1
    listed = (
        Chance("success", "success", at_least(measure, reach)),
        Chance("flawless", "flawless success", flawless(rolls, reach, rounding)),
        Chance("complete_failure", "complete failure", none_scores(rolls[0].sides, rolls[0].count, rolls[0].how)),
    )
    hits = less(measure, difficulty)
    return Odds(sentence("succeed", listed[0].probability, hits), listed, measure, "MoS")


def odds_opposed(table: Table, mine: tuple[Roll, ...], theirs: tuple[Roll, ...]) -> Odds:
    """The odds of one throw of all hands against those of the other side."""
    margin = opposed_together(mine, theirs, house.rounding(table))
    hits = margin.hits()
    listed = (
        Chance("success", "win", margin.ahead),
        Chance("tie", "stand-still", margin.level),
        Chance("complete_failure", "complete failure", none_scores(mine[0].sides, mine[0].count, mine[0].how)),
    )
    return Odds(sentence("win", margin.ahead, hits), listed, hits, "hits")


def sentence(do: str, chance: float, hits: Sequence[float]) -> str:
    """As people say it: "8 in 10 to succeed, about 1 hit"."""
    if not chance:
        return f"No way to {do}"
    expected = round(mean(hits) / chance)
    spare = f"about {counted(expected, 'hit', 'hits')}" if expected else "without hits to spare"
    return f"{in_words(chance).capitalize()} to {do}, {spare}"
