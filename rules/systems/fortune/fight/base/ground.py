"""Moving and reach on the board in feet, who is left behind, who notices the hidden, and people moved by others.

LIN-026, LIN-034, LIN-035, LIN-044, LIN-045, LIN-075, C-11, E-n, E-p; pushed, pulled, changed places with (D-3, D-5).
"""

from collections.abc import Mapping
from itertools import product
from math import prod

from rules.engine.fight import (
    EDGE,
    HERE,
    Point,
    bearing,
    between,
    is_walled_from,
    knows_of,
    listed,
    metres,
    place,
    refuse_barrier,
    refuse_walled,
    shifted,
    stopped,
)
from rules.engine.kernel import Dice, Moved, NotNow, Refused, Sheet, Table, Told, end_conditions
from rules.engine.odds import Chance
from rules.systems.fortune.core import (
    FEATURE,
    MELEE,
    MELEE_RANGE,
    Arm,
    Step,
    Trial,
    arms_of,
    feet,
    is_held,
    is_step,
    roll,
    size_of,
    trial_for,
)
from rules.systems.fortune.fight.base.state import (
    FOOT,
    HIDDEN,
    OPENED,
    SLIPPING,
    SURPRISED,
    feet_between,
    in_feet,
    is_near,
    is_out,
    opponents,
    walked,
)


def chosen(table: Table, x: int, y: int) -> Point:
    """The place picked; one's own if none was, or if it is the one that the form began with."""
    here = place(table, table.actor)
    if (x, y) == (round(here[0]), round(here[1])):
        return here
    return here[0] if x == HERE else float(x), here[1] if y == HERE else float(y)


def way_to(table: Table, who: str, to: Point) -> int:
    """Feet to a place."""
    return in_feet(metres(place(table, who), to))


def refuse_stuck(sheet: Sheet) -> None:
    """Refuse somebody who cannot move a foot (LIN-072)."""
    if is_held(sheet) or not feet(sheet):
        raise NotNow(f"{sheet.name} is held and cannot move.")


def refuse_way(table: Table, to: Point, most: int, told: str) -> int:
    """The feet of a way; refused if it is none, too long, or a status holds the actor (LIN-045, LIN-072)."""
    far = way_to(table, table.actor, to)
    if not far:
        raise Refused("You are there already. Choose another place.", "x")
    refuse_stuck(table.me)
    if far > most:
        raise Refused(f"That is {far} ft away; {told} {most} ft.", "x")
    refuse_barrier(table, table.actor, to)
    return far


def farthest(table: Table, foe: str, most: int) -> Mapping[str, int]:
    """The fields for the place within ``most`` feet that is farthest from a foe, with no wall before it."""
    here, theirs, span = place(table, table.actor), place(table, foe), int(most * FOOT)
    east, north = (range(max(-EDGE, round(at) - span), min(EDGE, round(at) + span) + 1) for at in here)
    near = (to for to in product(east, north) if 0 < way_to(table, table.actor, to) <= most)
    free = (to for to in near if stopped(table, here, to) == to)
    x, y = max(free, key=lambda to: metres(theirs, to), default=(round(here[0]), round(here[1])))
    return {"x": x, "y": y}


def go_to(table: Table, who: str, to: Point) -> None:
    """Put somebody where they moved to."""
    start = place(table, who)
    table.happen(Told((who,), f"{{0}} moves {in_feet(metres(start, to))} ft."))
    table.happen(Moved(who, to[0], to[1], bearing(start, to)))


# -- reach: who is near enough, and no blow or touch through a wall ----------------------------------------------------


def serves(table: Table, arm: Arm, who: str, other: str) -> bool:
    """Whether an arm of one serves against another: at that distance, and by hand with nothing shut between them."""
    return arm.serves(feet_between(table, who, other)) and not (arm.kind == MELEE and is_walled_from(table, who, other))


def best_arm(table: Table, target: str, kind: str = "") -> Arm | None:
    """The actor's arm with the highest average damage that serves against somebody; None if none does.

    One of a ``kind`` comes before all others.
    """
    able = (arm for arm in arms_of(table).values() if serves(table, arm, table.actor, target))
    return max(able, key=lambda arm: (arm.kind == kind, arm.mean, arm.bonus), default=None)


def refuse_beyond(table: Table, target: str, arm: Arm, field: str = "target") -> None:
    """Refuse the actor an arm that does not serve against somebody (LIN-034)."""
    feet, name = feet_between(table, table.actor, target), table.name(target)
    if feet > arm.reach:
        raise Refused(f"{name} is {feet} ft away; {arm.name.lower()} reaches {arm.reach} ft. Move closer first.", field)
    if feet < arm.least:
        near = f"{name} is {feet} ft away, too close for {arm.name.lower()}"
        raise Refused(f"{near}. Step back to {arm.least} ft first.", field)
    if arm.kind == MELEE:
        refuse_walled(table, target, field)


def refuse_out_of_range(table: Table, target: str, reach: int, means: str, field: str) -> None:
    """Refuse somebody farther from the actor than some means reaches, and a touch through a wall."""
    far = feet_between(table, table.actor, target)
    if far > reach:
        raise Refused(f"{table.name(target)} is {far} ft away; {means} reaches {reach} ft. Move closer first.", field)
    if reach <= MELEE_RANGE:
        refuse_walled(table, target, field)


# -- leaving somebody behind -------------------------------------------------------------------------------------------


def left_behind(table: Table, who: str, to: Point) -> list[str]:
    """Ids of enemies from whose melee range somebody moves away, and who may use a counter move for it (LIN-045, C-11).

    Each does so once a round; Slip Away keeps all of them from it (LIN-042), and so does not being seen.
    """
    sheet = table.sheet(who)
    if sheet.has(SLIPPING) or sheet.has(HIDDEN) or _skirmishes(table, who, to):
        return []
    return [
        other
        for other, there in table.scene.combatants.items()
        if there.side != table.combatant(who).side
        and is_near(table, who, other)
        and in_feet(metres(place(table, other), to)) > MELEE_RANGE
        and knows_of(table, who, other)
        and other not in listed(table, OPENED)
        and may_counter(table, other, who)
    ]


def _skirmishes(table: Table, who: str, to: Point) -> bool:
    """Whether a skirmisher moves no more than half the Speed this turn, which gives no openings (D-3)."""
    sheet = table.sheet(who)
    gone = walked(table, who) + way_to(table, who, to)
    return sheet.rank(FEATURE, "skirmishers_agility") > 0 and gone <= feet(sheet) // 2


def may_counter(table: Table, who: str, against: str) -> bool:
    """Whether somebody can use a counter move: able to act, not surprised, and aware of the other (LIN-069, E-j)."""
    sheet = table.sheet(who)
    return not is_out(sheet) and not sheet.has(SURPRISED) and knows_of(table, who, against)


# -- noticing somebody hidden ------------------------------------------------------------------------------------------


@is_step("spotting")
def spotted(table: Table, dice: Dice, step: Step) -> None:
    """Let everybody near look for somebody who was noticed while hidden (LIN-075)."""
    look_for(table, dice, step["who"])


def look_for(table: Table, dice: Dice, who: str) -> None:
    """Roll a Heart test of every enemy against what the hider came to, if they are hidden (LIN-075, E-p)."""
    if not table.takes_part(who) or not table.sheet(who).has(HIDDEN):
        return
    level = table.sheet(who).conditions[HIDDEN].level
    looks = [roll(table, dice, spot_trial(table, other, level), "spotting") for other in watchers(table, who)]
    seen = any(look.passed for look in looks)
    if seen:
        end_conditions(table, who, HIDDEN)
    table.happen(Told((who,), "{0} is seen." if seen else "{0} stays hidden."))


def chance_to_be_seen(table: Table, who: str, level: int) -> float:
    """P(anybody near sees somebody who hides at a total) (LIN-075)."""
    return 1 - prod(1 - spot_trial(table, other, level).chances.success for other in watchers(table, who))


def seen_chance(table: Table, who: str) -> tuple[Chance, ...]:
    """The chance that somebody hidden is seen by what they do; empty for those in sight (LIN-075)."""
    hidden = table.sheet(who).conditions.get(HIDDEN) if table.takes_part(who) else None
    return (Chance("seen", "is seen", chance_to_be_seen(table, who, hidden.level)),) if hidden else ()


def watchers(table: Table, who: str) -> list[str]:
    """Ids of the enemies who can look for somebody, of those that somebody knows of (LIN-069)."""
    return [other for other in opponents(table, who) if not is_out(table.sheet(other))]


def spot_trial(table: Table, who: str, level: int) -> Trial:
    """The Heart test to notice somebody hidden, which the deaf roll with Misfortune (LIN-071, LIN-075)."""
    return trial_for(table, who, "heart", level, purposes=("spot", "notice_sneaking"), unhelped=True)


# -- moved by others ---------------------------------------------------------------------------------------------------


def sizes_above(table: Table, who: str, other: str) -> int:
    """By how many sizes another is larger than somebody; 0 for those who are not."""
    return max(0, size_of(table.sheet(other)) - size_of(table.sheet(who)))


def _put(table: Table, who: str, to: Point) -> None:
    x, y = (max(-EDGE, min(EDGE, one)) for one in to)
    table.happen(Moved(who, float(x), float(y), table.combatant(who).facing))


def push_away(table: Table, who: str, by: str, feet: int) -> None:
    """Move somebody so many feet straight away from another, up to a wall; northwards from the same place."""
    start, source = place(table, who), place(table, by)
    far, way = metres(source, start), feet * FOOT
    end = between(source, start, 1 + way / far) if far else shifted(start, 0, way)
    _put(table, who, stopped(table, start, end))


def pull_towards(table: Table, who: str, other: str, feet: int) -> None:
    """Move somebody at most so many feet straight towards another, up to a wall, and not beyond their side."""
    start, end = place(table, who), place(table, other)
    far = metres(start, end)
    way = min(feet * FOOT, max(0.0, far - 1))
    if way:
        _put(table, who, stopped(table, start, between(start, end, way / far)))


def change_places(table: Table, who: str, other: str) -> None:
    """Let two people change places, each looking where they looked."""
    first, second = place(table, who), place(table, other)
    _put(table, who, second)
    _put(table, other, first)
