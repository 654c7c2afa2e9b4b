"""What the attacks of a fight are worth on average, for advice: in hit points (PCT-011 to PCT-015)."""

from collections.abc import Callable
from typing import Any

from rules.engine.table import Table
from rules.engine.weighing import Weighing, Worth
from rules.systems.kaos.fight.stakes import HIT_POINTS, OF_POINTS, in_hit_points, past, taken
from rules.systems.kaos.points import EASE_PRICE

SHARES = ("They lose", "Points")
OF_ATTACKS = f"Hit points that they lose on average, none beyond what they have, if they roll to defend. {OF_POINTS}"


def of_attacks(
    table: Table,
    *fields: str,
    beside: Callable[[Any], float] | None = None,
    eased: Callable[[Any], int] = lambda chosen: int(chosen.eased),
) -> Weighing:
    """All attacks of a kind; ``beside`` is what may follow one, ``eased`` how many of its rolls are paid easier."""

    def worth(chosen: Any) -> Worth:
        trial, blow = chosen.aimed(table)
        struck = trial.chance * past(table, blow) * taken(table, blow)
        more = beside(chosen) if beside else 0.0
        return struck + more, -in_hit_points(table, EASE_PRICE * eased(chosen))

    return Weighing(fields, HIT_POINTS, OF_ATTACKS, worth, SHARES, said=lambda chosen: _said(table, chosen))


def _said(table: Table, chosen: Any) -> str:
    _, blow = chosen.aimed(table)
    told = [f"{table.name(blow.target)}, {blow.weapon}"]
    told += ["made easier"] if chosen.eased else []
    told += ["Deception easier"] if getattr(chosen, "eased_deception", False) else []
    return ", ".join(told)
