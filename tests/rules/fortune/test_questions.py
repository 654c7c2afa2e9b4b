"""Questions about tests against two points, and about contests, in words."""

import pytest

from rules.engine.kernel import Refused
from rules.engine.notation.plain_dice import ask
from rules.engine.notation.questions import Answer
from rules.systems.fortune import FORTUNE


def answer(question: str) -> Answer:
    return ask(FORTUNE.questions, question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("+2 against 15/10", 0.4), ("+2 against 15 / 10, favour", 0.64), ("+2 vs 15/10, with favor", 0.64),
        ("+2 against 15/10, misfortune", 0.16), ("+2 success 15", 0.4), ("-2 success 18 failure 13", 0.05),
        ("+2 against 15/10, mixed", 0.25), ("+2 against 15/10, failing", 0.35), ("+30 success 10", 0.95),
        ("+2 against 15/10, token", 0.4 + 0.35 * 0.4), ("success 15", 0.3),
    ],
)  # fmt: skip
def test_a_test_in_words_has_the_odds_of_its_points(question: str, expected: float) -> None:
    assert answer(question).odds.chances[0].probability == pytest.approx(expected)


def test_the_outcomes_of_a_test_are_all_there_is() -> None:
    told = answer("+1 against 13/8, favour").odds
    assert sum(chance.probability for chance in told.chances) == pytest.approx(1)
    assert sum(told.measure) == pytest.approx(1)
    assert [chance.label for chance in told.compared] == ["plain", "misfortune"]
    wins = sum(told.measure[face - told.least] for face in told.good or ())
    assert wins == pytest.approx(told.chances[0].probability)


def test_against_somebody_it_takes_more_than_five_points() -> None:
    told = answer("+0 against +0").odds
    chances = {chance.name: chance.probability for chance in told.chances}
    assert chances["success"] == pytest.approx(chances["failure"])
    assert sum(chances.values()) == pytest.approx(1)
    better = answer("+4 against +0, misfortune").odds.chances[0].probability
    assert better > answer("+4 against +0").odds.chances[0].probability


@pytest.mark.parametrize(
    "question",
    [
        "+2", "favour", "+2 against 10/15", "+2 against 15/10, favour, misfortune", "+1 +2 against 15/10",
        "+2 against 99", "+2 against 99/94", "+3 against +1, token", "+3 against +1 success 15",
        "+2 against 15/10, favour, token", "+3 against favour",
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused(question: str) -> None:
    with pytest.raises(Refused):
        answer(question)
