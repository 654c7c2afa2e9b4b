"""How often a feature may still be used, and its price in Stamina and Fortune's Favor (LIN-008, D-3).

The memo ``used`` counts uses by the feature's key; a rest of the feature's kind sets them back.
"""

from collections.abc import Collection

from rules.engine.kernel import MemoKept, NotNow, Sheet, Table, counted
from rules.systems.fortune.content import library
from rules.systems.fortune.content.entries import Feature
from rules.systems.fortune.core import refuse_stamina, refuse_without_favour, spend_favour, spend_stamina

FEATURE, USED = "feature", "used"
#: The rests after which features may be used again, in words.
AFTER = {"day": "a night's sleep", "rest": "Rest and Relax", "fight": "the fight"}


def has(sheet: Sheet, key: str) -> bool:
    return sheet.rank(FEATURE, key) > 0


def feature_named(key: str) -> Feature:
    return library.features()[key]


def _used(sheet: Sheet) -> dict[str, int]:
    told = sheet.memo.get(USED)
    return dict(told) if isinstance(told, dict) else {}


def left(sheet: Sheet, key: str) -> int:
    """How often a feature may still be used; -1 where nothing limits it."""
    uses = feature_named(key).uses
    return max(0, uses - _used(sheet).get(key, 0)) if uses else -1


def refuse_unused(sheet: Sheet, key: str, stamina: int = 0) -> None:
    """Refuse a feature that one does not have, has used up, or cannot pay; ``stamina`` comes on top of its price."""
    one = feature_named(key)
    if not has(sheet, key):
        raise NotNow(f"{sheet.name} does not have {one.name}.")
    if left(sheet, key) == 0:
        raise NotNow(f"{one.name} is used up; it comes back after {AFTER.get(one.per, 'a rest')}.")
    if one.stamina + stamina:
        refuse_stamina(sheet, one.stamina + stamina)
    if one.favour:
        refuse_without_favour(sheet)


def use(table: Table, who: str, key: str, stamina: int = 0) -> None:
    """Pay for a feature and count its use; ``stamina`` comes on top of its price."""
    one = feature_named(key)
    if one.stamina + stamina:
        spend_stamina(table, who, one.stamina + stamina, one.name)
    if one.favour:
        spend_favour(table, who, one.name)
    if one.uses:
        used = _used(table.sheet(who))
        table.happen(MemoKept(who, USED, {**used, key: used.get(key, 0) + 1}))


def refresh(table: Table, who: str, pers: Collection[str]) -> None:
    """Let the features be used again that come back after a rest of these kinds."""
    used = _used(table.sheet(who))
    kept = {key: count for key, count in used.items() if feature_named(key).per not in pers}
    if kept != used:
        table.happen(MemoKept(who, USED, kept or None))


def said_left(sheet: Sheet, key: str) -> str:
    """The uses that are left, in words; empty where nothing limits them."""
    one = feature_named(key)
    return f"{counted(left(sheet, key), 'use', 'uses')} left of {one.uses}" if one.uses else ""
