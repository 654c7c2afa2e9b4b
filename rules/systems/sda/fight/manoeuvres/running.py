"""Running in a fight, on easy and difficult ground (SDA-030, SDA-277 to SDA-280)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionSet, Told
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Condition
from rules.engine.kernel.table import Table
from rules.engine.odds import Odds
from rules.systems.sda.core.rolls.mounts import refuse_riders
from rules.systems.sda.fight.actions.efforts import Effort, common, free_to_act
from rules.systems.sda.fight.base.budgets import speed, use, used
from rules.systems.sda.fight.base.ground import FOOTING
from rules.systems.sda.fight.moves.movement import TERRAINS
from rules.systems.sda.fight.moves.seat import go_down
from rules.systems.sda.fight.moves.shields import free_to_move


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(Effort):
    """Run: a test without difficulty, half of your speed more this round for each MoS (SDA-030).

    On difficult ground 1 to 3 MoS go into staying on your feet (SDA-277 to SDA-279); on extreme ground nobody runs, but
    climbing or jumping may help (SDA-280).
    """

    name: ClassVar[str] = "turn.run"
    label: ClassVar[str] = "Run"
    rolls: ClassVar[str] = "running"

    terrain: str = pick("Ground", default="open", at_once=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        refuse_riders(table, "You ride. Spur your mount instead.")
        on_their_feet(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**common(table), "terrain": TERRAINS}

    def odds(self, table: Table) -> Odds:
        return self._open_odds(table, "gain ground")

    def perform(self, table: Table, dice: Dice) -> None:
        result = self._open_ended(table, dice, "running")
        gained = speed(table, table.actor) / 2 * result.net
        if result.excess and FOOTING[self.terrain]:
            fall(table, table.actor)
        elif gained:
            use(table, table.actor, gained=used(table, table.actor).gained + gained)
            table.happen(Told((table.actor,), f"{{0}} runs: {gained:g} m more."))

    def _malus(self, table: Table) -> int:
        return footing(self.terrain)


def on_their_feet(table: Table) -> None:
    """Refuse an actor who cannot run: held, in a wall, or on the ground."""
    free_to_move(table)
    if table.me.has("prone"):
        raise NotNow("You lie on the ground. Stand up first, or crawl.")


def footing(terrain: str) -> int:
    """MoS that staying on one's feet takes on a terrain; refused where nobody runs (SDA-280)."""
    if terrain not in FOOTING:
        raise Refused("Nobody runs on such ground. Move, or try climbing or jumping as something else.", "terrain")
    return FOOTING[terrain]


def fall(table: Table, who: str) -> None:
    """Lay somebody on the ground who stumbled; a mount takes its rider along."""
    table.happen(ConditionSet(who, Condition("prone", "Prone", source="fell")), Told((who,), "{0} stumbles and falls."))
    go_down(table, who)
