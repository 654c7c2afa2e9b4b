"""Values of expressions: the exact weight of each result, and an estimate of the time that counting takes."""

from itertools import pairwise
from math import ceil, log, log2

from rules.engine.notation.questions import Misunderstood
from rules.engine.notation.tree import (
    DIGITS,
    FATE,
    Count,
    Expression,
    Extreme,
    Number,
    Pool,
    Product,
    Quotient,
    Sum,
    is_rolled,
    parts,
)
from rules.engine.odds import Distribution, Weights, dice, normal, pool
from rules.engine.odds.bursts import NOTHING, burst, endless, enough_throws
from rules.engine.odds.contests import Spread
from rules.engine.odds.sums import ranked, steps

#: Milliseconds that a question may take by our estimate: sixty dice of a hundred sides are added up.
MOST_TIME = 450.0
#: The milliseconds for a product of two numbers, by the bits of it: some 340 ms for 2.4 million of them.
_MULTIPLYING, _KARATSUBA = 340 / 2_370_000**1.58, 1.58
#: The milliseconds for a step of sorting, and for each bit that it moves.
_STEP, _BIT = 0.001, 1.5e-8
#: The pairs of results that are gone through one by one in a millisecond.
_PAIRS = 4000
_TOO_MUCH = "Too much to calculate. Use fewer or smaller dice."


def constant(one: Expression) -> int:
    """The value of an expression without dice."""
    return _spread(one).least


def shares(one: Expression) -> tuple[Distribution, int]:
    """The chance of each result, from the first one up, and that first result."""
    if isinstance(one, Pool) and one.is_plain:
        refuse_too_much(one)
        return dice(one.count, one.sides)[one.count :], one.count
    if isinstance(one, Sum) and sum(map(is_rolled, (term for _, term in one.terms))) == 1:
        return _shifted(one)
    found = spread(one)
    return normal(found.weights), found.least


def _shifted(one: Sum) -> tuple[Distribution, int]:
    """The shares of dice plus numbers: those of the dice, moved by the numbers."""
    by = sum(sign * constant(term) for sign, term in one.terms if not is_rolled(term))
    (sign, rolled), *_ = [(sign, term) for sign, term in one.terms if is_rolled(term)]
    found, least = shares(rolled)
    if sign > 0:
        return found, least + by
    return found[::-1], by - (least + len(found) - 1)


def spread(*several: Expression) -> Spread:
    """The weight of each result of the first expression minus those of the others."""
    refuse_too_much(*several)
    found, *others = map(_spread, several)
    for other in others:
        found = found.minus(other)
    return _trimmed(found)


def _trimmed(found: Spread) -> Spread:
    """The spread without results of weight 0 at both ends."""
    places = [place for place, weight in enumerate(found.weights) if weight]
    return Spread(found.least + places[0], found.weights[places[0] : places[-1] + 1])


def _spread(one: Expression) -> Spread:
    match one:
        case Number(value=value):
            return Spread(value, (1,))
        case Pool():
            return _pool(one)
        case Count(pool=counted, wish=wish):
            die = _die(counted)
            good = sum(weight for face, weight in enumerate(die.weights, die.least) if wish.holds(face))
            return Spread(0, pool((sum(die.weights) - good, good), counted.count))
        case Sum(terms=terms):
            found = Spread(0, (1,))
            for sign, term in terms:
                found = found.plus(_spread(term)) if sign > 0 else found.minus(_spread(term))
            return found
        case Product(left=left, right=right):
            return _product(_spread(left), _spread(right))
        case Quotient(left=left, by=by):
            return _spread(left).to(lambda value: value // by)
        case Extreme(best=best, among=among):
            return _extreme([_trimmed(_spread(each)) for each in among], best=best)


def _die(dice: Pool) -> Spread:
    """The spread of one die of a pool, rerolled or exploding."""
    if dice.sides == FATE:
        return Spread(-1, (1, 1, 1))
    if dice.sides in DIGITS:
        die = Spread(0, (1,))
        for place in range(DIGITS[dice.sides]):
            die = die.plus(_product(Spread(1, (1,) * 6), Spread(10**place, (1,))))
        return die
    if dice.exploding:
        throws = enough_throws(dice.sides, len(dice.exploding), dice.count)
        return Spread(0, burst(dice.sides, dice.exploding, throws))
    if not dice.again:
        return Spread(0, (0, *(1,) * dice.sides))
    stays, goes = (dice.sides, len(dice.rerolled)) if dice.again == "once" else (1, 0)
    faces = range(1, dice.sides + 1)
    return Spread(0, (0, *[goes if face in dice.rerolled else goes + stays for face in faces]))


def _pool(dice: Pool) -> Spread:
    if dice.exploding and dice.keeps_all:
        return Spread(0, endless(dice.count, dice.sides, dice.exploding))
    die = _die(dice)
    return Spread(die.least * (dice.last - dice.first), ranked(die.weights, dice.count, dice.first, dice.last))


def _product(left: Spread, right: Spread) -> Spread:
    out: dict[int, int] = {}
    for a, weight in enumerate(left.weights, left.least):
        for b, other in enumerate(right.weights, right.least):
            if weight and other:
                out[a * b] = out.get(a * b, 0) + weight * other
    return Spread.of(out)


def _extreme(several: list[Spread], *, best: bool) -> Spread:
    """The spread of the highest of independent results, which is at most v if all are; the lowest is turned round."""
    if not best:
        return _negative(_extreme([_negative(each) for each in several], best=True))
    first, *others = several
    for other in others:
        least, last = max(first.least, other.least), max(_last(first), _last(other))
        below = [_at_most(first, value) * _at_most(other, value) for value in range(least - 1, last + 1)]
        weights = [more - less for less, more in pairwise(below)]
        first = _trimmed(Spread(least, tuple(weights)))
    return first


def _negative(one: Spread) -> Spread:
    return Spread(-_last(one), one.weights[::-1])


def _last(one: Spread) -> int:
    return one.least + len(one.weights) - 1


def _at_most(one: Spread, value: int) -> int:
    return sum(one.weights[: max(0, value - one.least + 1)])


# -- what it costs ----------------------------------------------------------------------------------------------------


def refuse_too_much(*several: Expression) -> None:
    """Refuse, without counting, a question that would take too long; the part that is too much is named."""
    spent = 0.0
    for one in several:
        for part in parts(one):
            if isinstance(part, Count):
                continue
            spent += _time(part)
            if spent > MOST_TIME:
                raise Misunderstood(_TOO_MUCH, part.start, part.end)
    if len(several) > 1 and spent + _multiplying(sum(map(_bits, several)), sum(map(_reach, several))) > MOST_TIME:
        raise Misunderstood(_TOO_MUCH, several[0].start, several[-1].end)


def _time(one: Expression) -> float:
    """The milliseconds, about, that a node takes without the nodes below it."""
    match one:
        case Pool():
            found = _multiplying(_bits(one), _reach(one))
            if not one.keeps_all:
                die: Weights = (1,) * min(_faces(one), 10**6)
                found += steps(die, one.count) * (_STEP + _BIT * _bits(one) * _reach(one))
            return found + _throws(one) * _faces(one) * len(one.exploding) / _PAIRS
        case Sum():
            return _multiplying(_bits(one), _reach(one)) if sum(is_rolled(term) for _, term in one.terms) > 1 else 0.0
        case Product(left=left, right=right):
            return (_reach(left) * _reach(right) + _reach(one)) / _PAIRS
        case Extreme(among=among):
            return sum(map(_reach, among)) ** 2 / _PAIRS
    return _reach(one) / _PAIRS


def _multiplying(bits: float, places: int) -> float:
    return float(_MULTIPLYING * (bits * places) ** _KARATSUBA)


def _throws(dice: Pool) -> int:
    """The number of throws of an exploding die, as :func:`enough_throws` has it, without trying."""
    if not dice.exploding:
        return 1
    return ceil(log(NOTHING / dice.count) / log(len(dice.exploding) / dice.sides)) + 1


def _faces(dice: Pool) -> int:
    """The number of results of one die."""
    if dice.exploding:
        return dice.sides * _throws(dice)
    return int("6" * DIGITS[dice.sides]) if dice.sides in DIGITS else abs(dice.sides)


def _reach(one: Expression) -> int:
    """The most results that there are, from the least to the last."""
    match one:
        case Pool():
            return _faces(one) * (one.last - one.first)
        case Count(pool=counted):
            return counted.count + 1
        case Sum(terms=terms):
            return sum(_reach(term) for _, term in terms)
        case Product(left=left, right=right):
            return _most(left) * _most(right) + 1
        case Quotient(left=left, by=by):
            return _reach(left) // by + 1
        case Extreme(among=among):
            return sum(map(_reach, among))
        case _:
            return 1


def _most(one: Expression) -> int:
    """The largest distance of a result from 0."""
    match one:
        case Number(value=value):
            return value
        case Sum(terms=terms):
            return sum(_most(term) for _, term in terms)
        case Product(left=left, right=right):
            return _most(left) * _most(right)
        case Quotient(left=left):
            return _most(left)
        case Extreme(among=among):
            return max(map(_most, among))
        case _:
            return _reach(one)


def _bits(one: Expression) -> float:
    """The bits, about, of the weight of all results together."""
    total = 0.0
    for part in parts(one):
        if isinstance(part, Pool):
            total += part.count * log2(abs(part.sides)) * (2 if part.again == "once" else _throws(part))
    return total + 8
