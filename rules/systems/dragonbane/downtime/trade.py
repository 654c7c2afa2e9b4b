"""Buying with coins, for which sellers have change: 1 gold are 10 silver are 100 copper (D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.engine.character.piles import free_key, take_along
from rules.engine.kernel import (
    Choice,
    Dice,
    ItemLost,
    ItemSet,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    number,
    pick,
    plainly,
)
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.content.entries import Armour, Gear, Weapon
from rules.systems.dragonbane.core import InPeace, item_from, price_words

#: The least and the most percent of a price that a bargain may come to.
LEAST_PERCENT, MOST_PERCENT = 10, 1000


def purse(sheet: Sheet) -> dict[str, int]:
    """How many of each coin a sheet has, by key, the dearest first."""
    found = dict.fromkeys(library.coins(), 0)
    for item in sheet.items.values():
        if item.kind == "coin" and item.entry in found:
            found[item.entry] += item.count
    return found


def worth(coins: Mapping[str, int]) -> int:
    """The worth of coins in copper.

    >>> worth({"gold": 1, "silver": 2, "copper": 3})
    123
    """
    return sum(library.coins()[key].copper * count for key, count in coins.items())


def paid(coins: Mapping[str, int], due: int) -> dict[str, int]:
    """The coins left after paying ``due`` copper: small coins go first, and change comes in large ones.

    >>> paid({"gold": 1, "silver": 0, "copper": 5}, 12)
    {'gold': 0, 'silver': 9, 'copper': 3}
    """
    left, given = dict(coins), 0
    for key, coin in sorted(library.coins().items(), key=lambda one: one[1].copper):
        used = min(left[key], -(-max(0, due - given) // coin.copper))
        left[key] -= used
        given += used * coin.copper
    change = given - due
    for key, coin in library.coins().items():
        more, change = divmod(change, coin.copper)
        left[key] += more
    return left


def put_coins(table: Table, who: str, coins: Mapping[str, int]) -> None:
    """Set the coins of a purse, one pile a kind."""
    sheet = table.sheet(who)
    for key, count in coins.items():
        piles = [pile for pile, item in sheet.items.items() if item.kind == "coin" and item.entry == key]
        if count and (not piles or sheet.items[piles[0]].count != count or piles[1:]):
            pile = piles[0] if piles else free_key(sheet.items, key)
            table.happen(ItemSet(who, pile, replace(item_from("coins", key), count=count)))
        table.happen(*(ItemLost(who, pile) for pile in piles[bool(count) :]))


def price_of(table: Table, section: str, key: str, count: int = 1, percent: int = 100) -> int:
    """The price of things in copper, by the campaign's percentage and a bargain's, rounded up once for all of them."""
    price = _shelves()[section][key].price * count
    return -(-price * switches.PRICES.number(table.house_rules) * percent // 10_000)


def _shelves() -> Mapping[str, Mapping[str, Weapon | Armour | Gear]]:
    """The sections of the compendium that a shop sells."""
    return {"weapons": library.weapons(), "armour": library.armours(), "gear": library.gear()}


def _goods(table: Table) -> tuple[Choice, ...]:
    listed = ((section, key, one.name) for section, shelf in _shelves().items() for key, one in shelf.items())
    priced = ((f"{section}/{key}", name, price_of(table, section, key)) for section, key, name in listed)
    return tuple(Choice(ware, name, price_words(cost)) for ware, name, cost in priced if cost)


@dataclass(frozen=True, slots=True)
class Buy(InPeace, name="shop.buy", label="Buy"):
    """Buy something with the coins of the purse (D-6)."""

    thing: str = pick("Item", among=_goods)
    count: int = number("How many", least=1, most=20, default=1)
    percent: int = number("Per cent of the price", least=LEAST_PERCENT, most=MOST_PERCENT, default=100)

    @classmethod
    def possible(cls, table: Table) -> None:
        InPeace.possible(table)
        if not worth(purse(table.me)):
            raise NotNow("The purse is empty. Add coins first.")

    def perform(self, table: Table, dice: Dice) -> None:
        section, _, key = self.thing.partition("/")
        due = price_of(table, section, key, self.count, self.percent)
        held = purse(table.me)
        if due > worth(held):
            raise Refused(f"It costs {price_words(due)}, and you have {price_words(worth(held))}.", "thing")
        item = item_from(section, key)
        put_coins(table, table.actor, paid(held, due))
        take_along(table, table.actor, replace(item, count=self.count), piled=item.kind == "gear")
        table.happen(Told((table.actor,), f"{{0}} buys {self.count}× {plainly(item.name)} for {price_words(due)}."))
