"""Places in a fight: bands of range, terrain, and the side of somebody on which another one is.

Positions are metres, x to the east and y to the north. Facing is a bearing: 0 looks north, 90 east.
"""

from rules.engine.fight import Point, bearing, metres, place
from rules.engine.kernel import Combatant, Sheet, Table
from rules.systems.sda.content.house_rules.fight import on_hexagons
from rules.systems.sda.core.person import figure

#: The melee bands by name, with the metres at which each ends (SDA-170).
BANDS = {"close": 1.0, "medium": 2.0, "long": 3.0}
#: Metres that the longest melee weapon reaches (C-37).
LONGEST = 3.0
#: Degrees from corner to corner of a hexagon (SDA-282), and the number of squares around a square.
CORNER, SQUARES = 60, 8
#: Degrees to either side up to which somebody looks ahead, and up to which they see at all (SDA-282: hexes of 60).
FRONT, FLANK = 60, 120
#: MoS that a defence loses by the side from which the attack comes (SDA-182).
FACING_MALUS = {"front": 0, "flank": 1, "rear": 2}
#: Metres of movement that one metre of each terrain costs (SDA-277 to SDA-280, C-58).
TERRAIN = {"open": 1.0, "minor": 1.5, "medium": 2.0, "severe": 3.0, "extreme": 4.0}
#: Metres of movement that one metre of crawling costs (SDA-260).
CRAWL = 2.0
#: Examples of each terrain, for somebody who has to pick one.
GROUND = {
    "minor": "loose rocks, roots",
    "medium": "mud, a moderate hill",
    "severe": "ice, marsh",
    "extreme": "thick bush, jagged rocks",
}
#: MoS of running that staying on one's feet takes; on extreme ground nobody runs (SDA-277 to SDA-280).
FOOTING = {"open": 0, "minor": 1, "medium": 2, "severe": 3}

#: The share of a way beyond either of its ends that still counts as on it.
_CLOSE = 1e-6


def felt_ground(sheet: Sheet, terrain: str) -> str:
    """The terrain that counts for somebody: easier by as many degrees as their traits give (D-7)."""
    degrees = list(TERRAIN)
    return degrees[max(0, degrees.index(terrain) - figure(sheet, "footing"))]


def metre_cost(mover: Sheet, terrain: str = "open") -> float:
    """Metres of movement that one metre of a terrain costs somebody, more in crawling (SDA-277 to SDA-280, SDA-260)."""
    return TERRAIN[felt_ground(mover, terrain)] * (CRAWL if mover.has("prone") else 1.0)


def band_at(far: float) -> str:
    """The band of a distance in metres; "far" beyond all melee weapons.

    >>> [band_at(far) for far in (0.5, 1, 1.4, 2, 3, 3.1)]
    ['close', 'close', 'medium', 'medium', 'long', 'far']
    """
    for band, ends in BANDS.items():
        if far <= ends:
            return band
    return "far"


def side_seen(stand: Combatant, point: Point, *, on_hexagons: bool = False) -> str:
    """The side of somebody on which a point lies: "front", "flank" or "rear".

    On hexagons people look at a corner: two of the six around them are ahead, one on each side, two behind (SDA-282).
    """
    if (stand.x, stand.y) == point:
        return "front"
    ahead = corner(stand.facing) if on_hexagons else stand.facing
    off = abs((bearing((stand.x, stand.y), point) - ahead + 180) % 360 - 180)
    return "front" if off <= FRONT else "flank" if off <= FLANK else "rear"


def hexagons(table: Table) -> bool:
    """Whether this table plays on hexagons (SDA-282)."""
    return on_hexagons(table.house_rules)


def corner(facing: int) -> int:
    """The bearing of the corner of a hexagon that is nearest to where somebody looks.

    >>> [corner(facing) for facing in (0, 29, 31, 95, 340)]
    [0, 0, 60, 120, 0]
    """
    return (facing + CORNER // 2) // CORNER * CORNER % 360


def scatter(table: Table, who: str) -> tuple[int, int]:
    """The number of directions in which a struck weapon may fly, and the bearing of the first.

    On hexagons there are six, from the corner ahead of the striker; on squares eight, from the north (D-11, SDA-282).
    """
    if hexagons(table):
        return 360 // CORNER, corner(table.combatant(who).facing)
    return SQUARES, 0


def side_of(table: Table, who: str, other: str) -> str:
    """The side of ``who`` on which ``other`` stands: "front", "flank" or "rear"."""
    return side_seen(table.combatant(who), place(table, other), on_hexagons=hexagons(table))


def entry_point(start: Point, end: Point, centre: Point, reach: float) -> float | None:
    """The share of a way (0 to 1) gone when it first comes within reach of a point; None if it never does."""
    way = (end[0] - start[0], end[1] - start[1])
    off = (start[0] - centre[0], start[1] - centre[1])
    if metres(start, centre) <= reach:
        return 0.0
    length2 = way[0] ** 2 + way[1] ** 2
    half = off[0] * way[0] + off[1] * way[1]
    root = half**2 - length2 * (off[0] ** 2 + off[1] ** 2 - reach**2)
    if not length2 or root < 0:
        return None
    share = (-half - root**0.5) / length2
    return max(0.0, min(1.0, share)) if -_CLOSE <= share <= 1 + _CLOSE else None
