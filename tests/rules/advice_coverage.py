"""The commands of a game that leave a player a choice with odds, and those that advice does not weigh."""

from rules.engine.kernel import Command, Who, described_fields
from rules.engine.system.protocol import System

#: Kinds of fields that hold a choice, other than what somebody writes and which ask they answer.
CHOSEN = ("pick", "number", "switch", "many")


def commands_with_a_choice(system: System) -> list[type[Command]]:
    """Every command of players with odds and something to choose in it."""
    listed = [kind for kind in system.commands if kind.has_odds and kind.who is Who.PLAYER]
    return [kind for kind in listed if any(field.kind in CHOSEN for field, _ in described_fields(kind).values())]


def commands_without_advice(system: System) -> set[str]:
    """The names of those that advice says nothing of."""
    return {kind.name for kind in commands_with_a_choice(system) if kind.weighing is Command.weighing}
