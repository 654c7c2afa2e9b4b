"""Effects of spells besides damage: healing, conditions, life itself (D-5)."""

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionEnded, Judged, Told
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.systems.kaos.content.entries import Spell
from rules.systems.kaos.content.library import FAMILIES, spells
from rules.systems.kaos.core import health
from rules.systems.kaos.fight.base.blow import Blow, settle
from rules.systems.kaos.fight.base.budgets import show
from rules.systems.kaos.fight.base.focus import focus_on
from rules.systems.kaos.fight.base.mending import mend
from rules.systems.kaos.fight.base.state import begin

PERSON = "person"


def family_of(sheet: Sheet) -> str:
    """The family of a sheet: person, animal, monster or undead, as a creature's says, else person."""
    people = sheet.texts.get("people", "")
    return people if people in FAMILIES else PERSON


def take_hold(table: Table, dice: Dice, blow: Blow) -> None:
    """Let a spell without damage, that no defence stopped, take effect (PCT-011, C-16)."""
    table.happen(Judged(blow.attacker, "hit", 0, {"target": blow.target, "damage": 0}))
    work(table, dice, spells()[blow.spell], blow.attacker, blow.target)
    settle(table, dice, blow)


def work(table: Table, dice: Dice, spell: Spell, caster: str, target: str) -> None:
    """Apply the effects of a spell's figures to its target."""
    if spell.revives:
        health.revive(table, target, spell.name)
        table.happen(Told((caster, target), "{1} breathes again."))
    if spell.heals_all:
        health.heal_all(table, target, spell.name)
    if spell.heals:
        mend(table, dice, caster, target, spell.heals, spell.name.lower(), spell.name)
    if spell.temporary:
        health.grant_temporary(table, target, spell.temporary, spell.name)
    if spell.cures and table.sheet(target).has(spell.cures):
        table.happen(ConditionEnded(target, spell.cures), Told((target,), "{0} is cured."))
    if spell.condition:
        begin(table, target, spell.condition, spell.hours, spell.name)
        table.happen(Told((caster, target), f"{spell.name} takes hold of {{1}}."))
    if spell.each_round and table.encounter is not None:
        focus_on(table, caster, spell.key, target)
        begin(table, target, spell.condition, 0, spell.name)
    if table.encounter is not None and target in table.scene.combatants:
        show(table, target)
