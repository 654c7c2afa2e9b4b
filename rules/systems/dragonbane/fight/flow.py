"""How every command of a fight ends: what is to come goes on, and the turn does not stay with the dead."""

from rules.engine.dice import Dice
from rules.engine.table import Table
from rules.systems.dragonbane.fight.order import leave_order
from rules.systems.dragonbane.fight.sequence import carry_on


def settle(table: Table, dice: Dice) -> None:
    """Go on with what is to come; if nothing waits any more, see whose turn it is."""
    carry_on(table, dice)
    leave_order(table, dice)
