"""Burdens: the load that somebody carries, riders with it, and how fast they are under it (SDA-118, D-8, D-12).

A rider bears the condition ``mounted``, whose source is the mount.
"""

from collections.abc import Mapping

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Json, Sheet, Table
from rules.systems.sda.content.house_rules.general import AS_SAID, ENCUMBRANCE, RIDER
from rules.systems.sda.core.person import BODY, SIZES, carried, carrying_limit, speed_of

#: The attributes that a burden weighs on.
BODILY = ("strength", "agility")
#: Loads as the times of the limit that each reaches, and the dice that it costs; beyond the last none are left.
LOADS = ((1.0, 0), (1.5, 1), (2.0, 2))
#: Metres per round of whoever is loaded beyond twice their limit.
CRAWL = 2


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
