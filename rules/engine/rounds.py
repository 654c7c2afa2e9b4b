"""Rounds in which everybody acts once, in an order that holds for the whole round: the plainest ladder there is.

A game derives the two commands that carry such a fight on, and gives them its own round::

    @dataclass(frozen=True, slots=True)
    class Begin(BeginFight):
        new_round = staticmethod(new_round)
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.commands import Command
from rules.engine.dice import Dice
from rules.engine.facts import LadderSet, RoundBegan, StageSet, TurnBegan, TurnEnded
from rules.engine.refusals import NotNow
from rules.engine.scene import SceneCommand
from rules.engine.sheets import Rung
from rules.engine.table import Table
from rules.engine.turns import nothing_waits, rung_of_turn


def begin_round(table: Table, order: Mapping[str, int]) -> None:
    """Begin the next round, and its first turn, with the ladder of those in ``order`` and where each stands on it."""
    rungs = tuple(Rung(f"{who}/whole", who, at, "whole") for who, at in order.items())
    table.happen(RoundBegan(table.scene.round + 1), LadderSet(rungs), TurnBegan(rungs[0].key))


@dataclass(frozen=True, slots=True)
class BeginFight(SceneCommand):
    """Begin the fight with its first round; ``new_round`` is the game's own."""

    name: ClassVar[str] = "fight.begin"
    label: ClassVar[str] = "Begin the fight"

    @staticmethod
    @abstractmethod
    def new_round(table: Table) -> None:
        """Begin a round, or end the fight."""

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "ready" or not table.scene.combatants:
            raise NotNow("A fight begins once, when somebody is there.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(StageSet("fighting"))
        self.new_round(table)


@dataclass(frozen=True, slots=True)
class EndTurn(Command):
    """Let the next one act who still may; after the last a new round begins. Both are for the game to say."""

    name: ClassVar[str] = "turn.end"
    label: ClassVar[str] = "End the turn"

    @staticmethod
    @abstractmethod
    def new_round(table: Table) -> None:
        """Begin a round, or end the fight."""

    @staticmethod
    @abstractmethod
    def may_act(table: Table, who: str) -> bool:
        """Whether somebody who stands on the ladder can still do anything."""

    @classmethod
    def possible(cls, table: Table) -> None:
        rung_of_turn(table)
        nothing_waits(table)

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(TurnEnded(rung_of_turn(table).key))
        for rung in table.scene.ladder:
            if not rung.done and self.may_act(table, rung.who):
                table.happen(TurnBegan(rung.key))
                return
        self.new_round(table)
