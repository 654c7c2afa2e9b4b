"""The commands of a grapple, in the order in which pages offer them."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.fight.grappling.choking import BreakChoke, Choke, HoldOut
from rules.systems.sda.fight.grappling.taking import Grapple, Release, TurnTables
from rules.systems.sda.fight.grappling.throwing import MoveTogether, Throw

__all__ = ["GRAPPLING"]

GRAPPLING: tuple[type[Command], ...] = (
    Grapple,
    TurnTables,
    MoveTogether,
    Throw,
    Choke,
    BreakChoke,
    HoldOut,
    Release,
)
