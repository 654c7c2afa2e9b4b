"""Exact chances of the game: one test, an opposed test, damage that is reduced."""

from dataclasses import dataclass
from functools import lru_cache

from rules.engine import odds
from rules.engine.kernel import at_most
from rules.engine.odds import Distribution

SIDES = 100
#: The highest target that counts: 96 to 100 always fail (PCT-006).
HIGHEST = 95
#: How dice are kept: one alone, the lower of two, the higher of two (PCT-001 to PCT-003).
KEPT = {"standard": 0, "easy": 1, "hard": -1}
MODES = tuple(KEPT)


def highest_pass(target: int) -> int:
    """The highest face that succeeds: the target, but never below 1 nor above 95 (PCT-005, PCT-006, C-03).

    >>> [highest_pass(target) for target in (-5, 0, 40, 97)]
    [1, 1, 40, 95]
    """
    return max(1, min(target, HIGHEST))


@lru_cache(maxsize=1024)
def chance(target: int, mode: str = "standard") -> float:
    """P(a test succeeds).

    >>> chance(40), chance(40, "easy"), round(chance(40, "hard"), 9), chance(97)
    (0.4, 0.64, 0.16, 0.95)
    """
    return at_most(SIDES, highest_pass(target), KEPT[mode])


@dataclass(frozen=True, slots=True)
class Opposed:
    """The chances of an opposed test: one side wins, the other does, or nobody after all rounds (PCT-004, C-20)."""

    mine: float
    theirs: float
    nobody: float
    #: The average number of rounds rolled.
    rounds: float


@lru_cache(maxsize=4096)
def opposed(mine: float, theirs: float, cap: int = 100) -> Opposed:
    """The chances when both roll until exactly one succeeds, at most ``cap`` times; exact, for rounds are independent.

    >>> even = opposed(0.5, 0.5)
    >>> round(even.mine, 12), round(even.theirs, 12), even.rounds
    (0.5, 0.5, 2.0)
    """
    i_win, they_win = mine * (1 - theirs), theirs * (1 - mine)
    again = 1 - i_win - they_win
    undecided = again**cap
    rounds = (1 - undecided) / (1 - again) if again < 1 else float(cap)
    return Opposed(i_win * rounds, they_win * rounds, undecided, rounds)


@lru_cache(maxsize=4096)
def after_reduction(damage: Distribution, reduction: int) -> Distribution:
    """The damage that is left after a reduction (PCT-015)."""
    return odds.less(damage, reduction)
