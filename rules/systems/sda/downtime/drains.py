"""Grief and dread: somebody dies, an ally goes down (SDA-058; D-3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, Command, number, pick, switch, words
from rules.engine.kernel.facts import Told
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import plainly
from rules.systems.sda.downtime.ordeals import Befall, Ordeal, everybody

_DIFFICULTY = {"acquaintance": 2, "friend": 4, "companion": 6}
CLOSENESS = (
    Choice("acquaintance", "An acquaintance"),
    Choice("friend", "A friend"),
    Choice("companion", "A member of the party"),
)
#: Changes to the difficulty of a death; a death expected halves it.
_UNFRIENDLY, _VIOLENT, _WITNESSED = -2, 2, 2
#: The difficulty of seeing each ally go down.
_PER_ALLY = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Grief(Befall):
    """A death: a test of ego, 2 spirit for each MoS too few (SDA-058)."""

    name: ClassVar[str] = "time.grief"
    label: ClassVar[str] = "Somebody dies"

    closeness: str = pick("Who it was", default="friend")
    died: str = words("Name", default="", most=80)
    unfriendly: bool = switch("On bad terms")
    violent: bool = switch("A violent death")
    witnessed: bool = switch("Seen with their own eyes")
    expected: bool = switch("Expected, and farewell was said")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**everybody(table), "closeness": CLOSENESS}

    def ordeals(self, table: Table, who: str) -> Sequence[Ordeal]:
        changes = ((self.unfriendly, _UNFRIENDLY), (self.violent, _VIOLENT), (self.witnessed, _WITNESSED))
        difficulty = _DIFFICULTY[self.closeness] + sum(by for holds, by in changes if holds)
        return (Ordeal("ego", difficulty // 2 if self.expected else difficulty, 2, "grief"),)

    def settle(self, table: Table, who: str) -> None:
        table.happen(Told((who,), f"{{0}} mourns {plainly(self.died.strip()) or 'the dead'}."))


@dataclass(frozen=True, slots=True, kw_only=True)
class AllyDown(Befall):
    """Allies go down in a fight: a test of ego against 2 for each of them, 1 spirit for each MoS too few (SDA-058).

    It comes in the middle of the fight, outside of every budget.
    """

    name: ClassVar[str] = "time.ally_down"
    label: ClassVar[str] = "Allies go down"

    number_down: int = number("How many", least=1, most=20, default=1)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.encounter is None:
            table.sheet(table.actor)

    def ordeals(self, table: Table, who: str) -> Sequence[Ordeal]:
        return (Ordeal("ego", _PER_ALLY * self.number_down, 1, "an ally down", fear=True),)


DRAINS: tuple[type[Command], ...] = (Grief, AllyDown)
