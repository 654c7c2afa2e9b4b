"""The exact odds of one round of rolls by several hands, which add up to a gain; it needs no table.

A malus may take something back (SDA-034), so a gain is a spread of weights while dice are combined, and told as
``{value: probability}``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial, reduce

from rules.engine.odds import Distribution, pool, pools
from rules.engine.odds.contests import Spread
from rules.systems.sda.core.person import counted, mos_weights

Gains = Mapping[int, float]

#: Modes of a test: a single roll, without a tally; of the two kinds of long test, one in which a roll that comes to
#: nothing takes all of the tally, and one in which a malus gnaws at it (SDA-032 to SDA-034).
ROLLING, FIRST_FAIL, SETBACK = "rolling", "first_fail", "setback"
#: How the halves of helpers are rounded (C-28).
EACH, TOGETHER = "each helper", "helpers together"


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice of one hand at the work: so many of equal sides, less a malus; ``halved`` for a mere helper's.

    ``how`` says what traits do to the throw, ``whole`` whether it may be flawless, for no die is kept back.
    """

    sides: int
    count: int
    malus: int = 0
    halved: bool = False
    how: str = ""
    whole: bool = True


def half(value: int) -> int:
    """Half of a value, rounded towards 0 on either side (SDA-037).

    >>> half(3), half(-3)
    (1, -1)
    """
    return int(value / 2)


def added_up(values: Iterable[tuple[int, bool]], rounding: str = EACH) -> int:
    """Sum of hands, each given as its measure and whether it is halved (SDA-035, SDA-037, C-28).

    >>> added_up([(2, False), (3, True), (1, True)]), added_up([(2, False), (3, True), (1, True)], TOGETHER)
    (3, 4)
    """
    listed = list(values)
    full = sum(value for value, halved in listed if not halved)
    halves = [value for value, halved in listed if halved]
    return full + (half(sum(halves)) if rounding == TOGETHER else sum(map(half, halves)))


def gain_of(mode: str, raw: int, malus: int, how: str = "") -> int:
    """MoS that one roll counts: 0 at least, but in a setback test below it by a malus beyond the roll (SDA-034)."""
    return counted(raw - malus if mode == SETBACK else max(0, raw - malus), how)


@lru_cache(maxsize=1024)
def together(rolls: tuple[Roll, ...], mode: str = ROLLING, rounding: str = EACH) -> Spread:
    """The gain of all hands together, in weights (SDA-035, SDA-037, SDA-039).

    Hands that count in full are one pool, if nothing is taken off what they throw.
    """
    plain = [(mos_weights(roll.sides), roll.count) for roll in rolls if not (roll.malus or roll.halved or roll.how)]
    full = [Spread(0, pools(plain))] if plain else []
    if full and len(plain) == len(rolls):
        return full[0]
    full += [_single(roll, mode) for roll in rolls if (roll.malus or roll.how) and not roll.halved]
    helpers = [_single(roll, mode) for roll in rolls if roll.halved]
    if rounding == TOGETHER:
        return added((*full, added(helpers).to(half)))
    return added((*full, *(helper.to(half) for helper in helpers)))


@lru_cache(maxsize=1024)
def sum_of(rolls: tuple[Roll, ...], mode: str = ROLLING, rounding: str = EACH) -> Gains:
    """The probability of each gain of all hands together."""
    return together(rolls, mode, rounding).shares()


def _single(roll: Roll, mode: str) -> Spread:
    """The gain of one throw in weights, as :func:`gain_of` counts it."""
    net = Spread(-roll.malus, pool(mos_weights(roll.sides, roll.how), roll.count))
    kept = net if mode == SETBACK else net.floored()
    return kept.to(partial(counted, how=roll.how)) if roll.how else kept


def added(parts: Iterable[Spread]) -> Spread:
    """The sum of independent gains; 0 where there are none."""
    listed = tuple(parts) or (Spread(0, (1,)),)
    return reduce(Spread.plus, listed)


def as_distribution(gains: Gains) -> Distribution:
    """Gains as a distribution, its places from 0; none may be below 0."""
    return tuple([gains.get(value, 0.0) for value in range(max(gains) + 1)])


def gain_of_blanks(rolls: Iterable[Roll], rounding: str = EACH) -> int:
    """The gain of a throw of which no die scores: above 0 where traits or spells give MoS beside the dice."""
    return added_up([(gain_of(FIRST_FAIL, 0, roll.malus, roll.how), roll.halved) for roll in rolls], rounding)
