"""Sections of the compendium that a campaign may add to: spells (D-9), things, creatures, skills (SDA-006, SDA-007)."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from rules.engine.content.forms import filled, form
from rules.engine.content.homebrew import DESCRIPTION, NAME, Shelf, Told, by_section, thing, words
from rules.engine.content.own_entries import shelf
from rules.engine.kernel import Json, Refused
from rules.systems.sda.content import compendium, equipment, own_entries
from rules.systems.sda.content.compendium import ArmourPiece, Creature, Gear, Skill, Weapon
from rules.systems.sda.content.own_entries import own, told_back
from rules.systems.sda.core.effects import Spell
from rules.systems.sda.core.effects import shelf as of_magic
from rules.systems.sda.creation.life.new_sheet import sheet_of
from rules.systems.sda.magic.casting import spell_words
from rules.systems.sda.screen import almanac
from rules.systems.sda.screen.homebrew import choices, lives

_SPELL = form(
    Spell,
    choices,
    fieldsets=(
        ("How it is cast", ("ways",)),
        ("On whom", ("target", "reach", "several", "save")),
        ("What it covers", ("area", "among")),
        ("How long it lasts", ("duration",)),
        ("What it does", ("harms", "heals", "drains", "condition", "by_hand")),
        ("While it lasts", ("mark",)),
    ),
)


def _refuse_halves(told: Told) -> None:
    if not told["ways"]:
        raise Refused("A spell needs a skill that casts it.", "ways")
    if told["lasts"] in ("fixed", "maintained") and not told["unit"]:
        raise Refused("Choose how its duration is counted: rounds, minutes, hours or days.", "unit")


def _made(key: str, told: Told) -> Spell:
    return own(Spell, key, told, of_magic().known(compendium.library()))


@cache
def _printed() -> Mapping[str, Told]:
    games = of_magic()
    known = games.known(compendium.printed())
    return told_back(games.spells, lambda one: filled(one, _SPELL), lambda key, told: own(Spell, key, told, known))


SPELLS = shelf("spells", "spell", _SPELL, _made, spell_words.entry_of, _printed, _refuse_halves, item=thing("spell"))


# -- weapons, armour, gear, creatures, skills and conditions -----------------------------------------------------------


_WEAPON = form(Weapon, choices)
_ARMOUR = form(ArmourPiece, choices)
_GEAR = form(Gear, choices)
_CREATURE = form(Creature, choices, notes=(words("notes", "Notes for the game master", most=600, long=True),))
_SKILL = form(Skill, choices)
_CONDITION = (NAME, DESCRIPTION)


def _own(section: str) -> Callable[[str, Told], Any]:
    """The function that makes an entry of figures where the book lies open."""
    return lambda key, told: own_entries.MAKERS[section](key, told, compendium.library())


# -- figures that lack others -----------------------------------------------------------------------------------------


def _refuse_weapon(told: Told) -> None:
    for name, what in (("skills", "a skill"), ("bands", "a range band"), ("types", "a type of damage")):
        if not told[name]:
            raise Refused(f"A weapon needs at least {what}.", name)
    if "far" in told["bands"] and not told["increment"]:
        raise Refused("A far range needs an increment of at least 1 m.", "increment")


def _refuse_empty(name: str, sentence: str, told: Told) -> None:
    if not told[name]:
        raise Refused(sentence, name)


# -- the game's own, to begin with ------------------------------------------------------------------------------------


def _weapons() -> dict[str, Told]:
    return own_entries.told_back(compendium.weapons(), lambda one: filled(one, _WEAPON), _own("weapons"))


def _told_of_creature(creature: Creature) -> dict[str, Json]:
    spirit = 0 if creature.spirit == creature.spirit_by_formula else creature.spirit
    return {**filled(creature, _CREATURE), "spirit": spirit, "notes": "\n".join(creature.notes)}


SHELVES = (
    shelf(
        "weapons",
        "weapon",
        _WEAPON,
        _own("weapons"),
        almanac.weapon_entry,
        _weapons,
        _refuse_weapon,
        item=equipment.THINGS["weapons"],
    ),
    shelf(
        "armour",
        "piece of armour",
        _ARMOUR,
        _own("armour"),
        almanac.armour_entry,
        lambda: {key: filled(one, _ARMOUR) for key, one in compendium.armour().items()},
        partial(_refuse_empty, "body_parts", "Armour covers at least one part of the body. Choose one."),
        item=equipment.THINGS["armour"],
    ),
    shelf(
        "gear",
        "thing",
        _GEAR,
        _own("gear"),
        almanac.gear_entry,
        lambda: {key: filled(one, _GEAR) for key, one in compendium.gear().items() if not one.modifiers},
        item=equipment.THINGS["gear"],
    ),
    shelf(
        "creatures",
        "creature",
        _CREATURE,
        _own("creatures"),
        almanac.creature_entry,
        lambda: {key: _told_of_creature(one) for key, one in compendium.creatures().items()},
        partial(_refuse_empty, "speed", "Enter at least one way of moving, with its speed."),
        sheet=sheet_of,
        secret=True,
    ),
    shelf(
        "skills",
        "skill",
        _SKILL,
        _own("skills"),
        lambda one: almanac.skill_entry(one, {}),
        lambda: {
            key: filled(one, _SKILL) for key, one in compendium.skills().items() if one.group in choices.learnt_groups()
        },
        partial(_refuse_empty, "attributes", "A skill is rolled with at least one attribute. Choose one."),
    ),
    shelf(
        "conditions",
        "condition",
        _CONDITION,
        _own("conditions"),
        almanac.condition_entry,
        lambda: {key: filled(one, _CONDITION) for key, one in compendium.conditions().items()},
    ),
)


def shelves() -> dict[str, Shelf]:
    """The shelves that a campaign may add to, by section."""
    return by_section((*SHELVES, *lives.SHELVES, SPELLS))
