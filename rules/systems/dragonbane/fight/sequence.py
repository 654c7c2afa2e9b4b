"""Takers of the steps that are still to come; a module enters its own with :func:`takes`."""

from collections.abc import Callable

from rules.engine.fight import sequence
from rules.engine.fight.sequence import Step
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.table import Table

Taker = Callable[[Table, Dice, Step], None]

_TAKERS: dict[str, Taker] = {}


def takes(name: str) -> Callable[[Taker], Taker]:
    """Mark the function that takes the steps of that name."""

    def known(taker: Taker) -> Taker:
        _TAKERS[name] = taker
        return taker

    return known


def carry_on(table: Table, dice: Dice) -> None:
    """Take the waiting steps until an ask interrupts them."""
    sequence.carry_on(table, lambda step: _TAKERS[step["do"]](table, dice, step))
