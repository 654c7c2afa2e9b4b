"""Making a character by dice, by every rule (D-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Command, Dice, Place, Table
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
class AtRandom(Command):
    """Take all steps at once by the dice, and keep every rule (D-1)."""

    name: ClassVar[str] = "make.at_random"
    label: ClassVar[str] = "At random"
    place: ClassVar[Place] = Place.MAKING

    @classmethod
    def possible(cls, table: Table) -> None:
        Making.possible(table)

    def perform(self, table: Table, dice: Dice) -> None:
        race = list(library.races().values())[_die(table, dice, len(library.races())) - 1]
        free = list(library.attributes())[_die(table, dice, len(FIELDS)) - 1] if race.free else ""
        ChoosePeople(race.key, free).perform(table, dice)
        SpreadPoints(**_spread(table, dice)).perform(table, dice)
        SpendSkillPoints(**_learned(table, dice)).perform(table, dice)
        _shopping(table, dice).perform(table, dice)
        Finish().perform(table, dice)


def _die(table: Table, dice: Dice, sides: int) -> int:
    return dice.roll(table.actor, [sides]).faces[0] if sides > 1 else 1


def _spread(table: Table, dice: Dice) -> dict[str, int]:
    """The attributes by field: 5 each, then point by point on one that is not full."""
    spread = dict.fromkeys(FIELDS.values(), LEAST)
    for _ in range(POINTS - LEAST * len(spread)):
        open_to = [field for field, value in spread.items() if value < MOST]
        spread[open_to[_die(table, dice, len(open_to)) - 1]] += 1
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
        key = list(room)[_die(table, dice, len(room)) - 1]
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
    weapon = weapons[_die(table, dice, len(weapons)) - 1]
    left -= wares()[weapon][1]
    light = [key for key, suit in library.armour().items() if suit.athletics <= athletics and suit.cost <= left // 2]
    armour = f"armour.{light[_die(table, dice, len(light)) - 1]}" if light and not casts else ""
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
