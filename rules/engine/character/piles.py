"""Piles of things alike: one is thrown, dropped, broken or used up, more are taken along."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.kernel import Item, ItemLost, ItemSet, Table

#: The kind of coins: alike ones lie on one pile, however they came.
COIN = "coin"


def set_apart(table: Table, who: str, key: str, changed: Item, *, next_in_hand: bool = True) -> str:
    """The key of one thing of a pile that changes: one of its own, as the others keep theirs.

    A thing that is the only one of its kind keeps its key. ``next_in_hand`` says whether the others stay in use.
    """
    pile = table.sheet(who).items[key]
    if pile.count > 1:
        others = replace(pile, count=pile.count - 1, in_use=pile.in_use and next_in_hand)
        table.happen(ItemSet(who, key, others))
        key = free_key(table.sheet(who).items, pile.entry or key)
    table.happen(ItemSet(who, key, replace(changed, count=1)))
    return key


def use_one(table: Table, who: str, key: str) -> None:
    """Use up one thing of a pile; the last one is gone."""
    pile = table.sheet(who).items[key]
    left = replace(pile, count=pile.count - 1)
    table.happen(ItemSet(who, key, left) if left.count > 0 else ItemLost(who, key))


def without(item: Item, *stats: str) -> Item:
    """The thing without some of its own figures, such as that it lies on the ground."""
    return replace(item, stats={name: value for name, value in item.stats.items() if name not in stats})


def take_along(table: Table, who: str, item: Item, *, piled: bool = True) -> None:
    """Carry things, which go onto the pile of their like if there is one; unless they are ``piled``, each by itself."""
    stem = item.entry or item.kind
    if not piled:
        for _ in range(item.count):
            table.happen(ItemSet(who, free_key(table.sheet(who).items, stem), replace(item, count=1)))
        return
    items = table.sheet(who).items
    alike = pile_of(items, item)
    count = items[alike].count + item.count if alike else item.count
    table.happen(ItemSet(who, alike or free_key(items, stem), replace(item, count=count)))


def pile_of(items: Mapping[str, Item], item: Item) -> str:
    """The key of the things of which this is one more, or are several more; empty if none is like it."""
    return next((key for key, one in items.items() if replace(one, count=1) == replace(item, count=1)), "")


def free_key(items: Mapping[str, Item], stem: str) -> str:
    """A key for a new thing that no thing carried has yet: ``dagger``, ``dagger-2`` ..."""
    if stem not in items:
        return stem
    number = 2
    while f"{stem}-{number}" in items:
        number += 1
    return f"{stem}-{number}"
