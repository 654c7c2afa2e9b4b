"""Rolls with consequences: easier before, for points, and rolled again after, by luck (PCT-037, PCT-038).

The outcome leads to a continuation, so that the question of a re-roll can come before it.
"""

from collections.abc import Callable
from typing import Any

from rules.engine.kernel.commands import switch
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.sheets import Json
from rules.engine.kernel.table import Table
from rules.systems.kaos.core import points, trials
from rules.systems.kaos.core.state import is_fighting
from rules.systems.kaos.core.trials import Outcome, Trial

Known = dict[str, Json]
Goes = Callable[[Table, Dice, Outcome, Known], None]


def field_eased(label: str = "Make it easier") -> Any:
    """The field of every command that rolls, to pay for an easier roll (PCT-038)."""
    return switch(label, help=f"{points.EASE_PRICE} AP")


def goes_on(name: str, *, harmless: bool = False) -> Callable[[Goes], Goes]:
    """Enter a function as the continuation of a roll, by name. In a fight no re-roll is possible after it has run.

    A ``harmless`` one does nothing on a failure, which can still be rolled again on the same turn.
    """
    if harmless:
        trials.HARMLESS.add(name)

    def remembered(follows: Goes) -> Goes:
        def settled(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
            if not (outcome.success or harmless) and is_fighting(table):
                trials.forget(table, outcome.who)
            follows(table, dice, outcome, data)

        trials.CONTINUATIONS[name] = settled
        return follows

    return remembered


def risk(table: Table, dice: Dice, trial: Trial, purpose: str, then: str, data: Known) -> None:
    """Roll a test, and go on at once, or once a failure was accepted."""
    trials.settle(table, dice, trials.throw(table, dice, trial, f"{purpose}: {trial.name}"), then, data)


def prepared(table: Table, who: str, key: str, mode: str = "standard", *, eased: bool = False) -> Trial:
    """The test as it will be rolled, made easier if that is wanted; refused if it cannot be paid."""
    return trials.trial_for(table, who, key, points.mode_for(table, who, mode, eased))


def pay(table: Table, trial: Trial, *, eased: bool) -> None:
    """Pay for an easier test before the dice fall (PCT-038)."""
    points.pay_ease(table, trial.who, trial.name, eased)


def prepared_later(table: Table, who: str, key: str, mode: str = "standard", *, eased: bool) -> tuple[Trial, bool]:
    """A test that comes after another one, and whether it is made easier: if wanted, and still payable."""
    able = eased and mode != "easy" and points.points(table.sheet(who)) >= points.EASE_PRICE
    return prepared(table, who, key, mode, eased=able), able
