"""How the form of an ask begins: a single tap on its button does the best that nobody pays for, as far as one knows."""

from collections.abc import Collection, Iterator

import pytest

from rules.engine.advice.choices import Advice
from rules.engine.advice.what_if import Prospect
from rules.engine.fight import as_suggested
from rules.engine.kernel import Ask, Command, Refused, Table, described_fields, foretell
from rules.engine.system.protocol import System, command_named
from rules.registry import SYSTEMS
from tests.rules.legal_play import LegalPlay

SEEDS, STEPS = range(2), 120


def advised(system: System, table: Table, ask: Ask, closed: Collection[str]) -> Iterator[tuple[Command, Advice]]:
    """The answers to an ask as their forms would begin without advice, and the advice on each that has any."""
    for name in ask.commands:
        kind = command_named(system, name)
        prospect = Prospect.of(system, table, [who for who in closed if who not in kind.rollers(table)])
        try:
            command = as_suggested(kind, prospect.known, ask)
            found = prospect.advice(command)
        except Refused:
            continue
        if found is not None:
            yield command, found


def worse_than_another(command: Command, found: Advice) -> list[str]:
    """The choices of a command, paid for by nobody, that are worth more than what its form begins with."""
    start = found.start(type(command))
    costs = [name for name, (described, _) in described_fields(type(command)).items() if described.costs]
    own = [one for one in found.choices if one.command == command.name]
    free = [one for one in own if not any(one.given.get(name) for name in costs)]
    assert bool(start) is bool(free)
    return [f"{one.label} rather than {start.label}" for one in free if start and one.value > start.value + 1e-9]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
@pytest.mark.parametrize("seed", SEEDS)
def test_forms_begin_with_the_best_that_is_free_even_where_sheets_are_closed(system: System, seed: int) -> None:
    seen: set[str] = set()
    for played in LegalPlay(system, seed).play(STEPS):
        for ask in played.before.encounter.asks.values():
            if ask.key in seen:
                continue
            seen.add(ask.key)
            table = played.before.table(system, ask.to)
            others = [who for who in table.scene.combatants if who != ask.to]
            for closed in ((), others):
                for command, found in advised(system, table, ask, closed):
                    assert worse_than_another(command, found) == []
                    if start := found.start(type(command)):
                        foretell(type(command)(**{**fields_of(command), **start.given}), table)


def fields_of(command: Command) -> dict[str, object]:
    return {name: getattr(command, name) for name in described_fields(type(command))}
