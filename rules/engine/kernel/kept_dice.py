"""Rolling under a target with one kept die: the lowest or the highest of several of the same kind.

The mechanism of many games: a d20 or a d100 at or below a number succeeds; help adds dice of which the lowest is kept,
hindrance adds dice of which the highest is kept. ``extra`` counts them: 1 and more keeps the lowest, -1 and less the
highest, 0 is one die alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Die
from rules.engine.kernel.luck import rolled
from rules.engine.kernel.references import Wording
from rules.engine.kernel.table import Table
from rules.engine.odds import Distribution


@dataclass(frozen=True, slots=True)
class Kept:
    """A throw with one die kept: the face that counts, all faces, and whether a person read them off real dice."""

    face: int
    faces: tuple[int, ...]
    typed: bool = False


@lru_cache(maxsize=512)
def kept(sides: int, extra: int = 0) -> Distribution:
    """P(the kept die shows f) at index f, from 0 to ``sides``; exact before the one division.

    >>> kept(2, 1), kept(2, -1)
    ((0.0, 0.75, 0.25), (0.0, 0.25, 0.75))
    """
    count = 1 + abs(extra)
    at_most = [face**count for face in range(sides + 1)]
    highest = [0, *(at_most[face] - at_most[face - 1] for face in range(1, sides + 1))]
    weights = highest if extra < 0 else [0, *reversed(highest[1:])]
    return tuple(weight / sides**count for weight in weights)


def at_most(sides: int, target: int, extra: int = 0) -> float:
    """P(the kept die is at or below the target).

    >>> at_most(20, 12), at_most(20, 12, -1), at_most(100, 40, 1)
    (0.6, 0.36, 0.64)
    """
    share = max(0, min(sides, target)) / sides
    return 1 - (1 - share) ** (1 + extra) if extra > 0 else share ** (1 - extra)


def throw_kept(
    table: Table,
    dice: Dice,
    who: str,
    purpose: Wording,
    sides: int,
    extra: int = 0,
    passes: Callable[[int], bool] | None = None,
) -> Kept:
    """Roll, keep one die, and let it stand in the log with how lucky it was (low is lucky), and whether it passes."""
    throw = dice.roll(who, [sides] * (1 + abs(extra)))
    face = max(throw.faces) if extra < 0 else min(throw.faces)
    place = throw.faces.index(face)
    passed = None if passes is None else passes(face)
    fell = tuple(
        Die(sides, each, kept=index == place, passed=passed if index == place else None)
        for index, each in enumerate(throw.faces)
    )
    table.happen(rolled(who, purpose, fell, face, kept(sides, extra), typed=throw.typed, low=True))
    return Kept(face, throw.faces, throw.typed)


# -- second chances -------------------------------------------------------------------------------------------------


def pushed(once: float, final: float = 0.0) -> float:
    """P(success, if a failure is rolled again); ``final`` is the probability of a failure that may not be rolled again.

    >>> pushed(0.5), pushed(0.5, 0.25)
    (0.75, 0.625)
    """
    return once + (1 - once - final) * once


def flipped(face: int) -> int:
    """A percentile throw with its digits exchanged; 100 is read as two noughts.

    >>> [flipped(face) for face in (37, 40, 4, 55, 100)]
    [73, 4, 40, 55, 100]
    """
    tens, ones = divmod(face % 100, 10)
    return 10 * ones + tens or 100


@lru_cache(maxsize=512)
def at_most_flipped(target: int, *, helps: bool) -> float:
    """P(a percentile throw is at or below the target), where its digits may be exchanged if that makes it a success,
    or have to be if that makes it a failure.

    >>> at_most_flipped(50, helps=True), at_most_flipped(50, helps=False), at_most_flipped(100, helps=False)
    (0.74, 0.26, 1.0)
    """
    kept_is = min if helps else max
    return sum(kept_is(face, flipped(face)) <= target for face in range(1, 101)) / 100
