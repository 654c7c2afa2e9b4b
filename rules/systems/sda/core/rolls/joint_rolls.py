"""The exact odds of a throw by several hands, by themselves or against others; it needs no table.

A malus may take something back (SDA-034), so a gain is a spread of weights while dice are combined, and told as
``{value: probability}``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial, reduce

from rules.engine.odds import Distribution, Weights, pool, pools
from rules.engine.odds.contests import Margin, Spread
from rules.systems.sda.core.person import all_scoring, counted, granting, mos_weights

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


def flawless(rolls: tuple[Roll, ...], reach: int, rounding: str = EACH) -> Distribution:
    """By MoS of the first hand: P(all its dice score, and all hands together reach the difficulty) (SDA-046)."""
    return Attempt.at(rolls, reach, rounding).flawless()


@lru_cache(maxsize=1024)
def opposed_together(mine: tuple[Roll, ...], theirs: tuple[Roll, ...], rounding: str = EACH) -> Margin:
    """The margin of an opposed test in which either side may have helpers (SDA-026, SDA-041).

    A malus beyond a roll's MoS gives the first of the other side as many dice, which know no malus (SDA-029).
    """
    ours, others = ahead_of(mine, granted(theirs), rounding), ahead_of(theirs, granted(mine), rounding)
    return Margin.of(ours.minus(others))


def granted(side: Sequence[Roll]) -> Weights:
    """Weights of a die that a side is granted: it adds to the first roll, if there is one, else 0 (C-13a).

    >>> granted((Roll(6, 2),)), granted((Roll(6, 0),))
    ((3, 3), (6,))
    """
    first = side[0]
    return mos_weights(first.sides) if first.count else (first.sides,)


def flawless_ahead(
    mine: tuple[Roll, ...], theirs: tuple[Roll, ...], rounding: str = EACH, *, ties: bool = False
) -> Distribution:
    """By MoS of the first hand: P(all its dice score, and its side is ahead, or level where that is enough)."""
    return Attempt.against(mine, theirs, rounding, ties=ties).flawless()


@dataclass(frozen=True, slots=True)
class Attempt:
    """One throw of a side, of which its ``own`` hands are looked at by themselves, and the sum it has to ``reach``.

    ``rest`` is the sum of its other hands, less the other side, ``die`` the weights of a die that the other side is
    granted; empty where there is none.
    """

    own: tuple[Roll, ...]
    rest: Spread
    reach: int
    die: Weights = ()

    @classmethod
    def at(cls, rolls: tuple[Roll, ...], reach: int, rounding: str, places: Sequence[int] = (0,)) -> "Attempt":
        """An attempt at a difficulty."""
        own, others = _parted(rolls, places)
        return cls(own, together(others, ROLLING, rounding), reach)

    @classmethod
    def against(
        cls,
        mine: tuple[Roll, ...],
        theirs: tuple[Roll, ...],
        rounding: str,
        *,
        ties: bool = False,
        places: Sequence[int] = (0,),
    ) -> "Attempt":
        """An attempt to be ahead of somebody, or level where ``ties`` are enough."""
        own, others = _parted(mine, places)
        rest = ahead_of(others, granted(theirs), rounding).minus(ahead_of(theirs, granted(mine), rounding))
        return cls(own, rest, 0 if ties else 1, granted(theirs))

    def reached(self, *fallen: Weights) -> float:
        """P(its own hands fall in these ways, and all together reach what is needed)."""
        parts = [self._counted(roll, ways) for roll, ways in zip(self.own, fallen, strict=True)]
        whole = sum(self.rest.weights)
        for roll in self.own:
            whole *= sum(mos_weights(roll.sides, roll.how)) ** roll.count
            whole *= sum(self.die) ** max(0, roll.malus) if self.die else 1
        return Margin.of(added((*parts, self.rest)), whole).at_least(self.reach)

    def flawless(self) -> Distribution:
        """By MoS of its own hand: P(all its dice score, and all hands together reach what is needed) (SDA-046)."""
        first = self.own[0]
        if first.halved or not first.whole:
            return ()
        scoring = enumerate(all_scoring(first.sides, first.count, first.how))
        return tuple([self.reached((*(0,) * shown, ways)) if ways else 0.0 for shown, ways in scoring])

    def _counted(self, roll: Roll, ways: Weights) -> Spread:
        """The count of a hand that falls in these ways, less the dice that its malus grants the other side."""
        counts = partial(counts_for, roll) if roll.how or roll.halved else None
        if self.die:
            return granting(ways, roll.malus, self.die, counts)
        net = Spread(-roll.malus, ways).floored()
        return net.to(counts) if counts else net


def _parted(rolls: tuple[Roll, ...], places: Sequence[int]) -> tuple[tuple[Roll, ...], tuple[Roll, ...]]:
    """The rolls at these places, and all others."""
    others = tuple([roll for place, roll in enumerate(rolls) if place not in places])
    return tuple([rolls[place] for place in places]), others


def ahead_of(rolls: tuple[Roll, ...], die: Weights, rounding: str) -> Spread:
    """The sum of a side, less the dice that its excess grants the other; ``die`` are the weights of one."""
    full = added(_ahead_alone(roll, die) for roll in rolls if not roll.halved)
    helpers = [roll for roll in rolls if roll.halved]
    if rounding == TOGETHER and helpers:
        return full.plus(_ahead_as_one(helpers, die))
    return added((full, *(_ahead_alone(roll, die) for roll in helpers)))


def _ahead_alone(roll: Roll, die: Weights) -> Spread:
    raw = pool(mos_weights(roll.sides, roll.how), roll.count)
    counts = partial(counts_for, roll) if roll.how or roll.halved else None
    return granting(raw, roll.malus, die, counts)


def counts_for(roll: Roll, net: int) -> int:
    """The count of a roll's net MoS: by its traits, and by half for a mere helper (SDA-037)."""
    worth = counted(net, roll.how)
    return half(worth) if roll.halved else worth


def _ahead_as_one(helpers: Sequence[Roll], die: Weights) -> Spread:
    """The sum of helpers, halved once, less the dice that they grant; both are counted side by side."""
    total = {(0, 0): 1}
    for roll in helpers:
        sums: dict[tuple[int, int], int] = {}
        for (nets, gifts), p in total.items():
            for (net, given), q in _net_and_given(roll, die).items():
                sums[nets + net, gifts + given] = sums.get((nets + net, gifts + given), 0) + p * q
        total = sums
    out: dict[int, int] = {}
    for (nets, gifts), weight in total.items():
        out[half(nets) - gifts] = out.get(half(nets) - gifts, 0) + weight
    return Spread.of(out)


def _net_and_given(roll: Roll, die: Weights) -> dict[tuple[int, int], int]:
    """Weights of each pair: the gain of a roll, and the MoS of the dice that its excess gives the other side."""
    out: dict[tuple[int, int], int] = {}
    for raw, weight in enumerate(pool(mos_weights(roll.sides, roll.how), roll.count)):
        excess = max(0, roll.malus - raw)
        scale = weight * sum(die) ** (max(0, roll.malus) - excess)
        for given, ways in enumerate(pool(die, excess)):
            key = (gain_of(ROLLING, raw, roll.malus, roll.how), given)
            out[key] = out.get(key, 0) + scale * ways
    return out
