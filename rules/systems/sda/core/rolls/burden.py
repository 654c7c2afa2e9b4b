"""Burdens, bad light, holds, spells and riders, which take dice off every pool (SDA-118, D-8, D-12).

A rider bears the condition ``mounted``, whose source is the mount.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.engine.content.files import told_in
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Json, Sheet, Table, counted
from rules.engine.page.blocks import Part
from rules.systems.sda.content.compendium import DATA
from rules.systems.sda.content.house_rules.general import AS_SAID, ENCUMBRANCE, RIDER
from rules.systems.sda.content.skills import GROUPS, SKILLS
from rules.systems.sda.core.effects import BANE
from rules.systems.sda.core.person import (
    BODY,
    DANCE,
    DANCE_FOR,
    LUCK,
    SIZES,
    SONG,
    always_on,
    carried,
    carrying_limit,
    effect_words,
    figure,
    speed_of,
    sway_words,
    sways_on,
)

#: The attributes that a burden weighs on.
BODILY = ("strength", "agility")
#: Loads as the times of the limit that each reaches, and the dice that it costs; beyond the last none are left.
LOADS = ((1.0, 0), (1.5, 1), (2.0, 2))
#: Metres per round of whoever is loaded beyond twice their limit.
CRAWL = 2
#: Successes that darkness takes from whatever needs eyes, by condition.
DARK = {"darkness": 2, "low_light": 1}
#: Successes that being pinned takes off, should nothing else say how somebody is held (SDA-239).
PINNED = 2
#: The condition of whoever has a light; its level is how far it shines brightly.
LIT = "light"
#: The condition of the drunk, whose level are the points that it takes off each of the attributes beneath (D-3).
DRUNK = "drunk"
DROWNED = ("agility", "strength", "erudition", "wisdom")


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Dice fewer in a pool and successes off it (``malus``), below 0 more; ``helpless`` if a load leaves no dice."""

    dice: int = 0
    malus: int = 0
    helpless: bool = False
    parts: tuple[Part, ...] = ()


@of_sheet("kind", "ranks", "items")
def load(sheet: Sheet, house: Mapping[str, Json] = AS_SAID, on_back: float = 0.0) -> float:
    """The load, riders (``on_back``) with it, as a share of the limit up to which no dice are lost."""
    limit = carrying_limit(sheet)
    return (carried(sheet, house) + on_back) / limit if limit else 0.0


def dice_lost(sheet: Sheet, house: Mapping[str, Json] = AS_SAID, on_back: float = 0.0) -> int | None:
    """The dice that a burden costs, if burdens cost any at this table; ``None`` where it leaves none."""
    if not ENCUMBRANCE.flag(house):
        return 0
    borne = load(sheet, house, on_back)
    return next((dice for most, dice in LOADS if borne <= most), None)


def burden_on(sheet: Sheet, attribute: str, house: Mapping[str, Json], on_back: float = 0.0) -> Hindrance:
    """Dice that a load takes off a pool: 1 beyond the limit, 2 beyond one and a half times it, all beyond twice."""
    lost = dice_lost(sheet, house, on_back) if attribute in BODILY else 0
    if lost is None:
        return Hindrance(helpless=True, parts=(Part("Loaded beyond twice the limit", "no dice"),))
    if not lost:
        return Hindrance()
    return Hindrance(lost, parts=(Part("Burden", f"−{lost} {'die' if lost == 1 else 'dice'}"),))


def sight_on(sheet: Sheet, skill: str) -> Hindrance:
    """Successes that bad light or blindness takes off a skill that needs eyes (D-7, D-8)."""
    if skill not in _eyes():
        return Hindrance()
    lost = max(_in_bad_light(sheet), figure(sheet, "blind") - figure(sheet, "blind_less"))
    if lost <= 0:
        return Hindrance()
    why = "Blind" if figure(sheet, "blind") else "Poor light"
    return Hindrance(malus=lost, parts=(Part(why, f"−{lost} MoS"),))


def _in_bad_light(sheet: Sheet) -> int:
    """Successes that low light or darkness takes off, fewer by a light or fit eyes; 0 for the blind."""
    if figure(sheet, "blind"):
        return 0
    lost = darkness_on(sheet, max((malus for name, malus in DARK.items() if sheet.has(name)), default=0))
    if lost and sheet.has(LIT):
        return 0 if sheet.conditions[LIT].level else min(lost, darkness_on(sheet, DARK["low_light"]))
    return lost


def darkness_on(sheet: Sheet, lost: int) -> int:
    """Successes that bad light takes off, of ``lost`` for common eyes, for somebody who sees in the dark (D-7)."""
    return max(0, lost - figure(sheet, "sees_in_dark"))


def gifts_on(sheet: Sheet, skill: str) -> Hindrance:
    """Dice and successes that traits always bring to rolls of a skill, or take off them (D-7)."""
    found = always_on(sheet, skill)
    parts = tuple(Part(name, effect_words(one)) for name, one in found)
    return Hindrance(-sum(one.dice for _, one in found), -sum(one.mos for _, one in found), parts=parts)


def luck_on(sheet: Sheet) -> Hindrance:
    """The successes that luck brings to the next roll of whoever called upon it (D-7)."""
    lucky = sheet.conditions[LUCK].level if sheet.has(LUCK) else 0
    return Hindrance(malus=-lucky, parts=(Part("Lucky", f"+{lucky} MoS"),)) if lucky else Hindrance()


def songs_on(sheet: Sheet, skill: str) -> Hindrance:
    """The dice that a dance of blades brings to skills of melee, or a song of spells to skills of magic (D-7)."""
    group = GROUPS[SKILLS[skill].group]
    name = DANCE if group.key == DANCE_FOR else SONG if group.magic else ""
    level = sheet.conditions[name].level if name and sheet.has(name) else 0
    if not level:
        return Hindrance()
    return Hindrance(-level, parts=(Part(sheet.conditions[name].label, f"+{counted(level, 'die', 'dice')}"),))


def weaker_by(sheet: Sheet, attribute: str) -> int:
    """The points of an attribute that drink has taken (D-3)."""
    return sheet.conditions[DRUNK].level if attribute in DROWNED and sheet.has(DRUNK) else 0


def courage_of_drink(sheet: Sheet, skill: str) -> Hindrance:
    """The dice that the drunk have more for ego (D-3)."""
    level = sheet.conditions[DRUNK].level if skill == "ego" and sheet.has(DRUNK) else 0
    if not level:
        return Hindrance()
    return Hindrance(-level, parts=(Part("Drunk", f"+{counted(level, 'die', 'dice')}"),))


def grip(sheet: Sheet) -> int:
    """Successes that being held takes off every roll of strength and agility, more when pinned; 0 for the free.

    It is the level of the hold, which counts everybody who holds them, and pins besides (SDA-233, SDA-236, SDA-239).
    """
    held = sheet.conditions.get("grappled")
    if held is None:
        return PINNED if sheet.has("pinned") else 0
    return max(1, held.level)


def grip_on(sheet: Sheet, attribute: str) -> Hindrance:
    """Successes that being held takes off rolls with one attribute."""
    lost = grip(sheet) if attribute in BODILY else 0
    return Hindrance(malus=lost, parts=(Part("Held", f"−{lost} MoS", "SDA-233"),)) if lost else Hindrance()


def bane_on(sheet: Sheet) -> Hindrance:
    """The dice that a spell takes from every pool, until they come back (D-9)."""
    lost = sheet.conditions[BANE].level if sheet.has(BANE) else 0
    said = f"−{lost} {'die' if lost == 1 else 'dice'}"
    return Hindrance(lost, parts=(Part("Bane", said),)) if lost else Hindrance()


def spells_on(sheet: Sheet, skill: str, attribute: str) -> Hindrance:
    """Dice and successes that the spells lying on somebody bring to a roll, or take off it (D-9)."""
    found = sways_on(sheet, skill, attribute)
    if not found:
        return Hindrance()
    parts = tuple(Part(label, words) for label, sway in found if (words := sway_words(sway)))
    dice, mos = (sum(int(sway.get(what, 0)) for _, sway in found) for what in ("dice", "mos"))
    return Hindrance(-dice, -mos, parts=parts)


@of_sheet("kind", "ranks", "conditions", "items", "memo")
def hindrance(
    sheet: Sheet, skill: str, attribute: str, house: Mapping[str, Json] = AS_SAID, on_back: float = 0.0
) -> Hindrance:
    """The sum of all that helps or hinders one skill with one attribute."""
    load_on, sight = burden_on(sheet, attribute, house, on_back), sight_on(sheet, skill)
    held, bane = grip_on(sheet, attribute), bane_on(sheet)
    gifts = (gifts_on(sheet, skill), songs_on(sheet, skill), luck_on(sheet))
    spells = spells_on(sheet, skill, attribute)
    found = (sight, held, load_on, bane, *gifts, spells, courage_of_drink(sheet, skill))
    parts = tuple(part for one in found for part in one.parts)
    return Hindrance(sum(one.dice for one in found), sum(one.malus for one in found), load_on.helpless, parts)


def pace(
    sheet: Sheet, house: Mapping[str, Json] = AS_SAID, *, unburdened: float | None = None, on_back: float = 0.0
) -> float:
    """Metres per round under the load: half under a heavy one, :data:`CRAWL` at most under a heavier one.

    ``unburdened`` is the pace without any load, the speed on foot if it is None.
    """
    full = speed_of(sheet) if unburdened is None else unburdened
    lost = dice_lost(sheet, house, on_back)
    if lost is None:
        return min(CRAWL, full)
    return full / 2 if lost > 1 else full


@cache
def _eyes() -> frozenset[str]:
    return frozenset(told_in(DATA / "lights.toml")["about"]["needs_eyes"])


MOUNTED = "mounted"


def on_the_back(table: Table, mount: str) -> float:
    """The encumbrance of all who ride on ``mount``: their own bodies, and all that they carry."""
    if not table.entangled:
        return 0.0
    return sum(_weight(table, who) for who in _about(table) if _rides(table, who, mount))


def _about(table: Table) -> tuple[str, ...]:
    """The ids of those who may ride on somebody: all in an encounter, out of one the actor alone."""
    if table.encounter is not None:
        return tuple(table.encounter.combatants)
    return (table.actor,) if table.actor in table.sheets else ()


def _rides(table: Table, who: str, mount: str) -> bool:
    held = table.sheet(who).conditions.get(MOUNTED)
    return who != mount and held is not None and held.source == mount


def _weight(table: Table, who: str) -> float:
    sheet = table.sheet(who)
    return body_weight(sheet, RIDER.number(table.house_rules)) + carried(sheet, table.house_rules)


def body_weight(sheet: Sheet, medium: int) -> float:
    """The encumbrance of a body on another's back: twice as much for each size above medium, half for each below.

    >>> [body_weight(Sheet("", ranks={BODY: {"size": size}}), 20) for size in (2, 3, 4)]
    [10.0, 20.0, 40.0]
    """
    return medium * 2.0 ** (sheet.rank(BODY, "size") - SIZES.index("medium"))
