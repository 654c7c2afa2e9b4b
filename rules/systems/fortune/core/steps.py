"""Steps of a fight that wait for an answer: the rest of a walk, a counter move, what follows a blow."""

from collections.abc import Callable

from rules.engine.fight import sequence
from rules.engine.kernel import Dice, Json, Table

Step = dict[str, Json]
Doing = Callable[[Table, Dice, Step], None]
#: The functions that take a step, by the name in its ``do``.
STEPS: dict[str, Doing] = {}


def is_step(name: str) -> Callable[[Doing], Doing]:
    """Enter a function as the one that takes the steps of a name."""

    def entered(doing: Doing) -> Doing:
        STEPS[name] = doing
        return doing

    return entered


def then_comes(table: Table, name: str, **known: Json) -> None:
    """Add a step after all that wait."""
    sequence.then(table, {"do": name, **known})


def next_comes(table: Table, name: str, **known: Json) -> None:
    """Put a step before all that wait."""
    sequence.first(table, {"do": name, **known})


def go_on(table: Table, dice: Dice) -> None:
    """Take the steps that wait, one after the other, until somebody is asked."""
    if table.encounter is not None:
        sequence.carry_on(table, lambda step: STEPS[step["do"]](table, dice, step))


def forget_steps(table: Table, who: str) -> None:
    """Drop every step of somebody who leaves, or about them."""
    sequence.forget(table, who)
