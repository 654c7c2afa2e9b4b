"""Features of a sheet, and how often each may still be used (D-3).

The memo ``used`` counts uses by the feature's key; a rest of the feature's kind sets them back.
"""

from collections.abc import Collection

from rules.engine.kernel import MemoKept, Sheet, Table, counted
from rules.systems.fortune.content import library
from rules.systems.fortune.content.entries import Feature
from rules.systems.fortune.core.state import noted_by_key

FEATURE, USED = "feature", "used"


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
