"""Reading of sums, products and brackets of dice: ``2d6-1d4``, ``(d8+2)*2``, ``max(d8!, d6!)``, ``adv+5``."""

from dataclasses import replace

from rules.engine.notation.cursor import Cursor
from rules.engine.notation.dice import D20, SIGNS, bare, comes_pool, doubled, faces, keep, pool
from rules.engine.notation.tree import (
    Count,
    Expression,
    Extreme,
    Number,
    Pool,
    Product,
    Quotient,
    Sum,
    Wish,
    is_rolled,
    parts,
)

_SHOWN = "dice or a number, such as 3d6 or 2"
_AMONG = ("and", ",", "or")


def expression(at: Cursor) -> Expression:
    """The expression that comes next: terms added and subtracted, with advantage for the one die among them."""
    first, terms = at.ahead(), [(1, product(at))]
    while (sign := _sign(at)) is not None:
        terms.append((sign, product(at)))
    found = terms[0][1] if len(terms) == 1 else Sum(tuple(terms), start=first.start, end=at.last.end)
    return _with_advantage(at, found)


def _sign(at: Cursor) -> int | None:
    """The sign of the next term, 1 or -1, ``None`` without a term; "and" adds dice."""
    if at.skip("-"):
        return -1
    if at.skip("+"):
        return 1
    if at.comes("and") and comes_pool(at, 1):
        at.take()
        return 1
    return None


def product(at: Cursor) -> Expression:
    first, found = at.ahead(), factor(at)
    while at.comes("*|/"):
        sign = at.take()
        if sign.text == "/":
            at.skip("by")
        right = factor(at)
        if sign.text == "*":
            found = Product(found, right, start=first.start, end=at.last.end)
        elif isinstance(right, Number) and right.value:
            found = Quotient(found, right.value, start=first.start, end=at.last.end)
        else:
            at.refuse("A result is divided by a number above 0, such as 3d6 / 2.", sign, at.last)
    return found


def factor(at: Cursor) -> Expression:
    """The factor that comes next: a number, dice, brackets, or one of several results; a minus before it negates it."""
    first = at.ahead()
    if at.skip("-"):
        return Sum(((-1, factor(at)),), start=first.start, end=at.last.end)
    if at.skip("("):
        found = inner(at)
        at.expect(")", "a closing bracket")
        return found
    if at.comes("max|min", "("):
        return _chosen(at)
    if at.comes("adv|dis"):
        return _advantage(at)
    if comes_pool(at):
        return pool(at)
    if _comes_highest(at):
        return _highest(at)
    if not at.comes_number():
        at.refuse_next(_SHOWN)
    number = at.take()
    return Number(number.value, start=number.start, end=number.end)


def inner(at: Cursor) -> Expression:
    """The expression between brackets; dice can be counted there: ``(5d10>=7)+2``."""
    found = expression(at)
    if isinstance(found, Pool) and at.comes(SIGNS):
        return counted(at, found, faces(at))
    return found


def counted(at: Cursor, dice: Pool, wish: Wish) -> Count:
    """The count of the dice that fulfil a wish; refused where dice cannot be counted one by one, or none ever does."""
    if dice.exploding or not dice.keeps_all:
        told = "Dice that explode or are dropped cannot be counted one by one. Leave that out, or ask for the sum."
        at.refuse(told, at.last)
    if not any(map(wish.holds, range(1, dice.sides + 1))):
        at.refuse(f"No die of {dice.words} can show {wish.face}.", at.last)
    return Count(dice, wish, start=dice.start, end=at.last.end)


# -- the highest of several -------------------------------------------------------------------------------------------


def _chosen(at: Cursor) -> Extreme:
    first = at.take()
    at.take()
    among = [expression(at)]
    while at.skip(",|;"):
        among.append(expression(at))
    at.expect(")", "a comma or a closing bracket")
    if len(among) == 1:
        at.refuse("max needs several results: max(d8, d6).", first, at.last)
    return Extreme(first.text == "max", tuple(among), start=first.start, end=at.last.end)


def _comes_highest(at: Cursor) -> bool:
    by = int(at.comes("the"))
    return at.ahead(by).text in ("highest", "lowest", "keep")


def _highest(at: Cursor) -> Expression:
    """The result of ``best 2 of 4d6``, ``the lowest of 2d20``, ``keep 3 of 4d6``, ``the higher of d8 and d6``."""
    first = at.ahead()
    at.skip("the")
    word = at.take()
    if word.text == "keep" and at.comes("highest|lowest"):
        word = at.take()
    which = "kl" if word.text == "lowest" else "kh"
    number = at.take() if at.comes_number() else None
    at.expect("of", "of, as in best 2 of 4d6")
    among: list[Expression] = [_one_of(at)]
    while number is None and any(at.comes(word) and (comes_pool(at, 1) or at.ahead(1).text == "(") for word in _AMONG):
        at.take()
        among.append(_one_of(at))
    if len(among) > 1:
        return Extreme(which == "kh", tuple(among), start=first.start, end=at.last.end)
    dice = among[0]
    if not isinstance(dice, Pool):
        at.refuse("Name dice: best 2 of 4d6, or the higher of d8 and d6.", first, at.last)
    if dice.count == 1:
        at.refuse("“Best of” needs several dice: best 2 of 4d6.", first, at.last)
    return replace(keep(at, dice, which, number.value if number else 1, word), start=first.start, end=at.last.end)


def _one_of(at: Cursor) -> Expression:
    if at.comes("("):
        return factor(at)
    if not comes_pool(at):
        at.refuse_next("dice, such as 4d6")
    return pool(at)


# -- advantage --------------------------------------------------------------------------------------------------------


def _advantage(at: Cursor) -> Pool:
    """The die of ``adv`` alone, a d20, or of ``adv d20`` and ``advantage on d20``, rolled twice."""
    said = at.take()
    if at.comes("on") and comes_pool(at, 1):
        at.take()
    if comes_pool(at) and not at.comes_number():
        return replace(doubled(at, bare(at), said), start=said.start, end=at.last.end)
    return doubled(at, Pool(1, D20, 0, 1, start=said.start, end=said.end), said)


def _with_advantage(at: Cursor, found: Expression) -> Expression:
    """The expression with advantage said behind it, for its d20 or its only die: ``d20+5 with advantage``."""
    by = 0
    while at.ahead(by).text in (",", "with", "at"):
        by += 1
    if at.ahead(by).text not in ("adv", "dis") or not is_rolled(found):
        return found
    at.place += by
    said = at.take()
    single = [part for part in parts(found) if isinstance(part, Pool) and part.count == 1 and not part.remarks]
    best = [die for die in single if die.sides == D20] or single
    if len(best) != 1:
        at.refuse("Advantage and disadvantage need one die: d20+5 with advantage.", said)
    return _replaced(found, best[0], doubled(at, best[0], said))


def _replaced(one: Expression, old: Pool, new: Pool) -> Expression:
    """The tree with the pool ``new`` in place of ``old``."""
    if one is old:
        return new
    match one:
        case Sum(terms=terms):
            return replace(one, terms=tuple((sign, _replaced(term, old, new)) for sign, term in terms))
        case Product(left=left, right=right):
            return replace(one, left=_replaced(left, old, new), right=_replaced(right, old, new))
        case Quotient(left=left):
            return replace(one, left=_replaced(left, old, new))
        case Extreme(among=among):
            return replace(one, among=tuple(_replaced(each, old, new) for each in among))
    return one
