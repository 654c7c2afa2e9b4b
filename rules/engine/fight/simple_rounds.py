"""Rounds in which everybody acts once, in an order that holds for the whole round: the plainest ladder there is.

A game derives the two commands that carry such a fight on, and gives them its own round::

    @dataclass(frozen=True, slots=True)
    class Begin(BeginFight):
        new_round = staticmethod(new_round)
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.fight import course
from rules.engine.fight.turns import end_turn, rung_for
from rules.engine.kernel import Dice, LadderSet, RoundBegan, StageSet, Table, TurnBegan


def begin_round(table: Table, order: Mapping[str, int]) -> None:
    """Begin the next round, and its first turn, with the ladder of those in ``order`` and where each stands on it."""
    rungs = tuple(rung_for(who, at) for who, at in order.items())
    table.happen(RoundBegan(table.scene.round + 1), LadderSet(rungs), TurnBegan(rungs[0].key))


@dataclass(frozen=True, slots=True)
class BeginFight(course.Begin):
    """Begin the fight with its first round; ``new_round`` is the game's own."""

    @staticmethod
    @abstractmethod
    def new_round(table: Table) -> None:
        """Begin a round, or end the fight."""

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(StageSet("fighting"))
        self.new_round(table)


@dataclass(frozen=True, slots=True)
class EndTurn(course.EndTurn):
    """End the turn: the next on the ladder who still may acts; after the last a new round begins."""

    @staticmethod
    @abstractmethod
    def new_round(table: Table) -> None:
        """Begin a round, or end the fight."""

    @staticmethod
    @abstractmethod
    def may_act(table: Table, who: str) -> bool:
        """Whether somebody who stands on the ladder can still do anything."""

    @classmethod
    def go_on(cls, table: Table, dice: Dice) -> None:
        end_turn(table)
        for rung in table.scene.ladder:
            if not rung.done and cls.may_act(table, rung.who):
                table.happen(TurnBegan(rung.key))
                return
        cls.new_round(table)
