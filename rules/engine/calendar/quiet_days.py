"""Quiet days: how people recover at a safe place, and what runs out, while a campaign's time passes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.engine.kernel import Json


@dataclass(frozen=True, slots=True)
class Deed:
    """A command that somebody gives while time passes, and what is chosen in it."""

    command: str
    chosen: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QuietDays:
    """One or more whole days of rest: what somebody does in them, in order; what is not possible then is left out."""

    days: int
    deeds: tuple[Deed, ...]

    def __post_init__(self) -> None:
        if self.days < 1 or not self.deeds:
            raise ValueError("A rest takes at least a day, and somebody does something in it.")
