"""A summary as one audience reads it: plain values, kept as JSON."""

from dataclasses import dataclass
from math import floor

import msgspec


@dataclass(frozen=True, slots=True)
class SceneTold:
    """A scene of the story: its title, empty for what came before the first was named, and its paragraphs."""

    title: str
    paragraphs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Experience:
    """The experience that somebody earned and spent in one kind of it."""

    name: str
    what: str
    earned: int
    spent: int
    #: The ranks that it went to with the reason, a line for each: ``Reflex 1 (the fight)``.
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LuckOf:
    """The luck of somebody's rolls, of 100, where 19 of 20 fair ones lie between ``least`` and ``most``."""

    name: str
    rolls: int
    luck: float
    least: float
    most: float
    verdict: str

    @property
    def figure(self) -> int:
        """The luck as it is shown: a whole number, halves up."""
        return floor(self.luck + 0.5)


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll that stands out: of 100 throws of its dice so many would have been worse (``luck``)."""

    name: str
    purpose: str
    measure: int
    luck: int
    entry: str


@dataclass(frozen=True, slots=True)
class Rare:
    """The rolls of somebody that the table talks about, in words: ``two flawless successes``."""

    name: str
    said: str


@dataclass(frozen=True, slots=True)
class Level:
    """The height of a gauge at one moment of the session."""

    at: str
    now: int


@dataclass(frozen=True, slots=True)
class Curve:
    """The course of somebody's gauge over the session, of at most ``most``."""

    name: str
    what: str
    most: int
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The state in which somebody is left, in a line."""

    who: str
    name: str
    line: str
    #: The danger in which somebody is left, in the words of their sheet.
    peril: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """A summary as one audience reads it."""

    scenes: tuple[SceneTold, ...] = ()
    recap: tuple[str, ...] = ()
    #: The sentence on those of the party who died; empty where nobody did.
    lost: str = ""
    people: tuple[State, ...] = ()
    experience: tuple[Experience, ...] = ()
    luck: tuple[LuckOf, ...] = ()
    best: tuple[Throw, ...] = ()
    worst: tuple[Throw, ...] = ()
    rare: tuple[Rare, ...] = ()
    curves: tuple[Curve, ...] = ()
    #: The dates in the campaign on which the session began and ended, where it has a calendar.
    dates: tuple[str, ...] = ()

    @property
    def in_the_world(self) -> str:
        """The time of the session in the campaign: a date, or two."""
        return " to ".join(dict.fromkeys(self.dates))

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened of which this audience knows."""
        return not self.scenes

    @property
    def story(self) -> str:
        """The story as Markdown, as it is put before the game master to edit."""
        parts = []
        for scene in self.scenes:
            parts += [f"## {scene.title}"] * bool(scene.title) + list(scene.paragraphs)
        return "\n\n".join(parts)

    def state_of(self, who: str) -> State | None:
        """The state in which somebody is left."""
        return next((one for one in self.people if one.who == who), None)


def to_text(version: Version) -> str:
    """The version as it is stored."""
    return msgspec.json.encode(version).decode()


def from_text(text: str) -> Version:
    """The version that was stored."""
    return msgspec.json.decode(text, type=Version)
