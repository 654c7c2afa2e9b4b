"""Counter moves that features add: a counter attack that is not halved, and a throw (D-3, LIN-043)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import Dice, Table, Told, Weighing, Worth, number
from rules.engine.odds import Odds
from rules.systems.fortune.core import POINTS, Trial, go_on
from rules.systems.fortune.fight.base import Blow
from rules.systems.fortune.fight.exchange.counters import OF_COUNTERS, OF_FEATURES, CounterAttack, CounterMove
from rules.systems.fortune.fight.features import uses
from rules.systems.fortune.fight.features.shoving import push_away, sizes_above

PUNCHER, THROW = "brawler_counter_puncher", "brawler_counter_throw"
#: Feet that somebody is thrown at most.
THROWN = 15


@dataclass(frozen=True, slots=True)
class CounterPunch(CounterAttack):
    """Counter with all the damage, for 1 Stamina (D-3, LIN-043)."""

    name: ClassVar[str] = "counter.punch"
    label: ClassVar[str] = "Counter Puncher (1 Stamina)"

    @classmethod
    def possible(cls, table: Table) -> None:
        cls.waiting(table)
        uses.refuse_unused(table.me, PUNCHER)

    def perform(self, table: Table, dice: Dice) -> None:
        self.aimed(table)
        uses.use(table, table.actor, PUNCHER)
        CounterAttack.perform(self, table, dice)

    def weighing(self, table: Table) -> Weighing:
        """The arms and ways to spend Favor weighed, less the Stamina."""
        plain = CounterAttack.weighing(self, table)

        def worth(chosen: CounterPunch) -> Worth:
            return (plain.worth(chosen)[0] - uses.feature_named(PUNCHER).stamina / 2,)

        return replace(plain, worth=worth)

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        trial, blow = CounterAttack.aimed(self, table)
        return trial, replace(blow, halves=blow.halves - 1)


@dataclass(frozen=True, slots=True)
class CounterThrow(CounterMove):
    """Throw whoever is open up to 15 ft, for 1 Stamina and 1 more for each size above one's own (D-3)."""

    name: ClassVar[str] = "counter.throw"
    label: ClassVar[str] = "Counter Throw"
    has_odds: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False

    feet: int = number("Feet", least=5, most=THROWN, default=THROWN)

    @classmethod
    def possible(cls, table: Table) -> None:
        known = cls.waiting(table).known
        uses.refuse_unused(table.me, THROW, sizes_above(table, table.actor, str(known["against"])))

    def odds(self, table: Table) -> Odds:
        """The price; no dice are thrown."""
        against = str(table.open_ask(self.ask, self.name).known["against"])
        price = uses.feature_named(THROW).stamina + sizes_above(table, table.actor, against)
        return Odds(f"{price} Stamina: they fly {self.feet} ft, and are not hurt.")

    def perform(self, table: Table, dice: Dice) -> None:
        against = str(table.answer(self.ask, self.name).known["against"])
        uses.use(table, table.actor, THROW, sizes_above(table, table.actor, against))
        table.happen(Told((table.actor, against), f"{{0}} throws {{1}} {self.feet} ft."))
        push_away(table, against, table.actor, self.feet)
        go_on(table, dice)

    def weighing(self, table: Table) -> Weighing:
        """A throw weighed beside other counter moves: it takes nothing, and costs its Stamina."""
        against = str(table.open_ask(self.ask, self.name).known["against"])
        price = uses.feature_named(THROW).stamina + sizes_above(table, table.actor, against)
        return Weighing.of_one(POINTS, OF_COUNTERS, (-price / 2,), ("They lose",), self.label)


OF_FEATURES.update({PUNCHER: CounterPunch.name, THROW: CounterThrow.name})
