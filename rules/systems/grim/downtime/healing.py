"""Recuperation: how many days wounds and injuries take, how far they heal in some days of rest, and in whom (D-8).

The memo ``recovering`` counts the days that the present step of damage (``wound``) and each injury have had; the memo
``operated`` names those of them on which surgery succeeded. Steps that game masters take or give back by hand come at
once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import by_hand
from rules.engine.character.edits import BY_HAND
from rules.engine.kernel import Dice, Json, NotNow, Sheet, Table, Told, end_conditions, keep_memo
from rules.systems.grim.content import library
from rules.systems.grim.content.switches.recovery import HEALING_PACE
from rules.systems.grim.core import (
    DAMAGE,
    PERIL,
    PRONE,
    SLAIN,
    Wound,
    ease_peril,
    has_track,
    heal,
    level,
    people,
    wounded,
)

RECOVERING, OPERATED, WOUND = "recovering", "operated", "wound"
TREATED = "treated"
#: Days of rest for one step of damage, by the step that one is on (D-8).
WOUND_DAYS = {1: 1, 2: 1, 3: 7, 4: 14}
GRIEVOUS = 4
#: The talent that shortens recuperation, and by how many days.
FAST_HEALER, FASTER = "fast_healer", 3
#: Conditions that a night's sleep, and those that any rest ends.
BY_NIGHT, BY_REST = ("intoxicated", TREATED), ("knocked_out", "incapacitated", "helpless", "afraid", "stunned")


def days_of(sheet: Sheet, days: int, house_rules: Mapping[str, Json]) -> int:
    """Days that a wound or an injury takes somebody, by their talents and the campaign's pace (D-8)."""
    shorter = FASTER if days > FASTER and sheet.rank("talent", FAST_HEALER) else 0
    return max(1, -(-(days - shorter) * HEALING_PACE.number(house_rules, 1) // 100))


def operated(sheet: Sheet) -> list[str]:
    """Injuries, and the ``wound`` itself, on which surgery succeeded."""
    return list(sheet.memo.get(OPERATED) or [])


def injuries_of(sheet: Sheet) -> list[str]:
    """The injuries that somebody has."""
    return [key for key in sheet.conditions if key in library.injuries()]


def needing_surgery(sheet: Sheet) -> list[str]:
    """Injuries that surgery has to come before, and the ``wound`` of somebody Grievously Wounded."""
    found = [key for key in injuries_of(sheet) if library.injuries()[key].surgery]
    if level(sheet, DAMAGE) == GRIEVOUS:
        found.insert(0, WOUND)
    return [key for key in found if key not in operated(sheet)]


def name_of(key: str) -> str:
    """An injury by name, or the grievous wound."""
    return "Grievous wound" if key == WOUND else library.injuries()[key].name


@dataclass(frozen=True, slots=True)
class Course:
    """The course of recuperation: steps of damage healed, injuries healed, and the days that the rest have had."""

    steps: int
    healed: tuple[str, ...]
    counted: Mapping[str, int]

    @property
    def sentence(self) -> str:
        """The course in words."""
        told = []
        if self.steps:
            told.append(f"{self.steps} {'step' if self.steps == 1 else 'steps'} of damage")
        told += [name_of(key).lower() for key in self.healed]
        return f"heals {', '.join(told)}" if told else "nothing heals yet"


def course(sheet: Sheet, days: int, house_rules: Mapping[str, Json]) -> Course:
    """The course of so many days of rest (D-8)."""
    counted = {str(key): int(count) for key, count in dict(sheet.memo.get(RECOVERING) or {}).items()}
    now, cut, waiting, healed = level(sheet, DAMAGE), operated(sheet), injuries_of(sheet), []
    for _ in range(days):
        if now and (now < GRIEVOUS or WOUND in cut):
            counted[WOUND] = counted.get(WOUND, 0) + 1
            if counted[WOUND] >= days_of(sheet, WOUND_DAYS.get(now, 1), house_rules):
                now, counted[WOUND] = now - 1, 0
        for key in [one for one in waiting if one in cut or not library.injuries()[one].surgery]:
            counted[key] = counted.get(key, 0) + 1
            if counted[key] >= days_of(sheet, library.injuries()[key].days, house_rules):
                waiting.remove(key)
                healed.append(key)
    left = {key: count for key, count in counted.items() if count and (key in waiting or (key == WOUND and now))}
    return Course(level(sheet, DAMAGE) - now, tuple(healed), left)


def recuperate(table: Table, who: str, days: int) -> Course:
    """Let somebody heal for so many days of rest (D-8)."""
    done = course(table.sheet(who), days, table.house_rules)
    if done.steps:
        heal(table, who, done.steps)
    for key in done.healed:
        end_conditions(table, who, key)
        table.happen(Told((who,), f"{{0}} recovers from the {name_of(key).lower()}."))
    keep_memo(table, who, RECOVERING, dict(done.counted))
    gone = {*done.healed, *((WOUND,) if level(table.sheet(who), DAMAGE) < GRIEVOUS else ())}
    keep_memo(table, who, OPERATED, [key for key in operated(table.sheet(who)) if key not in gone])
    return done


def relieve(table: Table, who: str, steps: int) -> int:
    """Take steps of Peril off; whoever is Incapacitated! comes round Imperiled at least (D-8, GRM-014, GRM-018).

    Whoever can move gets up (GRM-024).
    """
    now = level(table.sheet(who), PERIL)
    gone = ease_peril(table, who, max(steps, now - 1) if now > GRIEVOUS else steps) if now else 0
    end_conditions(table, who, *rested(table.sheet(who)))
    return gone


def rested(sheet: Sheet) -> list[str]:
    """The conditions of somebody that any rest ends; whom an injury keeps from moving lies on."""
    lies_on = any(library.injuries()[key].no_movement for key in injuries_of(sheet))
    return [key for key in (*BY_REST, *(() if lies_on else (PRONE,))) if sheet.has(key)]


# -- by hand -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WoundByHand(by_hand.Wound):
    """Steps down the damage track, without an injury."""

    counts: ClassVar[str] = "steps of damage"

    def perform(self, table: Table, dice: Dice) -> None:
        _refuse_without_track(table)
        wounded(table, dice, table.actor, self.amount, Wound(source=BY_HAND, harmless=True))


@dataclass(frozen=True, slots=True)
class HealByHand(by_hand.Heal):
    """Steps back up the damage track; whoever was slain by it lives again."""

    counts: ClassVar[str] = "steps of damage"

    def perform(self, table: Table, dice: Dice) -> None:
        _refuse_without_track(table)
        heal(table, table.actor, self.amount)


def _refuse_without_track(table: Table) -> None:
    if not has_track(table.me, DAMAGE):
        raise NotNow(f"{table.me.name} has no damage track.")


def everybody(table: Table) -> list[str]:
    """The actor, and everybody else who lives."""
    listed = [table.actor, *(one.value for one in people(table))]
    return [who for who in listed if who in table.sheets and not table.sheet(who).has(SLAIN)]
