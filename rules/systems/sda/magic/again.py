"""What spells do again in every round as long as they last: they go on hurting, or are resisted once more (D-9)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.dice import Dice
from rules.engine.table import Table
from rules.systems.sda.fight.free_tests import free_test
from rules.systems.sda.magic.entries import Spell
from rules.systems.sda.magic.lasting import end, kept
from rules.systems.sda.magic.shelf import spells
from rules.systems.sda.magic.spreading import round_in_clouds
from rules.systems.sda.magic.working import Going, strike


def work_again(table: Table, dice: Dice, who: str) -> None:
    """A round begins for somebody on whom spells lie, or who stands in a place under one."""
    for name, work in kept(table.sheet(who)).items():
        spell = spells().get(str(work["spell"]))
        if spell is None or not spell.each_round or spell.area or table.sheet(who).has("dead"):
            continue
        if spell.harms:
            _hurt_again(table, dice, spell, work, who)
        elif spell.save:
            _resist_again(table, dice, spell, name, work, who)
    round_in_clouds(table, dice, who)


def _hurt_again(table: Table, dice: Dice, spell: Spell, work: Mapping[str, Any], who: str) -> None:
    """The same damage once more; what it takes is the caster's gain."""
    hits = int(work.get("hits", 1))
    going = Going(str(work["by"]), spell.key, str(work["skill"]), who, 0.0, 0.0, hits, 0)
    for one in spell.harms:
        strike(table, dice, going, who, one, one.dice(hits))


def _resist_again(table: Table, dice: Dice, spell: Spell, name: str, work: Mapping[str, Any], who: str) -> None:
    """Whoever scores as much as the spell had hits is free of it."""
    hits = max(1, int(work.get("hits", 1)))
    if free_test(table, dice, who, spell.save, f"resist: {spell.save}", difficulty=hits).net >= hits:
        end(table, who, name)
