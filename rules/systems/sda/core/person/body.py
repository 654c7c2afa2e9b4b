"""Figures of a body: how fast it is, how large, how much spirit it holds, what it carries, how well it is protected.

Speed and size are ranks of the kind ``body``, so that they are edited, undone and explained like every other number:
``speed`` on foot, ``fly`` and ``float`` in metres per round, and ``size`` as a place in :data:`SIZES`.
"""

from collections.abc import Mapping
from math import ceil

from rules.engine.kernel import Item, Json, Sheet
from rules.engine.page.blocks import Explained, Part
from rules.systems.sda.content import compendium, equipment
from rules.systems.sda.content.entries import DAMAGE_TYPES
from rules.systems.sda.content.house_rules.general import ARMOUR_ELSE, AS_BLUNT, AS_SAID, COINS, RATIONS
from rules.systems.sda.content.money import halves
from rules.systems.sda.content.weapon_entries import BODY_PARTS
from rules.systems.sda.core.person.traits import figure, figure_parts, told_of

SIZES = ("micro", "mini", "small", "medium", "large", "huge", "colossal")
#: How many times strength and constitution together a body of each size carries.
CARRYING = {"micro": 0.5, "mini": 1.0, "small": 1.5, "medium": 2.0, "large": 2.5, "huge": 3.0, "colossal": 3.0}
#: The names of a creature's ways of moving, as ranks.
WAYS = {"walk": "speed", "fly": "fly", "float": "float"}
#: The kind of rank that speed and size are.
BODY = "body"
#: The food whose weight the house may set.
RATION = "dried_ration"


def speed_of(sheet: Sheet, way: str = "walk") -> int:
    """Metres per round, on foot or in another of :data:`WAYS` (SDA-167)."""
    return sheet.rank(BODY, WAYS[way])


def size_of(sheet: Sheet) -> str:
    return SIZES[sheet.rank(BODY, "size")]


def spirit_limit(sheet: Sheet) -> int:
    """Constitution, persona and wisdom together (SDA-056)."""
    return sum(sheet.rank("attribute", key) for key in ("constitution", "persona", "wisdom"))


def has_printed_spirit(sheet: Sheet) -> bool:
    """Whether the book prints a limit for this creature that the formula does not give."""
    return bool(sheet.memo.get("printed_spirit"))


def carries_as(sheet: Sheet) -> str:
    """The size that counts for carrying: some carry as if they were larger (D-7)."""
    return SIZES[min(sheet.rank(BODY, "size") + figure(sheet, "carries_larger"), len(SIZES) - 1)]


def carrying_limit(sheet: Sheet) -> int:
    """The encumbrance that a body bears without losing dice."""
    together = sheet.rank("attribute", "strength") + sheet.rank("attribute", "constitution")
    return int(together * CARRYING[carries_as(sheet)])


def weight_of(item: Item, house: Mapping[str, Json] = AS_SAID) -> float:
    """The encumbrance of all pieces of an item: its own figure, or what the compendium or the house says."""
    if "encumbrance" in item.stats:
        return float(item.stats["encumbrance"]) * item.count
    return _printed_weight(item, house) * item.count


def weight_on(sheet: Sheet, item: Item, house: Mapping[str, Json] = AS_SAID) -> float:
    """The encumbrance of all pieces of an item for its carrier: worn armour may weigh half (D-7)."""
    light = item.kind == "armour" and item.in_use and figure(sheet, "light_armour")
    return weight_of(item, house) / 2 if light else weight_of(item, house)


def weights(sheet: Sheet, house: Mapping[str, Json] = AS_SAID) -> list[tuple[Item, float]]:
    """The things that somebody carries, each with its encumbrance for them.

    Creatures fight with their weapons by turns, as their figures are printed: only the heaviest burdens them (D-10).
    """
    found = [(item, weight_on(sheet, item, house)) for item in sheet.items.values()]
    if sheet.kind != "creature":
        return found
    heaviest = max((weight for item, weight in found if _by_turns(item)), default=0.0)
    kept = next((item for item, weight in found if _by_turns(item) and weight == heaviest), None)
    return [(item, weight if item is kept or not _by_turns(item) else 0.0) for item, weight in found]


def _by_turns(item: Item) -> bool:
    """Whether a thing is a weapon at hand that gives way to another; a shield does not."""
    weapon = equipment.weapon_of(item) if item.kind == "weapon" and item.in_use else None
    return weapon is not None and not weapon.shield


def carried(sheet: Sheet, house: Mapping[str, Json] = AS_SAID) -> float:
    """The encumbrance of all that somebody carries."""
    return sum(weight for _, weight in weights(sheet, house))


def _printed_weight(item: Item, house: Mapping[str, Json]) -> float:
    if item.entry in compendium.weapons():
        return compendium.weapons()[item.entry].encumbrance
    if piece := equipment.armour_of(item):
        return piece.encumbrance_worn if item.in_use else piece.encumbrance_carried
    if item.entry in compendium.coins():
        return _one_of(COINS.number(house))
    if item.entry == RATION:
        return _one_of(RATIONS.number(house))
    thing = compendium.gear().get(item.entry)
    return (thing.encumbrance or 0.0) if thing else 0.0


def _one_of(together: int) -> float:
    """The encumbrance of one thing of which ``together`` weigh 1; 0 if that is 0."""
    return 1 / together if together else 0.0


def burden(sheet: Sheet, house: Mapping[str, Json] = AS_SAID) -> Explained:
    """The encumbrance carried and its limit, explained thing by thing."""
    found = weights(sheet, house)
    parts = [Part(item.name, f"{weight:g}") for item, weight in found if weight]
    parts.append(Part(f"Strength and constitution × {CARRYING[carries_as(sheet)]:g}", f"limit {carrying_limit(sheet)}"))
    return Explained("Burden", f"{sum(w for _, w in found):g} / {carrying_limit(sheet)}", tuple(parts))


def speed_words(sheet: Sheet) -> str:
    """Speeds in metres per round, in words: "12 m, fly 24 m"."""
    ways = [(way, speed_of(sheet, way)) for way in WAYS]
    return ", ".join(f"{'' if way == 'walk' else way + ' '}{metres} m" for way, metres in ways if metres)


# -- protection from damage: every piece worn and the hide, halves rounded up at the end -------------------------------


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
    """Protection by one piece, by type of damage, less the boxes of damage to the piece itself (C-63)."""
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


def protection_explained(sheet: Sheet, damage_type: str, house: Mapping[str, Json]) -> Explained:
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


def protection_at(sheet: Sheet, body_part: str, damage_type: str) -> float:
    """Protection by the pieces over one part of the body from a type of damage."""
    return sum(of_piece(item).get(damage_type, 0.0) for item in worn(sheet).values() if body_part in parts_of(item))
