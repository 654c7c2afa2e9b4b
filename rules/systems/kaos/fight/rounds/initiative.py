"""Initiative: everybody rolls once for the whole combat (PCT-007, C-09)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import everybody, rolled_order
from rules.engine.kernel import Choice, Table
from rules.systems.kaos.fight.base import is_out, renew, show
from rules.systems.kaos.fight.rounds.course import ORDER, gather, next_turn


@dataclass(frozen=True, slots=True)
class Begin(rolled_order.Begin):
    """Roll initiative for everybody, hidden ones too: 1d10 + AGI/10 for the rest of the combat (PCT-007)."""

    order: ClassVar[rolled_order.Order] = ORDER
    rolls: ClassVar[str] = "Everybody rolls 1d10 + AGI/10, and the highest acts first."

    gather = staticmethod(gather)
    next_turn = staticmethod(next_turn)

    def may_act(self, table: Table, who: str) -> bool:
        return not is_out(table.sheet(who))

    def open(self, table: Table) -> None:
        renew(table)


@dataclass(frozen=True, slots=True)
class GiveInitiative(rolled_order.GiveInitiative):
    """Put a latecomer on the ladder, or somebody elsewhere on it: by a number, or by a roll of theirs (PCT-007)."""

    order: ClassVar[rolled_order.Order] = ORDER

    next_turn = staticmethod(next_turn)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"combatant": tuple(Choice(each.value, each.label, _at(table, each.value)) for each in everybody(table))}


def _at(table: Table, who: str) -> str:
    return next((f"at {rung.at}" for rung in table.scene.ladder if rung.who == who), "no initiative yet")


@dataclass(frozen=True, slots=True)
class Join(rolled_order.JoinLadder):
    """Let somebody take part; in a fight that they left they have the initiative rolled before (PCT-007).

    Leaving and joining again in a round gives neither a second turn nor a second action (PCT-008).
    """

    order: ClassVar[rolled_order.Order] = ORDER

    next_turn = staticmethod(next_turn)

    def welcome(self, table: Table) -> None:
        show(table, self.combatant)
