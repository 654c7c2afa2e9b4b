"""Aims of a roll, and the worth of the choices that it leaves, for advice: above all bought dice (SDA-059).

All worth is counted in one unit, and spirit at a rate that the sentence names.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.kernel import Command, NotNow, Table, Weighing, Worth, counted
from rules.engine.odds import Odds
from rules.systems.sda.core.rolls.pool import Pool, could_buy, price, with_bought

#: The units in which chances and open-ended tests are weighed.
POINTS, MOS = "percentage points", "MoS"
PAID = "Spirit paid"
SPIRIT_OF_A_MOS = 2
#: The part of a sentence that tells of the spirit where each MoS is a metre.
OF_METRES = "2 spirit count as 1 of them."
#: The part of a sentence that tells of the spirit where it is weighed against a chance.
ITS_SHARE = "minus the share of your spirit that bought dice cost."


def first_chance(odds: Odds) -> float:
    """The first of the chances, for which a roll is made, in percentage points."""
    return 100 * odds.chances[0].probability


@dataclass(frozen=True, slots=True)
class Aim:
    """The aim of a roll: the unit in which it counts, how people are told so, and how it is read off the odds.

    ``spirit`` points of spirit count as one of the unit; if it is 0, all spirit that there is counts as a hundred.
    """

    unit: str
    expected: str
    gained: str = "Chance"
    of: Callable[[Odds], float] = first_chance
    spirit: float = 0.0

    def cost(self, table: Table, plain: Pool, bought: int) -> float:
        """The cost of dice bought for a pool, in the unit of the aim."""
        return self.of_spirit(table, plain.who, price(plain.available, bought))

    def of_spirit(self, table: Table, who: str, paid: float) -> float:
        """The worth of ``paid`` points of somebody's spirit, in the unit of the aim."""
        return paid / self.spirit if self.spirit else 100 * paid / max(1, table.sheet(who).now("spirit"))


CHANCE = Aim(POINTS, f"Chance to succeed in percentage points, {ITS_SHARE}")
SCORED = Aim(
    MOS,
    "Average MoS; 2 spirit count as 1 MoS.",
    "Scored",
    lambda odds: odds.mean,
    SPIRIT_OF_A_MOS,
)

#: The aims of rolls for which no dice can be bought.
OF_CHANCE = replace(CHANCE, expected="Chance to succeed in percentage points.")
OF_SCORE = replace(SCORED, expected="Average MoS.")


def foreseen(command: Command, table: Table) -> Odds:
    """The odds of a command; refused where nothing is left to chance."""
    odds = command.odds(table)
    if odds is None:
        raise NotNow("No roll, nothing to compare.")
    return odds


def bought_for(
    command: Command,
    table: Table,
    aim: Aim,
    pool: Callable[[Any], Pool],
    brings: Callable[[Any], float] | None = None,
    *more: str,
    said: Callable[[Any], str] | None = None,
    most: int | None = None,
    dice: int = 0,
    among: Mapping[str, Sequence[Any]] | None = None,
) -> Weighing:
    """The weighing of each number of bought dice, and of the ``more`` fields, by their gain less what the dice cost.

    The gain is read off the odds that the command has with that choice, which refuse what it refuses, unless ``brings``
    tells it. ``pool`` gives the pool of a choice before anything is bought, ``most`` the most dice that may be bought
    where that hangs on the choice; ``said`` puts a choice into words. Where not all ``dice`` need be thrown, how many
    are is chosen as well. ``among`` lists, for a pick, which of its choices can be legal.
    """

    def worth(chosen: Any) -> Worth:
        gained = brings(chosen) if brings else aim.of(foreseen(chosen, table))
        return gained, -aim.cost(table, pool(chosen), chosen.bought)

    upto = {"bought": most_bought(table, pool(command)) if most is None else most} | ({"dice": dice} if dice else {})
    fields, shares = (*(("dice",) if dice else ()), "bought", *more), (aim.gained, PAID)
    words = said or (dice_said if dice else bought_said)
    return Weighing(fields, aim.unit, aim.expected, worth, shares, upto, words, among or {})


def most_bought(table: Table, plain: Pool, *, unlimited: bool = False) -> int:
    """The most dice that spirit buys for a pool."""
    bought = 0
    while could_buy(table, plain, bought + 1, unlimited=unlimited):
        bought += 1
    return bought


def with_each_bought(table: Table, plain: Pool) -> list[Pool]:
    """The pool with no die bought for it, with one, with two, up to the most that spirit buys (SDA-059)."""
    return [with_bought(table, plain, bought) for bought in range(most_bought(table, plain) + 1)]


def bought_said(chosen: Any) -> str:
    """The bought dice of a choice in words."""
    return f"{counted(chosen.bought, 'die', 'dice')} bought" if chosen.bought else "Buy none"


def dice_said(chosen: Any) -> str:
    """A choice of dice in words.

    >>> from types import SimpleNamespace
    >>> [dice_said(SimpleNamespace(dice=dice, bought=bought)) for dice, bought in ((0, 1), (1, 0), (4, 2))]
    ['No dice', '1 die', '4 dice, 2 of them bought']
    """
    if not chosen.dice:
        return "No dice"
    dice, bought = counted(chosen.dice, "die", "dice"), getattr(chosen, "bought", 0)
    return f"{dice}, {bought} of {'it' if chosen.dice == 1 else 'them'} bought" if bought else dice
