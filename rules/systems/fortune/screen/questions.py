"""The words in which tests are asked about: a bonus, two points, favour and misfortune, a token, an opponent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.engine.kernel import Refused, said, signed
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
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.fortune.core import (
    FAILURE,
    FAVOUR,
    MISFORTUNE,
    MIXED,
    PLAIN,
    SUCCESS,
    Chances,
    chances,
    faces,
    least_face,
    outcomes,
)

#: The highest bonus and point that a question may name.
MOST_BONUS, MOST_POINT = 30, 60
#: Points between success and failure, and the margin of a contest, as long as nobody says otherwise (LIN-015, LIN-018).
BELOW, MARGIN = 5, 5

PHRASES = (
    Phrase("plus", rf"\+ #|plus #|bonus #|{DIGITS}", "+2", "added to the d20"),
    Phrase("minus", r"- #|minus #", "−1", "taken off the d20"),
    Phrase("points", "against # / #|vs # / #|success # failure #", "against 15/10", "success point and failure point"),
    Phrase("point", "success #|at least #|sp #", "success 15", "with a failure point 5 below"),
    Phrase("favour", "with favour|favour|favor|with favor", "favour", "the better of two dice counts"),
    Phrase("misfortune", "with misfortune|misfortune", "misfortune", "the lower of two dice counts"),
    Phrase("token", "token|a token|with a token", "token", "spend a token for a second die if the first fails"),
    Phrase("against", "against|versus|vs", "against +1", "a contest: more than 5 higher passes"),
    Phrase("mixed", "mixed", "mixed", "between the points"),
    Phrase("failure", "failing|fails|fail", "failing", "below the failure point"),
)
EXAMPLES = ("+2 against 15/10, favour", "+0 against 13/8, misfortune", "+3 against +1", "+2 against 15/10, token")
_NAMED = (MIXED, FAILURE)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a question: what is added, how it is rolled, and whether a token is spent (LIN-014, LIN-023)."""

    plus: int | None = None
    mode: str = PLAIN
    token: bool = False

    @property
    def words(self) -> str:
        mode = self.mode if self.mode != PLAIN else ""
        return ", ".join(said(signed(self.plus or 0), mode, "token" if self.token else ""))


def answer(said: Sequence[Said]) -> Answer:
    """The chances of a test against two points, or of a contest (LIN-014 to LIN-024)."""
    heard = Heard(said, frozenset({"plus", "minus", "favour", "misfortune"}))
    sides = each_side(said, Side(), _with, ("points", "point", *_NAMED))
    named = heard.first_of(_NAMED)
    if len(sides) > 1:
        return _contest(sides, heard, named)
    told = heard.get("points") or heard.get("point")
    if told is None:
        raise Refused("Against which points? Ask like this: +2 against 15/10.", "q")
    return _test(sides[0], *_points(told), named)


def _with(side: Side, said: Said) -> Side:
    match said.name:
        case "plus" | "minus":
            if side.plus is not None:
                raise Misunderstood("One bonus for each side: +3 against +1.", said.start, said.end)
            by = refuse_beyond(said, MOST_BONUS, "A bonus")
            return replace(side, plus=by if said.name == "plus" else -by)
        case "token":
            return replace(side, token=True)
        case mode:
            if side.mode not in (PLAIN, mode):
                raise Misunderstood("Favour and misfortune cancel each other: leave both out.", said.start, said.end)
            return replace(side, mode=FAVOUR if mode == "favour" else MISFORTUNE)


def _points(said: Said) -> tuple[int, int]:
    """Success point and failure point, which lies 5 below where it is not said (C-01)."""
    success = said.numbers[0]
    failure = said.numbers[1] if len(said.numbers) > 1 else success - BELOW
    if success > MOST_POINT:
        raise Misunderstood(f"A point is at most {MOST_POINT}.", said.start, said.end)
    if failure > success:
        raise Misunderstood("The failure point lies at or below the success point: 15/10.", said.start, said.end)
    return success, failure


def _test(mine: Side, success: int, failure: int, named: str) -> Answer:
    plus = mine.plus or 0
    if mine.token and mine.mode != PLAIN:
        raise Refused("Never more than two dice: no token with favour or misfortune.", "q")
    shown = faces(mine.mode, least_face(plus, failure) if mine.token else 0)
    found = chances.chances(shown, plus, success, failure)
    good = tuple(face for face in range(2, len(shown)) if face >= least_face(plus, success))
    compared = tuple(
        Chance(mode, mode, chances.chances(faces(mode), plus, success, failure).success)
        for mode in (PLAIN, FAVOUR, MISFORTUNE)
        if mode != mine.mode or mine.token
    )
    odds = Odds("", (), shown[1:], "on the die", 1, good=good, compared=compared)
    return _answered(f"{mine.words} against {success}/{failure}", found, named, ("pass", "mixed", "fail"), odds)


def _contest(sides: Sequence[Side], heard: Heard, named: str) -> Answer:
    """The chances of a contest for the first side (LIN-018, C-19, E-q)."""
    for name in ("points", "point", "token"):
        if said := heard.get(name):
            raise Misunderstood("Contests compare totals. Leave points and tokens out.", said.start, said.end)
    if any(side.plus is None for side in sides):
        raise Refused("What does each side add? Ask like this: +3 against +1.", "q")
    mine, *others = sides
    rivals = tuple((faces(one.mode), one.plus or 0) for one in others)
    shown = faces(mine.mode)
    found = chances.contest(shown, mine.plus or 0, rivals, MARGIN)
    odds = Odds("", (), shown[1:], "on the die", 1, good=())
    return _answered(" against ".join(one.words for one in sides), found, named, ("win", "mixed", "lose"), odds)


def _answered(understood: str, found: Chances, named: str, labels: tuple[str, str, str], odds: Odds) -> Answer:
    """The answer, with the chance that was asked for first."""
    listed = sorted(outcomes(found, *labels), key=lambda one: named not in ("", one.name))
    first = listed[0]
    what = "for mixed" if first.name == MIXED else f"to {first.label}"
    told = f"{in_words(first.probability).capitalize()} {what}: {understood}"
    good = odds.good if first.name == SUCCESS else ()
    return Answer(understood, replace(odds, sentence=told, chances=tuple(listed), good=good))


LANGUAGE = Language(PHRASES, EXAMPLES, answer)
