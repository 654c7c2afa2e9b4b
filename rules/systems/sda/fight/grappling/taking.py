"""Taking hold of somebody, turning the tables, and letting go (SDA-231 to SDA-236, SDA-240)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel.commands import Command
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.table import Table
from rules.systems.sda.fight.grappling import holds
from rules.systems.sda.fight.grappling.spending import GrapplingUse, their_hold
from rules.systems.sda.fight.grappling.uses import GRAPPLE, TURN, Use
from rules.systems.sda.fight.state import own_turn


@dataclass(frozen=True, slots=True)
class Grapple(GrapplingUse):
    """Take hold: a brawling attack at arm's length that scores 2 hits or more; all may still be spent (SDA-231).

    It takes a very short weapon or a free hand (SDA-232).

    Whoever is held does not move, and has 1 MoS less on strength and agility for everybody who holds them (SDA-233,
    SDA-236). The two attack nobody but each other, with anything but brawling at 1 MoS less, and hold no shield ready
    (SDA-234).
    """

    name: ClassVar[str] = GRAPPLE.command
    label: ClassVar[str] = "Grapple (2 hits or more)"
    use: ClassVar[Use] = GRAPPLE
    called: ClassVar[str] = "Grapple"

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        holds.grapple(table, known["winner"], known["loser"])


@dataclass(frozen=True, slots=True)
class TurnTables(GrapplingUse):
    """Become the one who holds: 1 hit of a brawling attack on the grappler (SDA-235).

    Out of a pin it takes 2, and pins them (SDA-240); whoever is choked cannot (SDA-241).
    """

    name: ClassVar[str] = TURN.command
    label: ClassVar[str] = "Turn the tables (1 hit, pinned 2)"
    use: ClassVar[Use] = TURN
    called: ClassVar[str] = "Turn the tables"

    def _do(self, table: Table, known: Mapping[str, Any]) -> None:
        holds.turn_tables(table, their_hold(table, known))


@dataclass(frozen=True, slots=True)
class Release(Command):
    """Let go of whom you hold, which costs nothing on your own turn."""

    name: ClassVar[str] = "grapple.release"
    label: ClassVar[str] = "Let go"

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        if not holds.hold_of(table, table.actor):
            raise NotNow("You hold nobody. A brawling attack with 2 hits grapples somebody.")

    def perform(self, table: Table, dice: Dice) -> None:
        hold = holds.hold_of(table, table.actor)
        if hold is not None:
            holds.release(table, hold)
