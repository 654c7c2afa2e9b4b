"""A spell that goes off, as it travels from the roll to all it does; how long it lasts and what it covers (D-9)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import ceil
from typing import Any

from rules.engine.fight import Point
from rules.engine.kernel import Json, Table, counted
from rules.systems.sda.core.effects import (
    BANE,
    CONCENTRATION,
    DAY,
    HOUR,
    ROUNDS,
    Duration,
    Spell,
    in_fight,
    spell_named,
)


@dataclass(frozen=True, slots=True)
class Going:
    """A spell that goes off: who cast it with what, on whom or where, and the hits. Plain values, to travel in asks.

    ``sides`` are the faces of the dice that it was cast with, ``cloud`` the place that it goes on to hold.
    """

    by: str
    spell: str
    skill: str
    target: str
    x: float
    y: float
    hits: int
    sides: int
    cloud: str = ""

    @property
    def entry(self) -> Spell:
        return spell_named(self.spell)

    @property
    def middle(self) -> Point:
        return self.x, self.y

    def known(self) -> dict[str, Json]:
        return asdict(self)

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Going":
        return cls(**{name: known[name] for name in cls.__slots__ if name in known})


# -- how long it lasts, and how much it covers -------------------------------------------------------------------------


#: Rounds of the units that a fight counts, and minutes of all units.
IN_ROUNDS = {"round": 1, "minute": ROUNDS}
_MINUTES = {"round": 1 / ROUNDS, "minute": 1, "hour": HOUR, "day": DAY}
#: The minutes of durations in words.
_SAID = {
    "a minute": 1,
    "an hour": HOUR,
    "a day": DAY,
    "a week": 7 * DAY,
    "a month": 30 * DAY,
    "a year": 365 * DAY,
    "ten years": 3650 * DAY,
    "a hundred years": 36500 * DAY,
    "a thousand years": 365000 * DAY,
}


def left_of(table: Table, who: str, spell: Spell, hits: int) -> dict[str, Json]:
    """The minutes that a spell lasts, as ``left``; empty where it is not counted in them, or counted in rounds."""
    minutes = minutes_of(spell.duration, hits)
    return {} if minutes is None or rounds_of(table, who, spell, hits) is not None else {"left": minutes}


def minutes_of(duration: Duration, hits: int) -> int | None:
    """The minutes that a duration comes to; None where it is not counted in them.

    >>> minutes_of(Duration("fixed", 1, 1, "hour", ()), 2), minutes_of(Duration("hits", 0, 0, "", ("a day",)), 3)
    (180, 1440)
    >>> minutes_of(Duration("maintained", 0, 1, "round", ()), 2), minutes_of(Duration("sleep", 0, 0, "", ()), 2)
    (1, None)
    """
    if duration.steps:
        return _SAID[duration.steps[max(1, min(hits, len(duration.steps))) - 1]]
    if not duration.unit:
        return None
    return ceil(duration.amount(hits) * _MINUTES[duration.unit])


def rounds_of(table: Table, who: str, spell: Spell, hits: int) -> int | None:
    """Rounds that a spell lasts in a fight; None out of one, or where it is not counted in rounds."""
    if not in_fight(table, who):
        return None
    if spell.condition == BANE:
        return hits
    each = IN_ROUNDS.get(spell.duration.unit)
    return each * spell.duration.amount(hits) if each else None


def how_long(duration: Duration, hits: int) -> str:
    """How long a spell lasts, in words.

    >>> how_long(Duration("maintained", 0, 1, "round", ()), 3), how_long(Duration("sleep", 0, 0, "", ()), 3)
    ('for 3 rounds', 'until the next sleep')
    >>> how_long(Duration("hits", 0, 0, "", ("a minute", "an hour")), 5)
    'for an hour'
    """
    if duration.steps:
        return f"for {duration.steps[max(1, min(hits, len(duration.steps))) - 1]}"
    if duration.unit:
        return f"for {counted(duration.amount(hits), duration.unit, duration.unit + 's')}"
    words = {
        "permanent": "for good",
        CONCENTRATION: "as long as the caster concentrates",
        "sleep": "until the next sleep",
    }
    more = {"scene": "until the scene ends", "used": "until it is used", "instantaneous": "for a moment"}
    return (words | more).get(duration.sort, "as long as the game master decides")


def extent_words(spell: Spell, hits: int) -> str:
    """How much an area covers, in words; empty for what covers none."""
    if spell.area is None or not spell.area.extent(hits):
        return ""
    unit = "m³" if spell.area.shape == "volume" else "m"
    return f"{spell.area.shape} of {spell.area.extent(hits)} {unit}"
