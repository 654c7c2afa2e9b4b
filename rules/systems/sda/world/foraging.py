"""Food from the wild: an hour of hunting and gathering (SDA-147, D-12)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.dice import Dice
from rules.engine.facts import Told
from rules.engine.odds import Odds
from rules.engine.table import Table
from rules.engine.words import counted
from rules.systems.sda.world.trying import Try, judge, odds_against


@dataclass(frozen=True, slots=True, kw_only=True)
class Forage(Try):
    """Look for food for an hour: every MoS feeds somebody for a day (SDA-147, D-12)."""

    name: ClassVar[str] = "food.forage"
    label: ClassVar[str] = "Look for food"

    def odds(self, table: Table) -> Odds:
        return odds_against(self.ready(table, self.plain_pool(table, "foraging")), 1, "find any")

    def perform(self, table: Table, dice: Dice) -> None:
        result = self.roll(table, dice, self.plain_pool(table, "foraging"), "look for food")
        fed = counted(result.net, "person", "people")
        table.happen(Told((table.actor,), f"{{0}} finds food for {fed}." if result.net else "{0} finds no food."))
        verdict = "success" if result.net else "failure"
        judge(table, dice, result, verdict, reward=self.reward, hits=result.net, fed=result.net)


FORAGING: tuple[type[Forage], ...] = (Forage,)
