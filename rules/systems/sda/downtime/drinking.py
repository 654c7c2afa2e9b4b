"""Drink: what the body does not bear costs spirit for as long as it lasts (SDA-058; D-3)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Command, Place, number
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionEnded, ConditionSet, Judged, MemoKept, ResourceChanged, Told
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.sheets import Condition, Sheet
from rules.engine.kernel.table import Table
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.sda.checks.shared.company import no_fight
from rules.systems.sda.core.rolls.pools import Pool, dice_used, pool_for, throw
from rules.systems.sda.core.rolls.results import AS_WISHED, reckon
from rules.systems.sda.downtime.ordeals import SPIRIT, reach

DRUNK = "drunk"
#: Where the spirit that comes back with sobriety is kept on a sheet.
DROWNED = "spirit_drowned"


@dataclass(frozen=True, slots=True)
class Drink(Command):
    """Half a litre of beer, a quarter of wine or an eighth of spirits is a portion: resist poison against all of them.

    Each MoS too few costs a spirit until sober, and makes one drunker by a level (SDA-058).
    """

    name: ClassVar[str] = "time.drink"
    label: ClassVar[str] = "Drink"
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True

    portions: int = number("Portions", least=1, most=40, default=2, help="½ l of beer, ¼ l of wine, ⅛ l of spirits")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        _able(table.me)

    def odds(self, table: Table) -> Odds:
        bears = reach(self._pool(table), self.portions)
        return Odds(f"{in_words(bears).capitalize()} to bear it", (Chance("success", "bears it", bears),))

    def perform(self, table: Table, dice: Dice) -> None:
        pool = self._pool(table)
        result = throw(table, dice, pool, pool.available, f"drink: {pool.skill}")
        missing = max(0, self.portions - result.net)
        numbers: dict[str, int | str | None] = {"difficulty": self.portions, "measure": result.net, "missing": missing}
        hits = max(0, result.net - self.portions)
        table.happen(Judged(table.actor, "failure" if missing else "success", hits, numbers))
        if missing:
            _drown(table, missing)
        reckon(table, dice, result, succeeded=not missing, reward=AS_WISHED)

    def _pool(self, table: Table) -> Pool:
        pool = pool_for(table, table.actor, "resist_poison", free=True)
        dice_used(pool, 0, "portions")
        return pool


def _drown(table: Table, missing: int) -> None:
    held = table.me.conditions.get(DRUNK)
    level = missing + (held.level if held else 0)
    table.happen(ConditionSet(table.actor, Condition(DRUNK, "Drunk", level)))
    lost = min(missing, table.me.now(SPIRIT))
    if lost:
        table.happen(MemoKept(table.actor, DROWNED, int(table.me.memo.get(DROWNED, 0)) + lost))
        table.happen(ResourceChanged(table.actor, SPIRIT, -lost, "drink"))
    table.happen(Told((table.actor,), "{0} has had too much."))


@dataclass(frozen=True, slots=True)
class SoberUp(Command):
    """Be sober again: the spirit that went with the drink comes back (SDA-058)."""

    name: ClassVar[str] = "time.sober_up"
    label: ClassVar[str] = "Sober up"
    place: ClassVar[Place] = Place.SHEET

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if not table.me.has(DRUNK):
            raise NotNow(f"{table.me.name} is sober.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(ConditionEnded(table.actor, DRUNK), Told((table.actor,), "{0} is sober again."))
        drowned = int(table.me.memo.get(DROWNED, 0))
        if drowned:
            spirit = table.me.resources[SPIRIT]
            table.happen(MemoKept(table.actor, DROWNED, None))
            table.happen(ResourceChanged(table.actor, SPIRIT, min(drowned, spirit.most - spirit.now), "sober again"))


def _able(sheet: Sheet) -> None:
    for condition in ("dead", "unconscious"):
        if sheet.has(condition):
            raise NotNow(f"{sheet.name} is {condition}.")


DRINKING: tuple[type[Command], ...] = (Drink, SoberUp)
