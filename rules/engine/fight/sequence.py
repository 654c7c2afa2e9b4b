"""Steps that wait for an ask to be answered: the rest of a walk, the next free attack, a second blow.

The steps wait in the scene's memo ``to_come`` and go on as soon as no ask is open. Each is a plain dictionary; what its
``do`` means is for the game to say.
"""

from collections.abc import Callable
from typing import Any

from rules.engine.kernel import Dice, Json, SceneMemoKept, Table

TO_COME = "to_come"
Step = dict[str, Json]


def steps(table: Table) -> list[Step]:
    return listed(table, TO_COME)


def remember(table: Table, name: str, now: Any) -> None:
    """Note something in the memory of the scene, unless it stands there; what is empty is forgotten."""
    if (now or None) != table.scene.memo.get(name):
        table.happen(SceneMemoKept(name, now or None))


def listed(table: Table, name: str) -> list[Any]:
    """The entries of a list in the memory of the scene."""
    return list(table.scene.memo.get(name, []))


def note(table: Table, name: str, one: Any) -> None:
    """Add an entry to a list in the memory of the scene, once."""
    if one not in listed(table, name):
        remember(table, name, [*listed(table, name), one])


def unnote(table: Table, name: str, one: Any) -> None:
    """Strike an entry off a list in the memory of the scene."""
    remember(table, name, [each for each in listed(table, name) if each != one])


def keep(table: Table, to_come: list[Step]) -> None:
    remember(table, TO_COME, to_come)


def then(table: Table, *more: Step) -> None:
    """Add steps after all that wait."""
    keep(table, [*steps(table), *more])


def first(table: Table, *more: Step) -> None:
    """Put steps before all that wait."""
    keep(table, [*more, *steps(table)])


def forget(table: Table, who: str) -> None:
    """Drop every waiting step of a combatant, or about them."""
    keep(table, [step for step in steps(table) if not _names(step, who)])


def _names(value: Json, who: str) -> bool:
    if isinstance(value, dict):
        return any(_names(one, who) for one in value.values())
    if isinstance(value, list):
        return any(_names(one, who) for one in value)
    return bool(value == who)


Taker = Callable[[Table, Dice, Step], None]


class Takers(dict[str, Taker]):
    """The functions that take the steps of a game, each by the name that stands in their ``do``."""

    def named(self, name: str) -> Callable[[Taker], Taker]:
        """Enter a function as the one that takes the steps of a name."""

        def entered(taker: Taker) -> Taker:
            self[name] = taker
            return taker

        return entered

    def go_on(self, table: Table, dice: Dice) -> None:
        """Take the steps that wait, one after the other, until somebody is asked."""
        if table.encounter is not None:
            carry_on(table, lambda step: self[step["do"]](table, dice, step))


def carry_on(table: Table, take: Callable[[Step], None]) -> None:
    """Take the steps one after the other until an ask interrupts them."""
    while not table.scene.pressing and (to_come := steps(table)):
        keep(table, to_come[1:])
        take(to_come[0])
