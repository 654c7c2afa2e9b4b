"""From turn to turn and from round to round (PCT-007, PCT-008)."""

from rules.engine.dice import Dice
from rules.engine.facts import RoundBegan, Told, TurnBegan, TurnEnded
from rules.engine.table import Table
from rules.engine.turns import end_turn
from rules.systems.kaos.fight.budgets import renew
from rules.systems.kaos.fight.guard import lower
from rules.systems.kaos.fight.ladder import all_anew
from rules.systems.kaos.fight.lasting import endure
from rules.systems.kaos.fight.state import is_out, takes_part
from rules.systems.kaos.trials import forget


def next_turn(table: Table, dice: Dice) -> None:
    """The next on the ladder; when there is none, the next round. With nobody able to act no turn begins."""
    if not _next_on_ladder(table, dice):
        begin_round(table)
        _next_on_ladder(table, dice)


def go_on(table: Table, dice: Dice) -> None:
    """The turn is over, and what failed on it with it; the next one begins."""
    for who in list(table.scene.combatants):
        forget(table, who)
    end_turn(table)
    next_turn(table, dice)


def begin_round(table: Table) -> None:
    """Everybody has an action again, in the same order as before (PCT-007)."""
    table.happen(RoundBegan(table.scene.round + 1))
    all_anew(table)
    renew(table)
    table.happen(Told((), f"Round {table.scene.round}."))


def _next_on_ladder(table: Table, dice: Dice) -> bool:
    """Let the next begin; whoever is unconscious or dead is passed over (PCT-016, PCT-017)."""
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
