"""Costs of spells to people whom they hit, for advice: the wounds of their damage, in boxes (D-9)."""

from rules.engine.kernel import Table
from rules.systems.sda.core.effects import Spell
from rules.systems.sda.core.person import distribution, warded
from rules.systems.sda.fight.advice.harm import cost_of_damage
from rules.systems.sda.fight.base import spar
from rules.systems.sda.magic.spells.effects import takes_hold


def only_play(table: Table, by: str, target: str) -> bool:
    """Whether these two spar, so that no spell of one hurts the other (SDA-075)."""
    return by != target and spar(table, by, target)


def boxes_by(table: Table, by: str, target: str, spell: Spell, hits: int, sides: int) -> float:
    """The cost of so many hits of a spell on average for whoever takes them, in boxes."""
    sheet = table.sheet(target)
    if only_play(table, by, target) or not takes_hold(sheet, spell, hits):
        return 0.0
    dice = [(one, max(0, one.dice(hits) - warded(sheet, one.type))) for one in spell.harms]
    return sum(cost_of_damage(table, target, one.type, distribution(one.die or sides, count)) for one, count in dice)
