"""Hitting the ground: a die of blunt damage for every metre after the first, sized by the body (D-8)."""

from rules.engine.kernel import Condition, ConditionSet, Dice, Sheet, Table, Told, counted
from rules.systems.sda.core.person import falls_softly, size_of
from rules.systems.sda.core.rolls import mos, throw_dice
from rules.systems.sda.fight.base import is_out

#: The die by size: the larger the body, the harder it lands.
DIE = {"micro": 4, "mini": 4, "small": 6, "medium": 8, "large": 10, "huge": 12, "colossal": 12}


def dice_of(sheet: Sheet, metres: int) -> int:
    """Dice of damage for a fall: one for every metre after the first, none where a spell softens it (D-9)."""
    return 0 if falls_softly(sheet) else metres - 1


def land(table: Table, dice: Dice, who: str, metres: int, *, saved: int = 0, spikes: bool = False) -> int:
    """Land after a fall, and return its damage before armour: ``saved`` dice less, twice as many on spikes.

    Somebody for whom any dice fall lies prone.
    """
    count = max(0, dice_of(table.sheet(who), metres) - saved) * (2 if spikes else 1)
    table.happen(Told((who,), f"{{0}} falls {counted(metres, 'metre', 'metres')}."))
    faces = throw_dice(table, dice, who, DIE[size_of(table.sheet(who))], count, "falling")
    if count and not is_out(table.sheet(who)) and not table.sheet(who).has("prone"):
        table.happen(ConditionSet(who, Condition("prone", "Prone", source="fall")))
    return sum(map(mos, faces))
