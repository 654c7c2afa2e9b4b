"""Questions about tests of percent in words: difficulty, flips, degrees, Fortune."""

import pytest

from rules.engine.kernel import Refused
from rules.engine.notation.plain_dice import ask
from rules.engine.notation.questions import Answer
from rules.systems.grim import GRIM


def answer(question: str) -> Answer:
    return ask(GRIM.questions, question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("55 %", 0.55), ("55%", 0.55), ("skill 55", 0.55), ("55, hard", 0.35), ("40 percent, easy", 0.6),
        ("40 + 20", 0.6), ("40 % - 30, hard", 0.10), ("200", 0.99), ("10, arduous", 0.01),
        ("45 %, flip to fail", 0.24), ("50 %, flip to succeed", 0.74), ("50, untrained", 0.26),
        ("50, flip to fail, flip to succeed", 0.5), ("40 %, Fortune", 0.64), ("55, trivial, arduous", 0.55),
    ],
)  # fmt: skip
def test_a_test_in_words_has_the_odds_of_its_percentage(question: str, expected: float) -> None:
    assert answer(question).odds.chances[0].probability == pytest.approx(expected)


def test_both_criticals_stand_beside_it() -> None:
    shown = {one.name: one.probability for one in answer("45 %").odds.chances}
    assert shown["critical success"] == pytest.approx(0.05)
    assert shown["critical failure"] == pytest.approx(0.06)


def test_more_degrees_win_against_somebody() -> None:
    def degrees(chance: int, bonus: int) -> list[int]:
        found = []
        for face in range(1, 101):
            success = face == 1 or (face <= chance and face != 100)
            found.append(((face // 10) % 10 or 10) + bonus if success else 0)
        return found

    mine, theirs = degrees(55, 4), degrees(40, 3)
    wins = sum(one > other for one in mine for other in theirs) / 10_000
    loses = sum(one < other for one in mine for other in theirs) / 10_000
    shown = [one.probability for one in answer("55 %, bonus 4 against 40 %, bonus 3").odds.chances]
    assert shown == pytest.approx([wins, loses, 1 - wins - loses])


@pytest.mark.parametrize("question", ["hard", "45 % against", "45 % against 30, Fortune", "45, 30", "45 + 90", "0 %"])
def test_whatever_does_not_go_together_is_refused(question: str) -> None:
    with pytest.raises(Refused):
        answer(question)
