"""Figures of a body: how fast it is, how large, how much spirit it holds and how much it carries.

Speed and size are ranks of the kind ``body``, so that they are edited, undone and explained like every other number:
``speed`` on foot, ``fly`` and ``float`` in metres per round, and ``size`` as a place in :data:`SIZES`.
"""

from collections.abc import Mapping

from rules.engine.kernel import Item, Json, Sheet
from rules.engine.page.blocks import Explained, Part
from rules.systems.sda.content import compendium, equipment
from rules.systems.sda.content.house_rules.general import AS_SAID, COINS, RATIONS
from rules.systems.sda.core.person.trait_effects import figure

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
