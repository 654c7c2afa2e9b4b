"""Riding in a fight: into the saddle and out of it, and mounts that shy (SDA-251 to SDA-253, SDA-256)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import Point, bearing, between, first, keep, metres, place, shifted, steps, then
from rules.engine.fight.sequence import Step
from rules.engine.kernel import (
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    Joined,
    Moved,
    Said,
    Table,
    Told,
    end_conditions,
)
from rules.engine.odds import Odds, at_least
from rules.systems.sda.core.person import BODY
from rules.systems.sda.core.rolls import (
    MOUNTED,
    Pool,
    buy,
    carry,
    gentled,
    knows_battle,
    lent,
    mount_of,
    other_of,
    pool_for,
    reckon,
    rider_of,
    throw,
    with_bought,
)
from rules.systems.sda.fight.base import WALL, entry_point, foretold, judge_against, move_on, show
from rules.systems.sda.fight.moves.forms import FreeTest
from rules.systems.sda.fight.moves.ladder import off_the_ladder, onto_the_ladder
from rules.systems.sda.fight.moves.opportunity import ON_THE_WAY, opponents_who_watch, walk
from rules.systems.sda.fight.moves.sequence import carry_on, reach_of

#: Metres beside the mount at which somebody stands who has got off it.
BESIDE = 1.0
#: Degrees from its facing to its left.
_LEFT = 270


def get_on(table: Table, who: str, mount: str) -> None:
    """Mount an animal, which leaves the ladder, since from now on it acts on its rider's initiative (SDA-253)."""
    end_conditions(table, who, WALL)
    called = "Mounted" if table.combatant(mount).hidden else Said("On {0}", (mount,))
    table.happen(ConditionSet(who, Condition(MOUNTED, called, 0, mount)))
    table.happen(Told((who, mount), "{0} mounts {1}."))
    _take_sides(table, who, mount)
    carry(table, mount)
    off_the_ladder(table, mount)
    show(table, who)


def bring_together(table: Table, who: str) -> None:
    """Bring a rider's animal to their place and to their side."""
    _take_sides(table, who, mount_of(table, who))
    carry(table, who)


def _take_sides(table: Table, who: str, mount: str) -> None:
    side, there = table.combatant(who).side, table.combatant(mount)
    if there.side != side:
        table.happen(Joined(mount, side, there.hidden, there.x, there.y, there.facing))


def get_off(table: Table, who: str) -> None:
    """Stand beside the mount, which has turns of its own again from the next round on."""
    mount = mount_of(table, who)
    if mount:
        stands = table.combatant(mount)
        spot = shifted(place(table, mount), (stands.facing + _LEFT) % 360, BESIDE)
        keep(table, [step for step in steps(table) if not _is_of_the_ride(step, who, mount)])
        table.happen(ConditionEnded(who, MOUNTED), Moved(who, *spot, table.combatant(who).facing))
        onto_the_ladder(table, mount, who)
        show(table, who)
    else:
        end_conditions(table, who, MOUNTED)


def _is_of_the_ride(step: Step, who: str, mount: str) -> bool:
    """Whether a step that is still to come is part of a ride, or the blow of a charge that it was for."""
    if step["do"] == "opportunity":
        return bool(step["on"] in (who, mount) and step["why"] == ON_THE_WAY)
    return bool((step["do"] == "stand" and step["who"] == mount) or (step["do"] == "ask" and step["to"] == who))


# -- against one's will ----------------------------------------------------------------------------------------------


def shaken(table: Table, who: str) -> None:
    """Plan the test to stay mounted after a major injury of rider or mount, before anything else (SDA-256)."""
    if other_of(table, who):
        first(table, {"do": "stay", "who": who if mount_of(table, who) else rider_of(table, who)})


def go_down(table: Table, who: str) -> None:
    """Let a rider who goes down slide from the saddle; a mount that does takes its rider along (SDA-256)."""
    rider = rider_of(table, who)
    if mount_of(table, who):
        get_off(table, who)
        table.happen(Told((who,), "{0} slides from the saddle."))
    elif rider:
        first(table, {"do": "thrown", "who": rider})


@dataclass(frozen=True, slots=True, kw_only=True)
class RidingTest(FreeTest):
    """A riding test that nobody chose to make (SDA-252, SDA-256)."""

    rolls: ClassVar[str] = "riding"
    #: The words for success: "stay in the saddle".
    does: ClassVar[str] = ""

    def odds(self, table: Table) -> Odds:
        known: Mapping[str, Any] = table.open_ask(self.ask, self.name).known
        pool = with_bought(table, self._pool(table), self.bought)
        said = f"{{}} to {self.does}"
        return foretold(table, pool, pool.available, known["difficulty"], self, label=self.does, said=said)

    def passes(self, table: Table, dice: Dice, difficulty: int) -> bool:
        """Roll the test and let the roll have its consequences; whether it succeeds."""
        pool = buy(table, self._pool(table), self.bought)
        result = throw(table, dice, pool, pool.available, self.does)
        passed = judge_against(table, result, difficulty, skill=self.rolls)
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
    return at_least(pool.measure(pool.available), _difficulty(table, who, entered))


@dataclass(frozen=True, slots=True, kw_only=True)
class PressOn(RidingTest, name="riding.press_on", label="Press on"):
    """Ride an animal that is not trained for battle within reach of opponents, one test for all of them (SDA-252).

    Its difficulty is 1 for each, and 1 for each size by which they are bigger than the mount. It refuses otherwise.
    """

    unasked: ClassVar[str] = "Your mount is not shying."
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
            move_on(table, mount, -known["back"])
            # Whatever the ride was for, it ends here.
            keep(table, [step for step in rest if not (step["do"] == "ask" and step["to"] == table.actor)])
        carry_on(table)
