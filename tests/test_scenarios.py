"""Every scenario of every game comes out as it says."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from combat.scenarios.document import Scenario, found_in
from combat.scenarios.run import run
from rules.engine.kernel import (
    Command,
    Dice,
    QuickDice,
    Refused,
    Table,
    commands,
    described_fields,
    foretell,
    is_possible,
)
from rules.registry import SYSTEMS
from tests.rules.references import naming, performed_by_others

SCENARIOS = list(found_in(Path(__file__).parent / "scenarios"))
#: On the second database one of five: they show what the rules do, and what a database does any of them shows.
TOLD = SCENARIOS[::5] if os.environ.get("DATABASE_URL") and not os.environ.get("WINTERHALL_LONG") else SCENARIOS
#: Kinds of fields with choices.
PICKED = ("pick", "many")


@pytest.mark.django_db
@pytest.mark.parametrize("scenario", TOLD, ids=lambda s: f"{s.block.get('system')} {s.path.stem}: {s.title}")
def test_scenario(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused command has its odds refused in the same words: nobody is shown what comes of it.

    A refusal names one of the fields, or the dice; every pick has its choices, and every suggestion its field. Nobody
    is named in a text that is stored.
    """
    perform = commands.perform

    def refused_alike(command: Command, table: Table, dice: Dice) -> None:
        kind, fields = type(command), described_fields(type(command))
        if kind.has_odds and (said := _refusal(lambda: perform(command, table.imagined(), QuickDice(0)))):
            assert _refusal(lambda: foretell(command, table.imagined())) == said
        if is_possible(kind, table):
            assert kind.preset(table).keys() <= fields.keys()
            assert kind.choices(table).keys() >= {name for name, (one, _) in fields.items() if one.kind in PICKED}
        assert not naming(performed_by_others(perform, command, table, dice))
        try:
            perform(command, table, dice)
        except Refused as refused:
            if refused.field not in ("", "dice", *fields):
                pytest.fail(f"{refused.field!r} is no field of {kind.name}")
            raise

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
