"""The state of a sheet: no fight, alive and able to act, fully made; its notes, and its features with their uses (D-3).

The memo ``used`` counts uses by the feature's key; a rest of the feature's kind sets them back.
"""

from collections.abc import Collection
from typing import Any

from rules.engine.character.readiness import is_fighting
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import MemoKept, Sheet, Table, counted
from rules.systems.fortune.content import library
from rules.systems.fortune.content.entries import Feature

FEATURE, USED = "feature", "used"
DEAD, DYING, EXHAUSTED, LAST_STAND = "dead", "dying", "exhausted", "last_stand"


def noted(sheet: Sheet, name: str) -> int:
    """A number that is noted on a sheet; 0 where there is none."""
    told = sheet.memo.get(name)
    return told if isinstance(told, int) else 0


def noted_by_key(sheet: Sheet, name: str) -> dict[str, Any]:
    """Values that are noted on a sheet, by their key; empty where there are none."""
    told = sheet.memo.get(name)
    return dict(told) if isinstance(told, dict) else {}


def is_in_fight(table: Table, who: str) -> bool:
    """Whether somebody takes part in a fight that is on."""
    return table.encounter is not None and is_fighting(table) and who in table.encounter.combatants


@of_sheet("conditions")
def is_helpless(sheet: Sheet) -> bool:
    """Whether a status leaves one neither actions nor counter moves (LIN-069)."""
    return any(one.out for key in sheet.conditions if (one := library.statuses().get(key)))


@of_sheet("conditions")
def is_held(sheet: Sheet) -> bool:
    """Whether a status keeps one from moving at all."""
    return any(one.held for key in sheet.conditions if (one := library.statuses().get(key)))


# -- features ----------------------------------------------------------------------------------------------------------


def has_feature(sheet: Sheet, key: str) -> bool:
    return sheet.rank(FEATURE, key) > 0


def feature_named(key: str) -> Feature:
    return library.features()[key]


def uses_left(sheet: Sheet, key: str) -> int:
    """How often a feature may still be used; -1 where nothing limits it."""
    uses = feature_named(key).uses
    return max(0, uses - noted_by_key(sheet, USED).get(key, 0)) if uses else -1


def said_left(sheet: Sheet, key: str) -> str:
    """The uses that are left, in words; empty where nothing limits them."""
    one = feature_named(key)
    return f"{counted(uses_left(sheet, key), 'use', 'uses')} left of {one.uses}" if one.uses else ""


def count_use(table: Table, who: str, key: str) -> None:
    """Count a use of a feature whose uses are limited."""
    if feature_named(key).uses:
        used = noted_by_key(table.sheet(who), USED)
        table.happen(MemoKept(who, USED, {**used, key: used.get(key, 0) + 1}))


def refresh_uses(table: Table, who: str, pers: Collection[str]) -> None:
    """Let the features be used again that come back after a rest of these kinds."""
    used = noted_by_key(table.sheet(who), USED)
    kept = {key: count for key, count in used.items() if feature_named(key).per not in pers}
    if kept != used:
        table.happen(MemoKept(who, USED, kept or None))
