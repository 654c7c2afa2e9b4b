"""Effects of spells besides damage: healing, conditions, life itself (D-5)."""

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionEnded, Judged, Told
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.systems.kaos import health
from rules.systems.kaos.entries import Spell
from rules.systems.kaos.fight.afterwards import settle
from rules.systems.kaos.fight.blow import Blow
from rules.systems.kaos.fight.budgets import show
from rules.systems.kaos.fight.focus import focus_on
from rules.systems.kaos.fight.state import begin
from rules.systems.kaos.library import FAMILIES, spells
from rules.systems.kaos.mending import mend

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
