"""Questions about dice in words: the small language of a game, its reader, and the answer.

A question is a row of phrases, such as ``5d8, malus 2, difficulty 12``. A game says which phrases it knows and what
they come to; everybody knows those of plain dice.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import TypeVar

from rules.engine.kernel import Refused
from rules.engine.odds import Odds

T = TypeVar("T")

#: The most characters of a question.
LONGEST = 200
#: The least probability of being done at all for which a mean is told.
ALMOST_ALL = 0.999
#: Shares of all throws whose results are named: the worst tenth, the middle, the best tenth ...
SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)

_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_NUMBER = rf"([0-9]{{1,4}}|an?|{'|'.join(_WORDS)})(?!d?[0-9])"
#: The pattern of a number in digits, for phrases that are nothing but one.
DIGITS = r"([0-9]{1,4})(?!d?[0-9])"
_DIE = r"([0-9]{0,4})d([0-9]{1,4})(?![0-9])"
#: Words and signs that may stand between phrases and say nothing.
_BETWEEN = re.compile(
    r"[\s,;]+|[.?]+\s*$|\+(?=\s*[0-9a-z])|(?:and|with|then|the|is|it|of|for|to|roll|test)\b", re.IGNORECASE
)
_WORD = re.compile(r"[^\s,;?!]+")
#: The most phrases that a refusal names.
_FEW = 12


class Misunderstood(Refused):
    """A word of a question that the language does not know; ``start`` and ``end`` say where it stands."""

    def __init__(self, sentence: str, start: int, end: int) -> None:
        super().__init__(sentence, "q")
        self.start, self.end = start, end


class Unclear(Misunderstood):
    """Words that are known one by one, but may mean two things together, or nothing."""


class Foreign(Misunderstood):
    """A phrase that a game does not know, though plain dice may, such as dice of a size that it does not throw."""


@dataclass(frozen=True)
class Phrase:
    """One phrase of a language: its name, the way it is written, and an example.

    In ``written`` a ``#`` stands for a number, an ``@`` for dice, ``|`` parts ways of saying it.
    """

    name: str
    written: str
    shown: str = ""
    #: The phrase explained, for the list of all phrases.
    meaning: str = ""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The regular expression of the phrase: spaces or hyphens may part its words, and a word must be whole."""
        ways = "|".join(rf"{way}(?!\w)" if way[-1].isalnum() else way for way in self.written.split("|"))
        return re.compile(
            ways.replace(" ", r"[\s-]*").replace("#", _NUMBER).replace("@", _DIE),
            re.IGNORECASE,
        )


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase as somebody said it, with its numbers in their order and where it stands."""

    name: str
    numbers: tuple[int, ...] = ()
    start: int = 0
    end: int = 0

    @property
    def number(self) -> int:
        return self.numbers[0]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question: how it was understood, and its odds.

    ``each`` is what one step of the measure stands for: where a roll takes two days the second roll is done on day 4.
    ``note`` says how else the question might have been meant.
    """

    understood: str
    odds: Odds
    each: int = 1
    note: str = ""

    @property
    def values(self) -> tuple[tuple[int, float], ...]:
        """Every value of the measure with its probability."""
        return tuple(((self.odds.least + place) * self.each, p) for place, p in enumerate(self.odds.measure))

    @property
    def left(self) -> float:
        """The probability of values beyond those that were looked at."""
        return max(0.0, 1.0 - sum(self.odds.measure))

    @property
    def mean(self) -> float | None:
        """The mean of the measure; ``None`` where nothing is measured, or where it may well never be done."""
        done = sum(self.odds.measure)
        return sum(value * p for value, p in self.values) / done if done >= ALMOST_ALL else None

    def quantile(self, share: float) -> int | None:
        """The least value that a ``share`` of all throws does not exceed; ``None`` where it is beyond those looked at.

        >>> Answer("", Odds("", measure=(0.5, 0.25, 0.25))).quantile(0.75)
        1
        """
        so_far = 0.0
        for value, p in self.values:
            so_far += p
            if so_far >= share - 1e-9:
                return value
        return None

    @property
    def quantiles(self) -> tuple[tuple[float, int | None], ...]:
        return tuple((share, self.quantile(share)) for share in SHARES) if self.odds.measure else ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The phrases of a language with their meaning, and example questions, for people."""

    phrases: Sequence[Phrase]
    examples: Sequence[str]


@dataclass(frozen=True, slots=True)
class Language(Vocabulary):
    """The words of a game, and the function that answers what is said in them."""

    answer: Callable[[Sequence[Said]], Answer]


def read(question: str, phrases: Sequence[Phrase]) -> list[Said]:
    """The phrases of a question in their order; refused at the first word that is none.

    >>> [said.name for said in read("2d6, 3 more", (Phrase("dice", "@"), Phrase("more", "# more")))]
    ['dice', 'more']
    """
    if len(question) > LONGEST:
        raise Misunderstood(f"A question has at most {LONGEST} characters.", LONGEST, len(question))
    text = question.replace("−", "-")
    at, said = 0, list[Said]()
    while at < len(text):
        one = _longest(text, at, phrases)
        if one:
            said.append(one)
            at = one.end
        elif between := _BETWEEN.match(text, at):
            at = between.end()
        else:
            raise _misunderstood(text, at, phrases)
    return said


def _longest(text: str, at: int, phrases: Sequence[Phrase]) -> Said | None:
    found = [(phrase, match) for phrase in phrases if (match := phrase.pattern.match(text, at)) and match.end() > at]
    if not found:
        return None
    phrase, match = max(found, key=lambda one: one[1].end())
    numbers = tuple(_number(group) for group in match.groups() if group is not None)
    return Said(phrase.name, numbers, match.start(), match.end())


def _number(written: str) -> int:
    """A number from digits or a word; 1 for nothing, as in "d6", and for an article."""
    if written.isdigit():
        return int(written)
    word = written.lower()
    return _WORDS.index(word) if word in _WORDS else 1


def _misunderstood(text: str, at: int, phrases: Sequence[Phrase]) -> Misunderstood:
    found = _WORD.match(text, at)
    word = found[0] if found else text[at]
    shown = [phrase.shown for phrase in phrases if phrase.shown]
    heads = {part.lower(): one for one in shown for part in one.split() if part.isalpha()}
    near = list(dict.fromkeys(heads[one] for one in get_close_matches(word.lower(), heads, 3)))
    told = f"Did you mean: {', '.join(near)}." if near else f"Try: {', '.join(shown[:_FEW])}."
    return Misunderstood(f"“{word[:30]}” is not clear. {told}", at, at + len(word))


# -- what a language asks of what was said ----------------------------------------------------------------------------


def refuse_beyond(said: Said, most: int, what: str, least: int = 0) -> int:
    """The number of a phrase; refused unless it is from ``least`` to ``most``, few enough to be counted through."""
    if not least <= said.number <= most:
        raise Misunderstood(f"{what}: {least} to {most}, not {said.number}.", said.start, said.end)
    return said.number


def each_side(said: Sequence[Said], blank: T, add: Callable[[T, Said], T], apart: Collection[str] = ()) -> list[T]:
    """The sides of a question, parted by "against": ``add`` puts a phrase to one; those ``apart`` are of none."""
    sides = [blank]
    for one in said:
        if one.name == "against":
            sides.append(blank)
        elif one.name not in apart:
            sides[-1] = add(sides[-1], one)
    return sides


@dataclass(slots=True)
class Heard:
    """The phrases of a question by name; refuses one that comes twice, except those in ``again``."""

    said: Sequence[Said]
    again: frozenset[str] = frozenset()
    _by_name: dict[str, Said] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one in self.said:
            if one.name in self._by_name and one.name not in self.again:
                raise Misunderstood("You said this twice.", one.start, one.end)
            self._by_name[one.name] = one

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def first_of(self, names: Mapping[str, str] | Sequence[str]) -> str:
        """The one of several names that was said; empty for none, refused where there are two."""
        found = [name for name in names if name in self._by_name]
        if len(found) > 1:
            one = self._by_name[found[1]]
            raise Misunderstood("These do not go together. Choose one.", one.start, one.end)
        return found[0] if found else ""

    def get(self, name: str) -> Said | None:
        return self._by_name.get(name)
