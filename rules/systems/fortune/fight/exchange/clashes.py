"""A clash: strike and be open to a counter move, or hold back (LIN-030, E-k)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Dice, Table, Told, Weighing, Worth
from rules.engine.odds import Odds
from rules.systems.fortune.core import MEASURE, POINTS, Answer, next_comes
from rules.systems.fortune.fight.base import Blow, come_through
from rules.systems.fortune.fight.exchange.area import Area, settle_area, worth_of_area
from rules.systems.fortune.fight.exchange.worth import worth_of_clash

SHARES = ("They lose", "You lose")
OF_CLASHES = f"Average damage, minus the cost of a counter move. {MEASURE}"


def area_of(known: Mapping[str, Any]) -> Area | None:
    """The attack on several that a question is about; None if it is about one."""
    return Area.from_known(known["area"]) if "area" in known else None


def worth_of_striking(table: Table, known: Mapping[str, Any]) -> tuple[float, float]:
    """The worth that striking takes of those whom one clashes with, and the cost of the counter move after it."""
    area = area_of(known)
    return worth_of_area(table, area) if area else worth_of_clash(table, Blow.from_known(known["blow"]))


@dataclass(frozen=True, slots=True)
class InClash(Answer):
    """An answer in a clash (LIN-030)."""

    unasked: ClassVar[str] = "You are not in a clash."

    def weighing(self, table: Table) -> Weighing:
        """The blow weighed against the counter move after it, beside holding back, which wins and loses nothing."""
        return Weighing.of_one(POINTS, OF_CLASHES, self.worth(table, self.known(table)), SHARES, self.label)

    @abstractmethod
    def worth(self, table: Table, known: Mapping[str, Any]) -> Worth:
        """The worth that it takes of them, and that of the counter move, less than nothing."""


@dataclass(frozen=True, slots=True)
class ClashStrike(InClash):
    """Strike in the clash: the blow is dealt first, then its target may use a counter move (LIN-030)."""

    name: ClassVar[str] = "clash.strike"
    label: ClassVar[str] = "Strike and be open"

    def odds(self, table: Table) -> Odds:
        known = self.known(table)
        area = area_of(known)
        blow = area.blows[0] if area else Blow.from_known(known["blow"])
        return Odds("You deal damage; a counter move may follow.", (), blow.rolled(), "damage, before protection")

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        if area := area_of(known):
            settle_area(table, dice, area, strikes=True)
            return
        blow = Blow.from_known(known["blow"])
        table.happen(Told((blow.attacker, blow.target), "{0} strikes in the clash with {1}."))
        next_comes(table, "counter", who=blow.target, against=blow.attacker, clashed=True)
        come_through(table, dice, blow)

    def worth(self, table: Table, known: Mapping[str, Any]) -> Worth:
        gain, cost = worth_of_striking(table, known)
        return gain, -cost


@dataclass(frozen=True, slots=True)
class ClashHold(InClash):
    """Hold back in the clash: no damage, and no opening for a counter move (LIN-030)."""

    name: ClassVar[str] = "clash.hold"
    label: ClassVar[str] = "Hold back"

    def odds(self, table: Table) -> Odds:
        area = area_of(self.known(table))
        return Odds("No damage in the clash." if area else "No damage.")

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(Told((table.actor,), "{0} holds back."))
        if area := area_of(known):
            settle_area(table, dice, area, strikes=False)

    def worth(self, table: Table, known: Mapping[str, Any]) -> Worth:
        return 0.0, 0.0
