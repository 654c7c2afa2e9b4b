"""Turns and rounds: their ends and beginnings (PCT-007, PCT-008)."""

from rules.engine.fight.turns import end_turn
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import RoundBegan, Told, TurnBegan, TurnEnded
from rules.engine.kernel.table import Table
from rules.systems.kaos.fight.budgets import renew
from rules.systems.kaos.fight.guard import lower
from rules.systems.kaos.fight.ladder import all_anew
from rules.systems.kaos.fight.lasting import endure
from rules.systems.kaos.fight.state import is_out, takes_part
from rules.systems.kaos.trials import forget


def next_turn(table: Table, dice: Dice) -> None:
    """Begin the next turn on the ladder, or the next round; none begins if nobody can act."""
    if not _next_on_ladder(table, dice):
        begin_round(table)
        _next_on_ladder(table, dice)


def go_on(table: Table, dice: Dice) -> None:
    """End the turn, with the failed rolls that luck might have changed, and begin the next one."""
    for who in list(table.scene.combatants):
        forget(table, who)
    end_turn(table)
    next_turn(table, dice)


def begin_round(table: Table) -> None:
    """Begin a round: everybody has an action again, in the same order (PCT-007)."""
    table.happen(RoundBegan(table.scene.round + 1))
    all_anew(table)
    renew(table)
    table.happen(Told((), f"Round {table.scene.round}."))


def _next_on_ladder(table: Table, dice: Dice) -> bool:
    """Begin the next turn on the ladder, skipping the unconscious and dead; False without one (PCT-016, PCT-017)."""
    for rung in list(table.scene.ladder):
        if rung.done:
            continue
        if takes_part(table, rung.who) and not is_out(table.sheet(rung.who)):
            table.happen(TurnBegan(rung.key))
            lower(table, rung.who)
            endure(table, dice, rung.who)
            if not is_out(table.sheet(rung.who)):
                return True
        table.happen(TurnEnded(rung.key))
    return False
