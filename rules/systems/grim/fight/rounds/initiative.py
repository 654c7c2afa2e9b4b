"""The initiative ladder: 1d10 + Initiative, ties by Perception Bonus and then by another die (GRM-005, GRM-006)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import by_side, rolled_order
from rules.engine.kernel import SceneMemoKept, Table, Told, many, number
from rules.systems.grim.core import begin
from rules.systems.grim.fight.base import SURPRISE, forget_turn, is_out, set_ap
from rules.systems.grim.fight.rounds.course import ORDER, SURPRISED, gather, next_turn


@dataclass(frozen=True, slots=True)
class Begin(rolled_order.Begin):
    """Begin the fight: everybody rolls initiative; those who are surprised have no turn at first (GRM-002, GRM-005)."""

    order: ClassVar[rolled_order.Order] = ORDER
    rolls: ClassVar[str] = "Everybody rolls 1d10 + Initiative, and the highest acts first."

    surprised: tuple[str, ...] = many("Surprised", among=by_side, help="All others act first", at_once=True)

    gather = staticmethod(gather)
    next_turn = staticmethod(next_turn)

    def may_act(self, table: Table, who: str) -> bool:
        return not is_out(table.sheet(who)) and who not in self.surprised

    def open(self, table: Table) -> None:
        """Surprise those picked: no reactions, and a Fury Die more against them (GRM-002, GRM-003, GRM-004)."""
        forget_turn(table)
        for who in table.scene.combatants:
            set_ap(table, who, 0)
        if self.surprised:
            table.happen(SceneMemoKept(SURPRISE, True))
            for who in self.surprised:
                begin(table, who, SURPRISED, source="ambush")
            names = ", ".join(f"{{{at}}}" for at in range(len(self.surprised)))
            table.happen(Told(self.surprised, f"Caught unawares: {names}."))


@dataclass(frozen=True, slots=True)
class GiveInitiative(rolled_order.GiveInitiative):
    """Put a latecomer on the ladder, or somebody elsewhere on it: by a number, or by a roll of theirs (GRM-005)."""

    order: ClassVar[rolled_order.Order] = ORDER
    measured: ClassVar[str] = "place on the ladder"

    at: int = number("Place on the ladder", most=60, default=0)

    next_turn = staticmethod(next_turn)


@dataclass(frozen=True, slots=True)
class Join(rolled_order.JoinLadder):
    """Let somebody take part; in a fight that they left they have their place on the ladder again."""

    order: ClassVar[rolled_order.Order] = ORDER

    next_turn = staticmethod(next_turn)
