"""House rules: a scenario sets each away from its default, and comes out otherwise without it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from combat.scenarios.document import Amiss, Scenario, found_in
from combat.scenarios.run import run
from rules.engine.content.switches import Switch
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS

SCENARIOS = list(found_in(Path(__file__).parents[1] / "scenarios"))
SAID = "Nothing that is done hangs on it: sheets and spells say it, as tests/rules/fortune/test_house_rules.py shows."
#: House rules that no scenario can show, each with the reason.
EXCEPTIONS = {
    "fortune": {"climb": SAID, "swim": SAID, "dig": SAID, "light_radius": SAID},
    "grim": {
        "defence_known": "It changes the odds that are shown, and nothing that happens: test_stunts.py of the game.",
        "humans": "It is one die of a making at random, of which test_making.py tries every face.",
    },
}


def _showing(system: System, switch: Switch) -> Iterator[tuple[Scenario, dict[str, Any]]]:
    """The scenarios that set a house rule away from its default, each with the rules of its house."""
    for scenario in SCENARIOS:
        rules = (scenario.block.get("given") or {}).get("house_rules") or {}
        if scenario.block.get("system") == system.slug and rules.get(switch.name, switch.default) != switch.default:
            yield scenario, rules


def _comes_out(scenario: Scenario) -> bool:
    try:
        run(scenario)
    except Amiss:
        return False
    return True


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.slug)
def test_every_house_rule_is_set_by_a_scenario_or_has_a_reason(system: System) -> None:
    unset = {one.name for one in system.switches if not any(_showing(system, one))}
    assert unset == set(EXCEPTIONS.get(system.slug, {}))


@pytest.mark.django_db
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.slug)
def test_a_scenario_comes_out_otherwise_without_its_house_rule(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the scenarios that set a house rule one at least needs it."""
    idle = []
    for switch in (one for one in system.switches if one.name not in EXCEPTIONS.get(system.slug, ())):
        for scenario, rules in _showing(system, switch):
            with monkeypatch.context() as patched:
                patched.delitem(rules, switch.name)
                if not _comes_out(scenario):
                    break
        else:
            idle.append(switch.name)
    assert idle == []
