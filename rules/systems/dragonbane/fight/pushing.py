"""Rolls that an ask offers to push before the game goes on: who is asked, and how either answer goes on (DRB-003)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.asks import Reply
from rules.engine.dice import Dice
from rules.engine.facts import Answered
from rules.engine.sheets import Json
from rules.engine.table import Table
from rules.systems.dragonbane.checks import CONTINUATIONS, Check, Continuation, Outcome, forget_push
from rules.systems.dragonbane.choosing import prices
from rules.systems.dragonbane.fight.people import is_character


def may_push(table: Table, check: Check) -> bool:
    """Player characters are asked, if the condition is one that they can still take (C-24)."""
    sheet = table.sheet(check.who)
    return is_character(sheet) and bool(prices(table, sheet, check.attribute))


def when_pushed(follow: str, command: str, same: str, then: Continuation) -> None:
    """Let a push that an ask waited for go on: the ask is answered, and what follows then follows.

    ``command`` is one of its answers, and ``same`` what the ask and the roll both tell, so that it is the right one.
    """

    def pushed(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
        waiting = [ask for ask in table.asks_for(table.actor, command) if ask.known.get(same) == told.get(same)]
        if waiting:
            table.happen(Answered(waiting[0].key))
            then(table, dice, outcome, told)

    CONTINUATIONS[follow] = pushed


@dataclass(frozen=True, slots=True)
class LetStand(Reply):
    """Let a failed roll stand that could be pushed."""

    @abstractmethod
    def stands(self, table: Table, dice: Dice, known: Mapping[str, Json]) -> None:
        """Let the failure have its consequence."""

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        forget_push(table, table.actor)
        self.stands(table, dice, known)
