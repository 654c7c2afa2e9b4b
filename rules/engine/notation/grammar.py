"""Reading of questions about dice: an expression with the wished result, in either order, or against other dice."""

from dataclasses import replace

from rules.engine.notation.cursor import Cursor
from rules.engine.notation.dice import COMPARED, SIGNS, comes_operand, comes_pool, faces
from rules.engine.notation.questions import Unclear
from rules.engine.notation.sums import counted, expression
from rules.engine.notation.tokens import Token, tokens
from rules.engine.notation.tree import Count, Expression, Pool, Question, Wish, is_rolled
from rules.engine.notation.values import constant
from rules.engine.notation.wishes import faces_behind, read_wish

#: Words that may begin a question and say nothing of the dice.
LEADS = "chance|roll|get|what|is|are|how|likely|output|it|i|of|to|that|a|the|for|in|if|sum|total|with"
#: Words that may stand between an expression and the wished result.
_BETWEEN = ",|;|is|are|to|get|roll|for|and|total|sum|result|showing|with|a|the"
#: The words among them that may also end a question.
_RESULTS = ("total", "sum", "result")
#: Words that may stand between the wished result and the dice.
_PLACES = "on|with|from|in|of|for|roll|out|if|i|when|a|the|,|using"
#: The fewest dice of which each is compared by itself; of fewer the sum may well be meant.
FEWEST_COUNTED = 3
_SHOWN = "+ 2, kh1, at least 12, against 2d6"


def read(question: str) -> Question:
    """The tree of a question; refused at the first token that has no place in it."""
    at = Cursor(question, tokens(question))
    is_anydice = _led_in(at)
    found = _question(at, is_anydice=is_anydice)
    while at.skip("?|."):
        pass
    if at.ahead().kind != "end":
        at.refuse_next(_SHOWN)
    return replace(found, start=0, end=len(question))


def _led_in(at: Cursor) -> bool:
    """Skip the words that lead in; whether it is AnyDice's question, where a sign compares the sum of any dice."""
    is_anydice = at.comes("output")
    while at.skip("what", "s") or (at.comes(LEADS) and not at.comes("how", "many") and not _comes_highest(at)):
        at.skip(LEADS)
    return is_anydice


def _comes_highest(at: Cursor) -> bool:
    return at.comes("the", "highest|lowest")


def _question(at: Cursor, *, is_anydice: bool) -> Question:
    if at.comes("how", "many") or at.comes("number", "of") or at.comes("count"):
        return _followed(at, _how_many(at), is_anydice=is_anydice)
    if _begins_wish(at):
        return _wish_first(at)
    return _followed(at, expression(at), is_anydice=is_anydice)


def _begins_wish(at: Cursor) -> bool:
    """Whether the wished result is said before the dice: ``15+ on d20``, ``at least 2 sixes on 5d6``."""
    if at.comes("between|no|any|from|at|exactly|equal|over|under|more|less") or at.comes("highest|lowest", "than"):
        return True
    if at.comes(SIGNS) or at.ahead().kind == "faces":
        return True
    if not at.comes_number():
        return False
    after = at.ahead(1)
    if after.kind in ("number", "faces") or after.text in ("s", "success"):
        return True
    if after.text == "+" and not comes_operand(at, 2):
        return True
    return after.kind == "word" and after.text in ("or", "on", "with", "from", "in", "of", "to")


# -- the dice first ---------------------------------------------------------------------------------------------------


def _followed(at: Cursor, mine: Expression, *, is_anydice: bool) -> Question:
    """The question of an expression, with the wish or the other dice behind it."""
    _refuse_no_dice(at, mine)
    if at.comes(SIGNS):
        return _compared(at, mine, is_anydice=is_anydice)
    mine = _counting(at, mine)
    between = None
    while _comes_between(at):
        between = at.take()
    if at.ahead().kind == "end" or at.comes("?|."):
        if between and between.text not in _RESULTS:
            at.refuse(f"“{at.written(between)}” does not fit here. Try: {_SHOWN}.", between)
        return Question(mine)
    if at.skip("against"):
        return _against(at, mine)
    if at.comes("target"):
        return Question(mine, _target(at))
    if at.comes(SIGNS):
        return _compared(at, mine, is_anydice=True)
    return _wished(at, mine)


def _comes_between(at: Cursor) -> bool:
    return at.comes(_BETWEEN) and not at.comes("a", "d")


def _refuse_no_dice(at: Cursor, mine: Expression) -> None:
    if not is_rolled(mine):
        at.refuse("Which dice are rolled? Ask like this: 3d6+2 at least 12.", at.last)


def _counting(at: Cursor, mine: Expression) -> Expression:
    """The count that a word behind the dice asks for (``5d10 count 7+``, ``6d6, successes on 5+``), else the dice."""
    by = int(at.comes(","))
    word = at.ahead(by)
    if word.text != "count" and not (word.text == "success" and at.ahead(by + 1).text == "on"):
        return mine
    at.place += by + (2 if word.text == "success" else 1)
    if not isinstance(mine, Pool):
        at.refuse("Only equal dice can be counted: 5d10 count 7+.", word)
    return counted(at, mine, faces(at))


def _compared(at: Cursor, mine: Expression, *, is_anydice: bool) -> Question:
    """The question with a sign: about each of several equal dice, if a face can be that; else about the sum."""
    sign = at.ahead()
    target = at.ahead(1).value if at.comes_number(1) and not comes_pool(at, 1) else 0
    if is_anydice or not _looks_at_dice(mine, sign.text, target):
        return _summed(at, mine)
    assert isinstance(mine, Pool)  # noqa: S101 - nothing else looks at dice
    if sign.text not in (">=", ">") or mine.count < FEWEST_COUNTED:
        told = f"each die ({mine.dice} count {sign.text}{target}) or the sum ({_in_words(sign, mine, target)})"
        at.refuse(f"This can mean two things: {told}.", sign, at.ahead(1))
    count = counted(at, mine, faces(at))
    note = f"Each die is compared by itself. For the sum: {_in_words(sign, mine, target)}."
    asked = Question(count) if at.ahead().kind == "end" else _followed(at, count, is_anydice=True)
    return replace(asked, note=note)


def _looks_at_dice(mine: Expression, sign: str, target: int) -> bool:
    if not isinstance(mine, Pool) or mine.count == 1 or mine.exploding or not mine.keeps_all or mine.sides < 0:
        return False
    return (2 if sign == ">=" else 1) <= target <= mine.sides - (sign == ">")


def _in_words(sign: Token, dice: Pool, target: int) -> str:
    word = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than", "=": "exactly"}[sign.text]
    return f"{dice.dice} {word} {target}"


def _summed(at: Cursor, mine: Expression) -> Question:
    """The question with a sign and a number, or a sign and other dice, about the sum."""
    sign = at.take()
    theirs = expression(at)
    wish = Wish(COMPARED[sign.text], 0, 0, start=sign.start, end=sign.end)
    if is_rolled(theirs):
        return Question(mine, wish, theirs)
    value = constant(theirs)
    return Question(mine, replace(wish, low=value, high=value, end=at.last.end))


def _against(at: Cursor, mine: Expression) -> Question:
    """The question against other dice, where the higher result wins, or against a number, which has to be reached."""
    if at.comes("target") or at.comes("a", "target"):
        at.skip("a")
        return Question(mine, _target(at))
    first, theirs = at.ahead(), expression(at)
    if is_rolled(theirs):
        if at.ahead().kind != "end":
            at.refuse("Against other dice the higher sum wins. Leave this out.")
        return Question(mine, None, theirs)
    value = constant(theirs)
    return Question(mine, Wish(">=", value, value, start=first.start, end=at.last.end))


def _target(at: Cursor) -> Wish:
    first = at.take()
    if not at.comes_number():
        at.refuse_next("a number, such as 15")
    number = at.take().value
    return Wish(">=", number, number, start=first.start, end=at.last.end)


def _wished(at: Cursor, mine: Expression) -> Question:
    """The question with the wish that comes next: for a sum, or for a number of dice that show something."""
    wish = read_wish(at)
    if wish is None:
        at.refuse_next(_SHOWN)
    counting = faces_behind(at)
    if counting is not None:
        return Question(_count_of(at, mine, counting), wish)
    if at.comes("success|die"):
        if not isinstance(mine, Count):
            at.refuse(f"Which dice are successes? Ask like this: 5d10 count 7+, at least {wish.low}.")
        at.take()
    _refuse_two_meanings(at, mine, wish)
    return Question(mine, wish)


def _refuse_two_meanings(at: Cursor, mine: Expression, wish: Wish) -> None:
    """Refuse ``5+`` on several dice, which may be about each of them or about their sum."""
    if at.question[wish.end - 1] == "+" and _looks_at_dice(mine, ">=", wish.low):
        assert isinstance(mine, Pool)  # noqa: S101 - nothing else looks at dice
        told = f"each die ({mine.dice} count {wish.low}+) or the sum ({mine.dice} at least {wish.low})"
        raise Unclear(f"This can mean two things: {told}.", wish.start, wish.end)


def _count_of(at: Cursor, mine: Expression, wish: Wish) -> Count:
    if not isinstance(mine, Pool):
        at.refuse("Only equal dice can be counted: at least 2 sixes on 5d6.", at.last)
    return counted(at, mine, wish)


# -- the wish first ---------------------------------------------------------------------------------------------------


def _how_many(at: Cursor) -> Count:
    """The count of ``how many sixes in 5d6``, ``number of 6s in 5d6``, ``count 5+ in 6d6``."""
    first = at.take()
    if first.text != "count":
        at.take()
    wish = faces(at)
    _skip_places(at)
    return _count_of(at, expression(at), wish)


def _wish_first(at: Cursor) -> Question:
    first = at.ahead()
    if _is_bare_number(at):
        return _bare(at, first)
    wish = read_wish(at)
    if wish is None:
        at.refuse_next("dice, such as 3d6")
    counting = faces_behind(at)
    wants_successes = counting is None and at.comes("success")
    said = at.take() if wants_successes else None
    _skip_places(at)
    _refuse_lonely(at, first)
    mine = _counting(at, expression(at))
    _refuse_no_dice(at, mine)
    if said and isinstance(mine, Pool) and at.comes(SIGNS):
        mine = counted(at, mine, faces(at))
    if said and not isinstance(mine, Count):
        at.refuse(f"Which dice are successes? Ask like this: 5d10 count 7+, at least {wish.low}.", said)
    if counting is None:
        _refuse_two_meanings(at, mine, wish)
    return Question(_count_of(at, mine, counting) if counting else mine, wish)


def _refuse_lonely(at: Cursor, first: Token) -> None:
    """Refuse a wish without dice."""
    if at.ahead().kind == "end" or at.comes("?|."):
        said = at.question[first.start : at.last.end]
        dice = "5d6" if at.last.kind == "faces" or at.last.text in ("s", "success") else "3d6"
        at.refuse(f"On which dice? Ask like this: {said} on {dice}.", first, at.last)


def _skip_places(at: Cursor) -> None:
    while at.comes(_PLACES) and not comes_pool(at):
        at.take()


def _is_bare_number(at: Cursor) -> bool:
    """Whether a number comes without a comparison: ``7 on 2d6``, ``two sixes on 5d6``, ``sixes on 5d6``."""
    if at.ahead().kind == "faces":
        return True
    if not at.comes_number():
        return False
    return at.ahead(1).kind in ("faces", "number") or at.ahead(1).text in (
        "on",
        "with",
        "from",
        "in",
        "of",
        "s",
        "success",
    )


def _bare(at: Cursor, first: Token) -> Question:
    """The question of a number without "at least" or "exactly": exact where only the sum can be meant; else refused."""
    behind = at.ahead(1)
    if first.kind != "number" or behind.kind != "word" or behind.text in ("s", "success"):
        last = behind if first.kind == "number" else first
        told = "Say “at least” or “exactly” before it: at least 2 sixes on 5d6, exactly 7 on 2d6."
        at.refuse(told, first, last)
    value = at.take().value
    _skip_places(at)
    _refuse_lonely(at, first)
    mine = expression(at)
    _refuse_no_dice(at, mine)
    if isinstance(mine, Pool) and mine.count > 1 and value <= mine.sides:
        told = f"at least one {value} on {mine.dice}, or exactly {value} on {mine.dice} as the sum"
        at.refuse(f"This can mean two things: {told}.", first)
    return Question(mine, Wish("=", value, value, start=first.start, end=first.end))
