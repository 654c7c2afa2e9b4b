"""Moving and turning on one's own turn, its dangers, and footing (SDA-156, SDA-166 to SDA-168, SDA-183, SDA-260).

The odds of a walk or a ride are told before anybody takes a step (SDA-224, SDA-227, SDA-252, D-9).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.fight import EDGE, FACING, Point, bearing, metres, place, refuse_barrier, tenths, too_far
from rules.engine.kernel import (
    Choice,
    Command,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    Moved,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    number,
    pick,
    switch,
)
from rules.engine.odds import Chance, Odds
from rules.systems.sda.core.effects import ahead
from rules.systems.sda.core.rolls import Pool, bearer, listed, other_of, rider_of
from rules.systems.sda.fight.base import (
    FOOTING,
    GROUND,
    TERRAIN,
    entry_point,
    felt_ground,
    metre_cost,
    metres_left,
    move_on,
    own_turn,
    speed,
    way_words,
)
from rules.systems.sda.fight.moves.holds import free_of_grapples
from rules.systems.sda.fight.moves.opportunity import opponents_who_watch, where_met
from rules.systems.sda.fight.moves.riding import go, go_down, presses_on
from rules.systems.sda.fight.moves.sequence import carry_on, has_opening, may_shoot
from rules.systems.sda.fight.moves.shields import free_to_move


def odds_of_way(table: Table, legs: str, end: Point, cost: float) -> Odds:
    """The odds of a way on somebody's legs for ``cost`` metres of movement; a mount may refuse it (SDA-252)."""
    left = round(metres_left(table, table.actor) - cost, 2)
    told = f"{tenths(metres(place(table, legs), end))} m, {tenths(left)} left after that"
    goes = presses_on(table, legs, end)
    listed = () if goes == 1 else (Chance("success", "the mount goes on", goes),)
    return Odds(told + on_the_way(table, legs, end), listed)


def on_the_way(table: Table, legs: str, end: Point, *, but: str = "") -> str:
    """The words for what lies on a way: its price in spirit, strikes and shots but for those of ``but``, and spells."""
    who = rider_of(table, legs) or legs
    parts = [spirit] if (spirit := way_words(table, who, end)) else []
    met = [by for by in opponents_who_watch(table, legs) if by != but and where_met(table, by, legs, end) is not None]
    strikers = [by for by in met if has_opening(table, by, who)]
    shooters = [by for by in opponents_who_watch(table, legs) if by not in met and may_shoot(table, by, who)]
    parts += [f"{_names(table, strikers)} may strike"] if strikers else []
    parts += [f"{_names(table, shooters)} may shoot"] if shooters else []
    parts += [f"into {name}" for name in _entered(table, legs, end)]
    return "".join(f"; {part}" for part in parts)


def _entered(table: Table, who: str, end: Point) -> Iterator[str]:
    """The names of the spells on places that a way leads into and that do something to somebody (D-9)."""
    start = place(table, who)
    for one in ahead(table, who):
        if entry_point(start, end, one.middle(table), one.extent) is not None:
            yield one.spell.name


def _names(table: Table, whom: Sequence[str]) -> str:
    return listed(table.name(who) for who in whom)


#: Metres that dropping to the ground costs; getting up costs half the speed (SDA-260).
DOWN = 2.0
TERRAINS = tuple(
    Choice(name, name.capitalize(), f"{GROUND[name]}: 1 m costs {cost:g} m" if cost != 1 else "")
    for name, cost in TERRAIN.items()
)


@dataclass(frozen=True, slots=True)
class Move(Command, name="turn.move", label="Move"):
    """Walk up to what is left of your speed, before or after an action; who watches may strike on the way (SDA-227).

    Riders go as far as their mount does, and roll nothing for it (SDA-118, SDA-251).
    """

    x: int = number("East", least=-EDGE, most=EDGE)
    y: int = number("North", least=-EDGE, most=EDGE)
    facing: int = number("Then face", least=-1, most=359, default=-1, help=f"{FACING}; −1: the way you go")
    terrain: str = pick("Ground", default="open")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        free_to_move(table)
        if metres_left(table, table.actor) <= 0:
            raise NotNow("No movement left this round. Act, or end your turn.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"terrain": TERRAINS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        at = place(table, table.actor)
        return {"x": round(at[0]), "y": round(at[1])}

    @classmethod
    def rollers(cls, table: Table) -> tuple[str, ...]:
        """The id of a rider's mount, which has to be known as if it threw dice; none for somebody on foot."""
        legs = bearer(table, table.actor)
        return () if legs == table.actor else (legs,)

    def odds(self, table: Table) -> Odds:
        """The metres of the way and what lies on it, without a chance unless a mount may shy."""
        _, end, cost = self._way(table)
        return odds_of_way(table, bearer(table, table.actor), end, cost)

    def perform(self, table: Table, dice: Dice) -> None:
        start, end, cost = self._way(table)
        way, legs = metres(start, end), bearer(table, table.actor)
        move_on(table, legs, cost)
        verb = "moves" if legs == table.actor else "rides"
        table.happen(Told((table.actor,), f"{{0}} {verb} {tenths(way)} m."))
        go(table, legs, end, bearing(start, end) if self.facing < 0 else self.facing, cost=cost)
        carry_on(table)

    def _way(self, table: Table) -> tuple[Point, Point, float]:
        """The start, the end, and the metres of movement that the way costs; refused where it is none, or too long."""
        start, end = place(table, table.actor), (float(self.x), float(self.y))
        if not metres(start, end):
            raise Refused("You are there already. Choose where to go.", "x")
        cost, most = self._cost(table, metres(start, end)), metres_left(table, table.actor)
        if cost > most:
            raise Refused(too_far(cost, most), "x")
        refuse_barrier(table, table.actor, end)
        return start, end, cost

    def _cost(self, table: Table, way: float) -> float:
        """Metres of movement that a way costs whoever goes: the rider's mount, or the actor."""
        return round(way * metre_cost(table.sheet(bearer(table, table.actor)), self.terrain), 2)


@dataclass(frozen=True, slots=True)
class Face(Command, name="turn.face", label="Turn"):
    """Turn on the spot, which costs nothing on one's own turn (SDA-183)."""

    facing: int = number("Face", most=359, help=FACING)

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)

    def perform(self, table: Table, dice: Dice) -> None:
        stand = table.combatant(table.actor)
        table.happen(Moved(table.actor, stand.x, stand.y, self.facing, turns=True))


@dataclass(frozen=True, slots=True)
class GetUpOrDown(Command, name="turn.prone", label="Drop or stand up"):
    """Drop to the ground for 2 metres of movement, or stand up for half of your speed (SDA-260)."""

    down: bool = switch("Lie down")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        free_of_grapples(table)
        if other_of(table, table.actor):
            raise NotNow("Not with a rider. Dismount first.")
        cost, most = cls._cost(table), metres_left(table, table.actor)
        if cost > most or not most:
            raise NotNow(too_far(cost, most))

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"down": not table.me.has("prone")}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.down == table.me.has("prone"):
            raise Refused("You are on the ground already." if self.down else "You are standing already.", "down")
        move_on(table, table.actor, self._cost(table))
        if self.down:
            table.happen(ConditionSet(table.actor, Condition("prone", "Prone")), Told((table.actor,), "{0} drops."))
        else:
            table.happen(ConditionEnded(table.actor, "prone"), Told((table.actor,), "{0} stands up."))

    @classmethod
    def _cost(cls, table: Table) -> float:
        """Metres that the other posture takes."""
        return speed(table, table.actor) / 2 if table.me.has("prone") else DOWN


# -- footing --------------------------------------------------------------------------------------------------------


def on_their_feet(table: Table) -> None:
    """Refuse an actor who cannot run: held, in a wall, or on the ground."""
    free_to_move(table)
    if table.me.has("prone"):
        raise NotNow("You are prone. Stand up first, or crawl.")


def footing(runner: Sheet, terrain: str) -> int:
    """MoS that staying on one's feet takes on a terrain; refused where nobody runs (SDA-280)."""
    felt = felt_ground(runner, terrain)
    if felt not in FOOTING:
        raise Refused("You cannot run here. Move, climb or jump.", "terrain")
    return FOOTING[felt]


def falling(footing: int, pool: Pool, count: int) -> tuple[Chance, ...]:
    """The chance to stumble and fall where the ground takes ``footing`` MoS; none where it takes no care."""
    return (Chance("falls", "falls", pool.below_malus(count)),) if footing else ()


def fall(table: Table, who: str) -> None:
    """Lay somebody on the ground who stumbled; a mount takes its rider along."""
    table.happen(ConditionSet(who, Condition("prone", "Prone", source="fell")), Told((who,), "{0} stumbles and falls."))
    go_down(table, who)
