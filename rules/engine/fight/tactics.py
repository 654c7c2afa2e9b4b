"""The part of a game that forecasts need: how people fight when left to themselves, and how the fight goes for them.

A game that has it hands it out as ``tactics``; it is an optional part of its protocol.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass
from typing import Any, Protocol

from rules.engine.kernel import Ask, Command, Sheet, Table, described_fields

#: Fates: on their feet, without strength to go on, out of it, about to die, dead. In this order.
UP, SPENT, DOWN, DYING, DEAD = "up", "spent", "down", "dying", "dead"
FATES = (UP, SPENT, DOWN, DYING, DEAD)


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to fight that can be told in a sentence."""

    key: str
    label: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that people want to know of everybody after the fight: boxes ticked, spirit lost."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Step:
    """The next command of a fight, and who gives it ("" for the game master)."""

    who: str
    command: Command


class Tactics(Protocol):
    """The tactics of a game, by which its fights go on by themselves."""

    policies: Sequence[Policy]
    gauges: Sequence[Gauge]
    #: Conditions by which the numbers of one sheet hang on another, such as that of a rider.
    bonds: Sequence[str]

    def next_step(self, table: Table, policies: Mapping[str, str]) -> Step:
        """The next step if each side fights by its policy: an ask is answered, a turn is taken or ended."""
        ...

    def way_out(self, table: Table, refused: Step) -> Step:
        """The step in place of one that the rules refused: one that is always possible."""
        ...

    def fate(self, sheet: Sheet) -> str:
        """The fate that a sheet shows, one of :data:`FATES`."""
        ...

    def stands_aside(self, table: Table, who: str) -> bool:
        """Whether somebody takes no part, and holds the field for nobody: a fight goes on among the others only."""
        ...

    def gauge(self, sheet: Sheet, key: str) -> int:
        """The value of a gauge on the sheet; the forecast tells by how much it grew."""
        ...


def as_suggested(kind: type[Command], table: Table, ask: Ask | None = None) -> Command:
    """A command as its form begins for the actor; each field to be chosen holds the first of its choices."""
    fields = described_fields(kind)
    answers = {"ask": ask.key} if ask and "ask" in fields else {}
    given: dict[str, Any] = {**kind.preset(table), **answers}
    choices = kind.choices(table)
    for name, (described, default) in fields.items():
        if name in given or default is not MISSING:
            continue
        if choices.get(name):
            given[name] = choices[name][0].value
        elif described.kind == "words":
            given[name] = ""
    return kind(**given)
