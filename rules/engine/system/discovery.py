"""Discovery of a game's commands: every module of its package is looked through."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from rules.engine.character.edits import EDITS
from rules.engine.fight import drawing, scene
from rules.engine.kernel import Command

#: The commands that every game has, in this order: those that edit a sheet, and those that set up a fight.
EDITING = tuple(kind.name for kind in EDITS)
STAGING = (
    "hand.wound",
    "hand.heal",
    "fight.begin",
    "fight.join",
    "fight.leave",
    "fight.veil",
    "fight.place",
    "board.draw",
    "board.door",
    "board.erase",
    "board.fog",
    "board.ground",
)


def commands_in(package: str, order: Sequence[str]) -> tuple[type[Command], ...]:
    """The commands of a game's package, and those of the engine that it names, in the order of these names.

    A command that is not named, a name without a command, and one said twice are mistakes of whoever wrote the game.
    """
    engine = {kind.name: kind for kind in (*EDITS, *_commands(scene), *_commands(drawing))}
    own = {kind.name: kind for module in _modules(package) for kind in _commands(module)}
    twice = {name for name in order if order.count(name) > 1}
    if wrong := twice | own.keys() - set(order) | (set(order) - own.keys() - engine.keys()):
        raise LookupError(f"{package}: its order of commands and its classes differ in {sorted(wrong)}")
    return tuple({**engine, **own}[name] for name in order)


def _modules(package: str) -> Iterator[ModuleType]:
    for found in walk_packages(import_module(package).__path__, f"{package}."):
        if not found.name.endswith((".system", ".commands")):
            yield import_module(found.name)


def _commands(module: ModuleType) -> Iterator[type[Command]]:
    """The commands that a module defines: classes with a name for programs, which bases have not."""
    for kind in vars(module).values():
        # Asked of an abstract class, `issubclass` looks through all of its hundreds of subclasses for each stranger.
        if isinstance(kind, type) and Command in kind.__mro__ and kind.__module__ == module.__name__:
            command: type[Command] = kind
            if command.name:
                yield command
