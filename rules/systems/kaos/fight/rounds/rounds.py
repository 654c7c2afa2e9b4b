"""Turns and rounds, their ends, and the effects with which they begin (PCT-007, PCT-008)."""

from rules.engine.fight.turns import end_turn
from rules.engine.kernel.amounts import amount, throw
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionEnded, RoundBegan, Told, TurnBegan, TurnEnded
from rules.engine.kernel.table import Table
from rules.systems.kaos.content.library import spells
from rules.systems.kaos.core import body
from rules.systems.kaos.core.trials import Outcome, forget
from rules.systems.kaos.fight.base import focus, harm
from rules.systems.kaos.fight.base.budgets import renew, show
from rules.systems.kaos.fight.base.holds import lower
from rules.systems.kaos.fight.base.risking import Known, goes_on, prepared, risk
from rules.systems.kaos.fight.base.state import is_helpless, is_out, takes_part
from rules.systems.kaos.fight.rounds.ladder import all_anew


def endure(table: Table, dice: Dice, who: str) -> None:
    """Suffer heat first, then test against the spells that hold (D-5)."""
    _burn(table, dice, who)
    if not is_out(table.sheet(who)):
        _shake(table, dice, who)


def _burn(table: Table, dice: Dice, who: str) -> None:
    """Roll the damage of spells kept up on somebody; a spell ends if its caster can no longer keep it up."""
    for caster, key in focus.held_in(table, who).items():
        if not takes_part(table, caster) or is_helpless(table.sheet(caster)):
            focus.stop(table, caster)
            continue
        spell = spells()[key]
        fell = throw(table, dice, caster, spell.name.lower(), amount(spell.damage))
        lost = max(0, fell - body.reduction_of(table.sheet(who), spell.type))
        table.happen(Told((who,), f"{{0}} suffers from {spell.name.lower()}: {lost}."))
        harm.hurt(table, who, lost, spell.name)


def shaken_by(condition: str) -> str:
    """The attribute whose test ends a condition; empty where none does."""
    return next((one.shake for one in spells().values() if one.condition == condition and one.shake), "")


def _shake(table: Table, dice: Dice, who: str) -> None:
    """Roll a test at the start of a turn that may end a condition, such as paralysis (D-5)."""
    for condition in list(table.sheet(who).conditions):
        attribute = shaken_by(condition)
        if attribute:
            data: Known = {"who": who, "condition": condition}
            risk(table, dice, prepared(table, who, attribute), condition, "spell.shaken", data)


@goes_on("spell.shaken")
def shaken(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    who, condition = str(known["who"]), str(known["condition"])
    if not outcome.success or not table.sheet(who).has(condition):
        return
    table.happen(ConditionEnded(who, condition), Told((who,), "{0} shakes the spell off."))
    if takes_part(table, who):
        show(table, who)


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
