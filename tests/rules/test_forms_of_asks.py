"""How the form of an ask begins: a single tap on its button throws nothing away that could be spent."""

import pytest

from rules.engine.advice.choices import advise
from rules.engine.fight import as_suggested
from rules.engine.kernel import Ask, Refused, Table, described_fields
from rules.engine.system.protocol import System, command_named
from rules.registry import SYSTEMS
from tests.rules.legal_play import LegalPlay

SEEDS, STEPS = range(2), 120


def thrown_away(system: System, table: Table, ask: Ask) -> list[str]:
    """The answers whose numbers all begin at their least, though others of them are worth more."""
    found = []
    for name in ask.commands:
        kind = command_named(system, name)
        try:
            command = as_suggested(kind, table, ask)
            told = advise([command], table)
        except Refused:
            continue
        if told is None or told.chosen is None or told.best.value <= told.chosen.value + 1e-9:
            continue
        numbers = {
            field: getattr(command, field) == described.least
            for field, (described, _) in described_fields(kind).items()
            if described.kind == "number" and field in told.chosen.given
        }
        # Dice that have to be bought first are not thrown away.
        if numbers and all(numbers.values()) and "bought" not in told.best.label:
            found.append(f"{ask.title} {kind.label}: {told.chosen.label}, rather than {told.best.label}")
    return found


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_form_begins_by_throwing_something_away(system: System, seed: int) -> None:
    seen: set[str] = set()
    for played in LegalPlay(system, seed).play(STEPS):
        for ask in played.before.encounter.asks.values():
            if ask.key not in seen:
                seen.add(ask.key)
                assert thrown_away(system, played.before.table(system, ask.to), ask) == []
