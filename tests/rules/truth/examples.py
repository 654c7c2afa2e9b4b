"""Situations of the worked examples of a game, played in a database made for them unless there is one."""

from collections.abc import Iterable, Sequence
from functools import cache

from django.db import connection

from combat.scenarios.document import Scenario, found_in
from combat.scenarios.run import run
from rules.engine.system.protocol import System
from tests.rules.truth.check import expected_of
from tests.rules.truth.situations import Situation, noting_situations

FOLDER = "tests/scenarios"


@cache
def scenarios() -> Sequence[Scenario]:
    return tuple(found_in(FOLDER))


def scenarios_with_each_command(system: System, each: int) -> list[Scenario]:
    """Scenarios with ``each`` steps, if there are so many, of every command that shows odds."""
    left = dict.fromkeys(expected_of(system), each)
    found = []
    for one in scenarios():
        if one.block["system"] != system.slug:
            continue
        used = {str(step.get("do")) for step in one.block.get("when", ())} & left.keys()
        if any(left[name] > 0 for name in used):
            found.append(one)
            left |= {name: left[name] - 1 for name in used}
    return found


def situations_in(system: System, listed: Iterable[Scenario]) -> list[Situation]:
    """Every situation of some scenarios in which a command with odds is given."""
    found: list[Situation] = []
    for scenario in listed:
        with noting_situations(system, f"{scenario.path.stem}: {scenario.title}", found):
            run(scenario)
    return found


def from_examples(system: System) -> list[Situation]:
    """The situations of all scenarios of a game, played in a database of their own."""
    used = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        return situations_in(system, [one for one in scenarios() if one.block["system"] == system.slug])
    finally:
        connection.creation.destroy_test_db(used, verbosity=0)
