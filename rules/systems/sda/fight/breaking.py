"""Weapons that break, where a campaign has it so (D-12)."""

from dataclasses import replace

from rules.engine.kernel.facts import ItemLost, ItemSet, Told
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import plainly
from rules.systems.sda.fight.arms import wielded
from rules.systems.sda.fight.house import BREAKING
from rules.systems.sda.own import weapon_of
from rules.systems.sda.pools import Result


def strain(table: Table, who: str, weapon: str, result: Result) -> None:
    """Break a weapon in hand when every die of a roll with it shows 1; natural ones hold (D-12)."""
    key = weapon.split(":")[0]
    item = wielded(table.sheet(who)).get(key)
    if item is None or set(result.faces) != {1} or not BREAKING.flag(table.house_rules):
        return
    figures = weapon_of(item)
    if figures is None or figures.natural:
        return
    left = item.count - 1
    table.happen(ItemSet(who, key, replace(item, count=left)) if left else ItemLost(who, key))
    table.happen(Told((who,), f"{{0}}’s {plainly(item.name).lower()} breaks."))
