"""The end of every command of a fight: waiting steps are taken, and the turn does not stay with the dead."""

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.fight.order import leave_order
from rules.systems.dragonbane.fight.sequence import carry_on


def settle(table: Table, dice: Dice) -> None:
    """Take the waiting steps; if no ask is left, see whose turn it is."""
    carry_on(table, dice)
    leave_order(table, dice)
