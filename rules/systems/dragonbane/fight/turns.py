"""Ending a turn, and going on to the next one (DRB-007)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.commands import Command
from rules.engine.dice import Dice
from rules.engine.refusals import NotNow
from rules.engine.scene import SceneCommand
from rules.engine.table import Table
from rules.engine.turns import nothing_waits, rung_of_turn
from rules.systems.dragonbane.fight.dying import must_roll, roll_death
from rules.systems.dragonbane.fight.order import end_turn


@dataclass(frozen=True, slots=True)
class EndTurn(Command):
    """Done: the next card acts, and after the last one everybody draws anew (DRB-007).

    An action that was not used may still go for a parry or a dodge this round (DRB-027).
    """

    name: ClassVar[str] = "turn.end"
    label: ClassVar[str] = "End turn"

    @classmethod
    def possible(cls, table: Table) -> None:
        rung_of_turn(table)
        nothing_waits(table)
        if must_roll(table, table.actor):
            raise NotNow("Roll against death first.")

    def perform(self, table: Table, dice: Dice) -> None:
        end_turn(table, dice)


@dataclass(frozen=True, slots=True)
class NextTurn(SceneCommand):
    """The GM goes on to the next card; who is down rolls against death first (DRB-007, DRB-036)."""

    name: ClassVar[str] = "fight.next"
    label: ClassVar[str] = "Next turn"

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("There is no fight to go on with. Begin one first.")
        nothing_waits(table)

    def perform(self, table: Table, dice: Dice) -> None:
        current = table.scene.current
        if current is not None and must_roll(table, current.who):
            roll_death(table, dice, current.who)
        end_turn(table, dice)
