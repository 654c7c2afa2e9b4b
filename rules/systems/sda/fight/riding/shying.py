"""Riding up to opponents on an animal that was not trained for it (SDA-251, SDA-252)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight.ground import Point, bearing, between, metres, place
from rules.engine.fight.sequence import keep, steps, then
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Told
from rules.engine.kernel.table import Table
from rules.engine.odds import at_least
from rules.systems.sda.body import BODY
from rules.systems.sda.fight.budgets import use, used
from rules.systems.sda.fight.ground import entry_point
from rules.systems.sda.fight.opportunity import opponents_who_watch, walk
from rules.systems.sda.fight.riding.nerve import RidingTest
from rules.systems.sda.fight.riding.pairs import gentled, knows_battle, lent, rider_of
from rules.systems.sda.fight.sequence import carry_on, reach_of
from rules.systems.sda.pools import pool_for

#: Metres before the first reach at which a mount stops that shies.
SHORT = 0.1


def go(table: Table, who: str, end: Point, facing: int, *, but: str = "", cost: float = 0.0) -> None:
    """Plan a walk or a ride; before the reach of opponents a mount may shy (SDA-252).

    ``cost`` is what the whole way takes of the movement; what a refusal leaves of it comes back.
    """
    rider, entered = rider_of(table, who), dict(_entered(table, who, end))
    if not entered:
        walk(table, who, end, facing, but=but)
        return
    start = place(table, who)
    share = max(0.0, min(entered.values()) - SHORT / metres(start, end))
    edge = between(start, end, share)
    if edge != start:
        walk(table, who, edge, bearing(start, end), but=but)
    there = {"mount": who, "x": end[0], "y": end[1], "facing": facing, "but": but}
    back = {"difficulty": _difficulty(table, who, entered), "back": round(cost * (1 - share), 2)}
    then(table, {"do": "shy", "who": rider, **there, **back})


def _entered(table: Table, who: str, end: Point) -> Iterator[tuple[str, float]]:
    """The ids of opponents into whose reach an untrained mount comes, each with the share of the way gone by then."""
    if not rider_of(table, who) or knows_battle(table.sheet(who)):
        return
    start = place(table, who)
    for by in opponents_who_watch(table, who):
        reach, stands = reach_of(table, by), place(table, by)
        share = None if metres(start, stands) <= reach else entry_point(start, end, stands, reach)
        if share is not None:
            yield by, share


def _difficulty(table: Table, mount: str, entered: dict[str, float]) -> int:
    """The difficulty to press on: 1 for each opponent, and 1 for each size that it exceeds the mount's (SDA-252)."""
    size = table.sheet(mount).rank(BODY, "size")
    return sum(1 + max(0, table.sheet(by).rank(BODY, "size") - size) for by in entered)


def presses_on(table: Table, who: str, end: Point) -> float:
    """The chance that a mount does not refuse a way; 1 where nothing is asked."""
    rider, entered = rider_of(table, who), dict(_entered(table, who, end))
    if not entered:
        return 1.0
    pool = gentled(table, pool_for(table, rider, "riding", "", lent(table, rider), free=True))
    measure = pool.measure(pool.available)
    return at_least(measure, _difficulty(table, who, entered))


@dataclass(frozen=True, slots=True, kw_only=True)
class PressOn(RidingTest):
    """Ride an animal that is not trained for battle within reach of opponents, one test for all of them (SDA-252).

    Its difficulty is 1 for each, and 1 for each size by which they are bigger than the mount. It refuses otherwise.
    """

    name: ClassVar[str] = "riding.press_on"
    label: ClassVar[str] = "Press on"
    unasked: ClassVar[str] = "Your mount does not shy now."
    does: ClassVar[str] = "press on"

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        mount = known["mount"]
        passed = self.passes(table, dice, known["difficulty"])
        rest = steps(table)
        if passed:
            keep(table, [])
            walk(table, mount, (known["x"], known["y"]), known["facing"], but=known["but"])
            then(table, *rest)
        else:
            table.happen(Told((mount, table.actor), "{0} refuses to carry {1} any closer."))
            use(table, mount, moved=round(max(0.0, used(table, mount).moved - known["back"]), 2))
            # Whatever the ride was for, it ends here.
            keep(table, [step for step in rest if not (step["do"] == "ask" and step["to"] == table.actor)])
        carry_on(table)
