"""How many rolls it takes, against every course that rolls can take, in fractions."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.odds import normal, pool
from rules.engine.odds.runs import FAR, Run, Step, run

EXACT = 1e-12


def rolls_by_enumeration(steps: Sequence[Step], goal: int, tally: int, far: int) -> list[Fraction]:
    """The chance of being done after each number of rolls, in fractions; each step has its turn before that.

    A roll that loses all begins with the first step again.

    A float is a whole number of some smallest part, so the shares are counted in whole numbers.
    """
    part = max(Fraction(one).denominator for step in steps for one in (step.lost, *step.shares))
    states, done = {(tally, 0): 1}, [Fraction(0)]
    for number in range(far):
        after, finished = defaultdict(int), 0
        for (at, since), share in states.items():
            step = steps[since % len(steps)]
            after[0, 0] += share * int(Fraction(step.lost) * part)
            for gain, chance in enumerate([int(Fraction(one) * part) for one in step.shares], step.least):
                reached = max(0, at + gain)
                if reached >= goal and since + 1 >= len(steps):
                    finished += share * chance
                else:
                    # Once each has had its turn, only whose turn it is matters.
                    later = since + 1 if since + 1 < 2 * len(steps) else len(steps)
                    after[reached, later] += share * chance
        states = after
        done.append(Fraction(finished, part ** (number + 1)))
    return done


def with_loss(shares: tuple[float, ...], lost: float) -> tuple[float, ...]:
    return tuple(share * (1 - lost) for share in shares)


def step(least: int, weights: tuple[int, ...], lost: float) -> Step:
    return Step(least, with_loss(normal(weights), lost), lost)


weights = st.lists(st.integers(0, 20), min_size=1, max_size=7).filter(any).map(tuple)
steps = st.builds(step, st.integers(-3, 3), weights, st.sampled_from([0.0, 0.125, 0.3]))


@settings(max_examples=150, deadline=None)
@given(st.lists(steps, min_size=1, max_size=3), st.integers(1, 12), st.integers(0, 14))
def test_a_run_takes_as_many_rolls_as_every_course_takes(turns: list[Step], goal: int, tally: int) -> None:
    told = run(tuple(turns), goal, tally, far=9, enough=2)
    exact = rolls_by_enumeration(turns, goal, tally, 9)
    for number, share in enumerate(exact):
        found = told.done[number] if number < len(told.done) else 0.0
        assert found == pytest.approx(float(share), abs=EXACT)
        assert found == 0 or share > 0
    assert sum(told.done) + told.left == pytest.approx(1, abs=EXACT)


@pytest.mark.parametrize(
    ("least", "die", "count", "lost", "goal"),
    [
        (-2, (3, 4, 1), 5, 0.0, 12),
        (-4, (3, 4, 3), 4, 0.0, 9),
        (0, (3, 3), 2, 0.0, 40),
        (-9, (3, 4, 4, 4, 4, 1), 6, 0.01, 60),
    ],
)
def test_a_hundred_rolls_are_off_by_no_more_than_is_said(
    least: int, die: tuple[int, ...], count: int, lost: float, goal: int
) -> None:
    one = Step(least, with_loss(normal(pool(die, count)), lost), lost)
    told, exact = run((one,), goal, enough=2), rolls_by_enumeration([one], goal, 0, FAR)
    off = [abs(Fraction(found) - share) for found, share in zip(told.done, exact, strict=False)]
    assert sum(off) + sum(exact[len(told.done) :]) < 2e-13


def test_a_roll_that_loses_all_begins_anew() -> None:
    """Two successes in a row with a coin: the rolls it takes are known."""
    coin = Step(1, (0.5,), 0.5)
    told = run((coin,), 2, far=6, enough=2)
    assert told.done == (0.0, 0.0, 0.25, 0.125, 0.125, 0.09375, 0.078125)
    assert told.by(3) == 0.375
    assert told.so_many_in_100() == (0, 0, 25, 38, 50, 59, 67)
    assert (told.rolls_for(0.3), told.rolls_for(0.9)) == (3, None)


def test_few_tallies_far_apart_are_followed_one_by_one() -> None:
    rare = Step(0, (0.5, *[0.0] * 29, 0.5))
    told, exact = run((rare,), 100_000, far=20, enough=2), rolls_by_enumeration([rare], 100_000, 0, 20)
    assert told.done == tuple(map(float, exact))
    assert run((rare,), 60).done[2] == 0.25


def test_whoever_is_far_enough_waits_for_the_turn_of_each_step_and_no_longer() -> None:
    still, leap = Step(0, (1.0,)), Step(3000, (1.0,))
    assert run((still, still), 5, 5).done == (0.0, 0.0, 1.0)
    assert run((leap,), 3000, enough=2).done == (0.0, 1.0)


def test_the_next_roll_may_be_another() -> None:
    usual, helped = Step(0, (0.5, 0.5)), Step(0, (0.25, 0.75))
    told = run((usual,), 1, first=helped, far=3)
    assert told == Run((0.0, 0.75, 0.125, 0.0625), 0.0625)
    risky, sure = Step(0, (0.0, 0.5), 0.5), Step(0, (0.0, 1.0))
    assert run((usual, risky), 2, first=sure, far=2).done == (0.0, 0.0, 0.5)


@given(st.integers(0, 5), st.integers(1, 9))
def test_a_lower_goal_or_a_higher_tally_never_takes_longer(tally: int, goal: int) -> None:
    one = Step(-1, normal(pool((3, 4, 1), 2)))
    usual, nearer, further = (run((one,), *where) for where in ((goal, tally), (goal, tally + 1), (goal + 1, tally)))
    for rolls in range(10):
        assert further.by(rolls) <= usual.by(rolls) + EXACT <= nearer.by(rolls) + 2 * EXACT


def test_what_is_likely_enough_is_not_looked_further_ahead() -> None:
    told = run((Step(0, (0.5, 0.5)),), 1)
    assert len(told.done) == 11
    assert sum(told.done) >= 0.999
    assert told.expected == pytest.approx(2, abs=0.02)
    assert run((Step(-1, (1.0,)),), 5) == Run((0.0, 0.0), 1.0)
    assert run((Step(-1, (1.0,)),), 5).expected is None
