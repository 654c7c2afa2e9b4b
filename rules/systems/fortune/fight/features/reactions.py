"""Reactions that features add: counter moves, and stepping in front of an ally who is hit (D-3, LIN-043)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import allies
from rules.engine.kernel import (
    Answered,
    Ask,
    Choice,
    Dice,
    NotNow,
    Table,
    Told,
    Weighing,
    Worth,
    number,
    pick,
    wording_from,
)
from rules.engine.odds import Odds
from rules.systems.fortune.content.feature_switches import INTERCEPT_COMPARED, THROW_HURTS
from rules.systems.fortune.core import (
    POINTS,
    Deed,
    Split,
    Trial,
    deal,
    feature_named,
    go_on,
    is_in_fight,
    refuse_unused,
    use_feature,
)
from rules.systems.fortune.fight.base import Blow, change_places, is_near, push_away, sizes_above, struck
from rules.systems.fortune.fight.exchange.attack_roll import beats, taken
from rules.systems.fortune.fight.exchange.counters import (
    OF_COUNTERS,
    CounterAttack,
    CounterMove,
    chance_to_counter,
    counter_attack,
    odds_of_counter,
)

#: Feet that somebody is thrown at most.
THROWN = 15


@dataclass(frozen=True, slots=True)
class CounterPunch(CounterAttack, name="counter.punch", label="Counter Puncher (1 Stamina)"):
    """Counter with all the damage, for 1 Stamina (D-3, LIN-043)."""

    by_feature: ClassVar[str] = "brawler_counter_puncher"

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        use_feature(table, table.actor, self.by_feature)
        CounterAttack.settle(self, table, dice, known)

    def weighing(self, table: Table) -> Weighing:
        """The arms and ways to spend Favor weighed, less the Stamina."""
        plain = CounterAttack.weighing(self, table)

        def worth(chosen: CounterPunch) -> Worth:
            return (plain.worth(chosen)[0] - feature_named(self.by_feature).stamina / 2,)

        return replace(plain, worth=worth)

    def aimed(self, table: Table, known: Mapping[str, Any]) -> tuple[Trial, Blow]:
        trial, blow = CounterAttack.aimed(self, table, known)
        return trial, replace(blow, halves=blow.halves - 1)


@dataclass(frozen=True, slots=True)
class CounterThrow(CounterMove, name="counter.throw", label="Counter Throw"):
    """Throw whoever is open up to 15 ft, for 1 Stamina and 1 more for each size above one's own (D-3).

    It takes the place of a counter attack, or comes with one.
    """

    by_feature: ClassVar[str] = "brawler_counter_throw"
    throws_dice: ClassVar[bool] = True

    feet: int = number("Feet", least=5, most=THROWN, default=THROWN)

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_unused(table.me, cls.by_feature, sizes_above(table, table.actor, cls.waiting(table).known["against"]))

    def odds(self, table: Table) -> Odds:
        """The price, and the odds of the counter attack that comes with it, if the house has it so."""
        attack = self._attack(table, self.known(table))
        said = f"{self._price(table)} Stamina: thrown {self.feet} ft{'' if attack else ' without damage'}."
        return replace(odds_of_counter(table, *attack), sentence=said) if attack else Odds(said)

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        who, against = table.actor, known["against"]
        attack = self._attack(table, known)
        use_feature(table, who, self.by_feature, sizes_above(table, who, against))
        if attack:
            counter_attack(table, dice, *attack)
        table.happen(Told((who, against), f"{{0}} throws {{1}} {self.feet} ft."))
        push_away(table, against, who, self.feet)

    def weighing(self, table: Table) -> Weighing:
        """A throw weighed beside other counter moves: it costs its Stamina, and takes what comes with it."""
        attack = self._attack(table, self.known(table))
        gain = chance_to_counter(table, attack[0]) * taken(table, attack[1]) if attack else 0.0
        return Weighing.of_one(POINTS, OF_COUNTERS, (gain - self._price(table) / 2,), ("They lose",), self.label)

    def _attack(self, table: Table, known: Mapping[str, Any]) -> tuple[Trial, Blow] | None:
        """The counter attack that comes with the throw, where the house has it so."""
        return CounterAttack(self.ask).aimed(table, known) if THROW_HURTS.flag(table.house_rules) else None

    def _price(self, table: Table) -> int:
        return feature_named(self.by_feature).stamina + sizes_above(table, table.actor, self.known(table)["against"])


# -- taking a hit for somebody else ------------------------------------------------------------------------------------


def hits_nearby(table: Table) -> list[Ask]:
    """Hits on allies within 5 ft that wait to be suffered; outside a fight there are none."""
    asks = table.scene.asks.values() if is_in_fight(table, table.actor) else ()
    return [
        ask
        for ask in asks
        if Split.name in ask.commands and ask.to in allies(table, table.actor) and is_near(table, table.actor, ask.to)
    ]


@dataclass(frozen=True, slots=True)
class Intercept(Deed, name="feature.intercept", label="Intercept"):
    """Change places with an ally beside one who is hit, and suffer the hit instead, for 1 Stamina (D-3)."""

    by_feature: ClassVar[str] = "knight_intercept"
    throws_dice: ClassVar[bool] = False

    hit: str = pick("Which hit")

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not hits_nearby(table):
            raise NotNow("No ally within 5 ft is being hit.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "hit": tuple(
                Choice(ask.key, table.name(ask.to), f"{ask.known['damage']} damage") for ask in hits_nearby(table)
            )
        }

    def odds(self, table: Table) -> Odds:
        """The damage and the price; no dice are thrown."""
        return Odds(f"1 Stamina, and {self._damage(table)} damage to you.")

    def perform(self, table: Table, dice: Dice) -> None:
        ask, who, damage = table.scene.asks[self.hit], table.actor, self._damage(table)
        use_feature(table, who, self.by_feature)
        table.happen(Answered(ask.key))
        change_places(table, who, ask.to)
        table.happen(Told((who, ask.to), "{0} steps in front of {1}."))
        deal(table, who, damage, wording_from(ask.known["reason"]))
        go_on(table, dice)

    def _damage(self, table: Table) -> int:
        """The damage of the hit to whoever steps in: none if the house compares it anew, and it does not beat them."""
        ask = table.scene.asks[self.hit]
        by = next((who for who in table.scene.combatants if struck(table, who).get("target") == ask.to), "")
        turned = INTERCEPT_COMPARED.flag(table.house_rules) and not beats(table, by, table.actor)
        return 0 if turned else int(ask.known["damage"])
