"""New sheets: a beginner's, one that is still to be made, and a creature's."""

from dataclasses import replace

from rules.engine.content.files import named
from rules.engine.kernel import Item, Sheet
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import SCHOOLS, Creature
from rules.systems.kaos.content.money import coins
from rules.systems.kaos.core import BODY, MAKING, NATURAL, RATE, RESISTANCE, base_of, full

#: The attributes of a beginner: a human with 100 points and 5 more for agility; 122 skill points are spent below.
BEGINNER = {"str": 20, "agi": 20, "tou": 18, "per": 20, "wil": 12, "cha": 15}
BEGINNER_RACE = "human"
TRAINED = {"melee_combat": 30, "ranged_combat": 20, "athletics": 20, "stealth": 20, "healing": 16, "survival": 16}


def fresh_sheet(name: str) -> Sheet:
    """The sheet of a human who was made by the rules, with all money left (D-1)."""
    race = library.races()[BEGINNER_RACE]
    sheet = Sheet(name)
    sheet.ranks = {"attribute": dict(BEGINNER), "skill": {}, BODY: {RATE: race.mr}}
    for skill in library.skills().values():
        score = base_of(sheet, skill, {}) + TRAINED.get(skill.key, 0)
        if score:
            sheet.ranks["skill"][skill.key] = score
    sheet.resources = full(sheet)
    sheet.items["gp"] = coins("gp", race.gold + BEGINNER["cha"])
    sheet.items["language-human"] = library.item_from("languages", "human")
    sheet.texts["people"] = race.name
    return sheet


def unmade_sheet(name: str) -> Sheet:
    """A sheet without choices; the steps of the making write it all."""
    sheet = Sheet(name)
    sheet.ranks = {"attribute": {}, "skill": {}, BODY: {}}
    sheet.resources = full(sheet)
    sheet.memo[MAKING] = {}
    return sheet


def creature_sheet(key: str) -> Sheet:
    """The sheet of a creature of the bestiary, by its key."""
    return sheet_of(named("creature", key, library.creatures()))


def sheet_of(creature: Creature) -> Sheet:
    """The sheet of a creature, from its entry."""
    sheet = Sheet(creature.name, kind="creature")
    sheet.ranks = {"attribute": dict(creature.attributes), "skill": dict(creature.skills), BODY: {RATE: creature.mr}}
    if creature.reduces:
        sheet.ranks[RESISTANCE] = dict(creature.reduces)
    for school in SCHOOLS:
        if spells := getattr(creature, school):
            sheet.ranks[school] = dict.fromkeys(spells, 1)
    if creature.hp:
        sheet.memo["printed_hp"] = creature.hp
    sheet.resources = full(sheet)
    sheet.items = _outfit(creature)
    told = {"people": creature.family, "traits": ", ".join(creature.traits), "background": creature.description}
    sheet.texts = {name: text for name, text in told.items() if text}
    return sheet


def _outfit(creature: Creature) -> dict[str, Item]:
    """A creature's things by key; natural weapons and the first other one are in hand."""
    items: dict[str, Item] = {}
    for key in creature.weapons:
        natural = library.weapons()[key].natural
        drawn = natural or not any(one.in_use and one.kind == "weapon" for one in items.values())
        items[key] = replace(library.item_from("weapons", key), in_use=drawn)
        if ammunition := library.weapons()[key].ammunition:
            bundle = library.goods()[ammunition].bundle
            items[ammunition] = replace(library.item_from("goods", ammunition), count=bundle)
    if creature.armour:
        items[creature.armour] = replace(library.item_from("armour", creature.armour), in_use=True)
    if creature.shield:
        items[creature.shield] = replace(library.item_from("shields", creature.shield), in_use=True)
    if creature.hide:
        items["hide"] = Item(
            "Natural hide", "armour", in_use=True, stats={"ds": creature.hide, "athletics": 0, NATURAL: True}
        )
    return items
