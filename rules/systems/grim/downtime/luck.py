"""Fortune for a new session, and Fate as the game master gives it (D-1, D-8)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Command, Dice, LimitChanged, NotNow, Place, ResourceChanged, Table, Told, Who, number
from rules.systems.grim.content.downtime_switches import SESSION_FORTUNE
from rules.systems.grim.core import FATE, FORTUNE, made, no_fight


@dataclass(frozen=True, slots=True)
class NewSession(Command):
    """Begin a session: Fortune Points are there again (D-1, D-8)."""

    name: ClassVar[str] = "fortune.session"
    label: ClassVar[str] = "A new session"
    place: ClassVar[Place] = Place.SHEET

    @classmethod
    def possible(cls, table: Table) -> None:
        made(table)
        no_fight(table, "A new session")
        if table.me.now(FORTUNE) >= SESSION_FORTUNE.number(table.house_rules):
            raise NotNow(f"{table.me.name} has full Fortune.")

    def perform(self, table: Table, dice: Dice) -> None:
        points = SESSION_FORTUNE.number(table.house_rules)
        _fill(table, FORTUNE, points - table.me.now(FORTUNE), "a new session")
        table.happen(Told((table.actor,), "{0} begins a new session."))


@dataclass(frozen=True, slots=True)
class GrantFate(Command):
    """Grant Fate Points for a deed that fate remembers (GRM-020)."""

    name: ClassVar[str] = "fate.grant"
    label: ClassVar[str] = "Grant Fate"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET

    points: int = number("Fate Points", least=1, most=5, default=1)

    @classmethod
    def possible(cls, table: Table) -> None:
        made(table)

    def perform(self, table: Table, dice: Dice) -> None:
        _fill(table, FATE, self.points, "fate remembers")


def _fill(table: Table, resource: str, by: int, reason: str) -> None:
    """Give points of a resource, with room for them."""
    held = table.me.resources.get(resource)
    room = held.most - held.now if held else 0
    if by > room:
        table.happen(LimitChanged(table.actor, resource, by - room))
    table.happen(ResourceChanged(table.actor, resource, by, reason))
