"""A recorded fight: a replay kept in a file, for strangers in a hall that has no fight of its own to show them."""

import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Self

from django.template.loader import render_to_string
from django.templatetags.static import static

from combat.replay import steps as reading
from combat.replay.frames import Frame, frames
from combat.replay.steps import Seat
from rules import registry
from rules.engine.system.protocol import System

#: The recording that comes with Winterhall.
FILE = Path(__file__).with_name("recorded.json.gz")
#: The stamp of a static file in its address, which is another one whenever the file changes.
_STAMP = re.compile(r"\.[0-9a-f]{12}(?=\.\w+)")
_STATIC = re.compile(r'(?<=")/static/([^"#]+)')
#: Addresses that lead into the campaign from which a fight was recorded: nobody else has that.
_OWN = re.compile(r'"/(?:campaigns|replays)/')


class NotRecordable(ValueError):
    """A fight that shows something of its campaign's own which a file does not hold, such as a picture."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A step of a recording: its key, its round, and what it shows, as HTML."""

    key: str
    round: int
    html: str


@dataclass(frozen=True)
class Recording:
    """A fight as somebody saw it: what it is called, the game, the ground in sight, and its steps."""

    name: str
    campaign: str
    game: str
    box: tuple[int, int, int, int]
    steps: tuple[Recorded, ...]

    @classmethod
    def read(cls, file: Path) -> Self:
        """The recording in a file."""
        told = json.loads(gzip.decompress(file.read_bytes()))
        steps = tuple(Recorded(**step) for step in told.pop("steps"))
        return cls(**told | {"box": tuple(told["box"]), "steps": steps})

    def write(self, file: Path) -> None:
        """Keep it in a file; the same recording gives the same bytes."""
        text = json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))
        file.write_bytes(gzip.compress(text.encode(), mtime=0))

    @property
    def system(self) -> System:
        """The game that is played."""
        return registry.system_named(self.game)

    @property
    def marks(self) -> list[dict[str, Any]]:
        """The steps as the slider knows them."""
        return [{"key": step.key, "round": step.round} for step in self.steps]

    @property
    def outline(self) -> reading.Outline:
        """The steps in short."""
        return reading.Outline(tuple(reading.Mark(step.key, step.round) for step in self.steps), self.box)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {step.key: place for place, step in enumerate(self.steps)}

    def place_of(self, key: str) -> int | None:
        """The place of a step, from 0; ``None`` for a key that is none."""
        return self._places.get(key)

    def shown(self, place: int) -> str:
        """A step as HTML, with its static files where they are today."""
        return _STATIC.sub(lambda found: static(found[1]), self.steps[place].html)


@cache
def recording() -> Recording:
    """The recording that comes with Winterhall."""
    return Recording.read(FILE)


def record(seat: Seat) -> Recording:
    """Record a fight as its viewer sees it; ``NotRecordable`` where a step shows something of the campaign's own."""
    listed = list(reading.steps(seat))
    outline = reading.outline(listed)
    drawn = frames(seat, listed, outline.box, None)
    steps = (
        Recorded(mark.key, mark.round, _portable(seat, frame)) for mark, frame in zip(outline.marks, drawn, strict=True)
    )
    campaign = seat.campaign
    return Recording(seat.encounter.name, campaign.name, campaign.system.slug, outline.box, tuple(steps))


def _portable(seat: Seat, frame: Frame) -> str:
    """A frame as HTML that any hall can show."""
    campaign = seat.campaign
    around = {"campaign": campaign, "accent": campaign.system.accent, "plain": True, "frame": frame}
    html = _STAMP.sub("", render_to_string("combat/_replay_frame.html", around))
    if found := _OWN.search(html):
        raise NotRecordable(f"A step shows {html[found.start() : found.end() + 60]}.")
    return html
