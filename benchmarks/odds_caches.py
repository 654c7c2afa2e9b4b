"""Emptying of caches: those of our odds, and of the libraries beside them."""

import sys
from collections.abc import Callable
from types import ModuleType

import icepool.math

_OF_ODDS = ("rules.engine.odds", "rules.systems.sda.core.person.chances", "rules.systems.sda.checks", "dyce", "icepool")


def forgetters() -> dict[str, list[Callable[[], None]]]:
    """The functions that empty the caches of each, by the first word of its modules."""
    found: dict[str, dict[int, Callable[[], None]]] = {"rules": {}, "dyce": {}, "icepool": {}}
    for name, module in sorted(sys.modules.items()):
        if module and name.startswith(_OF_ODDS):
            found[name.partition(".")[0]].update(_cached_in(module))
    found["icepool"][0] = icepool.math.comb_row_cache.clear
    return {whose: list(each.values()) for whose, each in found.items()}


def _cached_in(module: ModuleType) -> dict[int, Callable[[], None]]:
    things = list(vars(module).values())
    for owner in [thing for thing in things if isinstance(thing, type)]:
        things += vars(owner).values()
    return {id(thing): thing.cache_clear for thing in things if hasattr(thing, "cache_clear")}
