"""Distributions of old rolls, worked out from how their dice fell, for rolls recorded without them."""

from collections.abc import Iterator

from rules.engine.kernel.facts import Rolled
from rules.engine.kernel.kept_dice import kept
from rules.engine.odds import Distribution, normal, percentile, pools

#: The largest difference between two ways of counting one percentile.
_SAME = 1e-6


def chances_of(fact: Rolled) -> Distribution | None:
    """The distribution of a roll's measure, worked out from its dice: the one by which it has the percentile written.

    ``None`` where they do not, as with a card from what is left of a deck.
    """
    for chances in (*_of_one_kept(fact), *_of_all_counted(fact)):
        if 0 <= fact.measure < len(chances) and chances[fact.measure]:
            above = percentile(chances, fact.measure)
            if min(abs(above - fact.percentile), abs(100 - above - fact.percentile)) < _SAME:
                return chances
    return None


def _of_one_kept(fact: Rolled) -> Iterator[Distribution]:
    """Distributions for a roll of which one die was kept, the lowest or the highest."""
    sides, more = {die.sides for die in fact.dice}, len(fact.dice) - 1
    if len(sides) == 1 and [die.face for die in fact.dice if die.kept] == [fact.measure]:
        yield kept(min(sides), more)
        yield kept(min(sides), -more)


def _of_all_counted(fact: Rolled) -> Iterator[Distribution]:
    """Distributions for dice that count one for each full 1, 2, 3 ... on them, with a fixed addition."""
    plus = fact.measure - sum(die.scored for die in fact.dice)
    most = max((die.sides for die in fact.dice), default=0)
    for full in range(1, most + 1):
        if plus >= 0 and all(die.scored == die.face // full for die in fact.dice):
            counted = pools((_counts(die.sides, full), 1) for die in fact.dice)
            yield (*[0.0] * plus, *normal(counted))


def _counts(sides: int, full: int) -> tuple[int, ...]:
    """The number of faces on which a die counts 0, 1, 2 ..., where each full ``full`` on it counts one."""
    weights = [0] * (sides // full + 1)
    for face in range(1, sides + 1):
        weights[face // full] += 1
    return tuple(weights)
