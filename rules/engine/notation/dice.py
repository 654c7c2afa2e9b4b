"""Reading of dice and the changes to them: ``4d6kh3``, ``3d6!``, ``4d6r1``, ``d%``, ``4dF``, ``best 2 of 4d6``."""

from dataclasses import replace
from typing import NamedTuple

from rules.engine.notation.cursor import Cursor
from rules.engine.notation.tokens import Token
from rules.engine.notation.tree import DIGITS, FATE, PERCENT, Again, Pool, Sign, Wish

D20, COIN = 20, 2
COMPARED: dict[str, Sign] = {">=": ">=", ">": ">", "<=": "<=", "<": "<", "=": "="}
SIGNS = "|".join(COMPARED)
_MORE, _LESS = "more|highest|over", "less|lowest|under"
_KEEPS = "kh|kl|dh|dl|keep|drop"


def comes_pool(at: Cursor, by: int = 0) -> bool:
    """Whether dice follow: ``3d6``, ``d20``, ``a d6``."""
    head = at.ahead(by)
    if head.kind == "number" or head.text == "a":
        by += 1
    token = at.ahead(by)
    return token.kind == "word" and token.text in ("d", "df")


def pool(at: Cursor) -> Pool:
    """The pool that comes next, with all changes to its dice."""
    found = bare(at)
    while True:
        changed = _changed(at, found)
        if changed is None:
            return replace(found, end=at.last.end)
        found = changed


def bare(at: Cursor) -> Pool:
    """The pool that comes next, without changes; refused where there is none."""
    first = at.ahead()
    count = at.take().value if at.comes_number() else 1
    at.skip("a")
    if at.skip("df"):
        sides = FATE
    else:
        at.expect("d", "dice, such as 3d6")
        if at.skip("%"):
            sides = PERCENT
        elif at.comes_number():
            sides = at.take().value
        else:
            at.refuse_next("the sides of a die: d6, d%, dF")
    if count < 1:
        at.refuse("Roll at least one die: d8 or 3d6.", first, at.last)
    if 0 <= sides < COIN:
        at.refuse("A die has at least two sides: d8 or 3d6.", first, at.last)
    if sides in DIGITS and count > 1:
        at.refuse(f"A d{sides} is rolled alone: d{sides}.", first, at.last)
    return Pool(count, sides, 0, count, start=first.start, end=at.last.end)


def _changed(at: Cursor, dice: Pool) -> Pool | None:
    """The dice with the next change to them; ``None`` if none follows."""
    if at.comes("!|!!|explode"):
        return _exploding(at, dice)
    if at.comes("r|ro|rr"):
        return _rerolled(at, dice)
    if dice.count == 1 and dice.sides == D20 and (at.comes("adv|dis") or at.comes("with", "adv|dis")):
        at.skip("with")
        return doubled(at, dice, at.take())
    if at.comes(_KEEPS) or (at.comes("highest|lowest") and at.comes_number(1)) or (at.comes("d") and at.ahead().glued):
        return _kept(at, dice)
    if at.comes(",", _KEEPS):
        at.take()
        return _kept(at, dice)
    return None


# -- keep and drop ----------------------------------------------------------------------------------------------------


def doubled(at: Cursor, dice: Pool, said: Token) -> Pool:
    """The pool of one die rolled twice: the higher counts with advantage, the lower with disadvantage."""
    if dice.count != 1 or dice.remarks:
        at.refuse("Advantage and disadvantage need one die: d20 adv.", said)
    first = 1 if said.text == "adv" else 0
    return replace(dice, count=2, first=first, last=first + 1)


def _kept(at: Cursor, dice: Pool) -> Pool:
    word = at.take()
    at.skip("the")
    number = _some(at)
    which = word.text
    if which in ("highest", "lowest"):
        which = f"k{which[0]}"
    elif which in ("keep", "drop"):
        side = at.take().text if at.comes("highest|lowest") else ""
        number = number or _some(at)
        if not side and (which == "drop" or not number):
            at.refuse_next("highest or lowest")
        which = f"{which[0]}{side[:1] or 'h'}"
    elif which == "d":
        which = "dl"
        if not number:
            at.refuse_next("how many are dropped: 4d6dl1")
    found = keep(at, dice, which, number.value if number else 1, word)
    if which[0] == "d" and (at.skip("and", "highest|lowest") or at.skip("and", "the", "highest|lowest")):
        other, number = at.last, _some(at)
        return keep(at, found, f"d{other.text[0]}", number.value if number else 1, other)
    return found


def _some(at: Cursor) -> Token | None:
    return at.take() if at.comes_number() else None


def keep(at: Cursor, dice: Pool, which: str, number: int, word: Token) -> Pool:
    """The pool with ``number`` dice kept or dropped, the highest or the lowest; some may have been dropped before."""
    is_said = {"kl": not dice.keeps_all, "kh": not dice.keeps_all, "dl": dice.first > 0, "dh": dice.last < dice.count}
    if is_said[which]:
        at.refuse("You already said which dice count.", word, at.last)
    first, last = {
        "kh": (dice.count - number, dice.count),
        "kl": (0, number),
        "dl": (number, dice.last),
        "dh": (dice.first, dice.count - number),
    }[which]
    if not 0 <= first < last <= dice.count or not number:
        most = dice.count if which[0] == "k" else dice.last - dice.first - 1
        told = f"of {dice.count} dice 1 to {most} can be {'kept' if which[0] == 'k' else 'dropped'}"
        at.refuse(f"Not possible: {told}." if most else "One die alone cannot be dropped.", word, at.last)
    return replace(dice, first=first, last=last)


# -- rolled again -----------------------------------------------------------------------------------------------------


def _exploding(at: Cursor, dice: Pool) -> Pool:
    """Exploding dice: ``3d6!`` on the highest face, ``!5`` on that one, ``!>=5`` and ``explode on 5+`` on several."""
    word = at.take()
    if dice.exploding or dice.again:
        at.refuse("Say only once that dice explode or are rerolled.", word)
    if dice.sides < 0 or dice.sides in DIGITS:
        at.refuse("These dice cannot explode. Use numbered dice: 3d6!.", word)
    if word.text == "explode":
        wish = faces(at) if at.skip("on") or at.comes_number() else None
    else:
        wish = faces(at) if at.ahead().glued and (at.comes_number() or at.comes(SIGNS)) else None
    if wish is None and at.comes(SIGNS) and at.comes_number(1) and at.ahead(1).value <= dice.sides:
        number = at.ahead(1).value
        told = f"explode on {number} or more ({dice.dice}!{number}+), or a sum ({dice.dice}! at least {number})"
        at.refuse(f"This can mean two things: {told}.", at.ahead(), at.ahead(1))
    chosen = _faces_of(at, dice, wish, word) if wish else (dice.sides,)
    if len(chosen) == dice.sides:
        at.refuse("Dice that explode on every face never end.", word, at.last)
    return replace(dice, exploding=chosen)


def _rerolled(at: Cursor, dice: Pool) -> Pool:
    """The pool of rerolled dice: ``r1`` and ``rr1`` until another face shows, ``ro1`` and ``reroll 1 once`` once."""
    word = at.take()
    if dice.exploding or dice.sides < 0 or dice.sides in DIGITS:
        at.refuse("These dice cannot be rerolled as well.", word)
    chosen = _faces_of(at, dice, faces(at), word)
    while at.comes("and") and (at.ahead(1).kind == "faces" or (at.comes_number(1) and at.ahead(2).text == "s")):
        at.take()
        chosen += _faces_of(at, dice, faces(at), word)
    once = at.skip("once") or word.text == "ro"
    again: Again = "once" if once else "always"
    if dice.again not in ("", again):
        at.refuse("Reroll once or always, not both.", word, at.last)
    together = tuple(sorted({*dice.rerolled, *chosen}))
    if len(together) == dice.sides:
        at.refuse("At least one face must stay.", word, at.last)
    return replace(dice, again=again, rerolled=together)


def _faces_of(at: Cursor, dice: Pool, wish: Wish, word: Token) -> tuple[int, ...]:
    chosen = tuple(face for face in range(1, dice.sides + 1) if wish.holds(face))
    if not chosen:
        at.refuse(f"A d{dice.sides} has no such face.", word, at.last)
    return chosen


class _Quantity(NamedTuple):
    sign: Sign
    value: int


def faces(at: Cursor) -> Wish:
    """The faces that come next, as a wish: ``6``, ``6s``, ``sixes``, ``5+``, ``5 or more``, ``>= 5``, ``<2``."""
    first = at.ahead()
    if at.comes(SIGNS):
        sign = COMPARED[at.take().text]
        if not at.comes_number():
            at.refuse_next("a face, such as 6 or 5+")
        return _wish(at, first, _Quantity(sign, at.take().value))
    at.skip("a")
    if first.kind == "faces":
        return _wish(at, first, _Quantity("=", at.take().value))
    if not at.comes_number():
        at.refuse_next("a face, such as 6, sixes or 5+")
    number = at.take().value
    if at.skip("s"):
        return _wish(at, first, _Quantity("=", number))
    return _wish(at, first, _Quantity(suffix(at) or "=", number))


def suffix(at: Cursor) -> Sign | None:
    """The sign behind a number (``+``, ``or more``, ``or less``); ``None`` if none follows."""
    if at.skip("or", _MORE):
        return ">="
    if at.skip("or", _LESS):
        return "<="
    if at.comes("+") and not comes_operand(at, 1):
        at.take()
        return ">="
    return None


def comes_operand(at: Cursor, by: int = 0) -> bool:
    """Whether an operand follows, which can be added."""
    token = at.ahead(by)
    is_opening = token.kind == "sign" and token.text in ("(", "-")
    is_word = token.kind == "word" and token.text in ("d", "df", "adv", "dis", "max", "min", "highest", "lowest", "the")
    return token.kind == "number" or is_opening or is_word


def _wish(at: Cursor, first: Token, said: _Quantity) -> Wish:
    return Wish(said.sign, said.value, said.value, start=first.start, end=at.last.end)
