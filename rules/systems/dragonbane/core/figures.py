"""Figures that follow from others: base chances, levels, damage bonus, movement, slots, weapons (D-1, D-3)."""

from collections.abc import Mapping
from dataclasses import replace
from math import ceil
from typing import Any

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Item, Json, Sheet
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.content.entries import Ability, Age, Kin, Profession, Skill, Weapon

BODY = "body"
#: The condition of rough ground; its level are the metres that it takes.
ROUGH = "rough_ground"
#: The condition of swaying planks or wet rocks, and the ability that overcomes it.
UNSTEADY, SEA_LEGS = "unsteady", "sea_legs"
#: The best that a skill can be, and an attribute of people.
MOST_LEVEL, MOST_ATTRIBUTE = 18, 18
#: Base chance by the highest value of the attribute that still has it (D-1).
BASE = ((5, 3), (8, 4), (12, 5), (15, 6))
BEST_BASE = 7
#: Metres that agility changes, by its highest value that still has them (D-1).
PACE = ((6, -4), (9, -2), (12, 0), (15, 2))
BEST_PACE = 4
COINS_A_SLOT = 100
#: Kinds of items that have a weight.
THINGS = ("weapon", "armour", "gear", "coin")
#: The stat of a thing that lies on the ground: where.
LIES_AT = "lies_at"
#: Metres of movement without a known kin.
COMMON_PACE = 10
#: The most metres that a movement can be.
FASTEST = 100
#: The least strength or agility for a bonus die, and the die (D-1).
BONUS = ((17, "d6"), (13, "d4"))


def base_chance(value: int) -> int:
    """The level of an untrained skill with that attribute (DRB-001, D-1).

    >>> [base_chance(value) for value in (5, 6, 9, 13, 16)]
    [3, 4, 5, 6, 7]
    """
    return next((chance for most, chance in BASE if value <= most), BEST_BASE)


def trained_level(value: int) -> int:
    """The level of a skill that is trained from the first: twice the base chance (D-1)."""
    return 2 * base_chance(value)


def is_trained(sheet: Sheet, skill: str) -> bool:
    """Whether the skill has a level of its own; otherwise the base chance counts."""
    return sheet.rank("skill", skill) > 0


def level_of(sheet: Sheet, what: str) -> int:
    """The level of a skill or the value of an attribute; a school of magic that was not learnt has none (DRB-001)."""
    if what in library.attributes():
        return sheet.rank("attribute", what)
    skill = library.skill_named(what)
    return sheet.rank("skill", what) or base_of(sheet, skill)


def base_of(sheet: Sheet, skill: Skill) -> int:
    """The level of a skill that was never learnt: the base chance of its attribute, 0 for magic."""
    return 0 if skill.kind == library.MAGIC else base_chance(sheet.rank("attribute", skill.attribute))


def attribute_behind(what: str) -> str:
    """The attribute that a skill hangs on; an attribute is its own (DRB-005)."""
    return what if what in library.attributes() else library.skill_named(what).attribute


def bonus_die(value: int) -> str:
    """The die that strength or agility adds to damage, as it is written.

    >>> [bonus_die(value) for value in (12, 13, 16, 17)]
    ['', 'd4', 'd4', 'd6']
    """
    return next((die for least, die in BONUS if value >= least), "")


def damage_bonus(sheet: Sheet, weapon: Weapon) -> str:
    """The die that strength or agility adds to damage, strength for shields (D-1, DRB-032); empty for crossbows."""
    if "no_bonus" in weapon.features:
        return ""
    return bonus_die(sheet.rank("attribute", library.skills()[weapon.skill].attribute if weapon.skill else "str"))


def shield_skill(sheet: Sheet) -> str:
    """The weapon skill of strength with the highest level, with which a shield parries (DRB-032)."""
    strong = [key for key, one in library.skills().items() if one.kind == library.WEAPON and one.attribute == "str"]
    return max(strong, key=lambda key: level_of(sheet, key))


def skill_for(sheet: Sheet, weapon: Weapon) -> str:
    """The skill that wields a weapon; a shield uses the best weapon skill of strength (DRB-032)."""
    return weapon.skill or shield_skill(sheet)


# -- body ---------------------------------------------------------------------------------------------------------


def pace_bonus(agility: int) -> int:
    """Metres that agility adds to the movement of a kin, −4 to 4 (D-1).

    >>> [pace_bonus(value) for value in (6, 7, 10, 13, 16)]
    [-4, -2, 0, 2, 4]
    """
    return next((more for most, more in PACE if agility <= most), BEST_PACE)


def kin_of(sheet: Sheet) -> Kin | None:
    return library.kins().get(str(sheet.memo.get("kin", "")))


def calling_of(sheet: Sheet) -> Profession | None:
    return library.professions().get(str(sheet.memo.get("profession", "")))


def age_of(sheet: Sheet) -> Age | None:
    return library.ages().get(str(sheet.memo.get("age", "")))


def kin_pace(sheet: Sheet) -> int:
    """Metres of movement of the kin, before agility counts."""
    kin = kin_of(sheet)
    return kin.movement if kin else COMMON_PACE


def usual_movement(sheet: Sheet) -> int:
    """Metres a round by kin and agility (D-1)."""
    return kin_pace(sheet) + pace_bonus(sheet.rank("attribute", "agl"))


def movement_of(sheet: Sheet) -> int:
    """Metres a round, before a dash doubles them (DRB-010)."""
    return sheet.rank(BODY, "movement")


def stride(sheet: Sheet, house_rules: Mapping[str, Json], *, dashing: bool) -> int:
    """Metres of a turn on the present ground; a dash doubles them before or after it takes its own (DRB-010, C-18)."""
    full, held = movement_of(sheet), sheet.conditions.get(ROUGH)
    lost = held.level if held else 0
    if not dashing:
        return max(0, full - lost)
    if switches.DASH.chosen(house_rules) == "after terrain":
        return 2 * max(0, full - lost)
    return max(0, 2 * full - lost)


@of_sheet("items")
def known_abilities(sheet: Sheet) -> list[Ability]:
    """The abilities on a sheet that are in the compendium; homemade ones are items only."""
    known = library.abilities()
    return [known[item.entry] for item in sheet.items.values() if item.kind == "ability" and item.entry in known]


def has_ability(sheet: Sheet, key: str) -> bool:
    return any(ability.key == key for ability in known_abilities(sheet))


def usual_limit(sheet: Sheet, resource: str) -> int:
    """The most of a resource: ``hp`` from constitution, ``wp`` from willpower; abilities add to both (D-1)."""
    attribute = {"hp": "con", "wp": "wil"}[resource]
    more = (one.hp if resource == "hp" else one.wp_more for one in known_abilities(sheet))
    return sheet.rank("attribute", attribute) + sum(more)


def printed(sheet: Sheet) -> list[str]:
    """The names of figures that are written by hand or printed, and do not follow from others."""
    return list(sheet.memo.get("printed", []))


def is_character(sheet: Sheet) -> bool:
    """Whether a sheet is a player character's, who rolls against death, and may push."""
    return sheet.kind == "character"


def is_monster(sheet: Sheet) -> bool:
    """Whether a sheet is a monster's: monsters have ferocity, and a table of attacks that need no roll (D-4)."""
    return sheet.rank(BODY, "ferocity") > 0


# -- armour and load ----------------------------------------------------------------------------------------------


def worn(sheet: Sheet) -> list[tuple[str, Item]]:
    """The suit and the helmet that are worn, by key."""
    return [(key, item) for key, item in sheet.items.items() if item.kind == "armour" and item.in_use]


def rating_of(item: Item) -> int:
    """Points that a piece of armour takes off damage."""
    entry = library.armours().get(item.entry)
    return own_figure(item, "rating", entry.rating if entry else 0)


def own_figure(item: Item, name: str, otherwise: int = 0) -> int:
    """A whole number from 0 to 1000 of a thing's own stats; ``otherwise`` where there is none."""
    own = item.stats.get(name)
    return own if isinstance(own, int) and not isinstance(own, bool) and 0 <= own <= 1000 else otherwise


def banes_of(item: Item) -> tuple[str, ...]:
    """The keys of the skills on which a piece of armour brings a bane, while it is worn (DRB-016, C-12)."""
    entry = library.armours().get(item.entry)
    own = item.stats.get("banes")
    return tuple(str(one) for one in own) if isinstance(own, list) else entry.banes if entry else ()


@of_sheet("items", "ranks")
def armour_rating(sheet: Sheet) -> int:
    """Points that hide, suit and helmet together take off damage (D-3)."""
    return sheet.rank(BODY, "armour") + sum(rating_of(item) for _, item in worn(sheet))


def wears_metal(sheet: Sheet) -> bool:
    """Whether metal is worn, in which no spell can be cast (D-4)."""
    entries = (library.armours().get(item.entry) for _, item in worn(sheet))
    return any(entry.metal for entry in entries if entry) or any(
        item.stats.get("metal") is True for _, item in worn(sheet)
    )


def is_carried(item: Item) -> bool:
    """Whether a thing is carried: there is one at least, and it does not lie on the ground."""
    return bool(item.count) and LIES_AT not in item.stats


def carries(sheet: Sheet, entry: str) -> bool:
    """Whether a thing of that entry of the compendium is carried."""
    return any(item.entry == entry and is_carried(item) for item in sheet.items.values())


def slots_of(item: Item) -> int:
    """Slots of the pack that a thing fills; 0 if it is worn, in hand or on the ground, or has no weight.

    Of several alike one is worn or in hand, and the others fill slots.
    """
    if item.kind not in THINGS or LIES_AT in item.stats:
        return 0
    count = max(0, item.count - (item.in_use and item.kind != "gear"))
    gear = library.gear().get(item.entry)
    if gear:
        return own_figure(item, "slots", gear.slots) * ceil(count / gear.each)
    if item.kind == "coin":
        return count // COINS_A_SLOT
    if item.kind == "gear" and own_figure(item, "each"):
        return own_figure(item, "slots", 1) * ceil(count / own_figure(item, "each"))
    entry = library.weapons().get(item.entry) or library.armours().get(item.entry)
    return own_figure(item, "slots", entry.slots if entry else 1) * count


def carried(sheet: Sheet) -> int:
    """Slots of the pack that are filled."""
    return sum(slots_of(item) for item in sheet.items.values())


def room(sheet: Sheet) -> int:
    """Slots of the pack: half the strength, rounded up, and those of the roomiest pack carried (D-1)."""
    packs = [_room_of(item) for item in sheet.items.values() if item.kind == "gear" and is_carried(item)]
    return ceil(sheet.rank("attribute", "str") / 2) + max(packs, default=0)


def _room_of(item: Item) -> int:
    known = library.gear().get(item.entry)
    return own_figure(item, "room", known.room if known else 0)


@of_sheet("items", "ranks")
def is_overloaded(sheet: Sheet) -> bool:
    """Whether more is carried than there is room for, so that moving takes a STR roll (D-1)."""
    return carried(sheet) > room(sheet)


#: Figures that an item may have of its own, with their types.
_OWN = {
    "skill": str,
    "damage": str,
    "strength": int,
    "hands": int,
    "durability": int,
    "range": int,
    "features": list,
    "slots": int,
}


def weapon_of(item: Item) -> Weapon:
    """A carried weapon with its figures: the compendium's, overridden by the item's own."""
    known = library.weapons().get(item.entry)
    base = known or Weapon(key=item.entry or "own", name=item.name, skill="brawling", damage="d6")
    own: dict[str, Any] = {key: value for key, value in item.stats.items() if key in _OWN and _fits(key, value)}
    if "features" in own:
        own["features"] = tuple(str(one) for one in own["features"])
    return replace(base, **own | {"name": item.name})


def _fits(key: str, value: Json) -> bool:
    if not isinstance(value, _OWN[key]):
        return False
    return key != "skill" or value == "" or value in library.skills()
