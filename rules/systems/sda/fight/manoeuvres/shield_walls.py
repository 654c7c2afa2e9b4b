"""Hiding behind a shield, alone or in a wall that moves as one (SDA-270, C-61; D-4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import FACING, Point, allies, is_within, place, shifted
from rules.engine.kernel import (
    Choice,
    Command,
    Condition,
    ConditionSet,
    Dice,
    NotNow,
    Refused,
    Table,
    Told,
    end_conditions,
    number,
    pick,
)
from rules.engine.odds import Odds
from rules.systems.sda.core.rolls import refuse_riders
from rules.systems.sda.fight.base import (
    BEHIND,
    WALL,
    act_without_dice,
    free_to_act,
    is_able,
    metre_cost,
    metres_left,
    move_on,
    own_turn,
)
from rules.systems.sda.fight.moves import (
    ARM_LENGTH,
    TERRAINS,
    can_hide,
    carry_on,
    initiative_of,
    on_the_way,
    walk,
    wall_of,
)

NO_SHIELD = "You need a large shield to hide behind. Draw one first."


@dataclass(frozen=True, slots=True)
class HideBehindShield(Command, name="turn.hide", label="Hide behind the shield"):
    """Give up the action to stand behind the shield: three quarters cover from the front (SDA-276; D-4).

    It is lost with the next attack, and with any other action that rolls.
    """

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if not can_hide(table.me):
            raise NotNow(NO_SHIELD)
        if table.me.has(BEHIND):
            raise NotNow("You are behind the shield already. Move, or end your turn.")

    def perform(self, table: Table, dice: Dice) -> None:
        act_without_dice(table, table.actor, own_turn(table).key)
        table.happen(ConditionSet(table.actor, Condition(BEHIND, "Behind the shield")))
        table.happen(Told((table.actor,), "{0} hides behind the shield."))


@dataclass(frozen=True, slots=True)
class JoinShieldWall(Command, name="turn.shield_wall", label="Shield wall"):
    """Stand shield to shield with an ally within 2 metres: frontal attacks lose 1 more, but no shield stops hits.

    It takes no action; hiding behind the shield does, and counts on top. A wall needs two, and moves as one (SDA-270).
    Nobody joins it on a mount (SDA-257).
    """

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_riders(table, "No shield wall while riding. Dismount first.")
        if not can_hide(table.me):
            raise NotNow(NO_SHIELD)
        if table.me.has(WALL):
            raise NotNow("You are in the wall already. Lower the shield to leave it.")
        if not _neighbours(table):
            raise NotNow("A wall needs an ally with a large shield within 2 metres.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(ConditionSet(table.actor, Condition(WALL, "In a shield wall")))
        table.happen(Told((table.actor,), "{0} stands ready for a shield wall."))


def _neighbours(table: Table) -> list[str]:
    near = [who for who in allies(table, table.actor) if is_within(table, table.actor, who, ARM_LENGTH)]
    return [who for who in near if can_hide(table.sheet(who)) and is_able(table, who)]


@dataclass(frozen=True, slots=True)
class LowerShield(Command, name="turn.lower_shield", label="Lower the shield"):
    """Come out from behind the shield, and leave the wall: free, like dropping something (SDA-164, SDA-270)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        if not (table.me.has(BEHIND) or table.me.has(WALL)):
            raise NotNow("You are not behind a shield.")

    def perform(self, table: Table, dice: Dice) -> None:
        end_conditions(table, table.actor, BEHIND, WALL)
        table.happen(Told((table.actor,), "{0} lowers the shield."))


@dataclass(frozen=True, slots=True)
class MoveShieldWall(Command, name="turn.wall_move", label="Move the wall"):
    """Move the wall: on the turn of whoever has the lowest initiative in it, as far as the slowest can (SDA-270)."""

    throws_dice: ClassVar[bool] = False

    metres: int = number("Metres", least=1, most=100)
    towards: int = number("Towards", most=359, default=0, help=FACING)
    terrain: str = pick("Ground", default="open")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        wall = wall_of(table, table.actor)
        if not wall:
            raise NotNow("You are not in a shield wall.")
        # Of equals it is the actor who moves it.
        last = min(wall, key=lambda who: (initiative_of(table, who) or 0, who != table.actor))
        if last != table.actor:
            raise NotNow(f"The wall moves on the turn of {table.name(last)}, whose initiative is the lowest in it.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"terrain": TERRAINS}

    def odds(self, table: Table) -> Odds:
        """The words for what lies on the way of each in the wall, without any chance."""
        self._costs(table)
        ways = {who: on_the_way(table, who, self._end(table, who)) for who in wall_of(table, table.actor)}
        told = "".join(f"; {table.name(who)}: {way[2:]}" for who, way in ways.items() if way)
        return Odds(f"{self.metres} m for everybody in the wall{told}")

    def perform(self, table: Table, dice: Dice) -> None:
        wall, costs = wall_of(table, table.actor), self._costs(table)
        table.happen(Told((table.actor,), f"{{0}} moves with the shield wall, {self.metres} m."))
        for who in wall:
            move_on(table, who, costs[who])
            walk(table, who, self._end(table, who), table.combatant(who).facing)
        carry_on(table)

    def _end(self, table: Table, who: str) -> Point:
        return shifted(place(table, who), self.towards, self.metres)

    def _costs(self, table: Table) -> dict[str, float]:
        """Metres of movement that the way costs each in the wall, by id; refused where somebody has not so many."""
        costs = {who: self._cost(table, who) for who in wall_of(table, table.actor)}
        slowest = min(costs, key=lambda who: metres_left(table, who) - costs[who])
        if costs[slowest] > metres_left(table, slowest):
            most = metres_left(table, slowest)
            raise Refused(f"That costs {costs[slowest]:g} metres; {table.name(slowest)} has {most:g} left.", "metres")
        return costs

    def _cost(self, table: Table, who: str) -> float:
        return round(self.metres * metre_cost(table.sheet(who), self.terrain), 2)
