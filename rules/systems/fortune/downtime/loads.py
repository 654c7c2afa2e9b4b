"""Weights that somebody lifts, drags and packs, by Mettle and size (LIN-068)."""

from rules.engine.kernel import Sheet
from rules.systems.fortune.core import DOUBLE, on, size_of, stat

LOADS = {"lift": "Lift with both hands", "drag": "Drag", "pack": "Carry in the pack"}
#: Pounds before Mettle and for each point of it, lifted and packed; dragged is so many times what is lifted.
_LIFT, _PACK, _DRAG_TIMES = (50, 10), (30, 5), 4


def _sized(pounds: int, step: int) -> int:
    """Pounds halved for each size below medium, rounded down, and doubled for each above.

    >>> _sized(75, -2), _sized(75, 1), _sized(75, 0)
    (18, 150, 75)
    """
    return pounds >> -step if step < 0 else pounds << step


def limits(sheet: Sheet) -> dict[str, int]:
    """The most pounds of each way to move them, at least 0 (LIN-068)."""
    mettle, step = stat(sheet, "mettle"), size_of(sheet)
    doubled = len(list(on(sheet, "load", DOUBLE)))
    lift = max(0, _LIFT[0] + _LIFT[1] * mettle)
    pack = max(0, _PACK[0] + _PACK[1] * mettle)
    found = {"lift": lift, "drag": _DRAG_TIMES * lift, "pack": pack}
    return {key: _sized(pounds, step) << doubled for key, pounds in found.items()}
