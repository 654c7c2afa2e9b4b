"""Commands that may be given in place of another: on the same turn, or in answer to the same ask."""

from collections.abc import Sequence
from contextlib import suppress

from rules.engine.fight import as_suggested
from rules.engine.kernel import Ask, Command, Place, Refused, Reply, Table


def as_well(command: Command, table: Table, commands: Sequence[type[Command]]) -> list[Command]:
    """The commands that may be given on the turn instead of this one, as their forms begin; none off the turn."""
    if type(command).place is not Place.TURN or not _is_on_turn(table):
        return []
    found: list[Command] = []
    for kind in commands:
        if kind.place is Place.TURN and kind.name != command.name and kind.weighing is not Command.weighing:
            with suppress(Refused):
                kind.possible(table)
                found.append(as_suggested(kind, table))
    return found


def _is_on_turn(table: Table) -> bool:
    scene = table.encounter
    return scene is not None and not scene.asks and scene.current is not None and scene.current.who == table.actor


def instead_of(command: Command, table: Table, commands: Sequence[type[Command]]) -> list[Command]:
    """The other commands that answer the ask which a command answers, as their forms begin."""
    ask = _answered(command, table)
    found: list[Command] = []
    for kind in commands if ask else ():
        if ask and kind.name in ask.commands and kind.name != command.name:
            with suppress(Refused):
                found.append(as_suggested(kind, table, ask))
    return found


def _answered(command: Command, table: Table) -> Ask | None:
    """The ask that a command answers, ``None`` without one; a command that is no reply may be an answer, too."""
    if table.encounter is None:
        return None
    if isinstance(command, Reply):
        return table.encounter.asks.get(command.ask)
    return next(iter(table.asks_for(table.actor, command.name)), None)
