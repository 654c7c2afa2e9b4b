"""The words in which tests of Grim d100 are asked about: percent, difficulty, flips, an opponent, a Fortune Point."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.engine.kernel import Refused
from rules.engine.notation.questions import (
    DIGITS,
    Answer,
    Heard,
    Language,
    Misunderstood,
    Phrase,
    Said,
    each_side,
    refuse_beyond,
)
from rules.engine.odds import Chance, Distribution, Odds, in_words
from rules.systems.grim.core import (
    SPAN,
    clamped,
    degree_counts,
    opposed,
    shares,
    succeeds,
    within,
)

#: The highest chance and the highest bonus that a question may name.
MOST_CHANCE, MOST_BONUS = 200, 30
#: Words for difficulties (D-1).
DIFFICULTIES = {
    "trivial": 30,
    "easy": 20,
    "routine": 10,
    "standard": 0,
    "challenging": -10,
    "hard": -20,
    "arduous": -30,
}
TO_FAIL, TO_SUCCEED = "to_fail", "to_succeed"

PHRASES = (
    Phrase(
        "chance",
        f"skill #|chance #|{DIGITS} %|{DIGITS} percent|{DIGITS}",
        "55 %",
        "roll this or less; doubles are critical",
    ),
    Phrase("plus", r"\+ # %|\+ #|plus #", "+ 10", "difficulty, 30 at most"),
    Phrase("minus", "- # %|- #|minus #", "− 20", "difficulty, 30 at most"),
    *(Phrase(word, word, word, f"difficulty {by:+d}".replace("-", "−")) for word, by in DIFFICULTIES.items()),
    Phrase("bonus", "bonus #", "bonus 4", "added to the degrees of success"),
    Phrase(
        TO_FAIL,
        "flip to fail|flipped to fail|flips to fail|untrained",
        "flip to fail",
        "swap the digits if that fails",
    ),
    Phrase(
        TO_SUCCEED,
        "flip to succeed|flipped to succeed|flips to succeed",
        "flip to succeed",
        "swap the digits if that succeeds",
    ),
    Phrase("again", "re roll|re rolled|fortune|fortune point", "Fortune", "re-roll a failure"),
    Phrase("against", "against|versus|vs", "against 40 %", "more degrees of success win"),
)
EXAMPLES = ("55 %, hard", "45 % + 10, flip to fail", "55 %, bonus 4 against 40 %, bonus 3", "2d10+2 at least 12")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a question: its chance, difficulty, flip and bonus (D-1)."""

    named: int = 0
    difficulty: int = 0
    flip: int = 0
    bonus: int = 0

    @property
    def total(self) -> int:
        return clamped(self.named + within(self.difficulty))

    @property
    def chance(self) -> float:
        return succeeds(self.total, self.flip)

    @property
    def words(self) -> str:
        by = f" {'+' if self.difficulty > 0 else '−'} {abs(self.difficulty)}" if self.difficulty else ""
        flip = {0: "", 1: ", flip to succeed", -1: ", flip to fail"}[self.flip]
        return f"{self.named} %{by}{flip}{f', bonus {self.bonus}' if self.bonus else ''}"


def answer(said: Sequence[Said]) -> Answer:
    """The chances of a test, alone or against an opponent's."""
    heard = Heard(said, frozenset({"chance", "plus", "minus", "bonus", TO_FAIL, TO_SUCCEED, *DIFFICULTIES}))
    sides = each_side(said, Side(), _with, ("again",))
    if not all(side.named for side in sides):
        raise Refused("Which chance? Ask like this: 55 %, hard.", "q")
    again = heard.get("again")
    if len(sides) == 1:
        return _alone(sides[0], again=again is not None)
    if again:
        told = "Opposed tests cannot include Fortune. Leave it out."
        raise Misunderstood(told, again.start, again.end)
    return _opposed(sides[0], sides[1])


def _with(side: Side, said: Said) -> Side:
    match said.name:
        case "chance":
            if side.named:
                raise Misunderstood("One chance for each side: 55 % against 40 %.", said.start, said.end)
            return replace(side, named=refuse_beyond(said, MOST_CHANCE, "A chance", 1))
        case "plus" | "minus":
            by = refuse_beyond(said, SPAN, "A difficulty")
            return replace(side, difficulty=side.difficulty + (by if said.name == "plus" else -by))
        case "bonus":
            return replace(side, bonus=refuse_beyond(said, MOST_BONUS, "A bonus"))
        case word if word in DIFFICULTIES:
            return replace(side, difficulty=side.difficulty + DIFFICULTIES[word])
        case flip:
            by = 1 if flip == TO_SUCCEED else -1
            return replace(side, flip=0 if side.flip == -by else by)


def _alone(mine: Side, *, again: bool) -> Answer:
    """The chance of one test with both criticals, and with a Fortune Point (D-1, D-8)."""
    critical, _, _, fumbled = shares(mine.total, mine.flip)
    once = mine.chance
    listed = [
        Chance("success", "success", once),
        Chance("again", "success, with a Fortune Point", once + (1 - once) * once),
        Chance("critical success", "critical success", critical),
        Chance("critical failure", "critical failure", fumbled),
    ]
    if again:
        listed[:2] = reversed(listed[:2])
    flips = {0: "as rolled", 1: "flipped to succeed", -1: "flipped to fail"}
    others = {by: label for by, label in flips.items() if by != mine.flip}
    compared = tuple(Chance(str(by), label, succeeds(mine.total, by)) for by, label in others.items())
    understood = f"{mine.words}, Fortune" if again else mine.words
    told = f"{in_words(listed[0].probability).capitalize()} to succeed: {understood}"
    return Answer(understood, Odds(told, tuple(listed), compared=compared))


def _opposed(mine: Side, theirs: Side) -> Answer:
    """The chances when more degrees of success win; equals leave it to the game master (D-1)."""
    own, other = _degrees(mine), _degrees(theirs)
    ends = opposed(own, other)
    listed = (
        Chance("success", "win", ends.mine),
        Chance("failure", "lose", ends.theirs),
        Chance("nobody", "neither", ends.nobody),
    )
    understood = f"{mine.words} against {theirs.words}"
    told = f"{in_words(ends.mine).capitalize()} to win: {understood}"
    return Answer(understood, Odds(told, listed, own, "degrees of success", good=()))


def _degrees(side: Side) -> Distribution:
    return degree_counts(side.total, side.bonus, side.flip)


LANGUAGE = Language(PHRASES, EXAMPLES, answer)
