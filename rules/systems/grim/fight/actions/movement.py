"""Movements of a yard, maneuver and step aside, and what all movement has in common (GRM-025, GRM-027, GRM-031)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import EDGE, SceneCommand, then
from rules.engine.kernel import Dice, NotNow, Refused, SceneMemoKept, Table, Told, Weighing, number
from rules.systems.grim.fight.actions.distances import refuse_by_quality, refuse_hard_ground, refuse_still
from rules.systems.grim.fight.actions.leaving import carry_on, leave_cover
from rules.systems.grim.fight.actions.rest_of_turn import ways, weighed, where
from rules.systems.grim.fight.base import (
    HARD_GROUND,
    Action,
    Square,
    chosen,
    engaged,
    field_east,
    field_north,
    harden,
    own_place,
    own_turn,
    refuse_square,
    refuse_without_ap,
    spend_ap,
    walk,
)


@dataclass(frozen=True, slots=True)
class Going(Action):
    """A movement to a square; ``price`` is in action points, ``doing`` is how refusals name it."""

    price: ClassVar[int]
    doing: ClassVar[str]

    x: int = field_east()
    y: int = field_north()

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return own_place(table)


@dataclass(frozen=True, slots=True)
class Stepping(Going):
    """A movement of a yard."""

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_still(table, cls.doing)
        refuse_without_ap(table, cls.price, cls.doing)
        refuse_by_quality(table, cls.name.partition(".")[2])

    def square(self, table: Table) -> Square:
        """The square, a yard away."""
        to = chosen(table, self.x, self.y)
        if not refuse_square(table, to, 1, self.doing):
            raise Refused("Choose a square one yard away.", "x")
        return to

    def weighing(self, table: Table) -> Weighing | None:
        """The steps in an engagement weighed by what they leave; outside one they do no more than a walk (GRM-029)."""
        if not engaged(table, table.actor):
            return None
        return weighed(table, (), lambda one: where(table, one.square(table)), listed=ways(table, 1, self.price))


@dataclass(frozen=True, slots=True)
class Maneuver(Stepping, name="move.maneuver", label="Maneuver"):
    """Go a yard so carefully that nobody strikes at you for leaving (GRM-025)."""

    price: ClassVar[int] = 2
    doing: ClassVar[str] = "a maneuver"
    throws_dice: ClassVar[bool] = False

    def perform(self, table: Table, dice: Dice) -> None:
        to = self.square(table)
        refuse_hard_ground(table, to, self.doing)
        spend_ap(table, self.price)
        leave_cover(table, table.actor)
        walk(table, table.actor, to)


@dataclass(frozen=True, slots=True)
class StepAside(Stepping, name="move.step_aside", label="Step aside"):
    """Go a yard: nobody strikes at you for it, but engaged foes may follow at no price (GRM-027, C-18)."""

    price: ClassVar[int] = 1
    doing: ClassVar[str] = "a step aside"
    throws_dice: ClassVar[bool] = False

    def perform(self, table: Table, dice: Dice) -> None:
        to = self.square(table)
        foes = engaged(table, table.actor)
        spend_ap(table, self.price)
        leave_cover(table, table.actor)
        walk(table, table.actor, to, "steps aside")
        then(table, *({"do": "follow", "by": foe, "whom": table.actor} for foe in foes))
        carry_on(table)


# -- hard ground -----------------------------------------------------------------------------------------------------

#: The widest circle of hard ground, in yards to each side.
WIDEST = 50


@dataclass(frozen=True, slots=True)
class HardTerrain(SceneCommand, name="terrain.set", label="Hard ground"):
    """Make the ground hard to tread: nobody charges, maneuvers or runs through it (GRM-031)."""

    about: ClassVar[str] = "Nobody charges, maneuvers or runs here."
    throws_dice: ClassVar[bool] = False

    x: int = number("East", least=-EDGE, most=EDGE, default=0)
    y: int = number("North", least=-EDGE, most=EDGE, default=0)
    yards: int = number("Yards to each side", most=WIDEST, default=3)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage == "over":
            raise NotNow("The fight is over.")

    def perform(self, table: Table, dice: Dice) -> None:
        harden(table, (self.x, self.y), self.yards)
        table.happen(Told((), "Part of the ground becomes hard going."))


@dataclass(frozen=True, slots=True)
class ClearTerrain(SceneCommand, name="terrain.clear", label="Clear the ground"):
    """Let the ground be easy to tread everywhere (GRM-031)."""

    about: ClassVar[str] = "Ends all hard ground."
    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        if HARD_GROUND not in table.scene.memo:
            raise NotNow("There is no hard ground.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(SceneMemoKept(HARD_GROUND, None), Told((), "The ground is normal again."))
