"""Distances of movements, and what keeps people from going so far (GRM-023 to GRM-033).

Distances are the most that one goes: on one's own feet, crawling, by a gait, on a mount, and through the air in a jump
(C-01 of movement, GRM-026, GRM-029).
"""

from rules.engine.kernel import NotNow, Refused, Sheet, Table
from rules.systems.grim.content.entries import Gait
from rules.systems.grim.content.library import gaits
from rules.systems.grim.core import BODY, PRONE, bonus, is_in, movement, state_with
from rules.systems.grim.fight.base import (
    TURN_AP,
    Square,
    barred_by,
    crosses_hard_ground,
    refuse_square,
    refuse_without_ap,
)

MOUNTED = "mounted"
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


# -- what keeps people from it -----------------------------------------------------------------------------------------

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
    """Refuse what hard ground does not allow (GRM-031)."""
    if crosses_hard_ground(table, table.actor, to):
        raise Refused(f"{doing.capitalize()} is not possible over hard ground. Walk, or go round it.", "x")


def refuse_by_quality(table: Table, what: str) -> None:
    """Refuse a movement for which something in hand is too unwieldy (GRM-058)."""
    thing = barred_by(table.me, what)
    if thing:
        raise NotNow(f"With the {thing.lower()} in hand you cannot {what}. Stow it first.")


def refuse_going(table: Table, times: int, name: str, doing: str) -> None:
    """Refuse to walk, charge or run to those whom a state, or a thing in hand, keeps from it."""
    refuse_still(table, doing, far=times != WALK, crawling=times == WALK)
    refuse_without_ap(table, times, doing)
    refuse_by_quality(table, name)


def refuse_way(table: Table, to: Square, times: int, gait: Gait | None, doing: str) -> int:
    """The yards of a way; refused if it is none, too far or too dear, or not on such ground (GRM-031)."""
    far = refuse_square(table, to, times * pace(table.me, gait), doing)
    if not far:
        raise Refused("Choose where to go.", "x")
    refuse_without_ap(table, min(TURN_AP, price(times, gait)), doing)
    if times != WALK and (gait is None or gait.key != FLY):
        refuse_hard_ground(table, to, doing)
    return far


def price(times: int, gait: Gait | None) -> int:
    """Action points of a walk, a charge or a run: one more by a gait (GRM-032)."""
    return times + (FOR_A_GAIT if gait else 0)
