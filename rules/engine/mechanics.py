"""The numbered mechanics of a game, each of which stands in its code or data and runs in its scenarios."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mechanic:
    """One numbered rule in a few words of our own.

    ``gm`` says where the game master enters what the rule leaves to them ("the difficulty of a test"); empty for a
    rule that is decided by the game itself.
    """

    number: str
    title: str
    gm: str = ""
