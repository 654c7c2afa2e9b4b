"""Buying with coins, for which sellers have change: 1 gold are 10 silver are 100 copper (D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.character.edits import free_key
from rules.engine.kernel import (
    Choice,
    Dice,
    Item,
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
from rules.systems.dragonbane.core import InPeace, item_from, price_words

#: Sections of the compendium that a shop sells.
SHELVES = ("weapons", "armour", "gear")
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
    listed = {"weapons": library.weapons(), "armour": library.armours(), "gear": library.gear()}
    price = int(getattr(listed[section][key], "price", 0)) * count
    return -(-price * switches.PRICES.number(table.house_rules) * percent // 10_000)


def take_along(table: Table, who: str, item: Item, count: int = 1) -> None:
    """Add a thing; gear goes onto the pile of its kind if there is one."""
    sheet = table.sheet(who)
    pile = next((key for key, one in sheet.items.items() if item.kind == "gear" and _is_same(one, item)), None)
    if pile:
        table.happen(ItemSet(who, pile, replace(sheet.items[pile], count=sheet.items[pile].count + count)))
    elif item.kind == "gear":
        table.happen(ItemSet(who, free_key(sheet.items, item.entry), replace(item, count=count)))
    else:
        for _ in range(count):
            table.happen(ItemSet(who, free_key(table.sheet(who).items, item.entry), item))


def _is_same(one: Item, other: Item) -> bool:
    return one.kind == other.kind and one.entry == other.entry and not one.stats


def _goods(table: Table) -> tuple[Choice, ...]:
    shelves = {"weapons": library.weapons(), "armour": library.armours(), "gear": library.gear()}
    listed = []
    for section, shelf in shelves.items():
        for key in shelf:
            cost = price_of(table, section, key)
            if cost:
                listed.append(Choice(f"{section}/{key}", item_from(section, key).name, price_words(cost)))
    return tuple(listed)


@dataclass(frozen=True, slots=True)
class Buy(InPeace):
    """Buy something with the coins of the purse (D-6)."""

    name: ClassVar[str] = "shop.buy"
    label: ClassVar[str] = "Buy"

    thing: str = pick("What")
    count: int = number("How many", least=1, most=20, default=1)
    percent: int = number("Percent of the price", least=LEAST_PERCENT, most=MOST_PERCENT, default=100)

    @classmethod
    def possible(cls, table: Table) -> None:
        InPeace.possible(table)
        if not worth(purse(table.me)):
            raise NotNow("The purse is empty. Put coins into it first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"thing": _goods(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        section, _, key = self.thing.partition("/")
        due = price_of(table, section, key, self.count, self.percent)
        held = purse(table.me)
        if due > worth(held):
            raise Refused(f"That costs {price_words(due)}; the purse holds {price_words(worth(held))}.", "thing")
        item = item_from(section, key)
        put_coins(table, table.actor, paid(held, due))
        take_along(table, table.actor, item, self.count)
        table.happen(Told((table.actor,), f"{{0}} buys {self.count}× {plainly(item.name)} for {price_words(due)}."))
