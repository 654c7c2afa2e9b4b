"""The effects of lasting spells that come again in each round: more damage, or another roll to resist (D-9)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.table import Table
from rules.systems.sda.core.effects.lasting import end, kept
from rules.systems.sda.core.effects.spell_entries import Spell
from rules.systems.sda.core.effects.spells import spells
from rules.systems.sda.fight.base.bleeding import free_test
from rules.systems.sda.magic.spells.effects import strike
from rules.systems.sda.magic.spells.going import Going
from rules.systems.sda.magic.spells.spreading import round_in_clouds


def work_again(table: Table, dice: Dice, who: str) -> None:
    """Begin a round for somebody: spells on them hurt or are resisted again, and places under a spell take hold."""
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
    """Roll the damage of a spell once more; the life that it takes feeds its caster."""
    hits = int(work.get("hits", 1))
    going = Going(str(work["by"]), spell.key, str(work["skill"]), who, 0.0, 0.0, hits, 0)
    for one in spell.harms:
        strike(table, dice, going, who, one, one.dice(hits))


def _resist_again(table: Table, dice: Dice, spell: Spell, name: str, work: Mapping[str, Any], who: str) -> None:
    """Test the skill that resists a spell: as many MoS as it had hits, and one at least, end it."""
    hits = max(1, int(work.get("hits", 1)))
    if free_test(table, dice, who, spell.save, f"resist: {spell.save}", difficulty=hits).net >= hits:
        end(table, who, name)
