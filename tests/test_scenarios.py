"""Every scenario of every game comes out as it says."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from campaigns.log.duplicates import said_once
from campaigns.log.sentences import sentence
from campaigns.summaries.blows import blow_in
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
    facts,
    foretell,
    is_possible,
)
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS, system_named
from tests.rules.references import naming, performed_by_others

SCENARIOS = list(found_in(Path(__file__).parent / "scenarios"))
#: On the second database one of five: they show what the rules do, and what a database does any of them shows.
TOLD = SCENARIOS[::5] if os.environ.get("DATABASE_URL") and not os.environ.get("WINTERHALL_LONG") else SCENARIOS
#: Kinds of fields with choices.
PICKED = ("pick", "many")
#: Facts on what becomes of somebody, and sentences on them that are none: "Somebody: stunned 1", "trait-fearsome".
STATES = facts.ConditionSet | facts.ConditionEnded | facts.ItemLost
BARE = re.compile(r"^Somebody: (?!something is over)|\bno longer spell\b|\b[a-z]+-[a-z]+ (ends|begins)|\btrait-")
#: A key of a program: "virtue_asked", "courage.excess".
KEYS = re.compile(r"[a-z]+(?:[._][a-z]+)+")


@pytest.mark.django_db
@pytest.mark.parametrize("scenario", TOLD, ids=lambda s: f"{s.block.get('system')} {s.path.stem}: {s.title}")
def test_scenario(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused command has its odds refused in the same words: nobody is shown what comes of it.

    A refusal names one of the fields, or the dice; every pick has its choices, and every suggestion its field. Nobody
    is named in a text that is stored, and no sentence of the log says a key, or a name and a number for a state.
    """
    perform, system = commands.perform, system_named(scenario.block["system"])

    def refused_alike(command: Command, table: Table, dice: Dice) -> None:
        kind, fields = type(command), described_fields(type(command))
        if kind.has_odds and (said := _refusal(lambda: perform(command, table.imagined(), QuickDice(0)))):
            assert _refusal(lambda: foretell(command, table.imagined())) == said
        if is_possible(kind, table):
            assert kind.preset(table).keys() <= fields.keys()
            assert kind.choices(table).keys() >= {name for name, (one, _) in fields.items() if one.kind in PICKED}
        assert not naming(performed_by_others(perform, command, table, dice))
        before = len(table.facts)
        try:
            perform(command, table, dice)
            happened = table.facts[before:]
            assert not [said for fact in happened if KEYS.search(said := sentence(fact, {}, system).text)]
            told = [line.text for fact, line in said_once(happened, {}, system) if isinstance(fact, STATES)]
            assert not [said for said in told if BARE.search(said)]
        except Refused as refused:
            if refused.field not in ("", "dice", *fields):
                pytest.fail(f"{refused.field!r} is no field of {kind.name}")
            raise

    monkeypatch.setattr(commands, "perform", refused_alike)
    run(scenario)


@pytest.mark.django_db
@pytest.mark.parametrize("system", [one for one in SYSTEMS if one.retelling.blow], ids=lambda one: one.slug)
def test_a_blow_is_said_with_the_figure_that_summaries_repeat(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fights of each game have sentences or verdicts that its ``blow`` finds, each with a figure."""
    perform, found = commands.perform, list[int]()
    texts = ("fight", "attack", "damage", "exchange")

    def noted(command: Command, table: Table, dice: Dice) -> None:
        before = len(table.facts)
        perform(command, table, dice)
        blows = (blow_in(fact, system.retelling, {}) for fact in table.facts[before:])
        found.extend(blow.amount for blow in blows if blow)

    monkeypatch.setattr(commands, "perform", noted)
    ours = (one for one in SCENARIOS if one.block.get("system") == system.slug)
    for scenario in (one for one in ours if any(text in one.path.stem for text in texts)):
        run(scenario)
        if found:
            return
    pytest.fail("no blow was said")


def _refusal(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except Refused as refused:
        return refused.sentence
    return ""


def test_every_game_has_scenarios() -> None:
    assert {s.block["system"] for s in SCENARIOS} == {system.slug for system in SYSTEMS}
