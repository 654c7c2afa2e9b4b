"""The one answer that an ask leaves: a wound with one line to take it, hits with nothing to spend them on."""

from collections.abc import Iterator, Sequence
from dataclasses import MISSING
from itertools import islice, product
from typing import Any

from rules.engine.kernel import Ask, Choice, Command, Field, Refused, SeededDice, Table, commands, described_fields

#: The most answers that are tried: with more there is something to decide.
MOST_TRIED = 40


def only_answer(kinds: Sequence[type[Command]], table: Table, ask: Ask) -> Command | None:
    """The answer to an ask if the rules accept no other; ``None`` where there is something to decide.

    ``kinds`` are the commands that answer it, ``table`` is that of whoever is asked.
    """
    found: Command | None = None
    tried = list(islice((one for kind in kinds for one in _answers(kind, table, ask)), MOST_TRIED + 1))
    if len(tried) > MOST_TRIED:
        return None
    for one in tried:
        if not _is_accepted(one, table):
            continue
        if found is not None:
            return None
        found = one
    return found


def _answers(kind: type[Command], table: Table, ask: Ask) -> Iterator[Command]:
    """Every way to fill in a command that answers an ask; of a wide range of numbers only some."""
    try:
        offered = kind.choices(table)
    except Refused:
        return
    fields = described_fields(kind)
    values = {name: _values(told, default, offered.get(name, ())) for name, (told, default) in fields.items()}
    values |= {name: [ask.key] for name, (told, _) in fields.items() if told.kind == "ask"}
    for chosen in product(*values.values()):
        yield kind(**dict(zip(values, chosen, strict=True)))


def _values(told: Field, default: Any, choices: Sequence[Choice]) -> list[Any]:
    listed = [one.value for one in choices]
    usual = [] if default is MISSING else [default]
    if told.kind == "pick":
        return list(dict.fromkeys([*usual, *listed]))
    if told.kind == "many":
        return [(), *((one,) for one in listed)]
    if told.kind == "switch":
        return [False, True]
    if told.kind == "number":
        near = (told.least, told.least + 1, told.least + 2, told.most)
        return [one for one in dict.fromkeys([*usual, *near]) if told.least <= one <= told.most]
    return usual or [""]


def _is_accepted(command: Command, table: Table) -> bool:
    try:
        table.supposing(lambda tried: commands.perform(command, tried, SeededDice(0)))
    except Refused:
        return False
    return True
