"""New sheets (a beginner's, an unmade one, a creature's) and new things, from entries of the compendium."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.character.creation import MAKING
from rules.engine.content.files import named
from rules.engine.kernel import Item, Line, Resource, Sheet, Unknown
from rules.systems.sda.content import compendium, equipment, life_shelf
from rules.systems.sda.content.compendium import Creature, Injury
from rules.systems.sda.content.skills import ATTRIBUTES
from rules.systems.sda.core.effects.spells import spells
from rules.systems.sda.core.person import BODY, SIZES, WAYS, spirit_limit, trait_item

#: A beginner's boxes: three lines of three minor and one major (D-2).
BEGINNER = Injury(minor=3, major=1, lines=3)
#: Levels that a wound may bleed at (SDA-209 to SDA-211).
BLEEDING = 3
AVERAGE = 6
#: Metres per round of most humanoids (SDA-167).
SPEED = 9
#: The step of a virtue, from 0: balanced, on the side of lack (SDA-079, C-09).
BALANCED = 2


def fresh_sheet(name: str) -> Sheet:
    """The sheet of an average humanoid without any training, legal to play."""
    sheet = Sheet(name)
    sheet.ranks = {
        "attribute": dict.fromkeys(ATTRIBUTES, AVERAGE),
        "skill": {},
        "group": {},
        "virtue": dict.fromkeys(compendium.virtues(), BALANCED),
        BODY: {"speed": SPEED, "size": SIZES.index("medium")},
    }
    spirit = spirit_limit(sheet)
    sheet.resources["spirit"] = Resource(spirit, spirit)
    sheet.tracks["injury"] = injury_lines(BEGINNER)
    sheet.items["unarmed"] = item_from("weapons", "unarmed")
    return sheet


def unmade_sheet(name: str) -> Sheet:
    """A sheet on which nothing is chosen yet (D-6)."""
    sheet = fresh_sheet(name)
    sheet.memo[MAKING] = {}
    return sheet


def creature_sheet(key: str) -> Sheet:
    """The sheet of a creature of the bestiary, by its key; refused where there is none."""
    return sheet_of(named("creature", key, compendium.creatures()))


def sheet_of(creature: Creature) -> Sheet:
    """The sheet of a creature, from its entry."""
    sheet = Sheet(creature.name, kind="creature")
    sheet.ranks = {
        "attribute": dict(creature.attributes),
        "skill": dict(creature.skills),
        "group": dict(creature.groups),
        "virtue": dict.fromkeys(compendium.virtues(), BALANCED),
        BODY: {WAYS[way]: metres for way, metres in creature.speed.items()} | _size(creature),
    }
    sheet.resources["spirit"] = Resource(creature.spirit, creature.spirit)
    if creature.spirit != spirit_limit(sheet):
        sheet.memo["printed_spirit"] = True
    sheet.tracks["injury"] = injury_lines(creature.injury)
    sheet.items = _outfit(creature) | _gifts(creature)
    told = {"background": creature.description, "gm_notes": "\n".join(creature.notes)}
    traits = ", ".join(trait.replace("_", " ") for trait in creature.traits if trait not in life_shelf.traits())
    sheet.texts = {name: text for name, text in {**told, "traits": traits}.items() if text}
    return sheet


def injury_lines(injury: Injury) -> list[Line]:
    """Injury lines without a tick: minor boxes before major ones, and every line may bleed (D-2)."""
    boxes = {"minor": injury.minor, "major": injury.major, "bleeding": BLEEDING}
    return [Line(dict(boxes)) for _ in range(injury.lines)]


def item_from(section: str, key: str) -> Item:
    """The thing that an entry becomes when it is picked up; a trait is one too."""
    if own_thing := equipment.item_of(section, key):
        return own_thing
    if section == "traits":
        return trait_item(key)
    return Item(named(f"entry among the {section}", key, _things(section), "entry"), _KINDS[section], entry=key)


_KINDS = {"weapons": "weapon", "armour": "armour", "gear": "gear", "coins": "coin", "spells": "spell"}


def _things(section: str) -> Mapping[str, str]:
    """The names of all entries of a section that can be carried."""
    match section:
        case "weapons":
            return {key: one.name for key, one in compendium.weapons().items()}
        case "armour":
            return {key: one.name for key, one in compendium.armour().items()}
        case "gear":
            return {key: one.name for key, one in compendium.gear().items()}
        case "coins":
            return {key: one.name for key, one in compendium.coins().items()}
        case "spells":
            return {key: one.name for key, one in compendium.offered(spells()).items()}
        case _:
            raise Unknown(f"Nothing of the {section} can be carried; {', '.join(_KINDS)} can.", "section")


def _size(creature: Creature) -> dict[str, int]:
    place = SIZES.index(creature.size)
    return {"size": place} if place else {}


def _gifts(creature: Creature) -> dict[str, Item]:
    """The traits of a creature as things; they act as those of characters do (D-7, D-10)."""
    return {f"trait-{key}": trait_item(key) for key in creature.traits if key in life_shelf.traits()}


def _outfit(creature: Creature) -> dict[str, Item]:
    """The weapons and armour of a creature, all of it in use; its hide is armour without an entry."""
    items = {key: replace(item_from("weapons", key), in_use=True) for key in creature.weapons}
    items |= {key: replace(item_from("armour", key), in_use=True) for key in creature.armour}
    if creature.natural_armour:
        hide = {"protection": dict(creature.natural_armour), "encumbrance": 0}
        items["hide"] = Item("Natural protection", "armour", in_use=True, stats=hide)
    return items
