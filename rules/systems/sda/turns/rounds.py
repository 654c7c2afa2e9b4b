"""The change of turns and rounds: budgets fill up, stun eases, sleepers may wake, those who bleed have less time.

Effects of lasting spells come again in each round: more damage, or another roll to resist (D-9).
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.fight import end_turn
from rules.engine.kernel import ConditionEnded, Dice, RoundBegan, SceneMemoKept, Table, Told
from rules.systems.sda.core.effects import Spell, end, kept, round_begins
from rules.systems.sda.core.effects.spells import spells
from rules.systems.sda.fight.base import free_test, ripen, show
from rules.systems.sda.fight.moves.ladder import begin_next_turn, reset
from rules.systems.sda.fight.moves.sequence import carry_on
from rules.systems.sda.fight.wounds.harm import bleed_on, stun_goes_on, wake_roll
from rules.systems.sda.magic.spells.effects import strike
from rules.systems.sda.magic.spells.released import Going
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


def next_turn(table: Table, dice: Dice) -> None:
    """Begin the next turn on the ladder; after the last, the next round. With nobody able to act no turn begins."""
    if not begin_next_turn(table):
        begin_round(table, dice)
        begin_next_turn(table)
    carry_on(table)


def go_on(table: Table, dice: Dice) -> None:
    """End the turn and begin the next one."""
    end_turn(table)
    next_turn(table, dice)


def begin_round(table: Table, dice: Dice) -> None:
    """Begin a round, of which ten are a minute: ladder and budgets are fresh, conditions go on (SDA-155)."""
    table.happen(RoundBegan(table.scene.round + 1))
    reset(table)
    for who in list(table.scene.combatants):
        _anew(table, who)
        _pass_time(table, dice, who)
    for who in list(table.scene.combatants):
        work_again(table, dice, who)
    for who in table.scene.combatants:
        show(table, who)
    table.happen(Told((), f"Round {table.scene.round}."))


def _anew(table: Table, who: str) -> None:
    if f"used.{who}" in table.scene.memo:
        table.happen(SceneMemoKept(f"used.{who}", None))
    if table.sheet(who).has("surprised"):
        table.happen(ConditionEnded(who, "surprised"))


def _pass_time(table: Table, dice: Dice, who: str) -> None:
    if not table.sheet(who).conditions:
        return
    stun_goes_on(table, who)
    round_begins(table, who)
    ripen(table, who)
    if not bleed_on(table, who) and table.sheet(who).has("unconscious") and not table.sheet(who).has("dead"):
        wake_roll(table, dice, who)
