"""Questions about tests of percent in words."""

import pytest

from rules.engine.kernel import Refused
from rules.engine.notation.plain_dice import ask
from rules.engine.notation.questions import Answer
from rules.systems.kaos import KAOS
from rules.systems.kaos.core import chances


def answer(question: str) -> Answer:
    return ask(KAOS.questions, question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("45 %", 0.45), ("45%", 0.45), ("skill 45", 0.45), ("40, hard", 0.16), ("40 percent, easy", 0.64),
        ("40 + 20", 0.6), ("40 % - 50", 0.01), ("40 %, re-roll", 0.64), ("200", 0.95),
        ("60 % against 45 %, hard", chances.opposed(0.6, 0.45**2).mine),
    ],
)  # fmt: skip
def test_a_test_in_words_has_the_odds_of_its_percentage(question: str, expected: float) -> None:
    assert answer(question).odds.chances[0].probability == pytest.approx(expected)


def test_against_somebody_it_may_take_several_rolls() -> None:
    found = answer("50 % against 50 %")
    assert found.odds.measure[:3] == pytest.approx((0.5, 0.25, 0.125))
    assert found.mean == pytest.approx(2, abs=0.02)


@pytest.mark.parametrize("question", ["hard", "45 % against", "45, easy, hard", "45 % against 30, lucky", "45, 30"])
def test_what_does_not_go_together_is_refused(question: str) -> None:
    with pytest.raises(Refused):
        answer(question)
