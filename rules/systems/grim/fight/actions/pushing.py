"""Pushing a foe back or aside, with a takedown for one action point more, and what a critical push allows (GRM-104)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, Reply, Said, Table, Told, pick, switch
from rules.systems.grim.core import PRONE, Known, is_in, is_in_fight, resisted
from rules.systems.grim.fight.actions.chokehold import ATHLETICS
from rules.systems.grim.fight.actions.leaving import can_go_on, close_up, follow, leave_cover
from rules.systems.grim.fight.actions.stunt_kinds import COORDINATION, throw_down
from rules.systems.grim.fight.actions.stunts import Stunt, choices_of
from rules.systems.grim.fight.base import Square, heading, is_walled, on_board, put, standing, taken

BACK, LEFT, RIGHT = "back", "left", "right"
#: Yards that a push goes, by its direction.
YARDS = {BACK: 2, LEFT: 1, RIGHT: 1}


@dataclass(frozen=True, slots=True)
class Push(Stunt, name="stunt.push", label="Push"):
    """Push a foe two yards back or one aside; for one action point more they fall as well (GRM-104)."""

    skill: ClassVar[str] = ATHLETICS
    resist: ClassVar[str] = COORDINATION
    doing: ClassVar[str] = "tries to push {1}"
    brings: ClassVar[str] = "pushed"

    to: str = pick("Where to", default=BACK, at_once=True)
    takedown: bool = switch("Throw down as well", help="1 more AP")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ways = (
            Choice(BACK, "Back", "two yards"),
            Choice(LEFT, "To your left", "one yard"),
            Choice(RIGHT, "To your right", "one yard"),
        )
        return {**choices_of(table), "to": ways}

    def price(self) -> int:
        return 2 if self.takedown else 1

    def more(self, table: Table) -> Known:
        return {"to": self.to, "takedown": self.takedown}


def pushed_to(table: Table, by: str, who: str, to: str) -> Square:
    """The square where a push ends: before whoever or whatever stands in the way."""
    east, north = heading(table, by, who)
    step = {BACK: (east, north), LEFT: (-north, east), RIGHT: (north, -east)}[to]
    here, full = standing(table, who), taken(table, who)
    for _ in range(YARDS[to]):
        there = (here[0] + step[0], here[1] + step[1])
        if there in full or not on_board(there) or is_walled(table, here, there):
            break
        here = there
    return here


@resisted(Push.name)
def _push(table: Table, dice: Dice, who: str, data: Known) -> None:
    """Push whoever did not resist; after a critical success the one who pushed has a choice (GRM-104, E-g)."""
    by = str(data["by"])
    table.happen(Told((by, who), "{0} pushes {1}."))
    leave_cover(table, who)
    put(table, who, pushed_to(table, by, who, str(data["to"])))
    if data["takedown"]:
        throw_down(table, dice, who, data)
    if data["critical"] and is_in_fight(table, by):
        _offer(table, by, who)


def _offer(table: Table, by: str, who: str) -> None:
    """Ask for what a critical push allows, as far as there is anything to choose."""
    able = [PushDown.name] if not is_in(table.sheet(who), PRONE) else []
    if close_up(table, by, who) is not None and can_go_on(table, by, crawling=False):
        able.insert(0, PushFollow.name)
    if able:
        table.ask(by, Said("{0} reels: follow up?", (who,)), *able, PushStay.name, on=who)


@dataclass(frozen=True, slots=True)
class PushFollow(Reply, name="push.follow", label="Follow"):
    """Follow whom you pushed at no price (GRM-104, E-g)."""

    throws_dice: ClassVar[bool] = False

    def perform(self, table: Table, dice: Dice) -> None:
        follow(table, table.actor, str(table.answer(self.ask, self.name).known["on"]))


@dataclass(frozen=True, slots=True)
class PushDown(Reply, name="push.takedown", label="Throw them down"):
    """Throw down whom you pushed, at no price; nothing resists it (GRM-104, E-b, E-g)."""

    throws_dice: ClassVar[bool] = False

    def perform(self, table: Table, dice: Dice) -> None:
        throw_down(table, dice, str(table.answer(self.ask, self.name).known["on"]), {"by": table.actor})


@dataclass(frozen=True, slots=True)
class PushStay(Reply, name="push.stay", label="Do nothing more"):
    """Stay where you are, and leave it at the push."""

    throws_dice: ClassVar[bool] = False

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
