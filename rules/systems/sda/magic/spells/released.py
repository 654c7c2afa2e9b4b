"""A spell that goes off, as it travels from the roll to all that it does (D-9)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rules.engine.fight import Point
from rules.engine.kernel import Json
from rules.systems.sda.core.effects import Spell, spell_named


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
