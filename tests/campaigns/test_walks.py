"""A walk in legs, told as one."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from campaigns.log.line import line_of, person
from campaigns.log.passages import Passage
from campaigns.log.walks import AT_ONCE, walked

NOW = datetime(2026, 2, 1, 20, tzinfo=UTC)


def leg(*words: str, who: str = "Skeleton 2", before: timedelta = timedelta(0)) -> Passage:
    """A passage on a leg, so long before the last one."""
    lines = tuple(line_of(person("s", {"s": who}), f" {one}.") for one in words)
    return Passage("k", NOW - before, "Gudrun", who, "Move", lines, walks=True)


@pytest.mark.parametrize(
    ("legs", "whole"),
    [
        (("moves 9 ft", "moves 10 ft"), "moves 19 ft"),
        (("moves 3.3 m", "moves 2.8 m", "moves 0.3 m"), "moves 6.4 m"),
        (("moves 2 m, 1 square", "moves 4 m, 2 squares"), "moves 6 m, 3 squares"),
        (("moves 2 m, 1 square", "moves 2 m, 1 square"), "moves 4 m, 2 squares"),
    ],
)
def test_the_numbers_of_all_legs_are_one(legs: tuple[str, ...], whole: str) -> None:
    told = walked([leg(one) for one in legs])
    assert told
    assert told.text == f"Skeleton 2 {whole}."


@pytest.mark.parametrize(
    "before",
    [
        leg("rides 10 ft"),
        leg("moves 10 ft", who="Skeleton 3"),
        leg("moves 10 ft", "falls"),
        leg("moves 10 ft", before=AT_ONCE + timedelta(seconds=1)),
        replace(leg("moves 10 ft"), walks=False),
    ],
    ids=["another way", "somebody else", "more happened", "long ago", "nobody went"],
)
def test_what_is_no_leg_of_it_is_told_apart(before: Passage) -> None:
    assert walked([leg("moves 9 ft"), before, leg("moves 1 ft")]) is None


def test_a_leg_that_was_undone_counts_no_longer() -> None:
    undone = replace(leg("moves 50 ft"), struck=True)
    undo = replace(leg(), lines=(), turned="k")
    told = walked([leg("moves 9 ft"), undo, undone, leg("moves 10 ft")])
    assert told
    assert told.text == "Skeleton 2 moves 19 ft."
    assert walked([undone, leg("moves 10 ft"), leg("moves 9 ft")]) is None
    assert walked([]) is None
