"""Work and a purse followed together agree with every course that they can take."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.odds.purses import Drain, Turn, drain
from rules.engine.odds.runs import Step, run

SIXTEENTHS = st.lists(st.integers(0, 3), min_size=1, max_size=4)


def by_hand(
    ways: dict[int, list[Turn]], goal: int, purse: int, tally: int, far: int
) -> tuple[list[Fraction], Fraction]:
    """Every course one by one: the shares that end with each amount, and those that the purse stops."""
    left, stuck = [Fraction(0)] * 12, Fraction(0)
    waiting = [(Fraction(1), purse, tally, 0)]
    while waiting:
        share, purse, tally, rolls = waiting.pop()
        if rolls == far:
            continue
        if not ways.get(purse):
            stuck += share
        for turn in ways.get(purse, ()):
            if turn.lost:
                waiting.append((share * Fraction(turn.lost), turn.purse, 0, rolls + 1))
            for gain, chance in enumerate(turn.shares, turn.least):
                reached = max(0, tally + gain)
                if not chance:
                    continue
                if reached >= goal:
                    left[turn.when_done] += share * Fraction(chance)
                else:
                    waiting.append((share * Fraction(chance), turn.purse, reached, rolls + 1))
    return left, stuck


@st.composite
def many_ways(draw: st.DrawFn) -> dict[int, list[Turn]]:
    """The turns that a roll may take with 1, 2 and 3 in the purse; with none of it nothing is rolled."""
    ways: dict[int, list[Turn]] = {}
    for purse in (1, 2, 3):
        parts = draw(st.lists(st.tuples(st.integers(-1, 1), SIXTEENTHS, st.integers(0, 2)), min_size=1, max_size=2))
        whole = 16 * len(parts)
        turns = []
        for least, weights, lost in parts:
            rest = 16 - sum(weights) - lost
            shares = (*(one / whole for one in weights), rest / whole)
            amounts = draw(st.tuples(st.integers(0, 3), st.integers(0, 5)))
            turns.append(Turn(least, shares, *amounts, lost=lost / whole))
        ways[purse] = turns
    return ways


@settings(max_examples=30, deadline=None)
@given(many_ways(), st.integers(1, 4), st.integers(0, 3))
def test_it_ends_as_every_course_ends(ways: dict[int, list[Turn]], goal: int, purse: int) -> None:
    seen = drain(lambda amount, step: ways.get(amount, ()), 1, goal, purse, far=3, enough=2.0)
    left, stuck = by_hand(ways, goal, purse, 0, 3)
    assert [*seen.left, *[0.0] * (12 - len(seen.left))] == pytest.approx([float(one) for one in left], abs=1e-12)
    # Whoever runs out with the last roll that was looked at is still counted as going on.
    assert seen.stuck == pytest.approx(float(stuck), abs=1e-12)


def test_with_a_purse_that_never_changes_it_is_a_run() -> None:
    shares = (0.25, 0.5, 0.25)
    alone = run((Step(-1, shares, 0.0),), 5)
    seen = drain(lambda amount, step: [Turn(-1, shares, amount, amount)], 1, 5, 7)
    assert list(seen.done) == pytest.approx(list(alone.done)[: len(seen.done)], abs=1e-12)
    assert seen.expected == pytest.approx(7)


def test_each_step_has_its_turn_before_anything_is_done() -> None:
    seen = drain(lambda amount, step: [Turn(3 - step, (1.0,), amount - 1, amount - 1)], 2, 2, 5)
    assert seen == Drain((0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 1.0, 0.0, 0.0), 0.0)


def test_a_rest_fills_the_purse_after_the_roll_that_it_follows() -> None:
    def fills(rolls: int, purse: int) -> int:
        return 3 if rolls == 2 else purse

    seen = drain(lambda amount, step: [Turn(amount * 3, (1.0,), 1, amount)], 1, 12, 1, rests=fills, far=9)
    assert seen.done == (0.0, 0.0, 0.0, 1.0)
    assert seen.left == (0.0, 0.0, 0.0, 1.0)


def test_parts_of_the_same_shares_go_on_with_purses_of_their_own() -> None:
    shares = (0.5, 0.5)

    def parted(amount: int, step: int) -> list[Turn]:
        return [Turn(0, shares, 1, 1, part=0.25), Turn(0, shares, 2, 2, part=0.75)]

    seen = drain(parted, 1, 1, 3, far=3, enough=2.0)
    assert seen.done == (0.0, 0.5, 0.25, 0.125)
    assert seen.left == (0.0, 0.25 * 0.875, 0.75 * 0.875, 0.0)


def test_what_is_left_is_told_of_those_who_finish() -> None:
    half_done = Drain((0.0, 0.5), (0.1, 0.4), 0.5)
    assert (half_done.ever, half_done.expected, half_done.hardly_below(0.1), half_done.on) == (0.5, 0.8, 0, 0.0)
    assert (Drain((0.0,), (), 1.0).expected, Drain((0.0,), (), 1.0).hardly_below(0.1)) == (None, None)
