"""What dice might have come to, worked out from how they fell: for rolls from before that was written with them."""

from collections.abc import Iterator

from rules.engine.facts import Rolled
from rules.engine.odds import Distribution, normal, percentile, pools
from rules.engine.under import kept

#: As near as two ways of counting the same come to each other.
_SAME = 1e-6


def chances_of(fact: Rolled) -> Distribution | None:
    """The distribution of a roll's measure, if its dice tell: the one by which it is as lucky as was written.

    ``None`` where they do not, as with a card from what is left of a deck.
    """
    for chances in (*_of_one_kept(fact), *_of_all_counted(fact)):
        if 0 <= fact.measure < len(chances) and chances[fact.measure]:
            above = percentile(chances, fact.measure)
            if min(abs(above - fact.percentile), abs(100 - above - fact.percentile)) < _SAME:
                return chances
    return None


def _of_one_kept(fact: Rolled) -> Iterator[Distribution]:
    """One die of several was kept, the lowest or the highest."""
    sides, more = {die.sides for die in fact.dice}, len(fact.dice) - 1
    if len(sides) == 1 and [die.face for die in fact.dice if die.kept] == [fact.measure]:
        yield kept(min(sides), more)
        yield kept(min(sides), -more)


def _of_all_counted(fact: Rolled) -> Iterator[Distribution]:
    """Every die counted one for each full so many on it (its face, for each full one), and something was added."""
    plus = fact.measure - sum(die.scored for die in fact.dice)
    most = max((die.sides for die in fact.dice), default=0)
    for full in range(1, most + 1):
        if plus >= 0 and all(die.scored == die.face // full for die in fact.dice):
            counted = pools((_counts(die.sides, full), 1) for die in fact.dice)
            yield (*[0.0] * plus, *normal(counted))


def _counts(sides: int, full: int) -> tuple[int, ...]:
    """In how many ways a die counts 0, 1, 2 ..., where each full so many count one."""
    weights = [0] * (sides // full + 1)
    for face in range(1, sides + 1):
        weights[face // full] += 1
    return tuple(weights)
