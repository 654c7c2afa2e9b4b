"""The fight of WinterDawn, command by command."""

from rules.engine.commands import Command

COMMANDS: tuple[type[Command], ...] = ()
