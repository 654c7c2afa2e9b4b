"""Following a foe who steps aside, or staying; and hard terrain as the game master lays it out (GRM-027, GRM-031)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import EDGE, SceneCommand
from rules.engine.kernel import Dice, NotNow, Reply, SceneMemoKept, Table, Told, number
from rules.systems.grim.fight.actions.leaving import FOLLOW, STAY, follow
from rules.systems.grim.fight.base import HARD_GROUND, harden


@dataclass(frozen=True, slots=True)
class FollowStep(Reply):
    """Follow a foe who steps away from you, at no price (GRM-027, C-18)."""

    name: ClassVar[str] = FOLLOW
    label: ClassVar[str] = "Follow"
    unasked: ClassVar[str] = "Nobody has just stepped away from you."
    throws_dice: ClassVar[bool] = False

    def perform(self, table: Table, dice: Dice) -> None:
        follow(table, table.actor, str(table.answer(self.ask, self.name).known["whom"]))


@dataclass(frozen=True, slots=True)
class Stay(Reply):
    """Let a foe step away (GRM-027)."""

    name: ClassVar[str] = STAY
    label: ClassVar[str] = "Stay"
    unasked: ClassVar[str] = "Nobody has just stepped away from you."
    throws_dice: ClassVar[bool] = False

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)


#: The widest circle of hard terrain, in yards to each side.
WIDEST = 50


@dataclass(frozen=True, slots=True)
class HardTerrain(SceneCommand):
    """Make the ground hard to tread: nobody charges, maneuvers or runs through it (GRM-031)."""

    name: ClassVar[str] = "terrain.set"
    label: ClassVar[str] = "Hard terrain"
    throws_dice: ClassVar[bool] = False

    x: int = number("East", least=-EDGE, most=EDGE, default=0)
    y: int = number("North", least=-EDGE, most=EDGE, default=0)
    yards: int = number("Yards to each side", most=WIDEST, default=3)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage == "over":
            raise NotNow("The fight is over; its ground matters to nobody.")

    def perform(self, table: Table, dice: Dice) -> None:
        harden(table, (self.x, self.y), self.yards)
        table.happen(Told((), "Part of the ground is hard to tread."))


@dataclass(frozen=True, slots=True)
class ClearTerrain(SceneCommand):
    """Let the ground be easy to tread everywhere (GRM-031)."""

    name: ClassVar[str] = "terrain.clear"
    label: ClassVar[str] = "Clear the ground"
    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        if HARD_GROUND not in table.scene.memo:
            raise NotNow("The ground is easy to tread everywhere.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(SceneMemoKept(HARD_GROUND, None), Told((), "The ground is easy to tread again."))
