"""Food from the wild: an hour of hunting and gathering (SDA-147, D-12)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import Told
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.engine.odds import Odds
from rules.systems.sda.content.house_rules import world
from rules.systems.sda.core.rolls.valuation import Aim, foreseen
from rules.systems.sda.world.trying import Try, judge

#: Aim of foraging: people who eat for a day.
FED = Aim(
    "people",
    "People fed for a day on average; two points of spirit count as one of them.",
    "Fed",
    spirit=2,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forage(Try):
    """Look for food for an hour: every MoS feeds somebody for a day, or as many as the house says (SDA-147, D-12)."""

    name: ClassVar[str] = "food.forage"
    label: ClassVar[str] = "Look for food"
    rolls: ClassVar[str] = "foraging"
    aim: ClassVar[Aim] = FED

    def odds(self, table: Table) -> Odds:
        return self.foretold(table, self.ready(table, self._pool(table)), 1, "find any")

    def brings(self, table: Table) -> float:
        return foreseen(self, table).mean * world.FED.number(table.house_rules)

    def perform(self, table: Table, dice: Dice) -> None:
        result = self.roll(table, dice, self._pool(table), "look for food")
        fed = result.net * world.FED.number(table.house_rules)
        people = counted(fed, "person", "people")
        table.happen(Told((table.actor,), f"{{0}} finds food for {people}." if fed else "{0} finds no food."))
        verdict = "success" if result.net else "failure"
        judge(table, dice, result, verdict, reward=self.reward, hits=result.net, fed=fed)


FORAGING: tuple[type[Forage], ...] = (Forage,)
