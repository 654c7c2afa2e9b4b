"""What bought dice are worth to a test, for advice: what they add to it, against what they cost (SDA-059)."""

from collections.abc import Callable
from typing import Any

from rules.engine.table import Table
from rules.engine.weighing import Weighing, Worth
from rules.engine.words import counted
from rules.systems.sda.pools import Pool, could_buy, price, with_bought

#: In what chances are weighed, and open-ended tests.
POINTS, MOS = "points of 100", "MoS"
OF_CHANCES = "Chance to succeed in points of 100, less the share of your spirit that the bought dice cost."
OF_OPEN = (
    "What the roll scores on average; two points of spirit count as one MoS, as they do when somebody is inspired."
)
SPIRIT_OF_A_MOS = 2


def of_chance(table: Table, plain: Pool, chance: Callable[[Any, Pool], float]) -> Weighing:
    """Each number of bought dice by the chance that it gives; what it costs counts by how much spirit there is."""
    spirit = max(1, table.sheet(plain.who).now("spirit"))

    def worth(chosen: Any) -> Worth:
        pool = with_bought(table, plain, chosen.bought)
        return 100 * chance(chosen, pool), -100 * price(plain.available, chosen.bought) / spirit

    return _bought(table, plain, POINTS, OF_CHANCES, worth, "Chance")


def of_successes(table: Table, plain: Pool, mean: Callable[[Any, Pool], float]) -> Weighing:
    """Each number of bought dice by what the roll scores; a MoS gives two points of spirit (SDA-245, SDA-267)."""

    def worth(chosen: Any) -> Worth:
        pool = with_bought(table, plain, chosen.bought)
        return mean(chosen, pool), -price(plain.available, chosen.bought) / SPIRIT_OF_A_MOS

    return _bought(table, plain, MOS, OF_OPEN, worth, "Scored")


def most_bought(table: Table, plain: Pool) -> int:
    """The most dice that spirit buys for a pool."""
    bought = 0
    while could_buy(table, plain, bought + 1):
        bought += 1
    return bought


def with_each_bought(table: Table, plain: Pool) -> list[Pool]:
    """The pool with no die bought for it, with one, with two, up to the most that spirit buys (SDA-059)."""
    return [with_bought(table, plain, bought) for bought in range(most_bought(table, plain) + 1)]


def _bought(
    table: Table, plain: Pool, unit: str, sentence: str, worth: Callable[[Any], Worth], gained: str
) -> Weighing:
    upto = {"bought": most_bought(table, plain)}
    return Weighing(("bought",), unit, sentence, worth, (gained, "Spirit paid"), upto, _said)


def _said(chosen: Any) -> str:
    return f"{counted(chosen.bought, 'die', 'dice')} bought" if chosen.bought else "Buy none"
