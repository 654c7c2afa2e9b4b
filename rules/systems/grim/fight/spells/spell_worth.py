"""The worth of a spell's targets, for advice: steps on both tracks that it brings them on average (GRM-035)."""

from collections.abc import Callable
from typing import Any

from rules.engine.kernel import Sheet, Table, Weighing, Worth, distribution
from rules.engine.odds import Distribution, mapped, mean
from rules.systems.grim.content.spell_entries import Spell, amount_of
from rules.systems.grim.core import (
    DAMAGE,
    LAST_STEP,
    PERIL,
    best_of,
    bonus,
    has_track,
    level,
    peril_threshold,
    steps_of,
    threshold,
)
from rules.systems.grim.fight.base import can_react
from rules.systems.grim.fight.spells.effects import base_against, hinders, is_foe
from rules.systems.grim.fight.spells.reach import people_near, reached, refuse_target

OF_SPELLS = "Average steps of damage and Peril to foes, minus those to your side."
OF_OTHERS = "Chance in 100 that it works."


def of_targets(table: Table, spell: Spell, chance: Callable[[Any], float]) -> Weighing | None:
    """The targets of a spell that hurts, weighed; ``None`` for one whose target does not matter (GRM-035)."""
    if spell.range == "self" and not spell.template:
        return None
    near = [one.value for one in people_near(table)]
    measured = bool(spell.damage or spell.peril)

    def worth(chosen: Any) -> Worth:
        refuse_target(table, spell, chosen.target)
        whom = reached(table, spell, chosen.target)
        each = {who: _takes_hold(table, spell, who) * (_harm(table, spell, who) if measured else 100.0) for who in whom}
        good = not hinders_somebody(table, spell)
        signs = {who: 1 if is_foe(table, table.actor, who) != good else -1 for who in whom}
        return (chance(chosen) * sum(signs[who] * value for who, value in each.items()),)

    def said(chosen: Any) -> str:
        return table.name(chosen.target or table.actor)

    unit, sentence = ("steps", OF_SPELLS) if measured else ("of 100", OF_OTHERS)
    return Weighing(("target",), unit, sentence, worth, ("They suffer",), said=said, among={"target": near})


def hinders_somebody(table: Table, spell: Spell) -> bool:
    """Whether a spell is meant for foes."""
    foes = (one.value for one in people_near(table) if is_foe(table, table.actor, one.value))
    return any(hinders(table, spell, table.actor, who) for who in foes)


def _takes_hold(table: Table, spell: Spell, who: str) -> float:
    """P(somebody does not resist), as far as they may (GRM-124)."""
    if not (spell.resist and hinders(table, spell, table.actor, who) and can_react(table, who)):
        return 1.0
    base = tuple(base_against(table, table.actor).items())
    return 1 - best_of(table, who, spell.resist, base=base).chance


def _harm(table: Table, spell: Spell, who: str) -> float:
    """Steps on both tracks that the spell brings somebody on average (D-2)."""
    sheet, will = table.sheet(who), bonus(table.me, "willpower")
    found = 0.0
    if spell.damage:
        found += mean(_steps(sheet, DAMAGE, distribution(amount_of(spell.damage, will)), threshold(sheet)))
    if spell.peril and has_track(sheet, PERIL):
        found += mean(_steps(sheet, PERIL, distribution(amount_of(spell.peril, will)), peril_threshold(sheet)))
    return found


def _steps(sheet: Sheet, track: str, dice: Distribution, least: int) -> Distribution:
    room = LAST_STEP - level(sheet, track)
    return mapped(dice, lambda total: min(room, steps_of(total, least)))
