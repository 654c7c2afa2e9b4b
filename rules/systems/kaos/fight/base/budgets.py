"""Budgets of a round: one action, and the squares that may go with it (PCT-008, PCT-009).

The scene's memo ``acted`` names those who have acted this round. The encounter's ``budgets`` show what is left:
``action`` is 1 until somebody acts, ``squares`` are those that they may walk with it.
"""

from rules.engine.kernel import BudgetSet, NotNow, Rung, SceneMemoKept, Table
from rules.systems.kaos.core import squares
from rules.systems.kaos.fight.base.ongoing import stop
from rules.systems.kaos.fight.base.state import MOUNTED, is_held, is_helpless, own_turn

ACTION, SQUARES = "action", "squares"
ACTED = "acted"


def squares_of(table: Table, who: str) -> int:
    """Squares that one may walk with an action, 0 while held or helpless (PCT-009).

    They are those of the Movement Rate, or of the beast that one rides (PCT-026).
    """
    sheet = table.sheet(who)
    beast = sheet.conditions.get(MOUNTED)
    return 0 if is_helpless(sheet) or is_held(sheet) else (beast.level if beast else 0) or squares(sheet)


def acted(table: Table) -> list[str]:
    """Ids of those who have acted this round."""
    return list(table.scene.memo.get(ACTED, []))


def left(table: Table, who: str) -> dict[str, int]:
    """The action and squares that are left, by budget."""
    can = not is_helpless(table.sheet(who)) and who not in acted(table)
    return {ACTION: int(can), SQUARES: squares_of(table, who) if can else 0}


def show(table: Table, who: str) -> None:
    """Set the budgets that pages show to what is left."""
    shown = table.combatant(who).budgets
    for budget, amount in left(table, who).items():
        if shown.get(budget) != amount:
            table.happen(BudgetSet(who, budget, amount))


def renew(table: Table) -> None:
    """Give everybody an action again, for a new round (PCT-008)."""
    if acted(table):
        table.happen(SceneMemoKept(ACTED, None))
    for who in table.scene.combatants:
        show(table, who)


def free_to_act(table: Table) -> Rung:
    """The rung of the actor's own turn; refused once they have acted (PCT-008)."""
    rung = own_turn(table)
    if table.actor in acted(table):
        raise NotNow("You have acted this round: one action is all. End your turn.")
    return rung


def spend_action(table: Table, who: str) -> None:
    """Take the action; a spell kept up by thought ends."""
    stop(table, who)
    table.happen(SceneMemoKept(ACTED, [*acted(table), who]))
    show(table, who)
