"""Protection from damage: every piece worn and the body's own hide, summed up, halves rounded up at the end.

A box of damage to a piece lowers it by one against everything, never below nothing (C-63).
"""

from collections.abc import Mapping
from math import ceil

from rules.engine.kernel import Item, Json, Sheet
from rules.engine.page.blocks import Explained, Part
from rules.systems.sda.content import compendium
from rules.systems.sda.content.entries import DAMAGE_TYPES
from rules.systems.sda.content.house_rules.general import ARMOUR_ELSE, AS_BLUNT
from rules.systems.sda.content.money import halves
from rules.systems.sda.content.weapon_entries import BODY_PARTS
from rules.systems.sda.core.person.trait_effects import figure, figure_parts, told_of

#: The types of damage that every sheet shows.
USUAL_TYPES = ("piercing", "cutting", "bludgeoning")
#: The figure of a hard skull, and the types of damage that it protects from by nature (D-7).
SKULL, OF_A_SKULL = "skull", ("cutting", "bludgeoning")

#: The figure of those whom a type of damage does nothing to, by the type (D-7).
HARMLESS_TO = {"poisonous": "unliving"}


def worn(sheet: Sheet) -> dict[str, Item]:
    """The armour in use, by its key on the sheet."""
    return {key: item for key, item in sheet.items.items() if item.kind == "armour" and item.in_use}


def of_piece(item: Item) -> dict[str, float]:
    """Protection by one piece, by type of damage, its own damage counted; types that it does not list are left out."""
    piece = compendium.armour().get(item.entry)
    printed: Mapping[str, float] = piece.protection if piece else {}
    figures = item.stats.get("protection", printed)
    return {kind: max(0.0, float(figures[kind]) - item.wear) for kind in DAMAGE_TYPES if figures.get(kind)}


def against_all(protection: int) -> Item:
    """Armour in use that takes ``protection`` off every usual type of damage."""
    return Item("Armour", "armour", in_use=True, stats={"protection": dict.fromkeys(USUAL_TYPES, protection)})


def parts_of(item: Item) -> tuple[str, ...]:
    """The parts of the body that a piece covers; a hide covers all."""
    piece = compendium.armour().get(item.entry)
    return tuple(item.stats.get("body_parts", piece.body_parts if piece else BODY_PARTS))


def against(item: Item, damage_type: str, house: Mapping[str, Json]) -> float:
    """Protection by one piece from a type of damage; one that it does not list may count as bludgeoning (D-12)."""
    figures = of_piece(item)
    unlisted = damage_type not in USUAL_TYPES and damage_type not in figures
    if unlisted and ARMOUR_ELSE.chosen(house) == AS_BLUNT:
        return figures.get("bludgeoning", 0.0)
    return figures.get(damage_type, 0.0)


def protection(sheet: Sheet, damage_type: str, house: Mapping[str, Json]) -> int:
    """Protection that comes off every damage roll of that type, in whole points (SDA-205)."""
    by_nature = figure(sheet, SKULL) if damage_type in OF_A_SKULL else 0
    return ceil(sum(against(item, damage_type, house) for item in worn(sheet).values()) + by_nature)


def harmless(sheet: Sheet, damage_type: str) -> str:
    """The trait for which damage of a type does nothing to somebody, whatever armour there is; "" if it hurts them."""
    made_so = HARMLESS_TO.get(damage_type, "")
    return told_of(sheet, made_so) if made_so and figure(sheet, made_so) else ""


def explained(sheet: Sheet, damage_type: str, house: Mapping[str, Json]) -> Explained:
    """The protection from a type of damage, with its summands."""
    parts = [
        Part(item.name + (f", damaged {item.wear}" if item.wear else ""), halves(amount), "SDA-205")
        for item in worn(sheet).values()
        if (amount := against(item, damage_type, house)) or item.wear
    ]
    if damage_type in OF_A_SKULL:
        parts += figure_parts(sheet, SKULL, str(figure(sheet, SKULL)))
    return Explained(damage_type.capitalize(), str(protection(sheet, damage_type, house)), tuple(parts))


def shown_types(sheet: Sheet) -> tuple[str, ...]:
    """The usual types of damage, and whatever else something worn protects from."""
    more = {kind for item in worn(sheet).values() for kind in of_piece(item)}
    return tuple(kind for kind in DAMAGE_TYPES if kind in USUAL_TYPES or kind in more)


def at(sheet: Sheet, body_part: str, damage_type: str) -> float:
    """Protection by the pieces over one part of the body from a type of damage."""
    return sum(of_piece(item).get(damage_type, 0.0) for item in worn(sheet).values() if body_part in parts_of(item))
