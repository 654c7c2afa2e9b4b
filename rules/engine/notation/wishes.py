"""Reading of wished results: ``at least 12``, ``12 or more``, ``15+``, ``between 6 and 8``, ``no sixes``."""

from rules.engine.notation.cursor import Cursor
from rules.engine.notation.dice import COMPARED, SIGNS, faces, suffix
from rules.engine.notation.tokens import Token
from rules.engine.notation.tree import Sign, Wish

_WORDS: tuple[tuple[tuple[str, ...], Sign], ...] = (
    (("at", "least"), ">="),
    (("at", "most"), "<="),
    (("no", "more", "than"), "<="),
    (("no", "less", "than"), ">="),
    (("more|highest|over", "than"), ">"),
    (("less|lowest|under", "than"), "<"),
    (("over",), ">"),
    (("under",), "<"),
    (("exactly",), "="),
    (("equal", "to"), "="),
)


def read_wish(at: Cursor) -> Wish | None:
    """The wish that comes next (``at least 12``, ``12 or more``, ``15+``, ``between 6 and 8``, ``no``), or ``None``."""
    first = at.ahead()
    number: int
    sign: Sign | None
    if at.comes("no|any") and (at.ahead(1).kind == "faces" or at.comes_number(1)):
        number, sign = (0, "=") if at.take().text == "no" else (1, ">=")
        return Wish(sign, number, number, start=first.start, end=first.end)
    if at.skip("between|from"):
        return _between(at, first)
    sign = next((sign for words, sign in _WORDS if at.skip(*words)), None)
    if sign is None and at.comes(SIGNS):
        sign = COMPARED[at.take().text]
    if sign is None and not at.comes_number():
        return None
    at.skip("a")
    below = at.skip("-")
    if not at.comes_number():
        at.refuse_next("a number, such as 12")
    value = at.take().value * (-1 if below else 1)
    said = sign or suffix(at)
    if said is None:
        at.refuse_next(f"at least {value}, exactly {value}, {value} or more")
    return Wish(said, value, value, start=first.start, end=at.last.end)


def _between(at: Cursor, first: Token) -> Wish:
    numbers = []
    for joint in ("and|to", ""):
        below = at.skip("-")
        if not at.comes_number():
            at.refuse_next("two numbers, such as between 6 and 8")
        numbers.append(at.take().value * (-1 if below else 1))
        if joint:
            at.expect("and" if at.comes("and") else "to", "and, as in between 6 and 8")
    if numbers[0] > numbers[1]:
        at.refuse(f"Between {numbers[1]} and {numbers[0]}, the lower number first.", first, at.last)
    return Wish("between", numbers[0], numbers[1], start=first.start, end=at.last.end)


def faces_behind(at: Cursor) -> Wish | None:
    """The faces to be counted behind their number (``sixes``, ``6s``, ``dice showing 5+``); ``None`` if none follow."""
    if at.comes("die", "showing|of") or at.comes("die", "over|under"):
        at.take()
        at.skip("showing|of")
        return faces(at)
    return faces(at) if at.ahead().kind == "faces" or at.comes_number() else None
