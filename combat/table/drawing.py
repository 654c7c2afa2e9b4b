"""What is drawn on a board and under it: walls, doors and cover, a picture; and by what the game master draws."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaigns.pictures.serving import Ground as Picture
from campaigns.play.forms import CommandForm, Option, form_for
from campaigns.play.game import Game
from rules.engine.fight import DrawLine, EraseLine, TurnDoor, said_of_line
from rules.engine.kernel import Barrier, Ground


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


# -- the picture under it ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnGround:
    """A picture in metres, as drawings have it: down is south."""

    url: str
    lies: Ground
    height: float

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


def drawn_ground(lies: Ground | None, picture: Picture | None) -> DrawnGround | None:
    """The picture where it lies; ``None`` where there is none, or it was laid nowhere yet."""
    if lies is None or picture is None:
        return None
    return DrawnGround(picture.url, lies, round(lies.width * picture.height / picture.width, 3))


# -- by what it is drawn -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tools:
    """The forms that taps on the board fill in and send: a line is drawn, a door turns, a line is taken away."""

    draw: CommandForm
    door: CommandForm
    erase: CommandForm

    @property
    def of_lines(self) -> tuple[CommandForm, ...]:
        return self.draw, self.door, self.erase

    @property
    def kinds(self) -> tuple[Option, ...]:
        """The kinds of lines to draw."""
        return next(one.options for one in self.draw.inputs if one.field == "kind")


def tools(game: Game) -> Tools:
    """The tools of the game master for the board of the game's encounter."""
    return Tools(*(form_for(kind, game) for kind in (DrawLine, TurnDoor, EraseLine)))
