"""How the toy's fights go on by themselves: whoever has the fewest coins tosses some; without coins one is out."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine.fight import DOWN, UP, Gauge, Policy
from rules.engine.fight.tactics import Step
from rules.engine.kernel import NotNow, Sheet, Table

MOST = 5


class Tossing:
    """The tactics."""

    policies: Sequence[Policy] = (
        Policy("bold", "Bold", "Tosses as many coins as there are."),
        Policy("shy", "Shy", "Tosses one coin at a time."),
    )
    gauges: Sequence[Gauge] = (Gauge("lost", "Coins lost"),)
    bonds: Sequence[str] = ()

    def __init__(self, toss: type[Any]) -> None:
        self._toss = toss

    def next_step(self, table: Table, policies: Mapping[str, str]) -> Step:
        able = [who for who in table.scene.combatants if table.sheet(who).now("coins")]
        who = min(able, key=lambda one: (table.sheet(one).now("coins"), table.name(one)))
        is_bold = policies[table.combatant(who).side] == "bold"
        return Step(who, self._toss(min(MOST, table.sheet(who).now("coins")) if is_bold else 1))

    def way_out(self, table: Table, refused: Step) -> Step:
        raise NotNow("Nobody can toss any more.")

    def stands_aside(self, table: Table, who: str) -> bool:
        return False

    def fate(self, sheet: Sheet) -> str:
        return UP if sheet.now("coins") else DOWN

    def gauge(self, sheet: Sheet, key: str) -> int:
        return -sheet.now("coins")
