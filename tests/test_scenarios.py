"""Every scenario of every game comes out as it says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from combat.scenarios.document import Scenario, found_in
from combat.scenarios.run import run
from rules.engine import commands
from rules.engine.commands import Command, foretell
from rules.engine.dice import Dice, QuickDice
from rules.engine.refusals import Refused
from rules.engine.table import Table
from rules.registry import SYSTEMS

SCENARIOS = list(found_in(Path(__file__).parent / "scenarios"))


@pytest.mark.django_db
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: f"{s.block.get('system')} {s.path.stem}: {s.title}")
def test_scenario(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is refused on the way, its odds are refused in the same words: nobody is shown what comes of it."""
    perform = commands.perform

    def refused_alike(command: Command, table: Table, dice: Dice) -> None:
        if type(command).has_odds and (said := _refusal(lambda: perform(command, table.imagined(), QuickDice(0)))):
            assert _refusal(lambda: foretell(command, table.imagined())) == said
        perform(command, table, dice)

    monkeypatch.setattr(commands, "perform", refused_alike)
    run(scenario)


def _refusal(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except Refused as refused:
        return refused.sentence
    return ""


def test_every_game_has_scenarios() -> None:
    assert {s.block["system"] for s in SCENARIOS} == {system.slug for system in SYSTEMS}
