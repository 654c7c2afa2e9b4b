"""The board: where everybody stands, in metres, ready to be drawn. North is up; a facing is a bearing."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, hypot, sqrt

from campaigns.models import Campaign
from campaigns.pictures.serving import Ground as Picture
from combat.table.drawing import DrawnFog, DrawnGround, DrawnLine, drawn_fog, drawn_ground, drawn_lines, reach
from combat.table.spots import ASIDE, marks, numbers, spread
from rules.engine.kernel import Barrier, Combatant, Encounter, Sheet
from rules.engine.system.protocol import METRES, System, Unit

#: Metres of ground around whoever stands outermost, and the least that is shown.
MARGIN = 3
LEAST = (14, 10)
#: The room that each of a crowd takes around its middle, in metres.
ROOM = 0.56
#: Degrees from corner to corner of a hexagon.
CORNER = 60
#: The width in metres of a combatant who is drawn as a hexagon.
PIECE = 0.92

#: The metres from its place that a token takes up, and the widest ground that is held in view.
TOKEN = 0.5
WIDEST = 300

#: The ground in view and the width of the picture on it, as the page tells them.
_VIEW = re.compile(r"(?P<box>-?\d{1,5} -?\d{1,5} \d{1,3} \d{1,3}) (?P<picture>[\d.e+-]{1,12})", re.ASCII)

#: A stretch of ground as drawings have it, in whole metres: left, top, width, height.
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Token:
    """A combatant on the board; ``across`` and ``down`` are where they are drawn.

    ``far`` is metres from the actor, ``distance`` the same in the unit of the game.
    """

    who: str
    name: str
    initials: str
    side: str
    x: float
    y: float
    facing: int
    hidden: bool = False
    acts: bool = False
    mine: bool = False
    out: bool = False
    far: float | None = None
    distance: str = ""
    #: The picture (its id) or the figure that is drawn instead of initials; the number tells apart those of one kind.
    picture: str = ""
    figure: str = ""
    number: str = ""
    #: Where they are drawn, in metres, if not at their place: others would hide them there.
    spot: tuple[float, float] | None = None

    @property
    def across(self) -> str:
        return f"{self.spot[0] if self.spot else self.x:g}"

    @property
    def down(self) -> str:
        return f"{-(self.spot[1] if self.spot else self.y):g}"

    @property
    def tether(self) -> str:
        """The line from where they are drawn to their place."""
        return f"L{self.x - float(self.across):g} {-self.y - float(self.down):g}" if self.spot else ""


@dataclass(frozen=True, slots=True)
class Crowd:
    """The frame drawn around several on one spot, such as a rider and a mount."""

    x: float
    y: float
    count: int

    @property
    def left(self) -> str:
        return f"{self.x - (self.count - 1) * ASIDE / 2 - ROOM:g}"

    @property
    def top(self) -> str:
        return f"{-self.y - ROOM:g}"

    @property
    def width(self) -> str:
        return f"{(self.count - 1) * ASIDE + 2 * ROOM:g}"


@dataclass(frozen=True, slots=True)
class Stride:
    """The circle of ground that whoever acts can still reach, as the crow flies: its centre and radius in metres."""

    x: float
    y: float
    metres: float

    @property
    def across(self) -> str:
        return f"{self.x:g}"

    @property
    def down(self) -> str:
        return f"{-self.y:g}"

    @property
    def radius(self) -> str:
        return f"{self.metres:g}"


@dataclass(frozen=True, slots=True)
class Comb:
    """Hexagons with a corner to the north, ``across`` metres wide; two rows are repeated all over the ground."""

    across: float

    @property
    def edge(self) -> float:
        return self.across / sqrt(3)

    @property
    def left(self) -> str:
        return f"{-self.across / 2:g}"

    @property
    def top(self) -> str:
        return f"{-self.edge:.4f}"

    @property
    def width(self) -> str:
        """The width of the piece that is repeated."""
        return f"{self.across:g}"

    @property
    def height(self) -> str:
        """The height of the piece that is repeated."""
        return f"{3 * self.edge:.4f}"

    @property
    def middle(self) -> str:
        """The middle of a hexagon, seen from the corner of the piece that is repeated."""
        return f"{self.across / 2:g} {self.edge:.4f}"

    @property
    def piece(self) -> str:
        """The outline of a combatant, a little less wide than a metre."""
        return Comb(PIECE).outline

    @property
    def path(self) -> str:
        """The lines of the piece that is repeated: a hexagon around the middle, and the line down to the next row."""
        return f"{self.outline}M0 {self.edge:.4f}V{2 * self.edge:.4f}"

    @property
    def outline(self) -> str:
        """The outline of one hexagon."""
        half, edge = self.across / 2, self.edge
        return (
            f"M0 {-edge:.4f}L{half:g} {-edge / 2:.4f}V{edge / 2:.4f}L0 {edge:.4f}"
            f"L{-half:g} {edge / 2:.4f}V{-edge / 2:.4f}Z"
        )


@dataclass(frozen=True, slots=True)
class Board:
    """The ground that is shown, in squares whose middles are the places where people stand; all in metres."""

    tokens: tuple[Token, ...]
    left: int
    top: int
    width: int
    height: int
    centre: str = ""
    square: float = 1.0
    unit: Unit = METRES
    crowds: tuple[Crowd, ...] = ()
    stride: Stride | None = None
    hexagons: bool = False
    lines: tuple[DrawnLine, ...] = ()
    ground: DrawnGround | None = None
    fog: tuple[DrawnFog, ...] = ()
    #: Whether a diagonal step is as long as one along the side of a square.
    by_squares: bool = False
    #: Whether more or less ground is in view than everything on it takes.
    is_held: bool = False

    @property
    def box(self) -> str:
        return f"{self.left} {self.top} {self.width} {self.height}"

    @property
    def view(self) -> str:
        """The ground in view and the width of the picture on it, as a page tells them when it looks again."""
        return f"{self.box} {self.ground.across if self.ground else 0}"

    @property
    def side(self) -> str:
        """The side of a square, or the width of a hexagon, as people read it."""
        return self.unit.of(self.square)

    @property
    def comb(self) -> Comb:
        """The hexagons, where the board has them."""
        return Comb(self.square)

    @property
    def columns(self) -> list[str]:
        return self._lines(self.left, self.width)

    @property
    def rows(self) -> list[str]:
        return self._lines(self.top, self.height)

    def _lines(self, start: int, length: int) -> list[str]:
        """The places of the lines between the squares: half a side away from their middles."""
        first = ceil(start / self.square - 0.5)
        last = floor((start + length) / self.square - 0.5)
        return [f"{(number + 0.5) * self.square:g}" for number in range(first, last + 1)]

    @property
    def others(self) -> list[Token]:
        """The tokens whose distance from the actor is known, the nearest first."""
        return sorted((t for t in self.tokens if t.far is not None), key=lambda token: (token.far or 0, token.name))


def board_of(
    seen: Encounter,
    sheets: Mapping[str, Sheet],
    plays: frozenset[str],
    out: frozenset[str],
    actor: str,
    campaign: Campaign,
    picture: Picture | None = None,
) -> Board:
    """The board with all whom the viewer knows of, how far each is from ``actor``, and the picture where it lies."""
    centre = seen.combatants.get(actor)
    acting = seen.current.who if seen.current else ""
    system = campaign.system
    distances = {
        who: counted(centre, stands, campaign) for who, stands in seen.combatants.items() if centre and who != actor
    }
    names = {who: sheets[who].name for who in seen.combatants if who in sheets}
    marked, told_apart = marks(names), numbers(names)
    tokens = [
        Token(
            who=who,
            name=sheets[who].name,
            initials=marked[who],
            number=told_apart[who],
            side=stands.side,
            x=stands.x,
            y=stands.y,
            facing=stands.facing,
            hidden=stands.hidden,
            acts=who == acting,
            mine=who in plays,
            out=who in out,
            far=distances.get(who),
            distance=system.unit.of(distances.get(who, 0.0)),
        )
        for who, stands in seen.combatants.items()
        if who in sheets
    ]
    stride = _stride(centre, system) if centre and actor == acting else None
    framed = _framed(tokens, seen, system, drawn_ground(seen.ground, picture, system))
    by_squares = _counts_squares(campaign)
    return replace(framed, centre=sheets[actor].name if centre else "", stride=stride, by_squares=by_squares)


def with_faces(drawn: Board, pictures: Mapping[str, str], figures: Mapping[str, str]) -> Board:
    """The board with pictures on its tokens, and figures of creatures that have none; both by who they are of."""
    faces = ((one, pictures.get(one.who, ""), figures.get(one.who, "")) for one in drawn.tokens)
    return replace(drawn, tokens=tuple(replace(one, picture=seen, figure=figure) for one, seen, figure in faces))


def on_hexagons(drawn: Board) -> Board:
    """The board in hexagons: everybody looks at the corner that is nearest."""
    tokens = tuple(replace(one, facing=round(one.facing / CORNER) * CORNER % 360) for one in drawn.tokens)
    return replace(drawn, tokens=tokens, hexagons=True)


def metres(one: Combatant, other: Combatant) -> float:
    """The metres between two combatants, to the decimetre."""
    return round(hypot(one.x - other.x, one.y - other.y), 1)


def counted(one: Combatant, other: Combatant, campaign: Campaign) -> float:
    """The metres between two combatants as the game counts them."""
    return campaign.system.far((one.x, one.y), (other.x, other.y), campaign.house_rules)


def _counts_squares(campaign: Campaign) -> bool:
    side = campaign.system.square
    return campaign.system.far((0.0, 0.0), (side, side), campaign.house_rules) == side


def _stride(stands: Combatant, system: System) -> Stride | None:
    """The ground that is left to somebody, which games count in budgets of their own; ``None`` if none is."""
    left = sum(stands.budgets.get(budget, 0) * metres for budget, metres in system.strides.items())
    return Stride(stands.x, stands.y, left) if left else None


def _framed(tokens: list[Token], seen: Encounter, system: System, ground: DrawnGround | None) -> Board:
    left, top, width, height = box_around(*_places(tokens, seen.barriers.values(), ground))
    spots = spread({token.who: (token.x, token.y) for token in tokens})
    drawn = tuple(replace(one, spot=spots[one.who] if spots[one.who] != (one.x, one.y) else None) for one in tokens)
    board = Board(drawn, left, top, width, height, square=system.square, unit=system.unit, crowds=_frames(drawn))
    return replace(board, lines=drawn_lines(seen.barriers), ground=ground, fog=drawn_fog(seen.fog))


def _places(
    tokens: Sequence[Token], barriers: Iterable[Barrier], ground: DrawnGround | None
) -> tuple[list[float], list[float]]:
    """The places that have to be in sight: how far east, and how far north."""
    east, north = reach(barriers)
    if ground:
        east, north = east + ground.east, north + ground.north
    return [one.x for one in tokens] + east, [one.y for one in tokens] + north


def _frames(tokens: tuple[Token, ...]) -> tuple[Crowd, ...]:
    """The frames around those who share a place and stand in a row there."""
    spots = Counter((token.x, token.y) for token in tokens if token.spot is None or token.spot[1] == token.y)
    rows = Counter((token.x, token.y) for token in tokens)
    return tuple(Crowd(x, y, count) for (x, y), count in rows.items() if count > 1 and spots[x, y] == count)


def box_around(east: list[float], north: list[float]) -> Box:
    """The ground that is shown for these places, so that nobody stands at its edge."""
    left, width = _span(east, LEAST[0])
    top, height = _span([-y for y in north], LEAST[1])
    return left, top, width, height


def with_ground(drawn: Board, box: Box) -> Board:
    """The board with this ground in sight, and more of it only where something lies outside."""
    east, north = _places(drawn.tokens, (line.barrier for line in drawn.lines), drawn.ground)
    left, width = _with(box[0], box[2], east)
    top, height = _with(box[1], box[3], [-y for y in north])
    return replace(drawn, left=left, top=top, width=width, height=height)


def held_in_view(drawn: Board, view: str) -> Board:
    """The board with the ground that somebody has in view, and more of it only where a token would stand outside.

    What is drawn on it moves nothing under a finger. With another picture, or a wider one, it is another board.
    """
    found = _VIEW.fullmatch(view)
    if not (found and drawn.tokens and found["picture"] == drawn.view.rpartition(" ")[2]):
        return drawn
    left, top, width, height = (int(one) for one in found["box"].split())
    left, width = _holding(left, width, [one.x for one in drawn.tokens])
    top, height = _holding(top, height, [-one.y for one in drawn.tokens])
    if not (0 < width <= WIDEST and 0 < height <= WIDEST):
        return drawn
    held = replace(drawn, left=left, top=top, width=width, height=height)
    return replace(held, is_held=held.box != drawn.box)


def _holding(start: int, length: int, at: list[float]) -> tuple[int, int]:
    """A stretch of ground that grows only for places outside of it."""
    return _with(start, length, [one for one in at if not start + TOKEN <= one <= start + length - TOKEN])


def _with(start: int, length: int, at: list[float]) -> tuple[int, int]:
    """A stretch of ground that is long enough for these places, too."""
    low = min([start, *(floor(one) - MARGIN for one in at)])
    return low, max([start + length, *(ceil(one) + MARGIN for one in at)]) - low


def _span(at: list[float], least: int) -> tuple[int, int]:
    """The metre at which the ground begins and how many are shown, so that nobody stands at its edge."""
    low, high = floor(min(at, default=0)) - MARGIN, ceil(max(at, default=0)) + MARGIN
    spare = max(0, least - (high - low))
    return low - spare // 2, high - low + spare
