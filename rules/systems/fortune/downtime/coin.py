"""Coin and trade: buying, paying one another, and what the game master gives (LIN-055, LIN-056)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.character.piles import take_along
from rules.engine.kernel import (
    Choice,
    Dice,
    Item,
    NotNow,
    Refused,
    ResourceChanged,
    Said,
    Table,
    Told,
    Who,
    number,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Odds
from rules.systems.fortune.content import library
from rules.systems.fortune.core import (
    COIN,
    OnSheet,
    companions,
)

MOST = 9999


def price_words(coin: int) -> str:
    """A price as companions say it: Bits are not counted (LIN-056).

    >>> price_words(3), price_words(0)
    ('3 Coin', 'Bits')
    """
    return f"{coin} Coin" if coin else "Bits"


def _wares() -> tuple[Choice, ...]:
    """Everything that can be carried, by section and key, with its price."""
    arms = ("weapons", "armour", "shields")
    listed = ((section, key, one) for section in arms for key, one in library.CARRIED[section][0]().items())
    return (
        *(Choice(f"{section}/{key}", one.name, "the game master sets the price") for section, key, one in listed),
        *(Choice(f"gear/{key}", one.name, price_words(one.cost)) for key, one in library.gear().items()),
    )


def _ware(ware: str) -> tuple[Item, int]:
    """The thing that a ware becomes, and its price where the list has one."""
    section, _, key = ware.partition("/")
    return library.item_from(section, key), library.gear()[key].cost if section == "gear" else 0


@dataclass(frozen=True, slots=True)
class Buy(OnSheet, name="coin.buy", label="Buy"):
    """Buy something: for Coin if it helps or one should feel its price, otherwise for Bits (LIN-056)."""

    peaceful: ClassVar[str] = "Shopping"
    throws_dice: ClassVar[bool] = False

    thing: str = pick("Item")
    count: int = number("How many", least=1, most=20, default=1)
    price: int = number("Coin for each", most=MOST, default=0, help="0 = list price, or Bits")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"thing": _wares()}

    def odds(self, table: Table) -> Odds:
        """The price and the purse; no dice are thrown."""
        return Odds(f"{price_words(self._due(table))} of {table.me.now(COIN)}.")

    def perform(self, table: Table, dice: Dice) -> None:
        due = self._due(table)
        item, _ = _ware(self.thing)
        if due:
            table.happen(ResourceChanged(table.actor, COIN, -due, plainly(item.name)))
        take_along(table, table.actor, replace(item, count=self.count), piled=item.kind == "gear")
        table.happen(Told((table.actor,), f"{{0}} buys {self.count}× {plainly(item.name)} for {price_words(due)}."))

    def _due(self, table: Table) -> int:
        _, cost = _ware(self.thing)
        due = self.count * (self.price or cost)
        if due > table.me.now(COIN):
            raise Refused(f"It costs {due} Coin, and you have {table.me.now(COIN)}.", "thing")
        return due


@dataclass(frozen=True, slots=True)
class Pay(OnSheet, name="coin.pay", label="Pay Coin"):
    """Pay Coin, to one of the party or to anybody else (LIN-056)."""

    amount: int = number("Coin", least=1, most=MOST, default=1)
    to: str = pick("To", default="", help="A party member", none="Anybody else")
    reason: str = words("Reason", default="", most=80)

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not table.me.now(COIN):
            raise NotNow("The purse is empty. Earn some Coin first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"to": tuple(one for one in companions(table) if COIN in table.sheet(one.value).resources)}

    def perform(self, table: Table, dice: Dice) -> None:
        who, held = table.actor, table.me.now(COIN)
        if self.amount > held:
            raise Refused(f"You only have {held} Coin.", "amount")
        reason = plainly(self.reason.strip())
        table.happen(ResourceChanged(who, COIN, -self.amount, reason or "paid"))
        if self.to:
            table.happen(
                ResourceChanged(self.to, COIN, self.amount, Said("from {0}", (who,))),
                Told((who, self.to), f"{{0}} gives {{1}} {self.amount} Coin."),
            )
        else:
            table.happen(Told((who,), f"{{0}} pays {self.amount} Coin{f' for {reason}' if reason else ''}."))


@dataclass(frozen=True, slots=True)
class Earn(OnSheet, name="coin.earn", label="Give Coin"):
    """Give somebody Coin: a reward, a find, a wage (LIN-056)."""

    who: ClassVar[Who] = Who.GM

    amount: int = number("Coin", least=1, most=MOST, default=1)
    reason: str = words("Reason", default="", most=80)

    def perform(self, table: Table, dice: Dice) -> None:
        reason = plainly(self.reason.strip())
        table.happen(
            ResourceChanged(table.actor, COIN, self.amount, reason or "earned"),
            Told((table.actor,), f"{{0}} earns {self.amount} Coin{f' for {reason}' if reason else ''}."),
        )
