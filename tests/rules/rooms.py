"""Commands of a game by the rooms that they stand in."""

from collections.abc import Sequence

from rules.engine.kernel import Command


def in_rooms(commands: Sequence[type[Command]], *rooms: str, but: str = "-") -> list[type[Command]]:
    """The commands of these rooms (``fight``, ``fight.manoeuvres``), in the game's order; those of the engine's scenes
    belong to every fight, but for changes of a sheet and lines on the board, which every game has.
    """

    def room_of(kind: type[Command]) -> str:
        return ".".join(kind.__module__.split(".")[3:]) if kind.__module__.startswith("rules.systems.") else "fight"

    def is_of_every_game(kind: type[Command]) -> bool:
        return kind.__module__ in ("rules.engine.character.edits", "rules.engine.fight.drawing")

    found = [kind for kind in commands if any(f"{room_of(kind)}.".startswith(f"{room}.") for room in rooms)]
    return [kind for kind in found if not is_of_every_game(kind) and not room_of(kind).startswith(but)]
