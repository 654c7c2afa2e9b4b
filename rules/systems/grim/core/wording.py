"""Weapons, armour and gear in a few words each, as the compendium, sheets and shops show them."""

from rules.engine.kernel import Sheet, said
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Armour, Gear, Weapon
from rules.systems.grim.core.figures import bonus


def names_of(keys: tuple[str, ...], shelf: str) -> str:
    """The names of entries of a shelf of the library, with commas."""
    known = getattr(library, shelf)()
    return ", ".join(known[key].name for key in keys if key in known)


def short(attribute: str) -> str:
    """The bonus of an attribute as books write it: "[CB]"."""
    return f"[{library.attributes()[attribute].short}]"


def weapon_words(one: Weapon, sheet: Sheet | None = None) -> tuple[str, ...]:
    """Skill, damage, distance, hands, loading, size and qualities of a weapon; with the figures of a sheet, if any."""
    hands = {"two": "two hands", "one_or_two": "one hand or two"}.get(one.hands, "")
    return said(
        library.skills()[one.skill].name,
        damage_words(one, sheet),
        f"short {_distance(one, sheet)} yd" if one.is_ranged else "",
        hands,
        f"load {one.load} AP" if one.load else "",
        one.size if one.size != "regular" else "",
        names_of(one.qualities, "qualities"),
    )


def damage_words(one: Weapon, sheet: Sheet | None = None) -> str:
    """The damage of a weapon: "[CB] + d6 Fury", and on a sheet "8 + d6 Fury"."""
    if not one.fury and not one.dice:
        return "no damage"
    dice = f"{one.fury if one.fury > 1 else ''}d6 Fury"
    return one.dice or f"{bonus(sheet, one.attribute) if sheet else short(one.attribute)} + {dice}"


def _distance(one: Weapon, sheet: Sheet | None) -> str:
    if not one.short_bonus:
        return str(one.short)
    return str(one.short + bonus(sheet, one.short_bonus)) if sheet else f"{one.short} + {short(one.short_bonus)}"


def armour_words(one: Armour) -> tuple[str, ...]:
    """Threshold and qualities of a suit of armour or a shield."""
    return said(f"Damage Threshold +{one.threshold}" if one.threshold else "", names_of(one.qualities, "qualities"))


#: What gear is good for, by the rule that asks for it.
_USES = {
    "ammunition": "ammunition",
    "bandage": "stops bleeding",
    "tome": "channels arcane power",
    "prayer_book": "channels divine power",
    "instruments": "for surgery",
    "light": "gives light",
    "mount": "to ride",
}


def gear_words(one: Gear) -> tuple[str, ...]:
    """The use of a piece of gear."""
    return said(_USES.get(one.use, ""))
