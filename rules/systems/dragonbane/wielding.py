"""The figures of a carried weapon: those of the compendium, and its own where the item has some (D-3)."""

from typing import Any

from rules.engine.kernel.sheets import Item, Json
from rules.systems.dragonbane import library
from rules.systems.dragonbane.entries import Weapon

#: Figures that an item may have of its own, with their types.
_OWN = {
    "skill": str,
    "damage": str,
    "strength": int,
    "hands": int,
    "durability": int,
    "range": int,
    "features": list,
    "slots": int,
}


def weapon_of(item: Item) -> Weapon:
    """A carried weapon with its figures: the compendium's, overridden by the item's own."""
    known = library.weapons().get(item.entry)
    base = known or Weapon(item.entry or "own", item.name, "brawling", "d6")
    own: dict[str, Any] = {key: value for key, value in item.stats.items() if key in _OWN and _fits(key, value)}
    if "features" in own:
        own["features"] = tuple(str(one) for one in own["features"])
    values = {name: getattr(base, name) for name in Weapon.__slots__} | own | {"name": item.name}
    return Weapon(**values)


def _fits(key: str, value: Json) -> bool:
    if not isinstance(value, _OWN[key]):
        return False
    return key != "skill" or value == "" or value in library.skills()
