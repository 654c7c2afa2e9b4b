"""Encumbrance that riders are to those who carry them (SDA-118, D-8, D-12).

A rider bears the condition ``mounted``, whose source is the mount.
"""

from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.systems.sda.body import BODY, SIZES, carried
from rules.systems.sda.switches import RIDER

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
