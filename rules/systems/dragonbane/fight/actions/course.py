"""The course of a fight: somebody joins or leaves, turns end, the fight ends (DRB-007)."""

from dataclasses import dataclass

from rules.engine.fight import close, course, forget, keep_rungs, scene, stand_up, take_leave, turns
from rules.engine.kernel import Dice, NotNow, SceneMemoKept, Table, TurnEnded
from rules.systems.dragonbane.fight.base import (
    carry_on,
    deal,
    end_turn,
    forget_scene,
    is_out,
    leave_order,
    next_turn,
    pass_fight,
)
from rules.systems.dragonbane.fight.defence.dying import must_roll, roll_death
from rules.systems.dragonbane.fight.rounds.initiative import BOTTOM, CHOOSERS, go_on


@dataclass(frozen=True, slots=True)
class Join(scene.Join):
    """Let somebody take part; in a round that has begun they draw from the cards that are left (DRB-007).

    If they left in the same round, they have the cards with which they did. A fight that stood still goes on.
    """

    def perform(self, table: Table, dice: Dice) -> None:
        scene.Join.perform(self, table, dice)
        if table.scene.stage != "fighting":
            return
        if table.scene.turn or table.scene.asks:
            deal(table, dice)
        else:
            next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class Leave(course.Leave):
    """Let somebody leave: neither the turn nor the choice of cards waits for them.

    Their cards, and used budgets of the round, are kept until it is over (C-27).
    """

    def perform(self, table: Table, dice: Dice) -> None:
        who, current = self.combatant, table.scene.current
        if current is not None and current.who == who:
            table.happen(TurnEnded(current.key))
        if table.scene.stage == "fighting":
            keep_rungs(table, who)
        take_leave(table, who)
        forget(table, who)
        _forget_memo(table, who)
        carry_on(table, dice)
        if table.scene.stage == "fighting" and current is not None and current.who == who:
            next_turn(table, dice)
        if CHOOSERS in table.scene.memo and not table.scene.asks and table.scene.combatants:
            go_on(table, dice)
        leave_order(table, dice)


def _forget_memo(table: Table, who: str) -> None:
    aside = table.scene.memo.get(BOTTOM)
    if aside and who in aside["for"]:
        table.happen(SceneMemoKept(BOTTOM, {**aside, "for": [one for one in aside["for"] if one != who]}))
    waiting = table.scene.memo.get(CHOOSERS)
    if waiting and who in waiting:
        table.happen(SceneMemoKept(CHOOSERS, [one for one in waiting if one != who]))


@dataclass(frozen=True, slots=True)
class End(course.End):
    """End the fight, and with it all that lasts no longer than a fight."""

    def perform(self, table: Table, dice: Dice) -> None:
        turns.end_turn(table)
        forget_scene(table)
        close(table, self.outcome)
        for who in table.scene.combatants:
            pass_fight(table, who)
            stand_up(table, who, is_out)


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
            raise NotNow("Make your death roll first.")


@dataclass(frozen=True, slots=True)
class NextTurn(course.NextTurn):
    """Go on to the next card, as the game master; somebody down rolls against death first (DRB-007, DRB-036)."""

    @staticmethod
    def go_on(table: Table, dice: Dice) -> None:
        current = table.scene.current
        if current is not None and must_roll(table, current.who):
            roll_death(table, dice, current.who)
        end_turn(table, dice)
