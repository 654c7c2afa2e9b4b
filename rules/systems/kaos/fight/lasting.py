"""Effects at the beginning of a turn: heat that goes on, tests that shake a spell off."""

from rules.engine.kernel.amounts import amount, throw
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionEnded, Told
from rules.engine.kernel.table import Table
from rules.systems.kaos import body
from rules.systems.kaos.fight import focus, harm
from rules.systems.kaos.fight.budgets import show
from rules.systems.kaos.fight.risking import Known, goes_on, prepared, risk
from rules.systems.kaos.fight.state import is_helpless, is_out, takes_part
from rules.systems.kaos.library import spells
from rules.systems.kaos.trials import Outcome


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
