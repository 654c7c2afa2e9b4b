"""Questions about pools in words, against throws counted out, and against the rules that the sheet goes by."""

from itertools import product

import pytest

from rules.engine.kernel import Refused
from rules.engine.notation.plain_dice import ask
from rules.engine.notation.questions import Answer, Misunderstood
from rules.systems.sda import SDA
from rules.systems.sda.checks.shared.progress import course, turnout
from rules.systems.sda.checks.shared.sharing import group
from rules.systems.sda.core.person import Side, chances, mos
from rules.systems.sda.core.rolls import FIRST_FAIL, SETBACK, Roll, opposed_together, sum_of


def answer(question: str) -> Answer:
    return ask(SDA.questions, question)


def chance(question: str, name: str = "success") -> float:
    return next(one.probability for one in answer(question).odds.chances if one.name == name)


def test_a_pool_against_a_difficulty() -> None:
    shown = [sum(map(mos, faces)) for faces in product(range(1, 9), repeat=4)]
    assert chance("4d8, malus 1, difficulty 3") == pytest.approx(sum(one - 1 >= 3 for one in shown) / len(shown))
    assert answer("4d8").odds.measure == pytest.approx(chances.distribution(8, 4))


def test_dice_of_two_sizes_are_one_pool() -> None:
    thrown = list(product(range(1, 7), range(1, 7), range(1, 11)))
    reached = [faces for faces in thrown if sum(map(mos, faces)) - 1 >= 2]
    flawless = [faces for faces in reached if all(map(mos, faces))]
    question = "2d6 + d10, malus 1, difficulty 2"
    assert chance(question) == pytest.approx(len(reached) / len(thrown))
    assert chance(question, "flawless") == pytest.approx(len(flawless) / len(thrown))
    assert chance(question, "complete_failure") == pytest.approx(0.5 * 0.5 * 0.3)


def test_a_bonus_is_more_dice() -> None:
    assert answer("4d6, bonus 2, difficulty 3").odds == answer("6d6, difficulty 3").odds


def test_against_somebody_from_a_side() -> None:
    margin = chances.opposed(Side(8, 6), Side(10, 5, 1))
    assert chance("6d8 against 5d10 from the flank") == pytest.approx(margin.ahead)
    assert chance("6d8 against 5d10 from the flank", "tie") == pytest.approx(margin.level)
    rear = chances.opposed(Side(8, 6), Side(10, 5, 2))
    assert chance("6d8 from behind, against 5d10") == pytest.approx(rear.ahead)
    assert chance("6d8 against 5d10, advantage") == pytest.approx(
        chances.opposed(Side(8, 6), Side(10, 5)).ahead + chance("6d8 against 5d10", "tie")
    )
    scoring = chances.flawless_opposed(Side(8, 6, 1), Side(10, 5))
    assert chance("6d8 malus 1 against 5d10", "flawless") == pytest.approx(sum(scoring))


def test_granted_dice_know_no_malus() -> None:
    mine, theirs = (Roll(8, 4, 2), Roll(8, 2)), (Roll(6, 5),)
    assert chance("4d8, malus 2, 2 granted dice against 5d6") == pytest.approx(opposed_together(mine, theirs).ahead)


def test_helpers_in_full_and_by_half() -> None:
    full = sum_of((Roll(8, 5, 1), Roll(6, 4), Roll(8, 3)))
    assert chance("5d8 malus 1 assisted by 4d6 and 3d8, difficulty 6") == pytest.approx(
        sum(share for value, share in full.items() if value >= 6)
    )
    half = sum_of((Roll(8, 5), Roll(6, 4, 1, halved=True), Roll(8, 3, 1, halved=True)))
    assert chance("5d8 assisted by 4d6 and 3d8, malus 1, halved, difficulty 6") == pytest.approx(
        sum(share for value, share in half.items() if value >= 6)
    )


@pytest.mark.parametrize(("words", "mode"), [("first fail", FIRST_FAIL), ("setback", SETBACK), ("rolling", SETBACK)])
def test_long_work_in_words_has_the_odds_of_its_course(words: str, mode: str) -> None:
    ahead = course([turnout((Roll(8, 5, 2),), mode)], 12)
    found = answer(f"5d8, malus 2, difficulty 12, {words}, how many days?")
    assert found.odds.measured == "days"
    assert found.odds.measure == pytest.approx(ahead.done[1:])
    assert found.mean == pytest.approx(ahead.expected)


def test_a_roll_may_take_its_time() -> None:
    days, rolls = answer("5d8, difficulty 12, 2 days each"), answer("5d8, difficulty 12, how many rolls?")
    assert days.mean == pytest.approx(2 * (rolls.mean or 0))
    assert [value for value, _ in days.values][:3] == [2, 4, 6]
    with pytest.raises(Misunderstood, match="ask how many days"):
        answer("5d8, difficulty 12, 2 days each, how many hours?")


def test_a_pool_has_up_to_sixty_dice() -> None:
    assert sum(ask(SDA.questions, "60d8, difficulty 20").odds.measure) == pytest.approx(1, abs=1e-12)
    for much in ("61d8, difficulty 20", ", ".join(["60d8"] * 6) + ", each needing 2"):
        with pytest.raises(Misunderstood, match="60"):
            ask(SDA.questions, much)


def test_what_can_hardly_be_done_says_so() -> None:
    found = answer("d4, malus 1, difficulty 3, rolling")
    assert found.mean is None
    assert found.left == pytest.approx(1)
    assert "Practically impossible" in found.odds.sentence


def test_a_group_shares() -> None:
    members = [(Roll(6, 4),), (Roll(8, 3),), (Roll(6, 2),)]
    assert answer("4d6, 3d8 and 2d6, each needing 2").odds.measure == pytest.approx(group(members, 2))


def test_what_is_named_comes_first() -> None:
    assert answer("4d8, difficulty 2, flawless").odds.chances[0].name == "flawless"
    assert "flawless success" in answer("4d8, difficulty 2, flawless").odds.sentence


@pytest.mark.parametrize(
    "question",
    [
        "malus 2", "5d8 against", "5d8 from the flank", "5d8, first fail", "5d7, difficulty 2", "61d8", "0d8",
        "5d8, difficulty 3 against 4d6", "5d8, difficulty 2, difficulty 3", "4d6, 3d6, each needing 2, first fail",
        "5d8, first fail, setback, difficulty 3", "malus 2, 5d8", "assisted by 4d6", "4d6, each needing 2, a day each",
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused(question: str) -> None:
    with pytest.raises(Refused):
        answer(question)
