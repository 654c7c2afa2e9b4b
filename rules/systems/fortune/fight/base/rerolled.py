"""Damage dice of which each 1 is rolled again, once: the Ranger's Precision of the Hawk (D-3)."""

from functools import lru_cache

from rules.engine.kernel import Dice, Die, Table, amount, rolled
from rules.engine.odds import Distribution, normal, pools


def _weights(sides: int) -> tuple[int, ...]:
    """The weights of a die whose 1 is rolled again: of 36 pairs of a d6, one ends in a 1, and seven in each other face.

    >>> _weights(6)
    (0, 1, 7, 7, 7, 7, 7)
    """
    return (0, 1, *[sides + 1] * (sides - 1))


@lru_cache(maxsize=512)
def distribution_of(written: str) -> Distribution:
    """The distribution of dice of which each 1 is rolled again."""
    told = amount(written)
    kinds = {sides: told.dice.count(sides) for sides in told.dice}
    summed = normal(pools((_weights(sides), count) for sides, count in kinds.items()))
    return (*(0.0,) * told.plus, *summed)


def throw_again(table: Table, dice: Dice, who: str, purpose: str, written: str) -> int:
    """Roll damage dice, those that show a 1 once more, and return what they come to."""
    told = amount(written)
    if not told.dice:
        return told.plus
    fell = dice.roll(who, told.dice)
    ones = [sides for sides, face in zip(told.dice, fell.faces, strict=True) if face == 1]
    more = list(dice.roll(who, ones).faces) if ones else []
    shown: list[Die] = []
    for sides, face in zip(told.dice, fell.faces, strict=True):
        if face == 1:
            shown.append(Die(sides, face, kept=False))
            face = more.pop(0)
        shown.append(Die(sides, face, face))
    total = sum(one.scored for one in shown) + told.plus
    table.happen(rolled(who, purpose, tuple(shown), total, distribution_of(written), typed=fell.typed))
    return total
