"""A clash: strike and be open to a counter move, or hold back (LIN-030, E-k)."""

from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Ask, Dice, Reply, Table, Told, Weighing
from rules.engine.odds import Odds
from rules.systems.fortune.core import MEASURE, POINTS, go_on, next_comes
from rules.systems.fortune.fight.base import Blow, come_through
from rules.systems.fortune.fight.exchange.area import Area, settle_area, worth_of_area
from rules.systems.fortune.fight.exchange.worth import worth_of_clash

SHARES = ("They lose", "You lose")
OF_CLASHES = f"What they lose on average, and what a counter move costs. {MEASURE}"


def area_of(ask: Ask) -> Area | None:
    """The attack on several that an ask is about; None if it is about one."""
    return Area.from_known(ask.known["area"]) if "area" in ask.known else None


@dataclass(frozen=True, slots=True)
class ClashStrike(Reply):
    """Strike in the clash: the blow is dealt first, then its target may use a counter move (LIN-030)."""

    name: ClassVar[str] = "clash.strike"
    label: ClassVar[str] = "Strike and be open"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "You clash with nobody now."

    def odds(self, table: Table) -> Odds:
        ask = table.open_ask(self.ask, self.name)
        area = area_of(ask)
        blow = area.blows[0] if area else Blow.from_known(ask.known["blow"])
        return Odds("The blow hurts, then a counter move may follow.", (), blow.rolled(), "damage, before protection")

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        area = area_of(ask)
        if area is not None:
            settle_area(table, dice, area, strikes=True)
        else:
            blow = Blow.from_known(ask.known["blow"])
            table.happen(Told((blow.attacker, blow.target), "{0} strikes in the clash with {1}."))
            next_comes(table, "counter", who=blow.target, against=blow.attacker, clashed=True)
            come_through(table, dice, blow)
        go_on(table, dice)

    def weighing(self, table: Table) -> Weighing:
        """The blow weighed against the counter move after it (LIN-030)."""
        ask = table.open_ask(self.ask, self.name)
        area = area_of(ask)
        gain, cost = worth_of_area(table, area) if area else worth_of_clash(table, Blow.from_known(ask.known["blow"]))
        return Weighing.of_one(POINTS, OF_CLASHES, (gain, -cost), SHARES, self.label)


@dataclass(frozen=True, slots=True)
class ClashHold(Reply):
    """Hold back in the clash: no damage, and no opening for a counter move (LIN-030)."""

    name: ClassVar[str] = "clash.hold"
    label: ClassVar[str] = "Hold back"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "You clash with nobody now."

    def odds(self, table: Table) -> Odds:
        area = area_of(table.open_ask(self.ask, self.name))
        return Odds("The blow is not struck." if area is None else "Those who clash are not struck.")

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        area = area_of(ask)
        table.happen(Told((table.actor,), "{0} holds back."))
        if area is not None:
            settle_area(table, dice, area, strikes=False)
        go_on(table, dice)

    def weighing(self, table: Table) -> Weighing:
        """Holding back weighed: nothing is won or lost by it."""
        table.open_ask(self.ask, self.name)
        worth: Any = (0.0, 0.0)
        return Weighing.of_one(POINTS, OF_CLASHES, worth, SHARES, self.label)
