"""Rolls that an ask offers to push before the game goes on, and both its answers (DRB-003)."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.engine.kernel import Answered, Dice, Json, Reply, Table
from rules.systems.dragonbane.core import Check, Continuation, Outcome, Staked, forget_push, goes_on, prices
from rules.systems.dragonbane.fight.base.state import is_character


def may_push(table: Table, check: Check) -> bool:
    """Whether somebody is asked to push: a player character who can still take the condition (C-24)."""
    sheet = table.sheet(check.who)
    return is_character(sheet) and bool(prices(table, sheet, check.attribute))


def when_pushed(
    follow: str, command: str, same: str = "", stake: Staked | None = None
) -> Callable[[Continuation], Continuation]:
    """Enter a function as the consequence of a push that an ask waits for; the ask is answered first.

    ``command`` is one of the ask's answers, and ``same`` the key that ask and roll both know, to find the right ask.
    """

    def entered(then: Continuation) -> Continuation:
        @goes_on(follow, stake)
        def pushed(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
            waiting = [ask for ask in table.asks_for(table.actor, command) if ask.known.get(same) == told.get(same)]
            if waiting:
                table.happen(Answered(waiting[0].key))
                then(table, dice, outcome, told)

        return then

    return entered


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
