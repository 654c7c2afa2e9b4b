"""Commands of the game master for the board of any game: walls, doors, cover and fog on it, the picture under it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight.fog import glimpse_of, is_all, line_key, with_area
from rules.engine.fight.ground import EDGE
from rules.engine.fight.scene import SceneCommand
from rules.engine.kernel import (
    ALL_QUARTERS,
    Barrier,
    BarrierDrawn,
    BarrierErased,
    Choice,
    Dice,
    DoorTurned,
    Encounter,
    FogArea,
    FogDrawn,
    Glimpse,
    Ground,
    GroundLaid,
    NotNow,
    Refused,
    Table,
    number,
    pick,
    switch,
)

#: Decimetres of a metre: places of lines are told in them, for lines run between the squares.
_DECIMETRES = 10
_FAR = EDGE * _DECIMETRES
_HINT = "Decimetres from the middle"
#: Centimetres of a metre: the grid of a picture shall lie on that of the board.
_CENTIMETRES = 100
_WIDEST = 2 * EDGE * _CENTIMETRES
_EXACTLY = "Centimetres from the middle"
#: Metres of ground that a picture shows at least.
_NARROWEST = 1
#: The most lines on a board.
MOST_LINES = 400
#: The most areas of fog, and clear ones in it, that still show.
MOST_AREAS = 60
WALL, DOOR, COVER = "wall", "door", "cover"
#: Kinds of lines by the value of their choice, and how many quarters they cover of whoever is behind them.
_KINDS = {WALL: (WALL, 4), DOOR: (DOOR, 4), "quarter": (COVER, 1), "half": (COVER, 2), "three_quarters": (COVER, 3)}
KINDS = (
    Choice(WALL, "Wall"),
    Choice(DOOR, "Door"),
    Choice("quarter", "Cover ¼"),
    Choice("half", "Cover ½"),
    Choice("three_quarters", "Cover ¾"),
)


@dataclass(frozen=True, slots=True)
class DrawLine(SceneCommand, name="board.draw", label="Draw a line"):
    """Draw a wall, a door or cover on the board; drawn again from end to end, it becomes what it is drawn as.

    Nobody goes or sees through walls and doors that are shut. Cover is in nobody's way.
    """

    about: ClassVar[str] = "A wall, a door or cover, from one point to another."
    leading: ClassVar[tuple[str, ...]] = ("kind", "x", "y", "to_x", "to_y")

    x: int = number("From east", least=-_FAR, most=_FAR, help=_HINT)
    y: int = number("From north", least=-_FAR, most=_FAR, help=_HINT)
    to_x: int = number("To east", least=-_FAR, most=_FAR, help=_HINT)
    to_y: int = number("To north", least=-_FAR, most=_FAR, help=_HINT)
    kind: str = pick("What", default=WALL)

    @classmethod
    def possible(cls, table: Table) -> None:
        _ = table.scene

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"kind": KINDS}

    def perform(self, table: Table, dice: Dice) -> None:
        ends = sorted(((self.x, self.y), (self.to_x, self.to_y)))
        if ends[0] == ends[1]:
            raise Refused("A line needs two different ends.", "to_x")
        (x, y), (to_x, to_y) = one, other = [(east / _DECIMETRES, north / _DECIMETRES) for east, north in ends]
        # A line is known by its ends: drawn twice, it is there once.
        key = line_key(one, other)
        kind, quarters = _KINDS[self.kind]
        barrier = Barrier(kind, x, y, to_x, to_y, quarters)
        known = table.scene.barriers
        if known.get(key) == barrier:
            raise Refused("This line is there already.", "kind")
        if key not in known and len(known) >= MOST_LINES:
            raise NotNow(f"At most {MOST_LINES} lines. Remove some first.")
        table.happen(BarrierDrawn(key, barrier, glimpse_of(table.scene.fog, key, barrier)))


@dataclass(frozen=True, slots=True)
class TurnDoor(SceneCommand, name="board.door", label="Open or shut a door"):
    """Open a door on the board, or shut it."""

    about: ClassVar[str] = "Everybody can see and walk through an open door."

    door: str = pick("Door")
    opened: bool = switch("Open", default=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        if not _doors(table):
            raise NotNow("No doors on this board.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"door": tuple(Choice(key, said_of_line(one)) for key, one in _doors(table).items())}

    def perform(self, table: Table, dice: Dice) -> None:
        if table.scene.barriers[self.door].is_open == self.opened:
            raise Refused(f"It is {'open' if self.opened else 'shut'} already.", "opened")
        table.happen(DoorTurned(self.door, self.opened, _glimpse(table, self.door)))


@dataclass(frozen=True, slots=True)
class EraseLine(SceneCommand, name="board.erase", label="Remove a line"):
    """Take a line off the board."""

    about: ClassVar[str] = "Takes a wall, a door or cover off the board."

    line: str = pick("Line")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.scene.barriers:
            raise NotNow("No lines on this board.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"line": tuple(Choice(key, said_of_line(one)) for key, one in table.scene.barriers.items())}

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(BarrierErased(self.line, _glimpse(table, self.line)))


@dataclass(frozen=True, slots=True)
class LayGround(SceneCommand, name="board.ground", label="Place the picture"):
    """Lay the picture of the ground under the board, as wide as it is there; a width of 0 takes it off."""

    about: ClassVar[str] = "How wide the picture is on the ground, and where it begins."
    leading: ClassVar[tuple[str, ...]] = ("width", "left", "top")

    width: int = number("Width", most=_WIDEST, help="Width in centimetres; 0 removes the picture")
    left: int = number("Left edge, east", least=-_WIDEST, most=_WIDEST, default=0, help=_EXACTLY)
    top: int = number("Upper edge, north", least=-_WIDEST, most=_WIDEST, default=0, help=_EXACTLY)

    @classmethod
    def possible(cls, table: Table) -> None:
        _ = table.scene

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        lies = table.scene.ground or Ground(-10.0, 10.0, 20.0)
        return {name: round(getattr(lies, name) * _CENTIMETRES) for name in cls.leading}

    def perform(self, table: Table, dice: Dice) -> None:
        left, top, width = (one / _CENTIMETRES for one in (self.left, self.top, self.width))
        ground = Ground(left, top, width) if width else None
        if ground and width < _NARROWEST:
            raise Refused(f"The picture would be {width:g} m wide. Make it {_NARROWEST} m or more.", "width")
        if ground == table.scene.ground:
            raise Refused("The picture is there already." if ground else "No picture to remove.", "width")
        table.happen(GroundLaid(ground))


@dataclass(frozen=True, slots=True)
class DrawFog(SceneCommand, name="board.fog", label="Fog"):
    """Let fog come over an area of the board, or lift it there; without corners, over all of the board.

    Players see nothing that lies in it: no lines, none of their foes, no picture. They cannot go there by themselves.
    """

    about: ClassVar[str] = "Hides an area from the players, or shows it."
    leading: ClassVar[tuple[str, ...]] = ("foggy", "x", "y", "to_x", "to_y")

    foggy: bool = switch("Fog", default=True)
    x: int = number("From east", least=-_FAR, most=_FAR, default=-_FAR, help=_HINT)
    y: int = number("From north", least=-_FAR, most=_FAR, default=-_FAR, help=_HINT)
    to_x: int = number("To east", least=-_FAR, most=_FAR, default=_FAR, help=_HINT)
    to_y: int = number("To north", least=-_FAR, most=_FAR, default=_FAR, help=_HINT)

    @classmethod
    def possible(cls, table: Table) -> None:
        _ = table.scene

    def perform(self, table: Table, dice: Dice) -> None:
        (west, east), (south, north) = sorted((self.x, self.to_x)), sorted((self.y, self.to_y))
        if west == east or south == north:
            raise Refused("Fog needs two opposite corners.", "to_x")
        area = FogArea(self.foggy, *(one / _DECIMETRES for one in (west, south, east, north)))
        fog = table.scene.fog
        if is_all(fog, area):
            raise Refused("There is fog there already." if self.foggy else "There is no fog there.", "foggy")
        areas = with_area(fog, area)
        if len(areas) > MOST_AREAS:
            raise NotNow(f"At most {MOST_AREAS} areas of fog. Cover or clear a larger area first.")
        table.happen(FogDrawn(areas))


def drawn_again(scene: Encounter) -> list[BarrierDrawn | FogDrawn]:
    """The facts that draw the lines and the fog of a board on an empty one: the fog first, which hides lines."""
    fog = [FogDrawn(scene.fog)] if scene.fog else []
    lines = scene.barriers.items()
    return [*fog, *(BarrierDrawn(key, one, glimpse_of(scene.fog, key, one)) for key, one in lines)]


def said_of_line(barrier: Barrier) -> str:
    """A line in words: "Door, shut, 4.5 m east, 2 m north to 5.5 m east, 2 m north"."""
    name = barrier.kind.capitalize()
    if barrier.kind == DOOR:
        name = f"{name}, {'open' if barrier.is_open else 'shut'}"
    elif barrier.quarters < ALL_QUARTERS:
        name = f"{name}, {barrier.quarters} of {ALL_QUARTERS} quarters"
    return f"{name}, {_where(*barrier.ends[0])} to {_where(*barrier.ends[1])}"


def _where(x: float, y: float) -> str:
    east = f"{abs(x):g} m {'west' if x < 0 else 'east'}"
    return f"{east}, {abs(y):g} m {'south' if y < 0 else 'north'}"


def _glimpse(table: Table, key: str) -> Glimpse | None:
    return glimpse_of(table.scene.fog, key, table.scene.barriers[key])


def _doors(table: Table) -> dict[str, Barrier]:
    return {key: one for key, one in table.scene.barriers.items() if one.kind == DOOR}
