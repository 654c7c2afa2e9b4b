"""Wounding and healing by hand: the game master types a number, and the game says what one of it is.

A game derives both, and names them in ``by_hand``::

    @dataclass(frozen=True, slots=True)
    class Wound(by_hand.Wound):
        counts: ClassVar[str] = "hit points"

        def perform(self, table: Table, dice: Dice) -> None: ...
"""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character.edits import Edit
from rules.engine.kernel import Who, number

#: The most that is taken or given back at once.
MOST_BY_HAND = 500


@dataclass(frozen=True, slots=True)
class ByHand(Edit):
    """A change of the actor's body by a typed number; what it brings with it, the game says."""

    who: ClassVar[Who] = Who.GM
    #: The things that the number counts: "hit points".
    counts: ClassVar[str] = ""

    amount: int = number("How many", least=1, most=MOST_BY_HAND)


@dataclass(frozen=True, slots=True)
class Wound(ByHand, name="hand.wound", label="Wound"):
    """Wound somebody by hand."""


@dataclass(frozen=True, slots=True)
class Heal(ByHand, name="hand.heal", label="Heal"):
    """Heal somebody by hand."""
