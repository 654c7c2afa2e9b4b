"""Weapons, armour, gear, creatures, skills (SDA-006, SDA-007) and conditions of a campaign's own."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rules.engine.content.forms import filled, form
from rules.engine.content.homebrew import DESCRIPTION, NAME, Told, words
from rules.engine.content.own_entries import shelf
from rules.engine.kernel import Json, Refused
from rules.systems.sda.content import compendium, equipment, own_entries
from rules.systems.sda.content.compendium import ArmourPiece, Creature, Gear, Skill, Weapon
from rules.systems.sda.creation.life.new_sheet import sheet_of
from rules.systems.sda.screen import almanac
from rules.systems.sda.screen.homebrew import choices

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
