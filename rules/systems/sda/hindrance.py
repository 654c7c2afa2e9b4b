"""What a body drags along and what its eyes lack: dice and successes that every pool goes without (D-8)."""

from dataclasses import dataclass
from functools import cache

from rules.engine.page import Part
from rules.engine.sheets import Sheet
from rules.engine.shelves import told_in
from rules.systems.sda.body import carrying_limit, speed_of, weight_of
from rules.systems.sda.compendium import DATA

#: The attributes that a burden weighs on.
BODILY = ("strength", "agility")
#: Up to how many times the limit each load reaches, and the dice that it costs; beyond them nothing bodily is left.
LOADS = ((1.0, 0), (1.5, 1), (2.0, 2))
#: Nobody lifts more than so many times their limit.
MOST_LOAD = 3
#: Metres per round of whoever is loaded beyond twice their limit.
CRAWL = 2
#: Successes that darkness takes from whatever needs eyes, by condition.
DARK = {"darkness": 2, "low_light": 1}
#: The condition of whoever has a light; its level is how far it shines brightly.
LIT = "light"


@dataclass(frozen=True, slots=True)
class Hindrance:
    """So many dice fewer, so many successes off, and no dice at all if the load is too much."""

    dice: int = 0
    malus: int = 0
    helpless: bool = False
    parts: tuple[Part, ...] = ()


def load(sheet: Sheet) -> float:
    """What is carried, as a share of what can be carried without losing dice."""
    carried = sum(weight_of(item) for item in sheet.items.values())
    return carried / limit if (limit := carrying_limit(sheet)) else 0.0


def dice_lost(sheet: Sheet) -> int | None:
    """The dice that a burden costs; ``None`` where it leaves none."""
    return next((dice for most, dice in LOADS if load(sheet) <= most), None)


def burden_on(sheet: Sheet, attribute: str) -> Hindrance:
    """What the load does to a pool: a die beyond the limit, two beyond half as much again, all beyond twice."""
    lost = dice_lost(sheet) if attribute in BODILY else 0
    if lost is None:
        return Hindrance(helpless=True, parts=(Part("Loaded beyond twice the limit", "no dice"),))
    if not lost:
        return Hindrance()
    return Hindrance(lost, parts=(Part("Burden", f"−{lost} {'die' if lost == 1 else 'dice'}"),))


def sight_on(sheet: Sheet, skill: str) -> Hindrance:
    """What low light or darkness takes from a skill that needs eyes, unless a light shines."""
    lost = next((malus for name, malus in DARK.items() if sheet.has(name)), 0)
    if not lost or skill not in _eyes():
        return Hindrance()
    if sheet.has(LIT):
        lost = 0 if sheet.conditions[LIT].level else min(lost, DARK["low_light"])
    return Hindrance(malus=lost, parts=(Part("Poor light", f"−{lost} MoS"),) if lost else ())


def hindrance(sheet: Sheet, skill: str, attribute: str, *, burdened: bool = True) -> Hindrance:
    """Both together, for one skill with one attribute."""
    load_on, sight = burden_on(sheet, attribute) if burdened else Hindrance(), sight_on(sheet, skill)
    return Hindrance(load_on.dice, sight.malus, load_on.helpless, (*sight.parts, *load_on.parts))


def pace(sheet: Sheet, *, burdened: bool = True) -> float:
    """Metres per round on foot: half of them under a heavy load, hardly any under a heavier one."""
    lost = dice_lost(sheet) if burdened else 0
    if lost is None:
        return CRAWL
    return speed_of(sheet) / 2 if lost > 1 else speed_of(sheet)


@cache
def _eyes() -> frozenset[str]:
    return frozenset(told_in(DATA / "lights.toml")["about"]["needs_eyes"])
