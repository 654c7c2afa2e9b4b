"""Ending a turn, and going on to the next one (DRB-007)."""

from dataclasses import dataclass

from rules.engine.fight import course
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.fight.base.order import end_turn
from rules.systems.dragonbane.fight.defence.dying import must_roll, roll_death


@dataclass(frozen=True, slots=True)
class EndTurn(course.EndTurn):
    """End the turn: the next card acts, and after the last one everybody draws anew (DRB-007).

    An action that was not used may still go for a parry or a dodge this round (DRB-027).
    """

    go_on = staticmethod(end_turn)

    @classmethod
    def possible(cls, table: Table) -> None:
        course.EndTurn.possible(table)
        if must_roll(table, table.actor):
            raise NotNow("Roll against death first.")


@dataclass(frozen=True, slots=True)
class NextTurn(course.NextTurn):
    """Go on to the next card, as the game master; somebody down rolls against death first (DRB-007, DRB-036)."""

    @staticmethod
    def go_on(table: Table, dice: Dice) -> None:
        current = table.scene.current
        if current is not None and must_roll(table, current.who):
            roll_death(table, dice, current.who)
        end_turn(table, dice)
