"""Nobody is asked whether they react where all that they could answer is to let it pass."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from rules import codec
from rules.engine.fight import as_suggested
from rules.engine.kernel import (
    Ask,
    Choice,
    Command,
    Condition,
    ConditionSet,
    Field,
    Place,
    Refused,
    SeededDice,
    Table,
    commands,
    described_fields,
)
from rules.engine.system.protocol import System, command_named
from rules.registry import SYSTEMS
from tests.rules.legal_play import LegalPlay

STEPS, TRIED = 60, 60


class Walkers(LegalPlay):
    """People who like to walk past each other, all but one of them in a condition of the game, at its least."""

    def __init__(self, system: System, condition: str, seed: int) -> None:
        super().__init__(system, seed)
        for who in [*self.documents.sheets][1:] if condition else ():
            self.documents.tell([ConditionSet(who, Condition(condition, condition.capitalize(), 0))])

    def _pressing(self, offered: list[type[Command]]) -> list[type[Command]]:
        walks = [kind for kind in offered if {"x", "y"} <= described_fields(kind).keys() and kind.place is Place.TURN]
        return walks if walks and self.random.random() < 0.7 else super()._pressing(offered)

    def _value(
        self, kind: type[Command], described: Field, choices: tuple[Choice, ...], table: Table, default: Any
    ) -> Any:
        if described.kind == "number" and described.least < 0:
            return self.random.randint(-2, 5)
        return super()._value(kind, described, choices, table, default)


def passes(kind: type[Command]) -> bool:
    """Whether an answer chooses nothing and rolls nothing: it lets something pass, or takes it."""
    return all(told.kind == "ask" for told, _ in described_fields(kind).values()) and not kind.has_odds


def is_accepted(command: Command, table: Table) -> bool:
    try:
        table.supposing(lambda tried: commands.perform(command, tried, SeededDice(0)))
    except Refused:
        return False
    return True


def answers(kind: type[Command], table: Table, ask: Ask, random: Random) -> Iterator[Command]:
    """The answer as its form begins, and others at random."""
    try:
        yield as_suggested(kind, table, ask)
        offered, preset = kind.choices(table), dict(kind.preset(table))
    except Refused:
        return
    for _ in range(TRIED):
        given = preset | {
            name: ask.key if told.kind == "ask" else value(told, offered.get(name, ()), random)
            for name, (told, _) in described_fields(kind).items()
            if told.kind == "ask" or name not in preset or random.random() < 0.5
        }
        try:
            yield codec.command_from(kind, {name: one for name, one in given.items() if one is not None})
        except Refused:
            continue


def value(told: Field, offered: Sequence[Choice], random: Random) -> Any:
    """A value for a field at random; ``None`` for its default."""
    if told.kind == "number":
        return random.randint(told.least, min(told.most, told.least + 2))
    if told.kind == "switch":
        return random.random() < 0.5
    if told.kind == "words":
        return "By hand"
    return random.choice(offered).value if told.kind == "pick" and offered else None


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_no_ask_leaves_nothing_but_to_pass(system: System) -> None:
    conditions = ["", *(entry.key for entry in system.compendium().get("conditions", ()))]
    for seed, condition in enumerate(conditions):
        _play(system, Walkers(system, condition, seed), Random(seed))


def _play(system: System, play: LegalPlay, random: Random) -> None:
    seen: set[str] = set()
    for played in play.play(STEPS):
        fresh = [ask for ask in played.before.encounter.asks.values() if ask.key not in seen]
        for ask in fresh:
            seen.add(ask.key)
            table = played.before.table(system, ask.to)
            kinds = [command_named(system, name) for name in ask.commands]
            doing = [kind for kind in kinds if not passes(kind)]
            if doing and len(doing) < len(kinds):
                tried = (one for kind in doing for one in answers(kind, table, ask, random))
                assert any(is_accepted(one, table) for one in tried), f"{ask.title}: {table.sheet(ask.to).conditions}"
