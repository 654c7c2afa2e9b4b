"""Questions about checks in words."""

import pytest

from rules.engine.kernel import Refused
from rules.engine.notation.plain_dice import ask
from rules.engine.notation.questions import Answer
from rules.histogram import good_places
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.dragonbane.core import chances


def answer(question: str) -> Answer:
    return ask(DRAGONBANE.questions, question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("skill 12", 0.6), ("12", 0.6), ("skill 12, a bane", 0.36), ("skill 12 with a boon", 0.84),
        ("skill 12, a boon, a bane", 0.6), ("skill 12, pushed", chances.pushed(12)), ("skill 12, Dragon", 0.05),
        ("skill 14, 2 boons against skill 10, a bane", chances.opposed(14, 2, 10, -1).won),
    ],
)  # fmt: skip
def test_a_check_in_words_has_the_odds_of_its_level(question: str, expected: float) -> None:
    assert answer(question).odds.chances[0].probability == pytest.approx(expected)


def test_the_die_that_counts_is_the_measure() -> None:
    found = answer("skill 12, a bane")
    assert (found.values[0][0], found.values[-1][0]) == (1, 20)
    assert sum(p for value, p in found.values if value <= 12) == pytest.approx(0.36)


@pytest.mark.parametrize(
    "question", ["a boon", "skill 12 against", "skill 99", "skill 12, skill 13", "skill 9, pushed against skill 8"]
)
def test_what_does_not_go_together_is_refused(question: str) -> None:
    with pytest.raises(Refused):
        answer(question)


@pytest.mark.parametrize(
    ("question", "good"), [("skill 5", range(5)), ("skill 12, a bane", range(12)), ("skill 20", range(19))]
)
def test_low_faces_are_the_good_ones(question: str, good: range) -> None:
    """A fourth of the faces below is as much as a fourth above, and only those below succeed."""
    assert sorted(good_places(answer(question).odds)) == [*good]
