"""The worth of paying for an easier roll, for advice: in hit points, or by the chance added (PCT-038).

An advancement point counts as the hit points that it would heal (PCT-039), or where a chance is weighed as its share
of all the points that one has.
"""

from collections.abc import Callable, Sequence
from typing import Any

from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing, Worth
from rules.systems.kaos.core.points import EASE_PRICE, healing_rate, points

HIT_POINTS, CHANCES = "hit points", "points of 100"
OF_SHARES = "in points of 100, less the share of your advancement points that an easier roll costs."
EASED = "made easier"


def in_hit_points(table: Table, spent: float) -> float:
    """The worth of advancement points in the hit points that they would heal (PCT-039)."""
    return float(spent * healing_rate(table.house_rules))


def in_chances(table: Table, spent: float) -> float:
    """The worth of advancement points where a chance is weighed: 100 for all that the actor has."""
    return 100 * spent / max(1, points(table.me))


def of_chance(
    table: Table,
    chance: Callable[[Any], float],
    *,
    what: str = "Chance to succeed",
    whom: Sequence[str] = (),
    said: Callable[[Any], str] | None = None,
) -> Weighing:
    """An easier roll weighed, and those ``whom`` it may be against, by the ``chance`` of the test (PCT-038)."""

    def worth(chosen: Any) -> Worth:
        return 100 * chance(chosen), -in_chances(table, EASE_PRICE * chosen.eased)

    def told(chosen: Any) -> str:
        return with_ease(said(chosen) if said else "", chosen.eased)

    fields, among = (("target", "eased"), {"target": whom}) if whom else (("eased",), {})
    return Weighing(fields, CHANCES, f"{what}, {OF_SHARES}", worth, ("Chance", "Points"), said=told, among=among)


def with_ease(said: str, *easier: bool | str) -> str:
    """A choice in a few words, with the parts of it that are paid easier."""
    named = [one if isinstance(one, str) else EASED for one in easier if one]
    if not said:
        said, named = (named[0].capitalize(), named[1:]) if named else ("As it is", [])
    return ", ".join((said, *named))
