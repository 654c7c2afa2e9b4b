"""The two tracks of harm: damage and peril, five steps each, from nothing to the end (D-2)."""

from functools import lru_cache

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import BoxesTicked, Sheet, Table
from rules.engine.odds import Distribution, mapped

DAMAGE, PERIL = "damage", "peril"
#: The kind of box that both have, and how many.
BOX, LAST_STEP = "step", 5
#: Names of the steps, from unhurt to the end.
LEVELS = {
    DAMAGE: (
        "Unharmed",
        "Lightly Wounded",
        "Moderately Wounded",
        "Seriously Wounded",
        "Grievously Wounded",
        "Slain!",
    ),
    PERIL: (
        "Unhindered",
        "Imperiled",
        "Ignore 1 Skill Rank",
        "Ignore 2 Skill Ranks",
        "Ignore 3 Skill Ranks",
        "Incapacitated!",
    ),
}
#: Points of harm to a step, and how far above a threshold the end comes at once (D-2).
PER_STEP, AT_ONCE = 6, 18


def steps_of(total: int, threshold: int) -> int:
    """Steps that a total of harm moves one on a track: none below the threshold, all of them from 18 above it (D-2).

    >>> [steps_of(total, 9) for total in (8, 9, 14, 15, 21, 26, 27)]
    [0, 1, 1, 2, 3, 3, 5]
    """
    over = total - threshold
    if over < 0:
        return 0
    return LAST_STEP if over >= AT_ONCE else over // PER_STEP + 1


@of_sheet("tracks")
def level(sheet: Sheet, track: str) -> int:
    """The steps that one has gone on a track; 0 where there is no such track."""
    lines = sheet.tracks.get(track, [])
    return lines[0].ticked.get(BOX, 0) if lines else 0


def has_track(sheet: Sheet, track: str) -> bool:
    """Whether one can suffer such harm; the mindless know no peril (D-7)."""
    return bool(sheet.tracks.get(track))


def level_name(sheet: Sheet, track: str) -> str:
    """The name of the step on which one is."""
    return LEVELS[track][level(sheet, track)]


def standing(sheet: Sheet, track: str) -> str:
    """Where one is on a track, as the log goes on after a name: "is now Imperiled", "now ignores 2 skill ranks"."""
    name = level_name(sheet, track).rstrip("!")
    return f"now {name.lower().replace('ignore', 'ignores')}" if name.startswith("Ignore") else f"is now {name}"


def ranks_ignored(sheet: Sheet) -> int:
    """The ranks of every skill that Peril has one ignore: 1 to 3 (D-2)."""
    return max(0, min(3, level(sheet, PERIL) - 1))


def steps_by(sheet: Sheet, track: str, harm: Distribution, threshold: int) -> Distribution:
    """P(so many steps of a track are gone by harm against a threshold): none beyond its end, nor without it (D-2)."""
    return steps_within(harm, threshold, LAST_STEP - level(sheet, track) if has_track(sheet, track) else 0)


@lru_cache(maxsize=4096)
def steps_within(harm: Distribution, threshold: int, room: int) -> Distribution:
    """P(so many steps of a track are gone by harm against a threshold), no more than there is room for (D-2)."""
    return mapped(harm, lambda total: min(room, steps_of(total, threshold)))


def moved(sheet: Sheet, track: str, by: int) -> int:
    """Steps that can really be gone on a track."""
    now = level(sheet, track)
    return max(0, min(LAST_STEP, now + by)) - now if has_track(sheet, track) else 0


def tick(table: Table, who: str, track: str, by: int) -> int:
    """Go steps on a track, or back; how many were gone."""
    gone = moved(table.sheet(who), track, by)
    if gone:
        table.happen(BoxesTicked(who, track, 0, BOX, gone))
    return gone
