"""The charge: a run that ends in a blow, and both strike at once (SDA-247, SDA-248, SDA-254, C-59)."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from math import ceil
from typing import Any, ClassVar, NamedTuple

from rules.engine.fight import (
    Point,
    bearing,
    between,
    closed_by_walls,
    distance,
    place,
    refuse_barrier,
    refuse_walled,
    then,
    unwalled,
)
from rules.engine.kernel import Choice, Dice, NotNow, Refused, Table, Told, Weighing, counted, pick
from rules.engine.odds import Chance, Distribution, Odds, in_words
from rules.systems.sda.core.person import has_rage
from rules.systems.sda.core.rolls import (
    Aim,
    Pool,
    Result,
    bearer,
    dice_said,
    ends_of,
    flawless_shown,
    pool_for,
    with_means,
)
from rules.systems.sda.fight.actions.efforts import Effort
from rules.systems.sda.fight.advice import told_apart
from rules.systems.sda.fight.base import (
    Arm,
    act_without_dice,
    actions_left,
    arm_named,
    be_seen,
    best_arm,
    each_die_words,
    free_to_act,
    lost_to_taunt,
    melee_pool,
    metre_cost,
    nearest,
    not_acted,
    opponents,
    own_turn,
    refuse_in_stance,
    speed,
    use,
    used,
)
from rules.systems.sda.fight.manoeuvres.charge_blow import CHARGED, Arrival, ChargeStrike, arrived, charged
from rules.systems.sda.fight.melee import high_ground
from rules.systems.sda.fight.moves import (
    TERRAINS,
    by_distance,
    carry_on,
    fall,
    falling,
    footing,
    go,
    on_the_way,
    on_their_feet,
    presses_on,
    ways,
    weapon_field,
    wound_choices,
)

#: Metres that each MoS of running adds to a charge (SDA-247).
METRES = 2


class Road(NamedTuple):
    """The conditions of a charge that do not change with the dice that run.

    ``need`` are the MoS that the way takes, ``footing`` those that staying on one's feet takes, ``goes`` is the chance
    that a mount does not shy, ``blow`` the dice in the pool of the blow.
    """

    need: int
    footing: int
    goes: float
    blow: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge(Effort, name="turn.charge", label="Charge"):
    """Run at somebody who is at least your speed away: each MoS is 2 metres more, and what is left helps the blow.

    Running and blow share the dice of one action (SDA-246, SDA-247, C-35); a rider's mount runs, with dice of its own
    (SDA-254). Less than one's speed is no charge (C-91), and whoever does not get there stops short (C-59); on
    difficult ground some MoS go into staying on your feet (SDA-277 to SDA-279).
    """

    rolls: ClassVar[str] = "running"
    aim: ClassVar[Aim] = CHARGED
    leaves_dice: ClassVar[bool] = False

    target: str = pick("Target")
    weapon: str = weapon_field()
    terrain: str = pick("Ground", default="open")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        refuse_in_stance(table)
        on_their_feet(table)
        runner = bearer(table, table.actor)
        not_acted(table, runner, own_turn(table).key)
        if used(table, runner).moved:
            raise NotNow("A charge needs all your movement. Attack, or charge next round.")
        if not _far_enough(table):
            least = f"{speed(table, table.actor):g} metres"
            raise NotNow(f"Nobody is {least} or more away. Attack instead.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        far = _far_enough(table)
        targets = closed_by_walls(table, (Choice(who, table.name(who), f"{metres:g} m") for who, metres in far.items()))
        worsen = wound_choices(table, bearer(table, table.actor))
        return {"target": targets, **ways(table), "worsen": worsen, "terrain": TERRAINS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        runner, far = bearer(table, table.actor), _far_enough(table)
        target = next(iter(unwalled(table, far) or far))
        most = actions_left(table, pool_for(table, runner, cls.rolls, whole=True))
        return {"target": target, "dice": max(1, most // 2) if runner == table.actor else most}

    def odds(self, table: Table) -> Odds:
        (pool, count, measure), road = self._measured(table), self._road(table)
        self._left(table, road, pool, count)
        need, spare = road.need, self._spare(road, pool, count, measure)
        arrives = sum(spare)
        listed = (Chance("success", "gets there", arrives), *falling(road.footing, pool, count))
        sentence = f"{in_words(arrives).capitalize()} to get there; {counted(need, 'MoS', 'MoS')} needed for the way"
        sentence += on_the_way(table, pool.who, self._goal(table), but=self.target)
        sentence += each_die_words(table, table.actor, self.target)
        shown = flawless_shown(table, pool, count, 1)
        left = (1 - sum(spare[1:]), *spare[1:])
        odds = Odds(sentence, (*listed, *ends_of(pool, count, shown)), left, "MoS left for the blow")
        return with_means(odds, table, pool, count, shown, self.reward, self.bought)

    def weighing(self, table: Table) -> Weighing:
        """Weigh whom to charge, and how many dice to run with: the others are for the blow (SDA-247, C-35)."""
        ready = dict[str, tuple[Road, Arrival]]()
        for target in _far_enough(table):
            with suppress(Refused):
                charge = replace(self, target=target)
                ready[target] = charge._road(table), charge._arrival(table)
        names = told_apart(table, ready) if len(ready) > 1 else {}

        def brings(chosen: Charge, pool: Pool, count: int) -> float:
            road, arrival = ready[chosen.target]
            left = chosen._left(table, road, pool, count)
            return arrival.worth(chosen._spare(road, pool, count, pool.measure(count)), left)

        def said(chosen: Charge) -> str:
            run = f"run with {dice_said(chosen)}"
            return f"{names[chosen.target]}: {run}" if names else run.capitalize()

        return self.weighed(table, "target", brings=brings, said=said, among={"target": tuple(ready)})

    def perform(self, table: Table, dice: Dice) -> None:
        pool, count, _ = self._measured(table)
        road = self._road(table)
        self._left(table, road, pool, count)
        result = self._open_ended(table, dice, "charge")
        runner = self._roller(table)
        if runner != table.actor:
            act_without_dice(table, table.actor, own_turn(table).key)
        be_seen(table, table.actor)
        use(table, table.actor, attacked=True)
        use(table, runner, moved=speed(table, runner))
        if result.excess and road.footing:
            fall(table, runner)
        else:
            self._run(table, result)
        carry_on(table)

    def _run(self, table: Table, result: Result) -> None:
        """Go as far as the dice carry, and plan the question for the blow, if that is far enough."""
        need, start, there = self._needed(table), place(table, table.actor), place(table, self.target)
        way = self._way(table)
        arrives = result.net >= need
        gone = way if arrives else min(way, (speed(table, table.actor) + METRES * result.net) / self._metre_cost(table))
        told = "{0} charges at {1}." if arrives else "{0} charges at {1} and stops short."
        table.happen(Told((table.actor, self.target), told))
        go(table, self._roller(table), self._goal(table, gone), bearing(start, there), but=self.target)
        if arrives:
            spare = result.net - need
            known = {"target": self.target, "weapon": self._arm(table).key, "spare": spare}
            title = f"You reach {{0}}, {spare} MoS to spare: how many dice for the strike?"
            then(table, {"do": "ask", "to": table.actor, "title": title, "command": ChargeStrike.name, "known": known})

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """The id of the one who runs: a rider's mount, or the actor."""
        return (bearer(table, table.actor),)

    def _roller(self, table: Table) -> str:
        """The id of the one who runs: a rider's mount, or the actor (SDA-254)."""
        return bearer(table, table.actor)

    def _malus(self, table: Table) -> int:
        return footing(table.sheet(self._roller(table)), self.terrain)

    def _arm(self, table: Table) -> Arm:
        return arm_named(table.me, self.weapon) if self.weapon else best_arm(table, table.actor)

    def _way(self, table: Table) -> float:
        """Metres to run until the weapon reaches."""
        return max(0.0, round(distance(table, table.actor, self.target) - self._arm(table).reach, 2))

    def _goal(self, table: Table, way: float | None = None) -> Point:
        """The point after ``way`` metres of the charge; its end, if none are given."""
        start, there = place(table, table.actor), place(table, self.target)
        gone = self._way(table) if way is None else way
        return between(start, there, gone / distance(table, table.actor, self.target))

    def _needed(self, table: Table) -> int:
        """MoS that the way takes beyond the speed of the runner (C-59)."""
        return max(0, ceil((self._way(table) * self._metre_cost(table) - speed(table, table.actor)) / METRES))

    def _metre_cost(self, table: Table) -> float:
        return metre_cost(table.sheet(self._roller(table)), self.terrain)

    def _road(self, table: Table) -> Road:
        refuse_barrier(table, self._roller(table), self._goal(table), "target")
        refuse_walled(table, self.target)
        helped = high_ground(table, self.target) - lost_to_taunt(table, table.actor, self.target)
        blow = melee_pool(table, table.actor, self._arm(table), bonus=helped)
        goes = presses_on(table, self._roller(table), self._goal(table))
        return Road(self._needed(table), self._malus(table), goes, blow.available)

    def _left(self, table: Table, road: Road, pool: Pool, count: int) -> int:
        """Dice left for the blow if ``count`` run; refused where that is none."""
        now, runs = used(table, table.actor), pool.who == table.actor
        left = min(max(pool.available * runs, road.blow, now.pool) - now.action - count * runs, road.blow)
        if left < 1:
            told = "Keep at least one die for the blow: run with fewer."
            raise Refused(told if runs else "You have no die left for the blow. Ride, and strike next round.", "dice")
        return left

    def _spare(self, road: Road, pool: Pool, count: int, measure: Distribution) -> Distribution:
        """The chances to get there with 0, 1, 2 ... MoS to spare; the rest stops short, shies or falls."""
        first, *more = measure[road.need :] or (0.0,)
        if road.footing and not road.need:
            first -= pool.below_malus(count)
        return tuple(road.goes * share for share in (first, *more))

    def _arrival(self, table: Table) -> Arrival:
        """The duel at the end of the run, with the pool of the blow by the MoS to spare."""
        there = arrived(table, self._roller(table), self._goal(table), self.target)
        known = {"target": self.target, "weapon": self._arm(table).key}
        pool = cache(lambda spare: ChargeStrike(ask="", dice=0)._pool(there, {**known, "spare": spare}))
        return Arrival(there, charged(there, self.target, self._arm(table), pool(0)), pool)


def _far_enough(table: Table) -> dict[str, float]:
    """The distances of the opponents who can be charged, by id, nearest first; in a rage only the nearest (D-7)."""
    least = speed(table, table.actor)
    whom = nearest(table, table.actor) if has_rage(table.me) else opponents(table, table.actor)
    return {who: far for who, far in by_distance(table, whom).items() if far >= least}
