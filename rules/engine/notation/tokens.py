"""Tokens of dice notation: numbers, words and signs, each with its place in the question.

The vocabulary is closed: a word or sign that stands in no list here is refused where it stands.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches

from rules.engine.notation.questions import LONGEST, Misunderstood

#: The most digits of a number.
MOST_DIGITS = 4

_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NUMBERS = {word: number for number, word in enumerate(_NUMBERS)} | {"twenty": 20}
#: Faces in the plural: "at least two sixes".
FACES = {
    f"{word}es" if word.endswith("x") else f"{word[:-1]}ies" if word.endswith("y") else f"{word}s": number
    for word, number in NUMBERS.items()
    if number
}
#: Every word of the vocabulary: groups parted by commas, in each the token's one spelling, then the others.
_SPELLINGS = """
    d, df, kl, dl, dh, r, ro, max, min, once, the, and, or, of, at, least, most, no, any, than, exactly equals, equal
    between, from, to, what, is, are, how, many, likely, number, output, it, i, that, for, in, on, if, out, s, by
    result, total, sum, success successes hit hits, die dice, a an, with using, roll rolling throw throwing
    chance chances odds probability likelihood, get getting, showing show shows, target dc tn ac, against versus vs
    adv advantage, dis disadvantage disadv, kh k, keep keeping kept take taking, drop dropping dropped
    highest best higher high top better, lowest worst lower low, more greater, less fewer, over above, under below
    explode explodes exploding, rr reroll rerolls rerolling rerolled, count counting cs
    + plus, - minus, * times, / divided
"""
_WORDS = {
    spelling: group.split()[0]
    for line in _SPELLINGS.split("\n")
    for group in line.split(",")
    for spelling in group.split()
}
_SIGNS = {
    "≥": ">=",
    "≤": "<=",
    "==": "=",
    "×": "*",
    "÷": "/",
    "−": "-",
    "–": "-",
    "[": "(",
    "]": ")",
    "’s": "s",
    "'s": "s",
} | {
    sign: sign for sign in (">=", "<=", ">", "<", "=", "+", "-", "*", "/", "(", ")", ",", ";", "%", "!!", "!", "?", ".")
}
_LEXED = re.compile(
    r"(?P<number>[0-9]+)|(?P<word>[A-Za-z]+)|(?P<sign>"
    + "|".join(map(re.escape, sorted(_SIGNS, key=len, reverse=True)))
    + ")"
)
_STRANGE = re.compile(r"[^\W0-9_]+|[^\sA-Za-z0-9]", re.UNICODE)


@dataclass(frozen=True, slots=True)
class Token:
    """A number, word or sign in its one spelling; ``glued`` where nothing stands between it and the token before."""

    kind: str
    text: str
    start: int
    end: int
    value: int = 0
    glued: bool = False

    def __str__(self) -> str:
        return str(self.value) if self.kind == "number" else self.text


def tokens(question: str) -> list[Token]:
    """All tokens of a question, and one for its end.

    >>> [str(token) for token in tokens("4d6 keep best 3")]
    ['4', 'd', '6', 'keep', 'highest', '3', '']
    """
    if len(question) > LONGEST:
        raise Misunderstood(f"A question has at most {LONGEST} characters.", LONGEST, len(question))
    found, at, before = list[Token](), 0, -1
    while at < len(question):
        if question[at].isspace():
            at += 1
            continue
        token = _token(question, at, glued=at == before)
        found.append(token)
        at = before = token.end
    return [*found, Token("end", "", len(question), len(question))]


def _token(question: str, at: int, *, glued: bool) -> Token:
    match = _LEXED.match(question, at)
    if match is None:
        strange = _STRANGE.match(question, at)
        raise _unknown(question, at, strange.end() if strange else at + 1)
    written, end = match[0], match.end()
    if match.lastgroup == "number":
        if len(written) > MOST_DIGITS:
            raise Misunderstood(f"Numbers have at most {MOST_DIGITS} digits.", at, end)
        return Token("number", written, at, end, int(written), glued)
    if match.lastgroup == "sign":
        sign = _SIGNS[written]
        return Token("word" if sign.isalpha() else "sign", sign, at, end, glued=glued)
    return _word(question, at, end, glued=glued)


def _word(question: str, start: int, end: int, *, glued: bool) -> Token:
    word = question[start:end].lower()
    if word in NUMBERS:
        return Token("number", word, start, end, NUMBERS[word], glued)
    if word in FACES:
        return Token("faces", word, start, end, FACES[word], glued)
    if word not in _WORDS:
        raise _unknown(question, start, end)
    meant = _WORDS[word]
    return Token("word" if meant.isalpha() else "sign", meant, start, end, glued=glued)


def _unknown(question: str, start: int, end: int) -> Misunderstood:
    word = question[start:end]
    known = sorted({*_WORDS, *NUMBERS, *FACES})
    near = get_close_matches(word.lower(), known, 3) if len(word) > 1 else []
    hint = f"Did you mean: {', '.join(near)}." if near else "Try: 3d6 + 2, 4d6kh3, at least 12."
    return Misunderstood(f"“{word[:30]}” is not clear. {hint}", start, end)
