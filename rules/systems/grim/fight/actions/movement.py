"""Movements of a yard, what all movement has in common, and how far each goes (GRM-023 to GRM-033).

Distances are the most that one goes: on one's own feet, crawling, by a gait, on a mount, and through the air in a jump
(C-01 of movement, GRM-026, GRM-029).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import EDGE, SceneCommand, then
from rules.engine.kernel import Dice, NotNow, Refused, SceneMemoKept, Sheet, Table, Told, number
from rules.systems.grim.content.entries import Gait
from rules.systems.grim.content.library import gaits
from rules.systems.grim.core import BODY, bonus, is_in, movement, state_with
from rules.systems.grim.fight.actions.leaving import carry_on, leave_cover
from rules.systems.grim.fight.base import (
    HARD_GROUND,
    Action,
    Square,
    barred_by,
    chosen,
    crosses_hard_ground,
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

#: The condition of riders whose animal does not obey (GRM-043).
UNRULY = "unruly"
#: Its level from the start of the turn in which it does not.
ACTIVE = 2


def refuse_still(table: Table, doing: str, *, far: bool = True, crawling: bool = False) -> None:
    """Refuse a movement to those whom a state holds where they are or lets only walk, or who lie on the ground."""
    me = table.me
    if me.has(UNRULY) and me.conditions[UNRULY].level == ACTIVE:
        raise NotNow("Your animal does not obey this turn. Do something else, or end the turn.")
    state = state_with(me, "no_movement") or (state_with(me, "walks_only") if far else "")
    if state:
        raise NotNow(f"{doing.capitalize()} is not possible: {state.lower()}. Act where you stand.")
    if crawls(me) and not crawling:
        raise NotNow("You are prone. Get up first, or crawl (a walk).")


def refuse_hard_ground(table: Table, to: Square, doing: str) -> None:
    """Refuse what hard terrain does not allow (GRM-031)."""
    if crosses_hard_ground(table, table.actor, to):
        raise Refused(f"{doing.capitalize()} does not go through hard terrain. Walk, or go round it.", "x")


def refuse_by_quality(table: Table, what: str) -> None:
    """Refuse a movement for which something in hand is too unwieldy (GRM-058)."""
    thing = barred_by(table.me, what)
    if thing:
        raise NotNow(f"With the {thing.lower()} in hand you cannot {what}. Stow it first.")


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
    def refuse_now(cls, table: Table) -> None:
        refuse_still(table, cls.doing)
        refuse_without_ap(table, cls.price, cls.doing)

    def square(self, table: Table) -> Square:
        """The square, a yard away."""
        to = chosen(table, self.x, self.y)
        if not refuse_square(table, to, 1, self.doing):
            raise Refused("Choose a direction, one yard.", "x")
        return to


@dataclass(frozen=True, slots=True)
class Maneuver(Stepping):
    """Go a yard so carefully that nobody strikes at you for leaving (GRM-025)."""

    name: ClassVar[str] = "move.maneuver"
    label: ClassVar[str] = "Maneuver"
    price: ClassVar[int] = 2
    doing: ClassVar[str] = "a maneuver"
    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        cls.refuse_now(table)
        refuse_by_quality(table, "maneuver")

    def perform(self, table: Table, dice: Dice) -> None:
        to = self.square(table)
        refuse_hard_ground(table, to, self.doing)
        spend_ap(table, self.price)
        leave_cover(table, table.actor)
        walk(table, table.actor, to)


@dataclass(frozen=True, slots=True)
class StepAside(Stepping):
    """Go a yard: nobody strikes at you for it, but engaged foes may follow at no price (GRM-027, C-18)."""

    name: ClassVar[str] = "move.step_aside"
    label: ClassVar[str] = "Step aside"
    price: ClassVar[int] = 1
    doing: ClassVar[str] = "a step aside"
    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        cls.refuse_now(table)

    def perform(self, table: Table, dice: Dice) -> None:
        to = self.square(table)
        foes = engaged(table, table.actor)
        spend_ap(table, self.price)
        leave_cover(table, table.actor)
        walk(table, table.actor, to, "steps aside")
        then(table, *({"do": "follow", "by": foe, "whom": table.actor} for foe in foes))
        carry_on(table)


# -- hard terrain ------------------------------------------------------------------------------------------------------

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
            raise NotNow("The fight is over.")

    def perform(self, table: Table, dice: Dice) -> None:
        harden(table, (self.x, self.y), self.yards)
        table.happen(Told((), "Part of the ground is difficult."))


@dataclass(frozen=True, slots=True)
class ClearTerrain(SceneCommand):
    """Let the ground be easy to tread everywhere (GRM-031)."""

    name: ClassVar[str] = "terrain.clear"
    label: ClassVar[str] = "Clear the ground"
    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        if HARD_GROUND not in table.scene.memo:
            raise NotNow("There is no difficult ground.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(SceneMemoKept(HARD_GROUND, None), Told((), "The ground is normal again."))


# -- distances ---------------------------------------------------------------------------------------------------------

PRONE, MOUNTED = "prone", "mounted"
#: The memo of a sheet with the gait of what its person sits on.
MOUNT = "mount"
#: The gait of whoever is mounted on something that nobody named.
SOME_HORSE = "rouncey"
#: The gait of wings.
FLY = "fly"
#: Times Movement of a walk, a charge and a run, each also its action points (GRM-023, GRM-026, GRM-029).
WALK, CHARGE, RUN = 1, 2, 3
#: Action points that a gait takes more (GRM-032).
FOR_A_GAIT = 1
#: Points of Brawn Bonus to a yard of a jump and of a leap (GRM-030).
JUMP, LEAP = "jump", "leap"
POINTS_TO_A_YARD = {JUMP: 3, LEAP: 6}
#: Yards that have to be run before a jump.
RUN_UP = 6


def mount_of(sheet: Sheet) -> Gait | None:
    """The animal or vehicle that somebody is on; None on one's own feet."""
    if not sheet.has(MOUNTED):
        return None
    return gaits().get(str(sheet.memo.get(MOUNT)), gaits()[SOME_HORSE])


def flies(sheet: Sheet) -> bool:
    """Whether somebody has wings."""
    return sheet.rank(BODY, "flight") > 0


def pace(sheet: Sheet, gait: Gait | None) -> int:
    """Yards before they are multiplied: Movement, or those of a gait, or of crawling (GRM-029, GRM-033).

    Creatures fly as far as is printed of them.
    """
    if gait is not None:
        return sheet.rank(BODY, "flight") if gait.key == FLY else gait.yards(bonus(sheet, gait.bonus))
    return bonus(sheet, "agility") if crawls(sheet) else movement(sheet)


def crawls(sheet: Sheet) -> bool:
    return is_in(sheet, PRONE)


def air(sheet: Sheet, kind: str) -> int:
    """Yards of a jump or a leap: one for every three or six points of Brawn Bonus (GRM-030)."""
    return bonus(sheet, "brawn") // POINTS_TO_A_YARD[kind]
