"""Actors of the system "dragonbane" of Foundry VTT as sheets: people, and creatures as the game master's.

Levels and points are taken along; limits, movement of people and damage bonuses follow from our rules (D-1).
"""

from dataclasses import replace

from rules.engine.character.foundry import PILE, Actor, Foundry, Thing, add_text, count_of, entry_named, folded, put
from rules.engine.kernel import Condition, Item, Json, Refused, Resource, Sheet, amount
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import FEATURES, Skill
from rules.systems.dragonbane.core import (
    BODY,
    BROKEN,
    FASTEST,
    MOST_ATTRIBUTE,
    MOST_LEVEL,
    SIZES,
    base_chance,
    in_hand,
    item_from,
    new_sheet,
    refuse_overdressed,
    usual_movement,
)

#: Coins by their names in Foundry.
COINS = {"gc": "gold", "sc": "silver", "cc": "copper"}
#: Limits by their names in Foundry, each with what it is called on a page.
LIMITS = {"hp": ("hitPoints", "hit points"), "wp": ("willPoints", "willpower points")}
#: Kinds of Foundry's things that are carried, with the kind of ours.
CARRIED = {"weapon": "weapon", "shield": "weapon", "armor": "armour", "helmet": "armour", "item": "gear"}
MOST_HP, MOST_ARMOUR, MOST_FEROCITY = 500, 20, 6
#: The attribute from which on a creature has such a bonus to damage.
STRENGTHS = {"d4": 13, "d6": 17}


def character(actor: Actor) -> Sheet:
    """The sheet of a player's character."""
    sheet = new_sheet.blank_sheet(actor.name)
    _set_origin(actor, sheet)
    for key, one in library.attributes().items():
        found = actor.figure(one.name, (1, MOST_ATTRIBUTE), f"attributes.{key}.base", f"attributes.{key}")
        sheet.ranks["attribute"][key] = found or sheet.rank("attribute", key)
    _set_skills(actor, sheet)
    _add_abilities(actor, sheet)
    _add_things(actor, sheet)
    new_sheet.settled(sheet)
    for name, (field, label) in LIMITS.items():
        _set_left(actor, sheet, name, field, label)
    for key, condition in library.six_conditions().items():
        if actor.values.flag(f"conditions.{condition.attribute}"):
            sheet.conditions[key] = Condition(key, condition.name)
    return _told(actor, sheet)


def person(actor: Actor) -> Sheet:
    """The sheet of somebody whom the game master plays, with the figures of the file."""
    sheet = _creature(actor)
    _set_origin(actor, sheet)
    for key in ("str", "agl"):
        die = actor.values.at(f"damageBonus.{key}").text("base", "value").casefold().removeprefix("1")
        sheet.ranks["attribute"][key] = STRENGTHS.get(die, new_sheet.AVERAGE)
    _set_skills(actor, sheet)
    _add_abilities(actor, sheet)
    _add_things(actor, sheet)
    return _told(actor, sheet)


def monster(actor: Actor) -> Sheet:
    """The sheet of a monster; its table of attacks does not stand in the file."""
    sheet = _creature(actor)
    sheet.items = {}
    body = sheet.ranks[BODY]
    body["armour"] = actor.figure("Armour", (0, MOST_ARMOUR), "armor") or 0
    body["ferocity"] = actor.figure("Ferocity", (1, MOST_FEROCITY), "ferocity") or 1
    size = actor.values.text("size").casefold()
    body["size"] = SIZES.index(size) if size in SIZES else 0
    if size and size not in SIZES:
        actor.say(f"The size {size[:40]} is unknown here. {actor.name} is of normal size.")
    _set_skills(actor, sheet)
    _add_abilities(actor, sheet)
    _add_things(actor, sheet)
    actor.say("The file has no attack table. Write the six attacks on the sheet.")
    return _told(actor, sheet)


def _creature(actor: Actor) -> Sheet:
    """The sheet of a creature with its printed points and movement."""
    sheet = new_sheet.blank_sheet(actor.name)
    sheet.kind = "creature"
    pace = actor.figure("Movement", (0, FASTEST), "movement.base", "movement")
    sheet.ranks[BODY]["movement"] = usual_movement(sheet) if pace is None else pace
    for name, (field, label) in LIMITS.items():
        most = actor.figure(f"The maximum of {label}", (0, MOST_HP), f"{field}.base", f"{field}.max", field) or 0
        most = max(most, 1) if name == "hp" else most
        now = actor.values.number(field)
        sheet.resources[name] = Resource(max(0, min(most, most if now is None else now)), most)
    sheet.memo = {"printed": ["hp", "movement", "wp"]}
    return sheet


def _set_left(actor: Actor, sheet: Sheet, name: str, field: str, label: str) -> None:
    """Set what is left of a resource, and tell a limit that is another one there."""
    held, most = sheet.resources[name], actor.values.number(f"{field}.max", f"{field}.base")
    left = actor.values.number(field)
    if left is not None:
        sheet.resources[name] = Resource(max(0, min(left, held.most)), held.most)
    if most is not None and most != held.most:
        actor.say(f"By the rules here {actor.name} has {held.most} {label} at most; the file says {most}.")


# -- who they are -----------------------------------------------------------------------------------------------------


def _set_origin(actor: Actor, sheet: Sheet) -> None:
    """Set kin, profession and age; unknown ones stand in the notes."""
    shelves = (("kin", library.kins()), ("profession", library.professions()))
    for field, shelf in shelves:
        things = actor.of(field)
        name = things[0].name if things else actor.values.name(field)
        if found := actor.one_of(field.capitalize(), name, shelf):
            sheet.memo[field] = found.key
        elif name:
            add_text(sheet, "notes", f"{field.capitalize()}: {name}")
    name = actor.values.name("age")
    if age := entry_named(name, library.ages()):
        sheet.memo["age"] = age.key
    elif name:
        add_text(sheet, "notes", f"Age: {name}")
        actor.say(f"The age “{name}” is not one of the three here. It is in the notes.")


def _told(actor: Actor, sheet: Sheet) -> Sheet:
    """The sheet with its texts, and injuries as notes."""
    told = actor.values
    for name, field in (("appearance", "appearance"), ("weakness", "weakness"), ("traits", "traits")):
        add_text(sheet, name, told.text(field))
    add_text(sheet, "background", told.text("description"), told.text("motivation"))
    add_text(sheet, "notes", told.text("notes"))
    for one in actor.of("injury"):
        add_text(sheet, "notes", f"Injury: {one.name}", one.values.text("description"))
        actor.say(f"The injury {one.name} has no rules on this sheet. It is in the notes.")
    return sheet


# -- what they can do -------------------------------------------------------------------------------------------------


def _set_skills(actor: Actor, sheet: Sheet) -> None:
    """Set the levels of trained skills, and marks; a level at the base chance was never learnt (D-1)."""
    for one in actor.of("skill"):
        level, skill = one.values.number("value"), entry_named(one.name, library.skills())
        if skill is None:
            actor.say(f"The skill {one.name} is not known here" + (f" (level {level})." if level else "."))
        elif level is not None and not 0 <= level <= MOST_LEVEL:
            actor.say(f"{skill.name} is {level} in the file. Skills go to {MOST_LEVEL} here, so it was left out.")
        elif level and level > base_chance(sheet.rank("attribute", skill.attribute)):
            sheet.ranks["skill"][skill.key] = level
        if skill and sheet.kind == "character" and (one.values.number("advance") or one.values.flag("advance")):
            sheet.experience.setdefault("skill", {})[skill.key] = 1


def _add_abilities(actor: Actor, sheet: Sheet) -> None:
    for one in actor.of("ability"):
        known = actor.known(one.name)
        if known and known.kind == "ability":
            put(sheet, known)
            continue
        stats: dict[str, Json] = {"text": one.values.text("description", most=2000)}
        stats |= {"wp": cost} if 0 < (cost := one.values.number("wp") or 0) <= MOST_HP else {}
        put(sheet, Item(one.name, "ability", stats={name: value for name, value in stats.items() if value}))
        actor.say(f"The ability {one.name} is not in the compendium. Its text was imported; its effect is up to you.")
    for one in actor.of("spell"):
        known = actor.known(one.name)
        put(sheet, known if known and known.kind == "spell" else _spell(actor, sheet, one))


def _spell(actor: Actor, sheet: Sheet, one: Thing) -> Item:
    """A spell with its figures; a general one belongs to the school that its caster knows best."""
    told, stats = one.values, dict[str, Json]()
    schools = {key: skill for key, skill in library.skills().items() if skill.kind == library.MAGIC}
    school = entry_named(told.name("school"), schools) or _best(sheet, schools)
    if school:
        stats["school"] = school.key
    else:
        actor.say(f"The spell {one.name} belongs to an unknown school. Choose one on the sheet.")
    stats["rank"] = max(0, min(10, told.number("rank") or 0))
    stats["range"] = max(0, min(1000, told.number("range") or 0))
    stats["damage"], more = (_dice(actor, one, field) for field in ("damage", "damagePerPowerlevel"))
    if more and more != stats["damage"]:
        actor.say(f"{one.name} does {more} more for each power level in the file. Here every level adds the same dice.")
    stats["text"] = told.text("description", most=2000)
    return Item(one.name, "spell", stats={name: value for name, value in stats.items() if value})


def _best(sheet: Sheet, schools: dict[str, Skill]) -> Skill | None:
    best = max(schools, key=lambda key: sheet.rank("skill", key))
    return schools[best] if sheet.rank("skill", best) else None


def _dice(actor: Actor, one: Thing, field: str) -> str:
    """Dice as the file has them, if they are any; others are told."""
    written = one.values.text(field, most=40).casefold().replace(" ", "")
    try:
        amount(written)
    except Refused:
        actor.say(f"The damage of {one.name} ({written}) cannot be read. Write it on the sheet.")
        return ""
    return written


# -- what they carry --------------------------------------------------------------------------------------------------


def _add_things(actor: Actor, sheet: Sheet) -> None:
    """Add weapons, armour and gear, what is worn first, and coins."""
    things = actor.of(*CARRIED)
    for one in sorted(things, key=lambda one: not one.values.flag("worn")):
        count = count_of(one)
        if count and not (one.kind == "weapon" and folded(one.name) in ("unarmed", "bare hand")):
            _add(actor, sheet, one, count)
    for field, coin in COINS.items():
        if held := actor.figure(library.coins()[coin].name, (0, PILE), f"currency.{field}"):
            put(sheet, item_from("coins", coin), count=held)
    memento = next((one.name for one in things if one.values.flag("memento")), "")
    add_text(sheet, "memento", memento)


def _add(actor: Actor, sheet: Sheet, one: Thing, count: int) -> None:
    """Add a thing, and put it on or take it in hand if it was there and fits."""
    item = _known(actor, one) or _own(actor, one)
    if item.kind == "weapon" and one.values.flag("broken"):
        item = replace(item, wear=BROKEN)
    key = put(sheet, item, count=count)
    if item.kind not in ("weapon", "armour") or not (one.values.flag("worn") or sheet.kind == "creature"):
        return
    try:
        refuse_overdressed(sheet, key)
    except Refused:
        full = "both hands are full" if item.kind == "weapon" else "something else is worn there"
        actor.say(f"{item.name} stays in the pack: {full}.")
    else:
        sheet.items[key] = in_hand(sheet.items[key])


def _known(actor: Actor, one: Thing) -> Item | None:
    """The compendium's thing; armour is called by its material alone there."""
    names = (one.name, f"{one.name} armour") if one.kind == "armor" else (one.name,)
    found = (actor.known(name) for name in names)
    return next((item for item in found if item and item.kind in CARRIED.values()), None)


def _own(actor: Actor, one: Thing) -> Item:
    """A thing that is not in the compendium, with those of its figures that there are here."""
    kind, told = CARRIED[one.kind], one.values
    stats: dict[str, Json] = {}
    if kind == "weapon":
        skill = entry_named(told.name("skill.name"), library.skills())
        stats = {"skill": skill.key if skill else "", "damage": _dice(actor, one, "damage") or "d6"}
        stats |= {"hands": 2} if "2" in told.text("grip") else {}
        figures = {"strength": "str", "durability": "durability", "range": "range"}
        stats |= {name: max(0, min(500, told.number(field) or 0)) for name, field in figures.items()}
        named = {folded(feature.name("")) for feature in told.listed("features")}
        stats["features"] = [feature for feature in FEATURES if folded(feature) in named]
        stats |= {"features": ["shield"]} if one.kind == "shield" else {}
        stats |= {} if skill or one.kind == "shield" else {"skill": "brawling"}
    elif kind == "armour":
        rating = max(0, min(MOST_ARMOUR, told.number("rating") or 0))
        stats = {"rating": rating, "worn": "head" if one.kind == "helmet" else "body"}
    came = "as plain gear" if kind == "gear" else "with its numbers; check them"
    actor.say(f"{one.name} is not in the compendium. It was imported {came}.")
    return Item(one.name, kind, stats=stats)


FOUNDRY = Foundry("dragonbane", {"character": character, "npc": person, "monster": monster})
