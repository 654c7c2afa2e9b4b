"""The changes of a sheet when somebody takes up another weapon for a forecast."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.character.edits import free_key
from rules.engine.kernel.facts import Fact, ItemSet
from rules.engine.kernel.sheets import Item, Sheet
from rules.systems.sda.content import equipment
from rules.systems.sda.creation.life import new_sheet
from rules.systems.sda.fight.base.arms import is_held, takes_two_hands, weapon_of

#: Shots that come along with a weapon that counts them: enough for any fight.
SHOTS = 40


def takes_up(who: str, sheet: Sheet, key: str, item: Item) -> Sequence[Fact]:
    """The facts of taking up a weapon: others are put away, a shield may stay, and ammunition comes along (D-12)."""
    put_away = [(other, one) for other, one in sheet.items.items() if _makes_way(one, item)]
    taken = [ItemSet(who, other, replace(one, in_use=False)) for other, one in put_away]
    return [*taken, ItemSet(who, key, item), *_ammunition(who, sheet, item)]


def _makes_way(held: Item, item: Item) -> bool:
    if held.kind != "weapon" or not held.in_use or not is_held(held) or not is_held(item):
        return False
    both_shields = bool(weapon_of(held).shield) == bool(weapon_of(item).shield)
    return both_shields or takes_two_hands(held) or takes_two_hands(item)


def _ammunition(who: str, sheet: Sheet, item: Item) -> list[Fact]:
    weapon = equipment.weapon_of(item)
    if weapon is None or not weapon.ammunition:
        return []
    shots = new_sheet.item_from("gear", weapon.ammunition[0])
    return [ItemSet(who, free_key(sheet.items, weapon.ammunition[0]), replace(shots, count=SHOTS))]
