"""Fury Dice, which are thrown again and added for a six, and Chaos Dice, of which a six alone counts (GRM-126, D-2)."""

from functools import lru_cache

from rules.engine.kernel import Dice, Die, Table, Wording, rolled
from rules.engine.odds import Distribution
from rules.engine.odds.bursts import any_shows, bursting, showing

SIDES = 6
#: Faces for which a Fury Die is thrown again, as a rule.
SIX = (6,)


@lru_cache(maxsize=256)
def fury(count: int, explodes: tuple[int, ...] = SIX) -> Distribution:
    """P(so many Fury Dice come to v) at index v; all but 1e-13 of it.

    >>> fury(0), round(sum(value * share for value, share in enumerate(fury(1))), 9)
    ((1.0,), 4.2)
    """
    return bursting(count, SIDES, explodes) if count > 0 else (1.0,)


def throw_fury(table: Table, dice: Dice, who: str, count: int, explodes: tuple[int, ...] = SIX) -> int:
    """Throw Fury Dice, and again for each that explodes; what they come to."""
    shown: list[Die] = []
    waiting, typed = max(0, count), False
    while waiting:
        fell = dice.roll(who, [SIDES] * waiting)
        typed = typed or fell.typed
        shown += (Die(SIDES, face, face) for face in fell.faces)
        waiting = sum(face in explodes for face in fell.faces)
    total, chances = sum(die.scored for die in shown), fury(count, explodes)
    if shown:
        beyond = (0.0,) * (total + 1 - len(chances))
        table.happen(rolled(who, "fury", tuple(shown), total, (*chances, *beyond), typed=typed))
    return total


def chance_of_six(count: int) -> float:
    """P(any of so many Chaos Dice shows a six).

    >>> round(chance_of_six(2), 3), chance_of_six(0)
    (0.306, 0.0)
    """
    return any_shows(count, SIDES) if count > 0 else 0.0


def throw_chaos(table: Table, dice: Dice, who: str, count: int, purpose: Wording = "chaos") -> bool:
    """Throw Chaos Dice; whether any of them shows a six, which is the bad end of it."""
    if count <= 0:
        return False
    fell = dice.roll(who, [SIDES] * count)
    sixes = fell.faces.count(SIDES)
    shown = tuple(Die(SIDES, face, int(face == SIDES)) for face in fell.faces)
    table.happen(rolled(who, purpose, shown, sixes, showing(count, SIDES), typed=fell.typed, low=True))
    return sixes > 0
