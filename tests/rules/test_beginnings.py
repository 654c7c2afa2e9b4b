"""The beginning of a fight in every game: the log says once that it begins."""

import pytest

from campaigns.log.duplicates import said_once
from rules import codec
from rules.engine.kernel import SeededDice
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import System, command_named
from rules.registry import SYSTEMS
from tests.rules.documented import documented_game
from tests.rules.legal_play import LegalPlay


@pytest.mark.parametrize("system", [*SYSTEMS, documented_game()], ids=lambda system: system.slug)
def test_that_a_fight_begins_is_said_once(system: System) -> None:
    table = LegalPlay(system, 1).documents.table(system, "")
    perform(codec.command_from(command_named(system, "fight.begin"), {}), table, SeededDice(1))
    lines = [line.text for _, line in said_once(table.facts, {}, system) if not line.quiet]
    assert sum("fight begins" in line for line in lines) == 1, lines
