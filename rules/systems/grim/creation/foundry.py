"""Actors of the system "zweihander" of Foundry VTT as sheets: people, and creatures as the game master's.

Attributes, ranks and harm are taken along; bonuses, thresholds, initiative and movement follow from our rules (D-1).
"""

from dataclasses import replace

from rules.engine.character.foundry import Actor, Foundry, Thing, add_text, count_of, put
from rules.engine.kernel import Item, Json, Resource, Sheet
from rules.systems.grim.content import library
from rules.systems.grim.content.library import APART, COINS
from rules.systems.grim.core import (
    BODY,
    BONUS,
    BOX,
    CORRUPTION,
    DAMAGE,
    FATE,
    FORTUNE,
    LAST_STEP,
    PERIL,
    initiative,
    movement,
    peril_threshold,
    threshold,
)
from rules.systems.grim.creation.foundry_learned import (
    MOST_BONUS,
    MOST_RANK,
    live_careers,
    set_ancestry,
    set_attributes,
    set_known,
    set_rank,
    set_trained,
    skill_key,
)
from rules.systems.grim.creation.new_sheet import (
    CHAOS,
    COIN,
    MOST_CHAOS,
    MOST_COIN,
    MOST_CORRUPTION,
    blank_sheet,
    ready,
)

MOST_FATE, MOST_REWARD = 99, 100_000
#: Foundry's names of the coins, by ours.
PURSES = {"gc": ("currency.gc", "coinage.gold"), "ss": ("currency.ss", "coinage.silver")}
PURSES |= {"bp": ("currency.bp", "coinage.brass")}
#: Both tracks of harm by their names in Foundry, where they count down to 0.
TRACKS = {DAMAGE: "damageCurrent", PERIL: "perilCurrent"}
#: What people look like: Foundry's fields, newer and older, with the words before them.
LOOKS = {
    "distinguishingMarks": "",
    "sex": "Sex: ",
    "height": "Height: ",
    "weight": "Weight: ",
    "hairColor": "Hair: ",
    "eyeColor": "Eyes: ",
    "complexion": "Complexion: ",
    "buildType": "Build: ",
}
#: Further facts of a life, each with its label.
LIVES = {
    "socialClass": "Social class",
    "upbringing": "Upbringing",
    "seasonOfBirth": "Season of birth",
    "dooming": "Dooming",
    "pronoun": "Pronoun",
    "classification": "Classification",
    "role": "Role",
    "influences": "Influences",
    "persona": "Persona",
    "motivation": "Motivation",
    "mannerOfDress": "Dress",
}
#: Kinds of Foundry's things that are carried, with the kind of ours.
CARRIED = {"weapon": "weapon", "armor": "armour", "trapping": "gear"}


def character(actor: Actor) -> Sheet:
    """The sheet of a player's character."""
    sheet = blank_sheet(actor.name)
    set_attributes(actor, sheet)
    set_ancestry(actor, sheet)
    live_careers(actor, sheet)
    set_trained(actor, sheet)
    set_known(actor, sheet)
    _set_points(actor, sheet)
    _set_harm(actor, sheet)
    _add_things(actor, sheet)
    return _told(actor, sheet)


def creature(actor: Actor) -> Sheet:
    """The sheet of somebody whom the game master plays; printed figures stay as they are (D-7)."""
    sheet = blank_sheet(actor.name, "creature")
    for name in (FORTUNE, FATE, COIN):
        del sheet.resources[name]
    set_attributes(actor, sheet)
    for key in library.attributes():
        by = actor.values.number(f"stats.primaryAttributes.{key}.bonusAdvances") or 0
        sheet.ranks[BONUS][key] = max(-MOST_RANK, min(MOST_BONUS, by))
    for name, ranks in actor.values.pairs("skillRanks"):
        set_rank(actor, sheet, name, ranks.number("") or 0)
    actor.of("skill")
    set_known(actor, sheet)
    _set_harm(actor, sheet)
    _add_things(actor, sheet)
    _print_figures(actor, sheet)
    if size := actor.values.number("details.size"):
        actor.say(f"The size {size} in the file was left out. Set the size on the sheet.")
    return _told(actor, sheet)


# -- points and harm --------------------------------------------------------------------------------------------------


def _set_points(actor: Actor, sheet: Sheet) -> None:
    """Set Fate, Corruption, chaos, reward points and the purse; Fortune belongs to the party in Foundry."""
    fate = actor.figure("Fate", (0, MOST_FATE), "stats.fate", "fate")
    if fate is not None:
        sheet.resources[FATE] = Resource(fate, max(fate, sheet.resources[FATE].most))
    for name, label, most, paths in (
        (CORRUPTION, "Corruption", MOST_CORRUPTION, ("alignment.corruption", "corruption")),
        (CHAOS, "Chaos", MOST_CHAOS, ("alignment.chaos.rank", "chaosRanks")),
    ):
        sheet.resources[name].now = actor.figure(label, (0, most), *paths) or 0
    if order := actor.values.number("alignment.order.rank", "orderRanks"):
        actor.say(f"Ranks of order ({order}) were left out.")
    points = actor.figure("Reward points", (0, MOST_REWARD), "stats.rewardPoints.current", "rewardPoints.current")
    if points:
        sheet.experience["reward"] = {"points": points}
    worth = sum((actor.values.number(*PURSES[coin]) or 0) * each for coin, each in COINS.items())
    if 0 <= worth <= MOST_COIN:
        sheet.resources[COIN].now = worth
    else:
        actor.say("The purse in the file cannot be read. Write the money on the sheet.")
    for name, count in actor.values.pairs("currency"):
        if name not in PURSES and count.number(""):
            actor.say(f"Coins called {name} ({count.number('')}) are unknown here, so they were left out.")


def _set_harm(actor: Actor, sheet: Sheet) -> None:
    """Set both tracks: Foundry counts down from 5, we count up."""
    for track, field in TRACKS.items():
        left = actor.figure(track.capitalize(), (0, LAST_STEP), f"stats.secondaryAttributes.{field}")
        if left is not None and left < LAST_STEP:
            sheet.tracks[track][0].ticked[BOX] = LAST_STEP - left


def _print_figures(actor: Actor, sheet: Sheet) -> None:
    """Keep the figures of a creature that were written by hand, as additions to our formulas."""
    if not actor.values.flag("stats.manualMode"):
        return
    figures = {
        "damage_threshold": ("Damage Threshold", "damageThreshold", threshold(sheet)),
        "peril_threshold": ("Peril Threshold", "perilThreshold", peril_threshold(sheet)),
        "initiative": ("Initiative", "initiative", initiative(sheet)),
        "movement": ("Movement", "movement", movement(sheet)),
        "parry": ("Parry", "parry", 0),
        "dodge": ("Dodge", "dodge", 0),
        "flight": ("Flight", "movement.fly", 0),
    }
    for name, (label, field, ours) in figures.items():
        found = actor.figure(label, (0, 100), f"stats.secondaryAttributes.{field}")
        if found and found != ours:
            sheet.ranks[BODY][name] = found - ours


# -- what they carry, and their story ---------------------------------------------------------------------------------


def _add_things(actor: Actor, sheet: Sheet) -> None:
    """Add weapons, armour and gear, what is in use first."""
    for one in sorted(actor.of(*CARRIED), key=lambda one: not one.values.flag("equipped")):
        count, item = count_of(one), _item(actor, one)
        if item.kind not in APART:
            put(sheet, item, count=count) if count else None
            continue
        in_use = one.values.flag("equipped") and ready(item, sheet.items).in_use
        put(sheet, replace(item, in_use=in_use))


def _item(actor: Actor, one: Thing) -> Item:
    """The compendium's thing, or a plain one with its name."""
    known, told = actor.known(one.name), one.values
    if known and (known.kind in APART or one.kind == "trapping"):
        return known
    kind, stats = CARRIED[one.kind], dict[str, Json]()
    weight = told.number("encumbrance")
    stats |= {"encumbrance": weight} if weight and 0 < weight <= 50 else {}
    if kind == "weapon" and (skill := skill_key(told.name("associatedSkill"))):
        stats["skill"] = skill
    if kind == "armour" and 0 < (by := told.number("damageThresholdModifier") or 0) <= 30:
        stats["threshold"] = by
    came = "as plain gear" if kind == "gear" else "with what could be read of it; check its numbers"
    actor.say(f"{one.name} is not in the compendium. It was imported {came}.")
    return Item(one.name, kind, stats=stats)


def _told(actor: Actor, sheet: Sheet) -> Sheet:
    """The sheet with its texts."""
    told = actor.values
    add_text(sheet, "age", told.name("details.age", "physical.age"))
    looks = {field: told.name(f"details.{field}", f"physical.{field}", field) for field in LOOKS}
    add_text(sheet, "appearance", ". ".join(f"{LOOKS[field]}{text}" for field, text in looks.items() if text))
    lives = {field: told.name(f"details.{field}", field) for field in LIVES}
    add_text(sheet, "background", told.text("description", "flavor.description"))
    add_text(sheet, "background", *(f"{LIVES[field]}: {text}" for field, text in lives.items() if text))
    tongues = [one.name("name") for one in told.listed("languages") if one.name("name")]
    spoken = ", ".join(tongues) or told.name("languages.value")
    add_text(sheet, "background", f"Languages: {spoken}" if spoken else "")
    notes = told.text("notes", "flavor.notes")
    sheet.texts |= {"notes": notes} if notes and "notes" not in sheet.texts else {}
    if notes and sheet.texts["notes"] != notes:
        add_text(sheet, "notes", notes)
    return sheet


FOUNDRY = Foundry("zweihander", {"character": character, "npc": creature, "creature": creature})
