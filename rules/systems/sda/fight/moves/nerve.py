"""Riding tests that a fight demands, and riding up to opponents on an animal not trained for it (SDA-251, SDA-252)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import Point, bearing, between, keep, metres, place, steps, then
from rules.engine.kernel import Dice, Judged, Table, Told
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.core.person import BODY
from rules.systems.sda.core.rolls import (
    Pool,
    buy,
    ends_of,
    flawless_shown,
    gentled,
    knows_battle,
    lent,
    pool_for,
    reckon,
    rider_of,
    throw,
    with_bought,
    with_means,
)
from rules.systems.sda.fight.base import entry_point, use, used
from rules.systems.sda.fight.moves.opportunity import opponents_who_watch, walk
from rules.systems.sda.fight.moves.picks import FreeTest
from rules.systems.sda.fight.moves.sequence import carry_on, reach_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RidingTest(FreeTest):
    """A riding test that nobody chose to make (SDA-252, SDA-256)."""

    rolls: ClassVar[str] = "riding"
    #: The words for success: "stay in the saddle".
    does: ClassVar[str] = ""

    def odds(self, table: Table) -> Odds:
        known: Mapping[str, Any] = table.open_ask(self.ask, self.name).known
        pool = with_bought(table, self._pool(table), self.bought)
        measure = pool.measure(pool.available)
        passes = at_least(measure, known["difficulty"])
        shown = flawless_shown(table, pool, pool.available, known["difficulty"])
        listed = (Chance("success", self.does, passes), *ends_of(pool, pool.available, shown))
        odds = Odds(f"{in_words(passes).capitalize()} to {self.does}", listed, measure, "MoS")
        return with_means(odds, table, pool, pool.available, shown, self.reward, self.bought)

    def passes(self, table: Table, dice: Dice, difficulty: int) -> bool:
        """Roll the test and let the roll have its consequences; whether it succeeds."""
        pool = buy(table, self._pool(table), self.bought)
        result = throw(table, dice, pool, pool.available, self.does)
        passed = result.net >= difficulty
        hits = max(0, result.net - difficulty)
        told: dict[str, int | str | None] = {"skill": "riding", "measure": result.net, "difficulty": difficulty}
        table.happen(Judged(table.actor, "success" if passed else "failure", hits, told))
        reckon(table, dice, result, succeeded=passed, reward=self.reward)
        return passed

    def _pool(self, table: Table) -> Pool:
        helped = replace(self, bonus=self.bonus + lent(table, table.actor))
        return gentled(table, FreeTest._pool(helped, table))


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
