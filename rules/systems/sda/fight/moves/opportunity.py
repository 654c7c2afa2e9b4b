"""Attacks of opportunity that somebody provokes by moving or looking away (SDA-224 to SDA-230)."""

from collections.abc import Callable

from rules.engine.fight import Point, bearing, between, is_walled_off, metres, place, then
from rules.engine.fight.sequence import Step
from rules.engine.kernel import Table
from rules.systems.sda.core.effects import ahead
from rules.systems.sda.core.rolls import rider_of
from rules.systems.sda.fight.base import entry_point, hexagons, is_able, opponents, pay_for_way, side_seen
from rules.systems.sda.fight.moves.sequence import may_shoot, may_strike, reach_of

#: The reason of the openings that somebody gives by going through the reach of others.
ON_THE_WAY = "moves in reach"
#: The reason of the openings that somebody gives by a step with the hits of a blow.
STEPS = "steps"
#: The reason of the openings that somebody gives by being pushed.
PUSHED = "is pushed in reach"
#: Metres past the edge of a place at which somebody is surely inside.
_INSIDE = 0.05


def provoke(table: Table, who: str, why: str, *, but: str = "") -> None:
    """Give everybody in reach an opening, since ``who`` takes their attention off them (SDA-224, SDA-228).

    The asks are put when nothing else waits; call `carry_on` at the end of the command.
    """
    for by in opponents_who_watch(table, who):
        if by != but and may_strike(table, by, who):
            then(table, {"do": "opportunity", "by": by, "on": who, "why": why})
        elif by != but and may_shoot(table, by, who):
            then(table, {"do": "shot", "by": by, "on": who, "why": why})


def step_past(table: Table, who: str, end: Point, facing: int, *, but: str) -> None:
    """Plan a winner's step: opponents with them in reach strike before it, those who only then have them after it.

    Only ``but``, who was hit, has no opening (SDA-188, SDA-227, C-79).
    """
    provoke(table, who, STEPS, but=but)
    then(table, _stand(who, end, facing))
    now = who_may_strike(table, who, but=but)
    late = [by for by in opponents_who_watch(table, who) if by != but and by not in now]
    then(table, *({"do": "opportunity", "by": by, "on": who, "why": STEPS} for by in late))


def who_may_strike(table: Table, who: str, *, but: str) -> list[str]:
    """The ids of those, ``but`` aside, who have ``who`` in reach and an opening left."""
    return [by for by in opponents_who_watch(table, who) if by != but and may_strike(table, by, who)]


def strikes_at_step(table: Table, who: str, moves: Callable[[Table], None], *, but: str) -> list[tuple[Table, str]]:
    """The foes who may strike at a winner's step, which ``moves`` takes, each with the table as it is then (C-79)."""
    if not any(by != but for by in opponents_who_watch(table, who)):
        return []
    now, there = who_may_strike(table, who, but=but), table.supposing(moves)
    late = [by for by in who_may_strike(there, who, but=but) if by not in now]
    return [*((table, by) for by in now), *((there, by) for by in late)]


def opponents_who_watch(table: Table, who: str) -> list[str]:
    """The ids of somebody's opponents who are able to act and not hidden."""
    return [by for by in opponents(table, who) if is_able(table, by) and not table.combatant(by).hidden]


def walk(table: Table, who: str, end: Point, facing: int, *, but: str = "", why: str = ON_THE_WAY) -> None:
    """Plan a movement with the attacks that it provokes on its way, in the order in which they come (SDA-227).

    The one who pushes has an opening like others (SDA-190, C-72). Of two who ride together the rider gives the opening;
    the strike may be at the mount instead. A way into a place under a spell halts just inside its edge, and one that
    goes at somebody dreadful is paid for (D-9).
    """
    start = place(table, who)
    if why != PUSHED:
        pay_for_way(table, rider_of(table, who) or who, end)
    met = [
        (share, by)
        for by in opponents_who_watch(table, who)
        if by != but and (share := where_met(table, by, who, end)) is not None
    ]
    then(table, *_shots_at(table, rider_of(table, who) or who, [by for _, by in met], why))
    for share, by in sorted([*met, *((share, "") for share in _edges(table, who, end))]):
        if share:
            then(table, _stand(who, between(start, end, share), bearing(start, end)))
        if by:
            then(table, {"do": "opportunity", "by": by, "on": rider_of(table, who) or who, "why": why})
    then(table, _stand(who, end, facing))


def _edges(table: Table, who: str, end: Point) -> list[float]:
    """The shares of a way (0 to 1) gone where it enters places that do something to somebody."""
    start = place(table, who)
    entered = (entry_point(start, end, one.middle(table), one.extent) for one in ahead(table, who))
    return [min(1.0, share + _INSIDE / metres(start, end)) for share in entered if share is not None]


def _shots_at(table: Table, who: str, met: list[str], why: str) -> list[Step]:
    """The steps that ask those for a shot who watch somebody go and do not strike (D-7)."""
    able = [by for by in opponents_who_watch(table, who) if by not in met and may_shoot(table, by, who)]
    return [{"do": "shot", "by": by, "on": who, "why": "moves" if why == ON_THE_WAY else why} for by in able]


def where_met(table: Table, by: str, who: str, end: Point) -> float | None:
    """The share of a way (0 to 1) gone when it first is in the reach and sight of ``by``; None if it never is."""
    start, stand = place(table, who), table.combatant(by)
    reach, on_hexagons = reach_of(table, by), hexagons(table)

    def is_met(point: Point) -> bool:
        """Whether a place is in reach and in sight, with nothing shut before it."""
        near = metres(point, (stand.x, stand.y)) <= reach and side_seen(stand, point, on_hexagons=on_hexagons) != "rear"
        return near and not is_walled_off(table, point, (stand.x, stand.y))

    return 0.0 if is_met(start) else _first_met(start, end, entry_point(start, end, (stand.x, stand.y), reach), is_met)


def _first_met(start: Point, end: Point, entry: float | None, is_met: Callable[[Point], bool]) -> float | None:
    """The share of a way gone at the first tenth of a metre, from ``entry`` on, that is met; None if none is."""
    if entry is None:
        return None
    length = metres(start, end)
    tenths = max(1, round(length * 10))
    shares = [entry, *(n / tenths for n in range(tenths + 1) if n / tenths > entry)]
    return next((share for share in shares if is_met(between(start, end, share))), None)


def _stand(who: str, point: Point, facing: int) -> Step:
    return {"do": "stand", "who": who, "x": point[0], "y": point[1], "facing": facing}
