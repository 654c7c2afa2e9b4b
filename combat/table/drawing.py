"""Drawings on a board and under it: walls, doors, cover, fog, a picture; and by what the game master draws."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaigns.pictures.serving import Ground as Picture
from campaigns.play.forms import CommandForm, Option, form_for
from campaigns.play.game import Game
from rules.engine.fight import DrawFog, DrawLine, EraseLine, LayGround, TurnDoor, said_of_line
from rules.engine.kernel import Barrier, FogArea, Ground
from rules.engine.system.protocol import System, Unit


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line from one end to the other, as drawings have it: down is south."""

    key: str
    barrier: Barrier

    @property
    def kind(self) -> str:
        return self.barrier.kind

    @property
    def look(self) -> str:
        """The look of it: wall, door, and cover by its quarters."""
        return f"cover-{self.barrier.quarters}" if self.barrier.kind == "cover" else self.barrier.kind

    @property
    def label(self) -> str:
        return said_of_line(self.barrier)

    @property
    def course(self) -> str:
        """The whole line, where it stands or (of an open door) stood."""
        one = self.barrier
        return f"M{one.x:g} {-one.y:g}L{one.to_x:g} {-one.to_y:g}"

    @property
    def leaf(self) -> str:
        """The leaf of a door: in its frame, or swung open around its first end."""
        one = self.barrier
        east, north = one.to_x - one.x, one.to_y - one.y
        across, down = (-north, east) if one.is_open else (east, north)
        return f"M{one.x:g} {-one.y:g}l{across:g} {-down:g}"


def drawn_lines(barriers: Mapping[str, Barrier]) -> tuple[DrawnLine, ...]:
    """All lines, doors last: what can be tapped lies on top."""
    drawn = (DrawnLine(key, one) for key, one in barriers.items())
    return tuple(sorted(drawn, key=lambda line: (line.kind == "door", line.key)))


def reach(barriers: Iterable[Barrier]) -> tuple[list[float], list[float]]:
    """How far lines reach: all places of their ends east, and all north."""
    ends = [end for one in barriers for end in one.ends]
    return [x for x, _ in ends], [y for _, y in ends]


# -- fog ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnFog:
    """An area that fog covers or has left, as drawings have it: down is south."""

    area: FogArea

    @property
    def is_covered(self) -> bool:
        return self.area.is_covered

    @property
    def left(self) -> str:
        return f"{self.area.x:g}"

    @property
    def top(self) -> str:
        return f"{-self.area.to_y:g}"

    @property
    def width(self) -> str:
        return f"{self.area.to_x - self.area.x:g}"

    @property
    def height(self) -> str:
        return f"{self.area.to_y - self.area.y:g}"


def drawn_fog(areas: Iterable[FogArea]) -> tuple[DrawnFog, ...]:
    return tuple(DrawnFog(one) for one in areas)


# -- the picture under it ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnGround:
    """A picture in metres, as drawings have it: down is south. ``side`` is that of the board's squares."""

    picture: Picture
    lies: Ground
    side: float
    unit: Unit

    @property
    def url(self) -> str:
        return self.picture.url

    @property
    def height(self) -> float:
        return round(self.lies.width * self.picture.height / self.picture.width, 3)

    @property
    def left(self) -> str:
        return f"{self.lies.left:g}"

    @property
    def down(self) -> str:
        return f"{-self.lies.top:g}"

    @property
    def across(self) -> str:
        return f"{self.lies.width:g}"

    @property
    def deep(self) -> str:
        return f"{self.height:g}"

    @property
    def east(self) -> list[float]:
        return [self.lies.left, self.lies.left + self.lies.width]

    @property
    def north(self) -> list[float]:
        return [self.lies.top, self.lies.top - self.height]

    @property
    def numbers(self) -> dict[str, str]:
        """Its edges and its width in the unit of the game, to the hundredth."""
        return {name: f"{round(getattr(self.lies, name) / self.unit.metres, 2):g}" for name in LayGround.leading}

    @property
    def on_squares(self) -> str:
        """Left and upper edge and width with which squares found in it lie on those of the board, near where it lies.

        Empty where none were found, or they lie there already.
        """
        grid = self.picture.grid
        if grid is None:
            return ""
        pixel = self.side / grid.side
        wanted = Ground(
            _on_line(self.lies.left + grid.left * pixel, self.side) - grid.left * pixel,
            _on_line(self.lies.top - grid.top * pixel, self.side) + grid.top * pixel,
            self.picture.width * pixel,
        )
        exact = [(round(getattr(wanted, name), 2), getattr(self.lies, name)) for name in ("left", "top", "width")]
        return "" if all(one == now for one, now in exact) else " ".join(f"{one:g}" for one, _ in exact)


def drawn_ground(lies: Ground | None, picture: Picture | None, system: System) -> DrawnGround | None:
    """The picture where it lies; ``None`` where there is none, or it was laid nowhere yet."""
    return None if lies is None or picture is None else DrawnGround(picture, lies, system.square, system.unit)


def _on_line(at: float, side: float) -> float:
    """The line between two squares that is nearest."""
    return (round(at / side - 0.5) + 0.5) * side


# -- by what it is drawn -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tools:
    """The forms that taps on the board fill in and send: for lines, doors, fog and the picture."""

    draw: CommandForm
    door: CommandForm
    erase: CommandForm
    fog: CommandForm
    lay: CommandForm

    @property
    def by_hand(self) -> tuple[CommandForm, ...]:
        """The forms that a hand on the board fills in."""
        return self.draw, self.door, self.erase, self.fog

    @property
    def kinds(self) -> tuple[Option, ...]:
        """The kinds of lines to draw."""
        return next(one.options for one in self.draw.inputs if one.field == "kind")


def tools(game: Game) -> Tools:
    """The tools of the game master for the board of the game's encounter."""
    return Tools(*(form_for(kind, game) for kind in (DrawLine, TurnDoor, EraseLine, DrawFog, LayGround)))
