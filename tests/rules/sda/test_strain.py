"""The strain that rolls are said to take and give is what happens, over every way in which the dice can fall."""

from collections import defaultdict
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.engine.kernel import Condition, Refused, SeededDice, Table, Throw, foretell
from rules.engine.kernel.commands import perform
from rules.engine.odds.purses import Drain
from rules.systems.sda.checks.long.forecasts import LongTasks
from rules.systems.sda.checks.long.long_tasks import BeginTask, RollTask
from rules.systems.sda.checks.long.projects import Project, projects
from rules.systems.sda.checks.long.strain import followed, nights_after, strain
from rules.systems.sda.checks.shared.joint_tests import TestTogether
from rules.systems.sda.checks.shared.task import Task
from rules.systems.sda.checks.skills.skill_tests import OpenTest, OpposedTest, StaticTest
from rules.systems.sda.core.effects import sleep_well
from rules.systems.sda.core.rolls import FIRST_FAIL, SETBACK
from tests.rules.sda.tables import hero, table

EXACT = 1e-12
#: Of a d4 three faces show nothing, and one shows one MoS.
FACES = ((1, Fraction(3, 4)), (4, Fraction(1, 4)))


class _Unrolled(Exception):
    pass


class _Path:
    """Dice of four faces that fall as a path says."""

    def __init__(self, path: Sequence[int]) -> None:
        self._left = list(path)

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        assert set(sides) == {4}
        if len(self._left) < len(sides):
            raise _Unrolled
        faces, self._left = self._left[: len(sides)], self._left[len(sides) :]
        return Throw(tuple(faces))


def every_path(at: Table, play: Any) -> dict[Any, Fraction]:
    """The chance of each result of a play, over all paths of the dice."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    waiting: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while waiting:
        share, path = waiting.pop()
        again = Table(deepcopy(dict(at.sheets)), None, dict(at.house_rules), at.actor, at.rank_range)
        try:
            found[play(again, _Path(path))] += share
        except _Unrolled:
            waiting += [(share * chance, (*path, face)) for face, chance in FACES]
    return found


def feeble(spirit: int = 6, skill: int = 1, **more: Any) -> Any:
    """A sheet that throws nothing but d4, with ``spirit`` left of ten."""
    attributes = dict.fromkeys(("agility", "strength", "constitution", "erudition", "persona", "wisdom"), 4)
    sheet = hero("Anna", attribute=attributes, skill={"woodworking": skill, **more})
    sheet.resources["spirit"].now, sheet.resources["spirit"].most = spirit, 10
    return sheet


def worker(house: dict[str, Any] | None = None, *, spirit: int = 6, skill: int = 1, **begun: Any) -> Table:
    at = table(house, anna=feeble(spirit, skill), boris=feeble(6, 0), cora=feeble(3, 0))
    perform(BeginTask(skill="woodworking", **begun), at, SeededDice(1))
    return at


def work_done(rolls: int, who: str = "anna", *, nights: bool = False) -> Any:
    """How a task has gone after so many rolls: done, stuck or under way, and somebody's spirit then.

    They may sleep after each roll.
    """

    def play(at: Table, dice: _Path) -> tuple[str, int]:
        for _ in range(rolls):
            try:
                perform(RollTask(next(iter(projects(at.me)))), at, dice)
            except Refused:
                return "stuck", 0
            if not projects(at.me):
                return "done", at.sheet(who).now("spirit")
            if nights:
                sleep_well(at, who)
        return "going on", 0

    return play


def foreseen(at: Table, who: str, rolls: int, *, nights: bool = False) -> Drain:
    project = next(iter(projects(at.me).values()))
    ways = followed(at, project.task, who)
    assert ways is not None
    return strain(ways, project, nights=nights, far=rolls)


@pytest.mark.parametrize(
    ("house", "begun", "rolls"),
    [
        ({}, {"difficulty": 2, "mode": SETBACK}, 2),
        ({}, {"difficulty": 2, "mode": FIRST_FAIL, "spirit": 2}, 2),
        ({"long_task_flawless": "every roll"}, {"difficulty": 3, "mode": SETBACK, "malus": 1, "bonus": 1}, 2),
        ({"ego_again": "twice"}, {"difficulty": 1, "mode": SETBACK, "spirit": 1}, 2),
        ({"first_fail_by_malus": False}, {"difficulty": 2, "mode": FIRST_FAIL, "malus": 1}, 2),
        ({}, {"difficulty": 2, "mode": FIRST_FAIL, "helpers": ("boris",), "counted": "half"}, 1),
        ({}, {"difficulty": 2, "mode": SETBACK, "against": "cora", "malus": 1}, 1),
    ],
)
def test_what_a_task_takes_is_what_it_comes_to(house: dict[str, Any], begun: dict[str, Any], rolls: int) -> None:
    at = worker(house, **begun)
    seen = foreseen(at, "anna", rolls)
    found = every_path(at, work_done(rolls))
    for spirit in range(11):
        left = seen.left[spirit] if spirit < len(seen.left) else 0.0
        assert left == pytest.approx(float(found[("done", spirit)]), abs=EXACT)
    assert seen.stuck == pytest.approx(float(found[("stuck", 0)]), abs=EXACT)


def test_a_blank_roll_loses_all_whatever_a_spell_gives_beside_the_dice() -> None:
    at = worker({"first_fail_by_malus": False}, difficulty=3, mode=FIRST_FAIL)
    at.me.memo["projects"]["p1"]["task"]["steps"][0][0]["malus"] = -1
    seen, found = foreseen(at, "anna", 2), every_path(at, work_done(2))
    done = {spirit: float(share) for (how, spirit), share in found.items() if how == "done"}
    assert {spirit: seen.left[spirit] for spirit in done} == pytest.approx(done, abs=EXACT)
    assert sum(seen.left) == pytest.approx(sum(done.values()), abs=EXACT)


@pytest.mark.parametrize(
    "ready",
    [Condition("luck", "Lucky", 1), Condition("buys_dice", "Buys a die", 1, "woodworking")],
    ids=lambda ready: ready.name,
)
@pytest.mark.parametrize("mode", [FIRST_FAIL, SETBACK])
def test_what_is_ready_for_one_roll_helps_the_next_one_alone(ready: Condition, mode: str) -> None:
    at = worker({}, difficulty=2, mode=mode)
    at.me.conditions[ready.name] = ready
    odds = foretell(RollTask(next(iter(projects(at.me)))), at)
    assert odds is not None
    done = 0.0
    for rolls in (1, 2):
        done += odds.measure[rolls - 1]
        found = every_path(at, work_done(rolls))
        assert done == pytest.approx(float(sum(share for (how, _), share in found.items() if how == "done")), abs=EXACT)


@pytest.mark.parametrize(
    ("who", "house", "begun", "rolls", "nights"),
    [
        ("anna", {}, {"difficulty": 3, "mode": SETBACK, "unit": "day"}, 3, True),
        ("anna", {}, {"difficulty": 2, "mode": FIRST_FAIL, "amount": 8, "unit": "hour"}, 2, True),
        ("boris", {}, {"difficulty": 3, "mode": SETBACK, "helpers": ("boris",)}, 1, False),
        ("boris", {}, {"difficulty": 3, "mode": FIRST_FAIL, "helpers": ("boris",), "unit": "day"}, 2, True),
        ("boris", {}, {"difficulty": 2, "mode": SETBACK, "helpers": ("boris",), "helper_malus": 1}, 1, False),
        ("boris", {}, {"difficulty": 1, "mode": SETBACK, "helpers": ("boris",), "counted": "half"}, 1, False),
        (
            "boris",
            {"halved_helpers": "helpers together"},
            {"difficulty": 1, "mode": SETBACK, "helpers": ("boris",), "counted": "half"},
            1,
            False,
        ),
        ("boris", {}, {"difficulty": 1, "mode": SETBACK, "helpers": ("boris",), "against": "cora"}, 1, False),
        (
            "boris",
            {},
            {"difficulty": 1, "mode": SETBACK, "helpers": ("boris",), "against": "cora", "against_malus": 1},
            1,
            False,
        ),
        ("boris", {}, {"difficulty": 3, "mode": SETBACK, "second_skill": "logic", "second_by": "boris"}, 2, False),
    ],
)
def test_whoever_works_along_and_sleeps_is_foreseen_too(
    who: str, house: dict[str, Any], begun: dict[str, Any], rolls: int, nights: bool
) -> None:
    leader = feeble(1, 1) if who == "anna" else feeble(6, 0)
    at = table(house, anna=leader, boris=feeble(2, 1, logic=1), cora=feeble(3, 0))
    perform(BeginTask(skill="woodworking", **begun), at, SeededDice(1))
    seen = foreseen(at, who, rolls, nights=nights)
    found = every_path(at, work_done(rolls, who, nights=nights))
    for spirit in range(11):
        left = seen.left[spirit] if spirit < len(seen.left) else 0.0
        assert left == pytest.approx(float(found[("done", spirit)]), abs=EXACT)
    assert seen.stuck == pytest.approx(float(found[("stuck", 0)]), abs=EXACT)


def test_nights_come_when_a_day_of_work_is_over() -> None:
    hours = Project("p1", "Cart", Task((), 10), 3, "hour")
    assert [nights_after(hours, rolls) for rolls in range(7)] == [0, 0, 0, 1, 1, 1, 2]
    assert nights_after(replace(hours, waiting=2 * 4800), 6) == 0
    assert nights_after(Project("p1", "Cart", Task((), 10), 5, "day"), 2) == 10


def test_whose_roll_is_none_by_itself_is_not_followed() -> None:
    at = table({"halved_helpers": "helpers together"}, anna=feeble(), boris=feeble(), cora=feeble())
    perform(BeginTask(skill="woodworking", helpers=("boris", "cora"), counted="half"), at, SeededDice(1))
    task = next(iter(projects(at.me).values())).task
    assert followed(at, task, "anna") is not None
    assert followed(at, task, "boris") is followed(at, task, "nobody") is None


# -- of one roll ------------------------------------------------------------------------------------------------------


def mean_spirit_and_experience(at: Table, command: Any) -> dict[str, Fraction]:
    """The spirit and the experience that a command brings whoever gives it, over all paths of the dice."""

    def play(again: Table, dice: _Path) -> tuple[int, int, int]:
        perform(command, again, dice)
        learnt = again.me.experience
        skill = learnt.get("skill", {}).get("woodworking", 0)
        return again.me.now("spirit"), skill, learnt.get("attribute", {}).get("wisdom", 0)

    found = every_path(at, play)
    before = at.me.now("spirit")
    return {
        "spirit": sum(share * (spirit - before) for (spirit, _, _), share in found.items()) + Fraction(0),
        "experience": sum(share * skill for (_, skill, _), share in found.items()) + Fraction(0),
    }


def with_ego_elsewhere(spirit: int, skill: int, at: dict[str, Any] | None = None) -> Table:
    return table(at, anna=feeble(spirit, skill), boris=feeble(6, 0))


@pytest.mark.parametrize("spirit", [1, 4, 9])
@pytest.mark.parametrize(
    "command",
    [
        StaticTest("woodworking"),
        StaticTest("woodworking", difficulty=2, reward="experience"),
        StaticTest("woodworking", malus=1, bonus=1),
        StaticTest("woodworking", dice=1),
        OpenTest("woodworking"),
        OpposedTest("woodworking", "boris"),
        OpposedTest("woodworking", "boris", malus=1, they_roll=False),
        TestTogether(skill="woodworking", helpers=("boris",), difficulty=2),
        TestTogether(skill="woodworking", against="boris"),
    ],
    ids=lambda command: repr(command)[:60],
)
def test_what_a_roll_brings_is_what_it_comes_to(command: Any, spirit: int) -> None:
    at = with_ego_elsewhere(spirit, 1)
    odds = foretell(command, at)
    assert odds is not None
    told = {one.name: one.amount for one in odds.means}
    for name, amount in mean_spirit_and_experience(at, command).items():
        assert told.get(name, 0.0) == pytest.approx(float(amount), abs=EXACT if name in told else 0.005)


def test_what_bought_dice_cost_is_counted() -> None:
    command = StaticTest("woodworking", bought=1)
    at = with_ego_elsewhere(8, 0)
    odds = foretell(command, at)
    assert odds is not None
    told = next(one.amount for one in odds.means if one.name == "spirit")
    assert told == pytest.approx(float(mean_spirit_and_experience(at, command)["spirit"]), abs=EXACT)


# -- what pages are told ----------------------------------------------------------------------------------------------


def test_a_forecast_says_what_it_takes_where_one_can_see_so_far() -> None:
    at = worker(spirit=6, difficulty=2, mode=SETBACK, unit="round")
    (told,) = LongTasks().forecast(at, next(iter(projects(at.me)))).strains
    assert (told.who, told.resource, told.now, told.rested) == ("anna", "spirit", 6, None)
    assert told.drain.left[told.drain.assured] > 0
    expected = sum(n * share for n, share in enumerate(told.drain.left)) / told.drain.ever
    assert told.drain.expected == pytest.approx(expected)
    far = worker(spirit=6, difficulty=400, mode=SETBACK)
    assert not LongTasks().forecast(far, next(iter(projects(far.me)))).strains


def test_work_of_days_is_foreseen_with_nights_and_for_all_at_work() -> None:
    at = worker(spirit=4, difficulty=6, mode=SETBACK, helpers=("boris",), unit="day")
    anna, boris = LongTasks().forecast(at, next(iter(projects(at.me)))).strains
    assert (anna.who, boris.who) == ("anna", "boris")
    assert anna.rested is not None
    assert (anna.rested.expected or 0) > (anna.drain.expected or 0)
    assert anna.rested.stuck <= anna.drain.stuck


def test_where_there_is_much_to_reckon_the_leader_is_followed() -> None:
    strong = {"attribute": {"agility": 10, "wisdom": 10}, "skill": {"woodworking": 4}}
    at = table(anna=hero("Anna", **strong), boris=hero("Boris", **strong), cora=hero("Cora", **strong))
    perform(BeginTask(skill="woodworking", difficulty=150, mode=SETBACK, helpers=("boris", "cora")), at, SeededDice(1))
    (told,) = LongTasks().forecast(at, next(iter(projects(at.me)))).strains
    assert told.who == "anna"
