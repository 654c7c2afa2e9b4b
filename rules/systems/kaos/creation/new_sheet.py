"""New sheets: a beginner's, a creature's, and one that is written from the choices of a making so far (D-1)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.character.creation import MAKING, chosen, set_ranks
from rules.engine.character.piles import take_along
from rules.engine.content.files import named
from rules.engine.kernel import Item, ItemLost, ItemSet, Json, MemoKept, Sheet, Table, TextChanged
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import SCHOOLS, Creature, Race
from rules.systems.kaos.core import (
    APART,
    BODY,
    NATURAL,
    RATE,
    RESISTANCE,
    base_of,
    coins,
    full,
    hold,
    in_coins,
    keep_limits,
    thing,
    wares,
)

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


#: Attributes whose scores are skill points as well (D-1).
LEARNED_WITH = ("per", "wil", "cha")


def choose(table: Table, **choices: Json) -> None:
    """Keep choices; ``None`` takes one back."""
    kept = {name: value for name, value in {**chosen(table), **choices}.items() if value is not None}
    table.happen(MemoKept(table.actor, MAKING, kept))


def race_of(table: Table) -> Race:
    return library.races()[chosen(table)["race"]]


def race_words(race: Race) -> tuple[str, ...]:
    """A people in a few words each: "STR +5", "TOU +10", "MR 4", "50 skill points", "100 gp", "fire −10"."""
    added = [f"{key.upper()} +{by}" for key, by in race.bonuses.items()]
    free = [f"+{race.free} to one attribute"] if race.free else []
    reduces = [f"{kind} −{by}" for kind, by in race.reduces.items()]
    return *added, *free, f"MR {race.mr}", f"{race.points} skill points", f"{race.gold} gp", *reduces, *race.traits


def bonuses(race: Race, free: str) -> dict[str, int]:
    """The bonuses of a people to attributes; its free points go to ``free``."""
    added = dict(race.bonuses)
    if race.free and free:
        added[free] = added.get(free, 0) + race.free
    return added


def skill_points(table: Table) -> int:
    """The skill points to spend: the people's, and PER + WIL + CHA (D-1)."""
    return race_of(table).points + sum(table.me.rank("attribute", key) for key in LEARNED_WITH)


def gold(table: Table) -> int:
    """The money to spend, in copper: the people's gold and a piece for each point of charisma (D-1)."""
    return 100 * (race_of(table).gold + table.me.rank("attribute", "cha"))


# -- writing the sheet ------------------------------------------------------------------------------------------------


def write(table: Table) -> None:
    """Write the sheet from the choices so far."""
    kept, race = chosen(table), race_of(table)
    added = bonuses(race, kept.get("free", ""))
    set_ranks(table, BODY, {RATE: race.mr})
    set_ranks(table, RESISTANCE, race.reduces)
    bought = kept.get("attributes")
    set_ranks(table, "attribute", {key: bought[key] + added.get(key, 0) for key in bought} if bought else {})
    keep_limits(table, table.actor)
    spent = kept.get("skills")
    set_ranks(table, "skill", _scores(table, spent or {}) if bought else {})
    _write_texts(table, race)
    _write_items(table, kept.get("wares"), bool(bought))


def _scores(table: Table, spent: Mapping[str, int]) -> dict[str, int]:
    skills = library.skills().values()
    return {one.key: base_of(table.me, one, table.house_rules) + spent.get(one.key, 0) for one in skills}


def _write_texts(table: Table, race: Race) -> None:
    for name, text in (("people", race.name), ("traits", ", ".join(race.traits))):
        if table.me.texts.get(name, "") != text:
            table.happen(TextChanged(table.actor, name, text))


def _write_items(table: Table, bought: list[str] | None, has_gold: bool) -> None:
    table.happen(*(ItemLost(table.actor, key) for key in list(table.me.items)))
    mother = chosen(table).get("language")
    if mother:
        table.happen(ItemSet(table.actor, f"language-{mother}", library.item_from("languages", mother)))
    for ware in bought or ():
        item = _in_hand(table, thing(ware))
        take_along(table, table.actor, item, piled=item.kind not in APART)
    spent = sum(wares()[ware][1] for ware in bought or ())
    if has_gold:
        for coin, count in in_coins(gold(table) - spent).items():
            hold(table, table.actor, coin, count)


def _in_hand(table: Table, item: Item) -> Item:
    """A copy of the item, drawn or put on if it is the first weapon, armour or shield."""
    first = item.kind in APART and not any(one.kind == item.kind for one in table.me.items.values())
    return replace(item, in_use=first)
