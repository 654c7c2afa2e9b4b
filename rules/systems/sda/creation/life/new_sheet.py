"""New sheets, from entries of the compendium, and belongings when the story begins: given and bought (D-4 to D-6)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from rules.engine.character.creation import MAKING
from rules.engine.content.files import named
from rules.engine.kernel import OURS, Item, Line, OwnBook, Resource, Sheet, Unknown, lying_open
from rules.systems.sda.content import compendium, equipment, life_shelf
from rules.systems.sda.content.compendium import Creature, Injury
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.content.life_entries import Chapter
from rules.systems.sda.content.life_parts import Belonging
from rules.systems.sda.content.money import in_coins
from rules.systems.sda.content.skills import ATTRIBUTES
from rules.systems.sda.core.effects.spells import spells
from rules.systems.sda.core.person import BODY, SIZES, WAYS, spirit_limit, trait_item
from rules.systems.sda.creation.life.life import Life

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
    """The sheet of a creature of the bestiary, by its key; refused where there is none.

    A campaign's own creatures are called as they were written.
    """
    sheet = sheet_of(named("creature", key, compendium.creatures()))
    if not key.startswith(OURS):
        sheet.name = called(sheet.name)
    return sheet


def called(name: str) -> str:
    """A name of the alphabetical bestiary as people at the table say it.

    >>> called("Guard, Rookie"), called("Draugr")
    ('Rookie guard', 'Draugr')
    """
    kind, _, which = name.partition(", ")
    return f"{which} {kind.lower()}" if which else name


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


# -- belongings --------------------------------------------------------------------------------------------------------


#: The shops in which things are bought: section of the compendium and label.
SHOPS = {"weapons": "Weapons", "armour": "Armour", "gear": "Gear"}


def given(life: Life) -> Iterator[tuple[str, Chapter, Belonging]]:
    """The belongings that chapters give, with a name of its own for each, and its chapter; none in the short form."""
    if life.short:
        return
    times = Counter[str]()
    for chapter in life.chapters:
        times[chapter.key] += 1
        again = times[chapter.key] if times[chapter.key] > 1 else ""
        for number, belonging in enumerate(chapter.belongings):
            yield f"{chapter.key}{again}.{number}", chapter, belonging


def picks(life: Life) -> Iterator[tuple[str, Chapter, Belonging]]:
    """The belongings given of which one of several things is to be chosen, as in :func:`given`."""
    return (one for one in given(life) if len(one[2].one_of) > 1)


def taken(life: Life) -> Iterator[tuple[str, int]]:
    """Every thing that is given and its count; of several the first, unless another was chosen."""
    chosen = dict(value.split("/", 1) for value in (life.choices.get("equipment") or {}).get("gifts", ()))
    for slot, _, belonging in given(life):
        picked = chosen.get(slot, "")
        yield picked if picked in belonging.one_of else belonging.one_of[0], belonging.count


def wares() -> Mapping[str, int]:
    """The prices, in copper, of everything that has one, by section and key ("weapons.spear")."""
    return _wares(lying_open())


def on_sale(section: str, held: Collection[str] = ()) -> Mapping[str, int]:
    """The prices, in copper, of the wares of a shop; those that a campaign keeps back only if they are ``held``."""
    shop, book = f"{section}.", lying_open()
    return {
        ware: price
        for ware, price in wares().items()
        if ware.startswith(shop) and (ware in held or book.offers(ware.removeprefix(shop)))
    }


@lru_cache(maxsize=16)
def _wares(book: OwnBook) -> Mapping[str, int]:
    prices: dict[str, int | None] = {
        **{f"weapons.{key}": one.price for key, one in compendium.weapons().items()},
        **{f"armour.{key}": one.price for key, one in compendium.armour().items()},
        **{f"gear.{key}": one.price for key, one in compendium.gear().items()},
    }
    return {ware: price for ware, price in prices.items() if price}


def copper_given(life: Life) -> int:
    """The money that the life gave, in copper, before anything is bought (D-6, D-12)."""
    if life.short:
        return creation.MONEY.number(life.house_rules) * compendium.coins()["gold"].copper
    return sum(chapter.copper for chapter in life.chapters)


def bought(life: Life) -> tuple[str, ...]:
    return tuple(ware for ware in (life.choices.get("equipment") or {}).get("bought", ()) if ware in wares())


def copper_left(life: Life) -> int:
    return copper_given(life) - sum(wares()[ware] for ware in bought(life))


def outfit(life: Life) -> dict[str, Item]:
    """The things and coins of a new sheet, by key; the first weapon and a shield are in hand, armour is worn."""
    items: dict[str, Item] = {}
    for thing, count in (*taken(life), *((ware, 1) for ware in bought(life))):
        key, item = _item(thing)
        items[key] = replace(item, count=count + (items[key].count if key in items else 0))
    armed = _in_hand(items)
    in_use = {key: replace(one, in_use=one.kind == "armour" or key in armed) for key, one in items.items()}
    return in_use | {key: replace(item_from("coins", key), count=n) for key, n in in_coins(copper_left(life)).items()}


def _in_hand(items: Mapping[str, Item]) -> list[str]:
    """The keys of the first weapon, and of the first shield beside it if a hand is free for one."""
    weapons = {key: weapon for key, item in items.items() if (weapon := equipment.weapon_of(item))}
    first = next(iter(weapons), None)
    if first is None or weapons[first].shield or "two_handed" in weapons[first].specials:
        return list(weapons)[:1]
    return [first, *[key for key, weapon in weapons.items() if weapon.shield][:1]]


def thing_name(thing: str) -> str:
    return _item(thing)[1].name


def _item(thing: str) -> tuple[str, Item]:
    section, dot, key = thing.partition(".")
    if dot and section in SHOPS:
        return key, item_from(section, key)
    return "".join(sign if sign.isalnum() else "_" for sign in thing.casefold()), Item(thing, "gear")
