"""A terrifying battle cry as the fight begins: a threat that costs nothing (SDA-268, D-7)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import nothing_waits
from rules.engine.kernel import NotNow, Refused, SceneMemoKept, Table
from rules.systems.sda.core.person import figure
from rules.systems.sda.core.rolls import Pool
from rules.systems.sda.fight.base import bled_pool, check_named, is_able, too_many, used
from rules.systems.sda.fight.manoeuvres.minds import Intimidate, somebody_to_move

#: The memo of a fight with the ids of those who have cried out in it.
CRIED = "used.cries"


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleCry(Intimidate):
    """Cry out as initiative is rolled: a threat with a pool of its own, once a fight, before you first act (D-7).

    It is resisted like any other, and costs as much spirit (SDA-268).
    """

    name: ClassVar[str] = "fight.battle_cry"
    label: ClassVar[str] = "Battle cry"
    leaves_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        if not figure(table.me, "battle_cry"):
            raise NotNow("Only a terrifying battle cry is free. It takes that trait; threatening is an action.")
        if table.scene.stage != "fighting" or not is_able(table, table.actor):
            raise NotNow("A battle cry is for the beginning of a fight, by whoever can take part in it.")
        nothing_waits(table)
        if table.scene.round > 1 or used(table, table.actor).acted or table.actor in _cried(table):
            raise NotNow("A battle cry comes once, as initiative is rolled. Now threatening is an action.")
        somebody_to_move(table)

    def _ready(self, table: Table, pool: Pool) -> tuple[Pool, int]:
        """The pool as it is rolled, and the number of dice, out of no budget; refused where there are not so many."""
        count = self.dice or pool.available
        if not count or count > pool.available:
            raise Refused(too_many(max(1, count), pool.available, "a cry"), "dice")
        check_named(table, pool, count, self.worsen)
        return bled_pool(table, pool, count), count

    def _pay(self, table: Table, pool: Pool, count: int) -> None:
        table.happen(SceneMemoKept(CRIED, [*_cried(table), table.actor]))


def _cried(table: Table) -> list[str]:
    return list(table.scene.memo.get(CRIED, ()))
