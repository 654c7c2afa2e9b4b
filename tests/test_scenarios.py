"""Every scenario of every game comes out as it says."""

from pathlib import Path

import pytest

from combat.scenarios.document import Scenario, found_in
from combat.scenarios.run import run
from rules.registry import SYSTEMS

SCENARIOS = list(found_in(Path(__file__).parent / "scenarios"))


@pytest.mark.django_db
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: f"{s.block.get('system')} {s.path.stem}: {s.title}")
def test_scenario(scenario: Scenario) -> None:
    run(scenario)


def test_every_game_has_scenarios() -> None:
    assert {s.block["system"] for s in SCENARIOS} == {system.slug for system in SYSTEMS}
