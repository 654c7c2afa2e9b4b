"""Making a character by dice, by every rule (D-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import creation
from rules.engine.character.creation import one_of
from rules.engine.kernel import Dice, Table
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import SCHOOLS
from rules.systems.kaos.core import MAGIC_TOGETHER, base_of, magic_together, most_of, unmet, wares
from rules.systems.kaos.creation.new_sheet import gold, skill_points
from rules.systems.kaos.creation.steps import (
    FIELDS,
    LEAST,
    MOST,
    POINTS,
    ChoosePeople,
    Equip,
    Finish,
    Making,
    SpendSkillPoints,
    SpreadPoints,
)


@dataclass(frozen=True, slots=True)
class AtRandom(creation.AtRandom):
    """Take all steps at once by the dice, and keep every rule (D-1)."""

    instead: ClassVar[str] = Making.instead

    def perform(self, table: Table, dice: Dice) -> None:
        race = one_of(table, dice, list(library.races().values()))
        free = one_of(table, dice, list(library.attributes())) if race.free else ""
        ChoosePeople(race.key, free).perform(table, dice)
        SpreadPoints(**_spread(table, dice)).perform(table, dice)
        SpendSkillPoints(**_learned(table, dice)).perform(table, dice)
        _shopping(table, dice).perform(table, dice)
        Finish().perform(table, dice)


def _spread(table: Table, dice: Dice) -> dict[str, int]:
    """The attributes by field: 5 each, then point by point on one that is not full."""
    spread = dict.fromkeys(FIELDS.values(), LEAST)
    for _ in range(POINTS - LEAST * len(spread)):
        open_to = [field for field, value in spread.items() if value < MOST]
        spread[one_of(table, dice, open_to)] += 1
    return spread


#: The most skill points spent at once, so that people are good at something.
_HANDFUL = 10


def _learned(table: Table, dice: Dice) -> dict[str, int]:
    spent: dict[str, int] = {}
    left = skill_points(table)
    while left:
        room = {key: by for key in library.skills() if (by := _room(table, key, spent))}
        if not room:
            break
        key = one_of(table, dice, list(room))
        by = min(_HANDFUL, left, room[key])
        spent[key] = spent.get(key, 0) + by
        left -= by
    return spent


def _room(table: Table, key: str, spent: Mapping[str, int]) -> int:
    skill = library.skills()[key]
    if unmet(table.me, skill):
        return 0
    base, most = base_of(table.me, skill, table.house_rules), most_of(table.me, skill, table.house_rules)
    room = max(0, most - base - spent.get(key, 0))
    magic = sum(spent.get(school, 0) for school in SCHOOLS)
    return min(room, MAGIC_TOGETHER - magic) if key in SCHOOLS else room


def _shopping(table: Table, dice: Dice) -> Equip:
    """An outfit: a weapon, armour that is not too heavy unless there is magic, and things for a journey."""
    left = gold(table)
    casts = magic_together(table.me) > 0
    athletics = table.me.rank("skill", "athletics")
    weapons = [w for w in wares() if w.startswith("weapons.") and wares()[w][1] <= left // 2 and _is_plain(w)]
    weapon = one_of(table, dice, weapons)
    left -= wares()[weapon][1]
    light = [key for key, suit in library.armour().items() if suit.athletics <= athletics and suit.cost <= left // 2]
    armour = f"armour.{one_of(table, dice, light)}" if light and not casts else ""
    left -= wares()[armour][1] if armour else 0
    goods = []
    for ware in (
        "goods.backpack",
        "goods.bedroll",
        "goods.waterskin",
        "goods.torch",
        "goods.trail_rations",
        "goods.rope",
    ):
        if wares()[ware][1] <= left:
            goods.append(ware)
            left -= wares()[ware][1]
    return Equip(armour, "", (weapon,), tuple(goods))


def _is_plain(ware: str) -> bool:
    """Whether a weapon does damage, and needs no ammunition."""
    weapon = library.weapons()[ware.partition(".")[2]]
    return bool(weapon.damage) and not weapon.ammunition
