"""Questions in words, asked by programs."""

import pytest

from rules.registry import SYSTEMS
from tests.api.programs import Programs


def test_a_question_is_answered_in_the_words_of_a_game(programs: Programs) -> None:
    body = {"game": SYSTEMS[0].slug, "questions": [SYSTEMS[0].questions.examples[0], "3d6+2 at least 12"]}
    long, plain = programs.anna.post("/odds/", body).json()["results"]
    assert long["measured"] == "days"
    assert sum(long["measure"]) + long["left"] == pytest.approx(1)
    assert (plain["chances"][0]["probability"], plain["mean"]) == pytest.approx((0.625, 12.5))
    assert plain["quantiles"][2] == {"share": 0.5, "value": 12}


def test_the_address_asks_the_same_as_a_body(programs: Programs) -> None:
    by_address = programs.anna.read("/odds/?q=2d6&q=best+3+of+4d6")
    assert by_address == programs.anna.post("/odds/", {"questions": ["2d6", "best 3 of 4d6"]}).json()


def test_a_bad_question_is_a_problem_that_points_at_the_word(programs: Programs) -> None:
    answer = programs.anna.post("/odds/", {"questions": ["2d6", "2d6 loud"]})
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    told = answer.json()
    assert (told["field"], told["start"], told["end"]) == ("questions.1", 4, 8)
    assert "“loud” is not clear" in told["detail"]


def test_dice_notation_is_answered_and_what_may_mean_two_things_is_underlined(programs: Programs) -> None:
    questions = ["4d6kh3", "5d10>=7"]
    best, counted = programs.anna.post("/odds/", {"questions": questions, "game": SYSTEMS[0].slug}).json()["results"]
    assert best["understood"] == "4d6, the highest 3 kept"
    assert (counted["measured"], "For the sum" in counted["note"]) == ("successes", True)
    told = programs.anna.post("/odds/", {"questions": ["2d10>=8"]}).json()
    assert (told["start"], told["end"]) == (4, 7)
    assert "2d10 at least 8" in told["detail"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"questions": []},
        {"questions": ["2d6"] * 5},
        {"questions": [""]},
        {"questions": [7]},
        {"questions": ["2d6"], "game": "chess"},
    ],
)
def test_what_is_no_question_is_a_problem(programs: Programs, body: dict[str, object]) -> None:
    assert programs.anna.post("/odds/", body).status_code == 422
