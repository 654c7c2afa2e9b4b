"""Forecasts of long tasks agree with what equations say, and time that goes by is neither lost nor doubled."""

from fractions import Fraction
from random import Random

import pytest

from rules.engine.calendar.long_tests import forecast
from rules.engine.kernel import Refused, SeededDice, Table
from rules.engine.kernel.commands import perform
from rules.systems.sda import SDA
from rules.systems.sda.checks.long.changing_tasks import ChangeTask, PassTime
from rules.systems.sda.checks.long.forecasts import LongTasks
from rules.systems.sda.checks.long.long_tasks import BeginTask, RollTask
from rules.systems.sda.checks.long.projects import projects
from rules.systems.sda.checks.shared.progress import Turnout, course, is_sure
from rules.systems.sda.core.rolls import FIRST_FAIL, SETBACK
from tests.rules.sda.tables import hero, table

TASKS = LongTasks()


def worker(wisdom: int = 10, woodworking: int = 2) -> Table:
    return table(anna=hero("Anna", attribute={"wisdom": wisdom}, skill={"woodworking": woodworking}))


def begun(at: Table, **ways: object) -> str:
    """Begin something; its key."""
    perform(BeginTask(skill="woodworking", **ways), at, SeededDice(1))  # type: ignore[arg-type]
    return list(projects(at.me))[-1]


def mean_by_equations(one: Turnout, goal: int) -> Fraction:
    """The mean number of rolls from nothing: the solution of one equation for each tally."""
    shares = {gain: Fraction(share) for gain, share in one.gains.items()}
    lost = 1 - sum(shares.values())
    rows = []
    for tally in range(goal):
        row = [Fraction(int(place == tally)) for place in range(goal)] + [Fraction(1)]
        row[0] -= lost
        for gain, share in shares.items():
            if tally + gain < goal:
                row[max(0, tally + gain)] -= share
        rows.append(row)
    for place in range(goal):
        pivot = next(number for number in range(place, goal) if rows[number][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for number in range(goal):
            if number != place and rows[number][place]:
                factor = rows[number][place]
                rows[number] = [a - factor * b for a, b in zip(rows[number], rows[place], strict=True)]
    return rows[0][-1]


@pytest.mark.parametrize("goal", [1, 3, 8])
@pytest.mark.parametrize(
    "one",
    [
        Turnout({0: 0.5, 1: 0.25, 2: 0.25}),
        Turnout({-1: 0.25, 0: 0.25, 1: 0.5}),
        Turnout({1: 0.5, 2: 0.25}, 0.25),
        Turnout({-2: 0.375, 0: 0.125, 1: 0.25, 3: 0.25}),
    ],
)
def test_the_mean_is_that_of_the_equations(one: Turnout, goal: int) -> None:
    seen = course([one], goal, far=1000, enough=1 - 1e-9)
    ahead = forecast(seen.done, 1.0, str, int)
    assert ahead.mean is not None
    assert ahead.mean.rolls == pytest.approx(float(mean_by_equations(one, goal)), rel=1e-6)


def test_the_mean_of_what_takes_longer_than_anybody_looks_is_told_all_the_same() -> None:
    one = Turnout({1: 0.5}, 0.5)
    ahead = forecast(course([one], 9, far=300, enough=1 - 1e-9).done, 1.0, str, int)
    assert ahead.left > 0.5
    assert ahead.mean is not None
    assert ahead.mean.rolls == pytest.approx(float(mean_by_equations(one, 9)), rel=1e-6)
    assert (ahead.half, ahead.most) == (None, None)


def test_no_mean_is_told_where_nobody_has_looked_far_enough() -> None:
    ahead = forecast(course([Turnout({0: 0.9, 1: 0.1})], 40, far=300, enough=1 - 1e-9).done, 1.0, str, int)
    assert 0.5 < ahead.left < 1
    assert (ahead.mean, ahead.far.rolls) == (None, 300)


def test_quantiles_are_the_first_rolls_by_which_it_is_so_likely() -> None:
    ahead = forecast((0.0, 0.25, 0.25, 0.375, 0.125), 1.0, lambda rolls: f"{rolls} days", int)
    assert (ahead.half and ahead.half.rolls, ahead.most and ahead.most.time) == (2, "4 days")


@pytest.mark.parametrize(
    ("ahead", "sure"),
    [
        ([Turnout({0: 0.99, 1: 0.01})], True),
        ([Turnout({0: 1.0})], False),
        ([Turnout({-3: 0.9, 1: 0.1})], True),
        ([Turnout({}, 1.0)], False),
        ([Turnout({1: 0.5}, 0.5), Turnout({}, 1.0)], False),
        ([Turnout({1: 1.0}), Turnout({0: 1.0})], True),
    ],
)
def test_what_the_luckiest_can_do_is_done_some_day(ahead: list[Turnout], sure: bool) -> None:
    assert is_sure(ahead, 40) is sure


@pytest.mark.parametrize("mode", [SETBACK, FIRST_FAIL])
def test_a_forecast_is_what_many_who_try_come_to(mode: str) -> None:
    """Many tries take the forecast number of rolls; the dice of each roll are those of then, here always the same."""
    tries, total, chance = 300, 0, Random(7)
    at = worker()
    ahead = TASKS.forecast(at, begun(at, difficulty=6, mode=mode, malus=1))
    for _ in range(tries):
        at = worker()
        key = begun(at, difficulty=6, mode=mode, malus=1)
        dice = SeededDice(chance.randrange(10**9))
        while projects(at.me):
            total += 1
            perform(RollTask(key), at, dice)
    assert ahead is not None
    assert ahead.mean is not None
    assert total / tries == pytest.approx(ahead.mean.rolls, rel=0.15)


def test_it_agrees_with_the_odds_before_the_roll() -> None:
    at = worker()
    key = begun(at, difficulty=12, mode=SETBACK, malus=1)
    odds = RollTask(key).odds(at)
    ahead = TASKS.forecast(at, key)
    for number, share in enumerate(odds.measure[:-1], start=1):
        assert ahead.rolls[number] == pytest.approx(share, abs=1e-12)


def test_what_can_never_be_done_is_said_so_until_something_changes() -> None:
    at = worker(wisdom=4, woodworking=0)
    key = begun(at, difficulty=50, malus=20, mode=SETBACK)
    ahead = TASKS.forecast(at, key)
    assert (ahead.ever, ahead.mean, ahead.half) == (0.0, None, None)
    perform(ChangeTask(key, malus=0, bonus=3), at, SeededDice(1))
    assert TASKS.forecast(at, key).ever == 1.0


def test_whoever_has_no_dice_has_no_forecast() -> None:
    at = worker()
    key = begun(at)
    at.me.resources["spirit"].now = 0
    with pytest.raises(Refused, match="has no dice"):
        TASKS.forecast(at, key)


def test_time_is_used_up_to_the_last_minute() -> None:
    at, dice = worker(), SeededDice(3)
    days, hours = begun(at, difficulty=400, unit="day"), begun(at, difficulty=400, unit="hour", amount=3)
    perform(PassTime(2, "day"), at, dice)
    perform(PassTime(2, "hour"), at, dice)
    assert [(one.key, one.due, one.waiting) for one in TASKS.under_way(at.me)] == [
        (days, 2, "2 days 2 hours"),
        (hours, 6, "2 days 2 hours"),
    ]
    for key, rolls in ((days, 2), (hours, 6)):
        for _ in range(rolls):
            perform(RollTask(key), at, dice)
    left = {one.key: (one.due, one.waiting, one.spent) for one in TASKS.under_way(at.me)}
    assert left == {days: (0, "2 hours", "2 days"), hours: (0, "", "18 hours")}


def test_a_sheet_from_before_remembers_no_time() -> None:
    at = worker()
    key = begun(at)
    del at.me.memo["projects"][key]["waiting"]
    assert [one.waiting for one in TASKS.under_way(at.me)] == [""]


def test_the_game_says_that_it_knows_long_tests() -> None:
    assert SDA.long_tests is not None
    names = {command.name for command in SDA.commands}
    kept = SDA.long_tests
    assert {kept.begin, kept.roll, kept.change, kept.abandon, kept.pass_time} <= names
