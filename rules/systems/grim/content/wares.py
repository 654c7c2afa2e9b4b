"""Prices in coins, and everything that is for sale."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from math import inf

from rules.engine.kernel import Choice, Item
from rules.systems.grim.content import library

#: The coins, the dearest first, with their worth in brass pennies.
COINS = {"gc": 240, "ss": 12, "bp": 1}
#: Brass pennies to a gold crown.
CROWN = COINS["gc"]
#: Kinds of things of which each is carried by itself.
APART = ("weapon", "armour", "shield")


def price(pennies: int) -> str:
    """A price in gold crowns, silver shillings and brass pennies, or "nothing".

    >>> price(1200), price(259), price(0)
    ('5 gc', '1 gc 1 ss 7 bp', 'nothing')
    """
    words, left = [], pennies
    for coin, worth in COINS.items():
        count, left = divmod(left, worth)
        words += [f"{count} {coin}"] if count else []
    return " ".join(words) or "nothing"


@cache
def wares() -> Mapping[str, tuple[str, int]]:
    """Wares for sale by ``section.key``, each with its name and its price."""
    found: dict[str, tuple[str, int]] = {}
    for section, (shelf, _) in library.CARRIED.items():
        for key, one in shelf().items():
            cost, bundle = getattr(one, "price", 0), getattr(one, "bundle", 1)
            if cost:
                found[f"{section}.{key}"] = (f"{one.name}, {bundle}" if bundle > 1 else one.name, cost)
    return found


def offered(prefix: str = "", most: float = inf) -> tuple[Choice, ...]:
    """The wares whose keys begin so and whose price is not above ``most``."""
    listed = ((key, ware) for key, ware in wares().items() if key.startswith(prefix) and ware[1] <= most)
    return tuple(Choice(key, name, price(cost)) for key, (name, cost) in listed)


def thing(ware: str) -> Item:
    """The thing that a ware becomes when it is carried; some are sold by the bundle."""
    section, _, key = ware.partition(".")
    item = library.item_from(section, key)
    return replace(item, count=library.gear()[key].bundle) if section == "gear" else item
