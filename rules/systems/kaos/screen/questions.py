"""The words in which tests of KAOS are asked about: percent, easy and hard, an opponent, a lucky re-roll."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.engine.kernel import Refused
from rules.engine.notation.questions import (
    ALMOST_ALL,
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
from rules.systems.kaos.core import chances

#: The highest target that a question may name.
MOST_TARGET = 200
#: The most rounds that both roll (PCT-004, C-20).
MOST_ROUNDS = 100

PHRASES = (
    Phrase("target", f"skill #|score #|target #|{DIGITS} %|{DIGITS} percent|{DIGITS}", "45 %", "roll this or less"),
    Phrase("plus", r"\+ # %|\+ #|plus #", "+ 10", "added to the target"),
    Phrase("minus", "- # %|- #|minus #", "− 20", "taken off the target"),
    Phrase("easy", "easy", "easy", "the lower of two dice counts"),
    Phrase("hard", "hard", "hard", "the higher of two dice counts"),
    Phrase("again", "re roll|re rolled|luck|lucky", "re-roll", "re-roll a failure"),
    Phrase("against", "against|versus|vs", "against 60 %", "both roll until only one succeeds"),
)
EXAMPLES = ("45 %, hard", "55 %, easy, re-roll", "60 % against 45 %, hard", "2d10+3 at least 12")


@dataclass(frozen=True, slots=True)
class Target:
    """One side of a question: its target, and the mode of its dice (PCT-001 to PCT-003)."""

    score: int = 0
    added: int = 0
    mode: str = "standard"

    @property
    def chance(self) -> float:
        return chances.chance(self.score + self.added, self.mode)

    @property
    def words(self) -> str:
        added = f" {'+' if self.added > 0 else '−'} {abs(self.added)}" if self.added else ""
        return f"{self.score} %{added}{'' if self.mode == 'standard' else f', {self.mode}'}"


def answer(said: Sequence[Said]) -> Answer:
    """The chances of a test, alone or against an opponent's."""
    heard = Heard(said, frozenset({"target", "plus", "minus", "easy", "hard"}))
    sides = each_side(said, Target(), _with, ("again",))
    if not all(side.score for side in sides):
        raise Refused("Which target? Ask like this: 45 %, hard.", "q")
    again = heard.get("again")
    if len(sides) == 1:
        return _alone(sides[0], again=again is not None)
    if again:
        told = "Opposed tests cannot include a re-roll. Leave it out."
        raise Misunderstood(told, again.start, again.end)
    return _opposed(sides[0], sides[1])


def _with(side: Target, said: Said) -> Target:
    match said.name:
        case "target":
            if side.score:
                raise Misunderstood("One target for each side: 60 % against 45 %.", said.start, said.end)
            return replace(side, score=refuse_beyond(said, MOST_TARGET, "A target", 1))
        case "plus" | "minus":
            by = refuse_beyond(said, MOST_TARGET, "A modifier")
            return replace(side, added=side.added + (by if said.name == "plus" else -by))
        case mode:
            if side.mode not in ("standard", mode):
                raise Misunderstood("Choose easy or hard, not both.", said.start, said.end)
            return replace(side, mode=mode)


def _alone(mine: Target, *, again: bool) -> Answer:
    """The chance of one test, and with a lucky re-roll (PCT-001 to PCT-003, PCT-037)."""
    once = mine.chance
    listed = [Chance("success", "success", once), Chance("again", "success, with a re-roll", once + (1 - once) * once)]
    if again:
        listed.reverse()
    others = [replace(mine, mode=mode) for mode in chances.MODES if mode != mine.mode]
    compared = tuple(Chance(one.mode, one.mode, one.chance) for one in others)
    understood = f"{mine.words}, re-roll" if again else mine.words
    told = f"{in_words(listed[0].probability).capitalize()} to succeed: {understood}"
    return Answer(understood, Odds(told, tuple(listed), compared=compared))


def _opposed(mine: Target, theirs: Target) -> Answer:
    """The chances when both roll until exactly one succeeds (PCT-004, C-20)."""
    ends = chances.opposed(mine.chance, theirs.chance, MOST_ROUNDS)
    listed = [Chance("success", "win", ends.mine), Chance("failure", "lose", ends.theirs)]
    if ends.nobody >= 1 - ALMOST_ALL:
        listed.append(Chance("nobody", "the game master decides", ends.nobody))
    understood = f"{mine.words} against {theirs.words}"
    told = f"{in_words(ends.mine).capitalize()} to win: {understood}; {ends.rounds:.1f} rolls on average"
    return Answer(understood, Odds(told, tuple(listed), _rounds(mine.chance, theirs.chance), "rolls", 1, good=()))


def _rounds(mine: float, theirs: float) -> Distribution:
    """P(it is decided with the first, second ... roll), until that is almost certain."""
    decided = mine * (1 - theirs) + theirs * (1 - mine)
    out: list[float] = []
    left = 1.0
    while left > 1 - ALMOST_ALL and len(out) < MOST_ROUNDS:
        out.append(left * decided)
        left -= out[-1]
    return tuple(out)


LANGUAGE = Language(PHRASES, EXAMPLES, answer)
