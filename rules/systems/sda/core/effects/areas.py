"""Targets of a spell: its reach, and everybody who stands in its area (D-9).

Areas are laid over the board: a sphere around its middle, a line or a cone from the caster towards it.
"""

from collections.abc import Sequence
from math import ceil

from rules.engine.fight import Point, bearing, distance, metres, others_known, place
from rules.engine.kernel import Choice, Refused, Table
from rules.systems.sda.core.effects.magic_entries import Way
from rules.systems.sda.core.effects.spell_entries import Area, Spell

#: Metres that a spell reaches by touch and at close range (SDA-170).
TOUCH = {"touch": 1.0, "close": 1.0}
#: Half of the width of a line, and of the angle of a cone.
HALF_WIDTH, HALF_ANGLE = 0.5, 45
#: Metres that a line or a cone without a length reaches: close range.
CLOSE_CONE = 1
#: Shapes of areas that begin at the caster.
DIRECTED = ("line", "cone")


#: The art whose vessels are thrown and break, all charges at once; the vessel of it whose contents spread.
BREAKS, FUMES = "fumes_phials", "fumes"
#: The area of fumes: a metre of radius for each charge.
_SPREADS = Area("sphere", 0, 1)


def is_thrown(way: Way) -> bool:
    """Whether a way of casting is a vessel that is thrown."""
    return way.pays == "charge" and way.skill == BREAKS


def is_fume(spell: Spell, skill: str) -> bool:
    """Whether a spell comes out of a vessel of fumes, which thin out with every metre."""
    way = spell.way(skill) if skill == BREAKS else None
    return way is not None and is_thrown(way) and way.needs == FUMES


def area_of(spell: Spell, skill: str) -> Area | None:
    """The area of a spell cast with an art, or None. A thrown vessel makes no line or cone; fumes spread instead."""
    if skill != BREAKS or not (way := spell.way(skill)) or not is_thrown(way):
        return spell.area
    if spell.area and spell.area.shape not in DIRECTED:
        return spell.area
    return _SPREADS if way.needs == FUMES else None


def in_area(spell: Spell, skill: str) -> bool:
    """Whether a spell works on everybody meant in its area, rather than on one target."""
    return bool(spell.among) or (is_fume(spell, skill) and spell.target == "somebody")


def is_meant(table: Table, spell: Spell, by: str, who: str, picked: Sequence[str]) -> bool:
    """Whether somebody in its area is one of those whom a spell is for."""
    friend = table.combatant(who).side == table.combatant(by).side
    match spell.among:
        case "picked":
            return who in picked
        case "friends":
            return who in picked if picked else friend
        case "foes":
            return who in picked if picked else not friend
        case "others":
            return who != by
        case _:
            return who in picked if picked else True


def people(table: Table) -> tuple[Choice, ...]:
    """Choices of a target: the actor, then everybody in the fight of whom they know, the nearest first."""
    others = (Choice(who, table.name(who), f"{distance(table, table.actor, who):g} m") for who in _nearest(table))
    return Choice(table.actor, table.me.name, "yourself"), *others


def _nearest(table: Table) -> list[str]:
    return sorted(others_known(table, table.actor), key=lambda who: distance(table, table.actor, who))


def aimed_at(table: Table, spell: Spell, target: str) -> str:
    """The id of the spell's target, by default the caster's own; refused where somebody has to be named."""
    if spell.target == "self":
        return table.actor
    if spell.target == "somebody" and not target:
        raise Refused(f"Choose a target for {spell.name}.", "target")
    return target or table.actor


def middle_of(table: Table, target: str, east: int, north: int) -> Point:
    """The point aimed at: where somebody stands, or so many metres away from there."""
    x, y = place(table, target)
    return round(x + east, 2), round(y + north, 2)


def refuse_far(table: Table, spell: Spell, way: Way, target: str, middle: Point) -> None:
    """Refuse what is out of reach before anything is rolled; hits may carry a spell farther where its text says so."""
    reach = spell.reach
    if is_thrown(way) or (spell.area and spell.area.shape in DIRECTED):
        return  # it goes that way, as far as it goes
    if target == table.actor and middle == place(table, table.actor):
        return
    far = metres(place(table, table.actor), middle)
    most = TOUCH.get(reach.range)
    if most is None and reach.range == "fixed" and not reach.per_hit:
        most = float(reach.metres)
    if most is not None and far > most:
        raise Refused(f"That is {far:g} metres away; {spell.name} reaches {most:g}. Move closer first.", "target")


def hits_for_distance(spell: Spell, far: float) -> int:
    """Hits that go into a distance in metres, where a spell reaches farther for them (D-9); else 0.

    >>> from types import SimpleNamespace as S
    >>> spell = S(reach=S(range="fixed", metres=10, per_hit=10))
    >>> [hits_for_distance(spell, far) for far in (8, 10, 11, 30)]
    [0, 0, 1, 2]
    """
    reach = spell.reach
    if reach.range != "fixed" or not reach.per_hit:
        return 0
    return max(0, ceil((far - reach.metres) / reach.per_hit))


def those_in(table: Table, area: Area, by: str, middle: Point, extent: float) -> list[str]:
    """Ids of everybody inside an area who is not dead, known or not; the caster is in no line or cone."""
    shape = area.shape
    start = place(table, by)
    found = []
    for who in table.scene.combatants:
        if table.sheet(who).has("dead") or (shape in DIRECTED and who == by):
            continue
        if covers(shape, start, middle, place(table, who), extent):
            found.append(who)
    return found


def covers(shape: str, start: Point, middle: Point, point: Point, extent: float) -> bool:
    """Whether an area covers a point: a sphere around its middle, a line or a cone from its start.

    >>> [covers("sphere", (0, 0), (0, 9), (0, y), 3) for y in (5, 6, 9, 12, 13)]
    [False, True, True, True, False]
    >>> [covers("line", (0, 0), (0, 4), point, 6) for point in ((0, 6), (0.5, 3), (1, 3), (0, -1))]
    [True, True, False, False]
    >>> [covers("cone", (0, 0), (0, 1), point, 1) for point in ((0, 1), (0.7, 0.7), (1, 0))]
    [True, True, False]
    """
    if shape in ("sphere", "volume"):
        return metres(middle, point) <= extent
    if not 0 < metres(start, point) <= extent:
        return False
    off = abs((bearing(start, point) - bearing(start, middle) + 180) % 360 - 180)
    if shape == "cone":
        return off <= HALF_ANGLE
    return off < 90 and _beside(start, middle, point) <= HALF_WIDTH


def _beside(start: Point, middle: Point, point: Point) -> float:
    """Metres by which a point is off the straight line from ``start`` through ``middle``."""
    way = (middle[0] - start[0], middle[1] - start[1])
    length = metres(start, middle) or 1.0
    off = way[0] * (point[1] - start[1]) - way[1] * (point[0] - start[0])
    return round(abs(off) / length, 2)


def steps_lost(far: float) -> int:
    """Metres beyond the first, rounded up: the points or dice that a blast has lost there (SDA-285).

    >>> [steps_lost(far) for far in (0, 1, 1.5, 2, 3)]
    [0, 0, 1, 1, 2]
    """
    return max(0, ceil(far) - 1)
