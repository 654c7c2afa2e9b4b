"""Odds of WinterDawn dice: measures of success (MoS), pools, alone and opposed, and dice that a malus grants."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, repeat

from rules.engine import odds
from rules.engine.odds import Distribution, Weights
from rules.engine.odds.contests import Margin as Margin
from rules.engine.odds.contests import Spread
from rules.engine.odds.packing import packed, unpacked, width_for


def granting(roll: Weights, malus: int, die: Weights, counts: Callable[[int], int] | None = None) -> Spread:
    """A roll less a malus, where as much of the malus as is beyond the roll are dice for the other side.

    What those dice will show depends on nothing else that is rolled, so it is counted against this side at once, and
    the two sides stay independent. Their weights are a polynomial D and those of the roll p[0], p[1] ...: what the
    other side gains comes to p[0] D^m + p[1] D^(m-1) + ... + p[m-1] D, which Horner's scheme multiplies out, with D
    backwards, for it counts against this side.

    ``counts`` turns the MoS that are left into those that count, if these are others. All weights together are those of
    the roll times those of as many dice as the malus is high.

    >>> granting((1, 1), 1, (1, 1))
    Spread(least=-1, weights=(1, 3))
    """
    if malus <= 0:
        left = Spread(-malus, roll)
        return left.to(counts) if counts else left
    faces, step = sum(die), len(die) - 1
    width = width_for(sum(roll) * faces**malus)
    thrown, place, scale, all_of_it = packed(die[::-1], width), 8 * width, 1, 0
    for beyond, weight in zip(range(malus), chain(roll, repeat(0)), strict=False):
        all_of_it = (all_of_it + (weight * scale << place * step * beyond)) * thrown
        scale *= faces
    over: Weights = roll[malus:] or (0,)
    kept = Spread(0, over).to(counts).weights if counts else over
    all_of_it += packed(kept, width) * scale << place * step * malus
    return Spread(-step * malus, unpacked(all_of_it, width, step * malus + len(kept)))


#: The dice that there are (SDA-005).
DICE = (4, 6, 8, 10, 12, 20)


def die_for(attribute: int) -> int:
    """The largest die with no more faces than the attribute; a d4 below four (SDA-011, C-20).

    >>> [die_for(value) for value in (2, 4, 7, 8, 11, 13, 19, 20, 30)]
    [4, 4, 6, 8, 10, 12, 12, 20, 20]
    """
    return max((sides for sides in DICE if sides <= attribute), default=DICE[0])


#: Words of the "how" of a throw, by traits (D-7): its MoS count twice or by half, blank dice are thrown again, each
#: three on a die is a success and not each four, and luck was called upon for it.
TWICE, HALF, AGAIN, THREES, LUCKY = "twice", "half", "again", "threes", "lucky"
#: The word of a spell: each five is a success (D-9).
FIVES = "fives"


def mos(face: int, how: str = "") -> int:
    """The measure of success that one die shows: one for every full four (SDA-017), or three (D-7) or five (D-9).

    >>> [mos(9), mos(9, THREES), mos(10, FIVES), mos(9, FIVES), mos(9, f"{THREES} {FIVES}")]
    [2, 3, 2, 1, 2]
    """
    return face // _each(how)


def measured(faces: Sequence[int], how: str = "") -> int:
    """The measure of success that dice show together.

    >>> measured((3, 4, 9))
    3
    """
    each = _each(how) if how else 4
    return sum([face // each for face in faces])


def _each(how: str) -> int:
    """Points on a die for one success: 3, 4 or 5."""
    if (THREES in how) == (FIVES in how):
        return 4
    return 3 if THREES in how else 5


def counted(measure: int, how: str) -> int:
    """MoS that a measure counts for: twice or half of it for some; both together are neither (D-7).

    >>> [counted(3, how) for how in ("", "twice", "half", "half twice")], counted(-2, "twice")
    ([3, 6, 1, 3], -2)
    """
    if measure <= 0 or (TWICE in how) == (HALF in how):
        return measure
    return 2 * measure if TWICE in how else measure // 2


def mos_weights(sides: int, how: str = "") -> Weights:
    """The number of faces of a die that give 0, 1, 2 ... MoS; half of an average d6 do an easy task (SDA-021).

    Where blank dice are thrown again each face of the first throw stands for all faces of the second.

    >>> mos_weights(6), mos_weights(6, "again"), mos_weights(6, "threes")
    ((3, 3), (9, 27), (2, 3, 1))
    """
    each = _each(how) if how else 4
    most, over = divmod(sides, each)
    weights = (each - 1, *(each,) * (most - 1), over + 1) if most else (sides,)
    if not how or AGAIN not in how:
        return weights
    blank = weights[0]
    return (blank * blank, *(weight * (sides + blank) for weight in weights[1:]))


@lru_cache(maxsize=4096)
def distribution(sides: int, count: int, how: str = "") -> Distribution:
    """The chance of each MoS that ``count`` dice show, before any malus."""
    return odds.normal(odds.pool(mos_weights(sides, how), count))


def after_malus(measure: Sequence[float], malus: int) -> Distribution:
    """The chance of each MoS that a malus leaves, never below 0; a malus below 0 gives MoS, as large targets do.

    >>> after_malus((0.5, 0.25, 0.25), 1), after_malus((0.5, 0.5), -1)
    ((0.75, 0.25), (0.0, 0.5, 0.5))
    """
    return odds.less(measure, malus) if malus >= 0 else (*[0.0] * -malus, *measure)


@lru_cache(maxsize=4096)
def all_score(sides: int, count: int, how: str = "") -> Distribution:
    """The part of :func:`distribution` in which every die gives MoS (SDA-046); it does not add up to 1."""
    weights = mos_weights(sides, how)
    if not count or len(weights) == 1:
        return (0.0,)
    return (*(0.0,) * count, *odds.normal(odds.pool(weights[1:], count), sum(weights) ** count))


def all_scoring(sides: int, count: int, how: str) -> Weights:
    """The weights, by MoS, of the throws in which every die gives MoS; none without dice (C-21), or if they cannot."""
    scoring = mos_weights(sides, how)[1:]
    return (*(0,) * count, *odds.pool(scoring, count)) if count and scoring else (0,)


@lru_cache(maxsize=1024)
def none_scores(sides: int, count: int, how: str = "") -> float:
    """The probability that no die gives any MoS (SDA-048); no dice are no roll (C-21)."""
    weights = mos_weights(sides, how)
    return weights[0] ** count / sum(weights) ** count if count else 0.0


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an opposed test: ``count`` dice of ``sides`` faces, less a malus.

    ``cancelled`` MoS go off the sum, extra dice and all, and grant the other side nothing (SDA-249). ``how`` says what
    traits do to the throw.
    """

    sides: int
    count: int
    malus: int = 0
    cancelled: int = 0
    how: str = ""


@lru_cache(maxsize=8192)
def opposed(mine: Side, theirs: Side) -> Margin:
    """The margin of an opposed test; a malus beyond one's MoS grants the other side dice (SDA-029, C-13).

    Without any malus it is one pool, in which the dice of the other side count backwards.
    """
    if not (mine.malus or mine.cancelled or mine.how or theirs.malus or theirs.cancelled or theirs.how):
        ours, others = mos_weights(mine.sides), mos_weights(theirs.sides)
        weights = odds.pools(((ours, mine.count), (others[::-1], theirs.count)))
        return Margin.of(Spread((1 - len(others)) * theirs.count, weights))
    return Margin.of(_margins(mine, theirs, odds.pool(mos_weights(mine.sides, mine.how), mine.count)))


@lru_cache(maxsize=1024)
def flawless_opposed(mine: Side, theirs: Side, *, ties: bool = False) -> Distribution:
    """P(each of my own dice gives MoS, they show n together, and I win), by n; with ``ties`` being level is enough."""
    return tuple([one.at_least(0 if ties else 1) if one else 0.0 for one in flawless_margins(mine, theirs)])


@lru_cache(maxsize=1024)
def flawless_margins(mine: Side, theirs: Side) -> tuple[Margin | None, ...]:
    """The part of all margins where each of my own dice gives MoS, by what they show together; None if they cannot."""
    scoring = enumerate(all_scoring(mine.sides, mine.count, mine.how))
    each = (_margins(mine, theirs, (*(0,) * shown, ways)) if ways else None for shown, ways in scoring)
    whole = _whole(mine, theirs)
    return tuple([Margin.of(margins, whole) if margins else None for margins in each])


@lru_cache(maxsize=1024)
def blank_opposed(mine: Side, theirs: Side) -> Margin:
    """The part of all margins where none of my own dice gives MoS (SDA-048); no dice are no roll (C-21)."""
    blank = mos_weights(mine.sides, mine.how)[0] ** mine.count if mine.count else 0
    return Margin.of(_margins(mine, theirs, (blank,)), _whole(mine, theirs))


def _whole(mine: Side, theirs: Side) -> int:
    """The number of ways in which all dice may fall, those that maluses might grant among them."""
    whole: int = sum(mos_weights(mine.sides, mine.how)) ** mine.count
    whole *= sum(mos_weights(theirs.sides, theirs.how)) ** theirs.count
    whole *= theirs.sides ** max(0, mine.malus) * mine.sides ** max(0, theirs.malus)
    return whole


def _margins(mine: Side, theirs: Side, my_roll: Weights) -> Spread:
    """The weights of all margins, counted in ways of both rolls and of all the dice that the maluses might grant."""
    their_roll = odds.pool(mos_weights(theirs.sides, theirs.how), theirs.count)
    if mine.cancelled or theirs.cancelled:
        return _where_some_is_cancelled(mine, theirs, my_roll, their_roll)
    return _ahead(mine, my_roll, theirs).minus(_ahead(theirs, their_roll, mine))


def _ahead(side: Side, roll: Weights, other: Side) -> Spread:
    """The weights of a side's MoS, less those on the dice that its malus grants the other side."""
    counts = partial(counted, how=side.how) if side.how else None
    return granting(roll, side.malus, _granted(other), counts)


def _granted(side: Side) -> Weights:
    """The weights, by MoS, of a die that a side is granted; 0 MoS for a side that makes no roll (C-13a)."""
    return mos_weights(side.sides) if side.count else (side.sides,)


def _where_some_is_cancelled(mine: Side, theirs: Side, my_roll: Weights, their_roll: Weights) -> Spread:
    """The weights of all margins where MoS are cancelled; granted dice count towards those, so sides are not apart."""
    out: dict[int, int] = {}
    for my_excess, my_net in _by_excess(my_roll, mine).items():
        for their_excess, their_net in _by_excess(their_roll, theirs).items():
            a = _with_granted(my_net, mine, their_excess, theirs.malus)
            b = _with_granted(their_net, theirs, my_excess, mine.malus)
            margin = a.minus(b)
            for value, weight in enumerate(margin.weights, margin.least):
                out[value] = out.get(value, 0) + weight
    return Spread.of(out)


def _with_granted(net: Weights, side: Side, dice: int, malus: int) -> Spread:
    """The weights of a side's MoS with ``dice`` dice that the other's malus grants it, less what is cancelled."""
    granted = odds.convolve(net, odds.pool(_granted(side), dice))
    scale = side.sides ** (max(0, malus) - dice)
    return Spread(-side.cancelled, tuple([weight * scale for weight in granted])).floored()


def _by_excess(roll: Weights, side: Side) -> dict[int, Weights]:
    """The weights of a roll less its malus, by the number of extra dice that the malus grants the other side."""
    cases: dict[int, Weights] = {
        side.malus - value: (weight,) for value, weight in enumerate(roll[: max(0, side.malus)])
    }
    nets = roll[max(0, side.malus) :]
    if nets:
        kept = Spread(max(0, -side.malus), nets).to(partial(counted, how=side.how))
        cases[0] = (*(0,) * kept.least, *kept.weights)
    return cases
