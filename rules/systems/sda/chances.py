"""What WinterDawn dice come to: measures of success (MoS), and the exact odds of pools, alone and opposed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.engine import odds
from rules.engine.odds import Distribution, Weights

#: The dice that there are (SDA-005).
DICE = (4, 6, 8, 10, 12, 20)


def die_for(attribute: int) -> int:
    """The largest die with no more faces than the attribute; a d4 below four (SDA-011, C-20).

    >>> [die_for(value) for value in (2, 4, 7, 8, 11, 13, 19, 20, 30)]
    [4, 4, 6, 8, 10, 12, 12, 20, 20]
    """
    return max((sides for sides in DICE if sides <= attribute), default=DICE[0])


#: What traits may do to a throw, each a word of its "how" (D-7): what it scores counts twice or by half, blank dice are
#: thrown again, each three on a die is a success and not each four, and luck was called upon for it.
TWICE, HALF, AGAIN, THREES, LUCKY = "twice", "half", "again", "threes", "lucky"
#: What a spell may do to it: each five is a success (D-9).
FIVES = "fives"


def mos(face: int, how: str = "") -> int:
    """The measure of success that one die shows: one for every full four (SDA-017), or three (D-7) or five (D-9).

    >>> [mos(9), mos(9, THREES), mos(10, FIVES), mos(9, FIVES), mos(9, f"{THREES} {FIVES}")]
    [2, 3, 2, 1, 2]
    """
    if (THREES in how) == (FIVES in how):
        return face // 4
    return face // (3 if THREES in how else 5)


def counted(measure: int, how: str) -> int:
    """What a measure counts for: twice or half of it for some; both together are neither (D-7).

    >>> [counted(3, how) for how in ("", "twice", "half", "half twice")], counted(-2, "twice")
    ([3, 6, 1, 3], -2)
    """
    if measure <= 0 or (TWICE in how) == (HALF in how):
        return measure
    return 2 * measure if TWICE in how else measure // 2


@lru_cache(maxsize=64)
def mos_weights(sides: int, how: str = "") -> Weights:
    """How many faces of a die give 0, 1, 2 ... MoS; half of an average d6 do an easy task (SDA-021).

    Where blank dice are thrown again each face of the first throw stands for all faces of the second.

    >>> mos_weights(6), mos_weights(6, "again"), mos_weights(6, "threes")
    ((3, 3), (9, 27), (2, 3, 1))
    """
    weights = [0] * (mos(sides, how) + 1)
    for face in range(1, sides + 1):
        weights[mos(face, how)] += 1
    if AGAIN not in how:
        return tuple(weights)
    blank = weights[0]
    return tuple((0 if value == 0 else weight * sides) + blank * weight for value, weight in enumerate(weights))


@lru_cache(maxsize=4096)
def distribution(sides: int, count: int, how: str = "") -> Distribution:
    """The MoS that ``count`` dice show, before any malus."""
    return odds.normal(odds.pool(mos_weights(sides, how), count))


def after_malus(measure: Sequence[float], malus: int) -> Distribution:
    """What a malus leaves, never less than nothing; one below 0 is so many MoS more, as large targets give.

    >>> after_malus((0.5, 0.25, 0.25), 1), after_malus((0.5, 0.5), -1)
    ((0.75, 0.25), (0.0, 0.5, 0.5))
    """
    return odds.less(measure, malus) if malus >= 0 else (*[0.0] * -malus, *measure)


@lru_cache(maxsize=4096)
def all_score(sides: int, count: int, how: str = "") -> Distribution:
    """The part of :func:`distribution` in which every die gives MoS (SDA-046); it does not add up to 1."""
    if count == 0:
        return (0.0,)
    blank, *scoring = mos_weights(sides, how)
    whole = (blank + sum(scoring)) ** count
    return tuple(weight / whole for weight in odds.pool((0, *scoring), count))


def none_scores(sides: int, count: int, how: str = "") -> float:
    """The probability that no die gives any MoS (SDA-048); no dice are no roll (C-21)."""
    return distribution(sides, count, how)[0] if count else 0.0


def highest_face(sides: int, count: int) -> float:
    """The probability that at least one die shows its highest face (SDA-069)."""
    return 1.0 - ((sides - 1) / sides) ** count


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an opposed test: so many equal dice, less a malus.

    What is ``cancelled`` goes off the sum, extra dice and all, and grants the other side nothing (SDA-249). ``how``
    says what traits do to the throw.
    """

    sides: int
    count: int
    malus: int = 0
    cancelled: int = 0
    how: str = ""


@dataclass(frozen=True, slots=True)
class Margin:
    """How far one side is ahead of the other: ``shares[i]`` is the probability of a margin of ``least + i``."""

    least: int
    shares: Distribution

    @property
    def ahead(self) -> float:
        return sum(p for i, p in enumerate(self.shares) if self.least + i > 0)

    @property
    def level(self) -> float:
        return self.shares[-self.least] if 0 <= -self.least < len(self.shares) else 0.0

    @property
    def behind(self) -> float:
        return sum(p for i, p in enumerate(self.shares) if self.least + i < 0)

    def hits(self) -> Distribution:
        """Probabilities of 0, 1, 2 ... hits for this side; a tie or a defeat is none."""
        lost = sum(p for i, p in enumerate(self.shares) if self.least + i <= 0)
        return (lost, *self.shares[max(0, 1 - self.least) :])

    def hits_against(self) -> Distribution:
        """Probabilities of 0, 1, 2 ... hits for the other side."""
        return Margin(1 - self.least - len(self.shares), self.shares[::-1]).hits()


@lru_cache(maxsize=8192)
def opposed(mine: Side, theirs: Side) -> Margin:
    """The margin of an opposed test; a malus beyond one's MoS grants the other side dice (SDA-029, C-13)."""
    return _margin(mine, theirs, distribution(mine.sides, mine.count, mine.how))


@lru_cache(maxsize=8192)
def opposed_all_score(mine: Side, theirs: Side) -> Margin:
    """The part of :func:`opposed` in which each of my own dice gives MoS; it does not add up to 1."""
    return _margin(mine, theirs, all_score(mine.sides, mine.count, mine.how))


def _margin(mine: Side, theirs: Side, my_roll: Sequence[float]) -> Margin:
    my_cases = _by_excess(my_roll, mine)
    their_cases = _by_excess(distribution(theirs.sides, theirs.count, theirs.how), theirs)
    shares: dict[int, float] = {}
    for my_excess, my_net in my_cases.items():
        for their_excess, their_net in their_cases.items():
            a = _joined(my_net, distribution(mine.sides, their_excess))
            b = _joined(their_net, distribution(theirs.sides, my_excess))
            _add_differences(shares, odds.less(a, mine.cancelled), odds.less(b, theirs.cancelled))
    least, most = min(shares), max(shares)
    return Margin(least, tuple(shares.get(value, 0.0) for value in range(least, most + 1)))


def _by_excess(roll: Sequence[float], side: Side) -> dict[int, list[float]]:
    """What remains of a roll, apart for each number of extra dice that its malus grants the other side."""
    cases: dict[int, list[float]] = {}
    for value, share in enumerate(roll):
        case = cases.setdefault(max(0, side.malus - value), [])
        net = counted(max(0, value - side.malus), side.how)
        case.extend([0.0] * (net + 1 - len(case)))
        case[net] += share
    return cases


def _joined(a: Sequence[float], b: Sequence[float]) -> list[float]:
    out = [0.0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                out[i + j] += x * y
    return out


def _add_differences(shares: dict[int, float], a: Sequence[float], b: Sequence[float]) -> None:
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            shares[i - j] = shares.get(i - j, 0.0) + x * y
