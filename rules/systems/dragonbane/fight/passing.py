"""Conditions that run out at the end of a turn, of a round, and of the fight."""

from dataclasses import replace

from rules.engine.kernel.facts import ConditionEnded, ConditionSet, SceneMemoKept
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.checks import HELPED, forget_push
from rules.systems.dragonbane.fight.state import IN_WAIT, SURPRISED, UNSEEN

#: Conditions that last to the end of somebody's turn, of the round, and of the fight.
OF_A_TURN = ("cowed", "fleeing")
OF_A_ROUND = (SURPRISED, IN_WAIT, HELPED)
OF_A_FIGHT = (*OF_A_TURN, *OF_A_ROUND, "frozen", "fled", UNSEEN)
#: The memo of those who may step after a parry; it ends with any turn.
MAY_STEP = "may_step"


def pass_turn(table: Table, who: str) -> None:
    """End what lasts a turn: conditions, and the step after a parry."""
    if MAY_STEP in table.scene.memo:
        table.happen(SceneMemoKept(MAY_STEP, None))
    if who in table.scene.combatants:
        _end(table, who, OF_A_TURN)


def pass_round(table: Table, who: str) -> None:
    """End what lasts a round, and count down conditions with a number of rounds (DRB-045)."""
    _end(table, who, OF_A_ROUND)
    for condition in list(table.sheet(who).conditions.values()):
        if condition.rounds is None:
            continue
        if condition.rounds > 1:
            table.happen(ConditionSet(who, replace(condition, rounds=condition.rounds - 1)))
        else:
            table.happen(ConditionEnded(who, condition.name))


def pass_fight(table: Table, who: str) -> None:
    """End what lasts a fight."""
    _end(table, who, OF_A_FIGHT)
    forget_push(table, who)


def _end(table: Table, who: str, names: tuple[str, ...]) -> None:
    sheet = table.sheet(who)
    table.happen(*(ConditionEnded(who, name) for name in names if sheet.has(name)))
