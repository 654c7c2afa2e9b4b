"""New sheets: an average person's, an unmade one's, and a creature's with its printed figures (D-1, D-7)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.content.files import named
from rules.engine.kernel import Item, Line, Resource, Sheet
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Creature
from rules.systems.grim.content.library import APART
from rules.systems.grim.content.switches.recovery import FATE_POINTS, FORTUNE_POINTS
from rules.systems.grim.core import (
    ATTRIBUTE,
    BODY,
    BONUS,
    BOX,
    CORRUPTION,
    DAMAGE,
    FATE,
    FORTUNE,
    LAST_STEP,
    MAKING,
    MAN_SIZED,
    PERIL,
    SKILL,
    initiative,
    movement,
    peril_threshold,
    threshold,
)

#: The attributes of somebody average: 25 + 3d10, rounded up.
AVERAGE = 42
COIN, CHAOS, TALENT, TRAIT = "coin", "chaos", "talent", "trait"
#: The most brass pennies, Corruption and ranks of chaos that a sheet can hold.
MOST_COIN, MOST_CORRUPTION, MOST_CHAOS = 10_000_000, 1000, 10
#: The ranks of a creature's printed chances to parry and dodge, each with the rank that says that it cannot.
BARRED = {"parry": "no_parry", "dodge": "no_dodge"}


def fresh_sheet(name: str) -> Sheet:
    """The sheet of an average person who has learned nothing yet."""
    sheet = blank_sheet(name)
    sheet.ranks[ATTRIBUTE] = dict.fromkeys(library.attributes(), AVERAGE)
    return sheet


def unmade_sheet(name: str) -> Sheet:
    """A sheet without choices; the steps of the making write it all."""
    sheet = blank_sheet(name)
    sheet.memo[MAKING] = {}
    return sheet


def blank_sheet(name: str, kind: str = "character") -> Sheet:
    """A sheet without attributes, ranks or things."""
    sheet = Sheet(name, kind=kind)
    sheet.ranks = {ATTRIBUTE: {}, BONUS: {}, SKILL: {}, BODY: {}, TALENT: {}, TRAIT: {}}
    sheet.resources = {
        FORTUNE: _full(FORTUNE_POINTS.default),
        FATE: _full(FATE_POINTS.default),
        CORRUPTION: Resource(0, MOST_CORRUPTION),
        CHAOS: Resource(0, MOST_CHAOS),
        COIN: Resource(0, MOST_COIN),
    }
    sheet.tracks = {DAMAGE: [Line({BOX: LAST_STEP})], PERIL: [Line({BOX: LAST_STEP})]}
    return sheet


def _full(points: object) -> Resource:
    count = int(str(points))
    return Resource(count, count)


# -- creatures --------------------------------------------------------------------------------------------------------


def creature_sheet(key: str) -> Sheet:
    """The sheet of a creature of the compendium, by its key."""
    return sheet_of(named("creature", key, library.creatures()))


def sheet_of(creature: Creature) -> Sheet:
    """The sheet of a creature: its printed figures stay as they are, whatever the formulas come to (D-7)."""
    sheet = blank_sheet(creature.name, "creature")
    sheet.ranks |= {
        ATTRIBUTE: dict(creature.attributes),
        BONUS: dict(creature.advances),
        SKILL: dict(creature.skills),
        TRAIT: dict.fromkeys(creature.traits, 1),
    }
    for name in (FORTUNE, FATE, COIN):
        del sheet.resources[name]
    sheet.items = _outfit(creature)
    sheet.ranks[BODY] = _body(creature, sheet)
    if not creature.peril_threshold:
        del sheet.tracks[PERIL]
    sheet.texts = {"ancestry": creature.family.capitalize(), "background": creature.description}
    return sheet


def _body(creature: Creature, sheet: Sheet) -> dict[str, int]:
    """Additions of printed figures to the formulas, size and flight, and the reactions that it has not."""
    printed = {
        "damage_threshold": creature.damage_threshold - threshold(sheet),
        "initiative": creature.initiative - initiative(sheet),
        "movement": creature.movement - movement(sheet),
        "flight": creature.flight,
    }
    if creature.peril_threshold:
        printed["peril_threshold"] = creature.peril_threshold - peril_threshold(sheet)
    reactions = {name: getattr(creature, name) for name in BARRED}
    barred = {BARRED[name]: 1 for name, value in reactions.items() if not value}
    body = {name: by for name, by in {**printed, **reactions, **barred}.items() if by}
    return body if creature.size == MAN_SIZED else {"size": creature.size, **body}


def _outfit(creature: Creature) -> dict[str, Item]:
    """A creature's things by key; in hand are natural weapons, and its first for a melee, or its first of all."""
    items: dict[str, Item] = {}
    weapons = [library.weapons()[key] for key in creature.weapons]
    held = sorted((one for one in weapons if not one.natural), key=lambda one: not one.skill.endswith("melee"))[:1]
    for weapon in weapons:
        drawn = weapon.natural or weapon in held
        items[weapon.key] = replace(library.item_from("weapons", weapon.key), in_use=drawn)
        if weapon.ammunition:
            bundle = library.gear()[weapon.ammunition].bundle
            items[weapon.ammunition] = replace(library.item_from("gear", weapon.ammunition), count=bundle)
    return items


def ready(item: Item, others: Mapping[str, Item]) -> Item:
    """The thing, drawn or put on if it is the first weapon, suit or shield among others."""
    first = item.kind in APART and not any(one.kind == item.kind for one in others.values())
    return replace(item, in_use=first)
