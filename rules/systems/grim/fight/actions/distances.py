"""Yards that a movement goes: on one's own feet, crawling, by a gait, on a mount, and through the air in a jump.

GRM-023 to GRM-030, GRM-032, GRM-033, C-01 of movement: distances are the most that one goes (GRM-026, GRM-029).
"""

from rules.engine.kernel import Sheet
from rules.systems.grim.content.gaits import Gait, gaits
from rules.systems.grim.core import BODY, bonus, is_in, movement

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
