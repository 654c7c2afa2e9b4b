"""Holders of coins and things: a sheet, the party's stock, or the world outside; and what moves between two of them.

Whatever leaves one holder arrives at another in the same step, so that sums never change.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.engine.character.piles import free_key, pile_of, without
from rules.engine.character.spoils import SPOILS, Coin, give_coins, give_thing
from rules.engine.kernel import (
    Item,
    ItemLost,
    ItemSet,
    PartyCoinsChanged,
    PartyFact,
    PartyItemLost,
    PartyItemSet,
    Refused,
    ResourceChanged,
    Stock,
    Table,
    Unknown,
    evolve_stock,
)

#: The figure of a thing that lies on the ground of a fight: where.
LIES_AT = "lies_at"


def is_coin(item: Item, coin: Coin) -> bool:
    """Whether a thing is a coin of this kind, or a pile of them."""
    kind = coin.item
    return kind is not None and replace(item, count=1, in_use=False) == replace(kind, count=1, in_use=False)


def coins_on(items: Mapping[str, Item], coin: Coin) -> int:
    """The number of coins of a kind among things."""
    return sum(item.count for item in items.values() if is_coin(item, coin))


def is_inborn(item: Item, inborn: Collection[str]) -> bool:
    """Whether something on a sheet is part of whoever has it: an ability, bare hands. Nobody can hand that over."""
    return item.kind in inborn or item.entry in inborn


def things_on(items: Mapping[str, Item], coins: Mapping[str, Coin], inborn: Collection[str]) -> dict[str, Item]:
    """The things that can be handed over and are no coins, by their key."""
    own = {key: item for key, item in items.items() if not is_inborn(item, inborn)}
    return {key: item for key, item in own.items() if not any(is_coin(item, coin) for coin in coins.values())}


@dataclass(slots=True)
class Holder(ABC):
    """A holder: somebody or something from which coins and things are taken, and to which they are given."""

    table: Table
    #: The kinds of coins of the game.
    coins: Mapping[str, Coin]

    @property
    @abstractmethod
    def name(self) -> str:
        """Their name at the beginning of a sentence."""

    @property
    @abstractmethod
    def items(self) -> Mapping[str, Item]:
        """The things that they have, by key; piles of coins may be among them."""

    @abstractmethod
    def coins_of(self, kind: str) -> int:
        """The number of coins of a kind that they have."""

    @abstractmethod
    def put_coins(self, kind: str, count: int) -> None:
        """Let coins come to them."""

    @abstractmethod
    def put_thing(self, item: Item) -> None:
        """Let a thing come to them, or several alike."""

    @abstractmethod
    def _pay(self, kind: str, count: int) -> None:
        """Let coins that they have leave them."""

    @abstractmethod
    def _leave(self, key: str, item: Item) -> None:
        """Let the thing of a key become what is left of it, with a count of 0 for nothing."""

    def take_coins(self, kind: str, count: int) -> None:
        """Let coins leave them; refused where they have fewer."""
        held = self.coins_of(kind)
        if held < count:
            has = f"only {self.coins[kind].counted(held)}" if held else f"no {self.coins[kind].counted(0)[2:]}"
            raise Refused(f"{self.name} has {has}.", "coins")
        self._pay(kind, count)

    def take_thing(self, key: str, count: int) -> Item:
        """Let a thing leave them, or some of a pile; refused where they have none or fewer.

        It is in use no more, and lies nowhere.
        """
        item = self.items.get(key)
        if item is None:
            raise Unknown(f"{self.name} no longer has this.", "things")
        if any(is_coin(item, coin) for coin in self.coins.values()):
            raise Refused("Give a number of coins instead of the pile.", "things")
        if item.count < count:
            raise Refused(f"{self.name} has only {item.count} × {item.name}.", "things")
        self._leave(key, replace(item, count=item.count - count))
        return replace(without(item, LIES_AT), count=count, in_use=False)


@dataclass(slots=True)
class OnSheet(Holder):
    """A character: coins are things on the sheet or a resource, as the game has them."""

    who: str
    #: Kinds and entries of what is part of somebody.
    inborn: Collection[str] = ()

    @property
    def name(self) -> str:
        return self.table.name(self.who)

    @property
    def items(self) -> Mapping[str, Item]:
        return self.table.sheet(self.who).items

    def coins_of(self, kind: str) -> int:
        coin = self.coins[kind]
        if coin.item is not None:
            return coins_on(self.items, coin)
        return self.table.sheet(self.who).now(coin.resource) // coin.worth

    def put_coins(self, kind: str, count: int) -> None:
        give_coins(self.table, self.who, self.coins[kind], count)

    def put_thing(self, item: Item) -> None:
        give_thing(self.table, self.who, item)

    def take_thing(self, key: str, count: int) -> Item:
        item = self.items.get(key)
        if item is not None and is_inborn(item, self.inborn):
            raise Refused(f"{item.name} is part of {self.name}, and cannot be handed over.", "things")
        return super(OnSheet, self).take_thing(key, count)

    def _pay(self, kind: str, count: int) -> None:
        coin = self.coins[kind]
        if coin.item is None:
            self.table.happen(ResourceChanged(self.who, coin.resource, -count * coin.worth, SPOILS))
            return
        for key, item in list(self.items.items()):
            if count and is_coin(item, coin):
                paid = min(count, item.count)
                self._leave(key, replace(item, count=item.count - paid))
                count -= paid

    def _leave(self, key: str, item: Item) -> None:
        self.table.happen(ItemSet(self.who, key, item) if item.count else ItemLost(self.who, key))


@dataclass(slots=True)
class InStock(Holder):
    """The party: what it owns in common, on a page of the campaign's own."""

    page: str
    stock: Stock = field(default_factory=Stock)

    @property
    def name(self) -> str:
        return "The party"

    @property
    def items(self) -> Mapping[str, Item]:
        return self.stock.items

    def coins_of(self, kind: str) -> int:
        return self.stock.coins.get(kind, 0)

    def put_coins(self, kind: str, count: int) -> None:
        self._happen(PartyCoinsChanged(self.page, kind, count))

    def put_thing(self, item: Item) -> None:
        alike = pile_of(self.items, item)
        key = alike or free_key(self.stock.items, item.entry or item.kind)
        held = self.items[alike].count if alike else 0
        self._happen(PartyItemSet(self.page, key, replace(item, count=held + item.count)))

    def _pay(self, kind: str, count: int) -> None:
        self._happen(PartyCoinsChanged(self.page, kind, -count))

    def _leave(self, key: str, item: Item) -> None:
        gone = PartyItemLost(self.page, key, item.name)
        self._happen(PartyItemSet(self.page, key, item) if item.count else gone)

    def _happen(self, fact: PartyFact) -> None:
        evolve_stock(self.stock, fact)
        self.table.happen(fact)


@dataclass(slots=True)
class Outside(Holder):
    """The world outside: whatever is found comes from there, whatever is paid or lost goes there."""

    @property
    def name(self) -> str:
        return "The world"

    @property
    def items(self) -> Mapping[str, Item]:
        return {}

    def coins_of(self, kind: str) -> int:
        return 0

    def take_coins(self, kind: str, count: int) -> None:
        return

    def put_coins(self, kind: str, count: int) -> None:
        return

    def put_thing(self, item: Item) -> None:
        return

    def _pay(self, kind: str, count: int) -> None:
        return

    def _leave(self, key: str, item: Item) -> None:
        return


def move_coins(source: Holder, target: Holder, kind: str, count: int) -> None:
    """Move coins from one holder to another."""
    source.take_coins(kind, count)
    target.put_coins(kind, count)


def move_thing(source: Holder, target: Holder, key: str, count: int) -> Item:
    """Move a thing, or some of a pile, from one holder to another; returns what moved."""
    item = source.take_thing(key, count)
    target.put_thing(item)
    return item


def split_coins(stock: Holder, among: Sequence[Holder], kind: str, count: int) -> int:
    """Split coins of the party evenly; returns what each gets. The remainder stays in the purse."""
    each = count // len(among)
    held = stock.coins_of(kind)
    if held < count:
        stock.take_coins(kind, count)
    if each:
        for one in among:
            move_coins(stock, one, kind, each)
    return each
