"""What somebody has left this round: one action, and the squares that may go with it (PCT-008, PCT-009).

The scene's memo ``acted`` names those who have acted this round. The encounter's ``budgets`` are what follows from it,
for pages to show: ``action`` is 1 until somebody acts, ``squares`` is how far they may go with it.
"""

from rules.engine.facts import BudgetSet, SceneMemoKept
from rules.engine.refusals import NotNow
from rules.engine.sheets import Rung
from rules.engine.table import Table
from rules.systems.kaos.body import squares
from rules.systems.kaos.fight.focus import stop
from rules.systems.kaos.fight.state import MOUNTED, is_held, is_helpless, own_turn

ACTION, SQUARES = "action", "squares"
ACTED = "acted"


def squares_of(table: Table, who: str) -> int:
    """How many squares somebody goes with an action that lets them move, none while held (PCT-009).

    It is their Movement Rate, or that of the beast they ride (PCT-026).
    """
    sheet = table.sheet(who)
    beast = sheet.conditions.get(MOUNTED)
    return 0 if is_helpless(sheet) or is_held(sheet) else (beast.level if beast else 0) or squares(sheet)


def acted(table: Table) -> list[str]:
    """Who has acted this round."""
    return list(table.scene.memo.get(ACTED, []))


def left(table: Table, who: str) -> dict[str, int]:
    """What is left of each budget."""
    can = not is_helpless(table.sheet(who)) and who not in acted(table)
    return {ACTION: int(can), SQUARES: squares_of(table, who) if can else 0}


def show(table: Table, who: str) -> None:
    """Set the budgets that pages show to what is left."""
    shown = table.combatant(who).budgets
    for budget, amount in left(table, who).items():
        if shown.get(budget) != amount:
            table.happen(BudgetSet(who, budget, amount))


def renew(table: Table) -> None:
    """A new round: everybody has an action again (PCT-008)."""
    if acted(table):
        table.happen(SceneMemoKept(ACTED, None))
    for who in table.scene.combatants:
        show(table, who)


def free_to_act(table: Table) -> Rung:
    """The actor's own turn with the action still to be taken; refused otherwise (PCT-008)."""
    rung = own_turn(table)
    if table.actor in acted(table):
        raise NotNow("You have acted this round: one action is all. End your turn.")
    return rung


def spend_action(table: Table, who: str) -> None:
    """The action is taken; whoever kept a spell up by thought does so no longer."""
    stop(table, who)
    table.happen(SceneMemoKept(ACTED, [*acted(table), who]))
    show(table, who)
