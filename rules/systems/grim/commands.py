"""The commands of the game, in the order in which pages offer them: each name stands in its class."""

from importlib import import_module
from pkgutil import walk_packages

from rules.engine.character.edits import EDITS
from rules.engine.fight import scene
from rules.engine.kernel import Command


def _found():
    own = {kind.name: kind for kind in EDITS}
    own |= {
        k.name: k
        for k in vars(scene).values()
        if isinstance(k, type) and issubclass(k, Command) and k.name in ("fight.veil", "fight.place")
    }
    for found in walk_packages(import_module("rules.systems.grim").__path__, "rules.systems.grim."):
        if found.name.endswith((".system", ".commands")):
            continue
        try:
            module = import_module(found.name)
        except Exception as error:  # while the game is being written
            import sys

            print("grim:", found.name, repr(error)[:200], file=sys.stderr)
            continue
        for kind in vars(module).values():
            if (
                isinstance(kind, type)
                and issubclass(kind, Command)
                and kind.__module__ == module.__name__
                and kind.name
            ):
                own[kind.name] = kind
    return tuple(own.values())


COMMANDS = _found()
