"""Weapons, armour, gear, creatures, skills (SDA-006, SDA-007) and conditions of a campaign's own."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from rules.engine.content.forms import filled, form
from rules.engine.content.homebrew import (
    DESCRIPTION,
    NAME,
    Told,
    each,
    named,
    number,
    pick,
    spelled,
    words,
)
from rules.engine.content.own_entries import shelf
from rules.engine.kernel import OURS, Json, Refused
from rules.systems.sda.content import compendium, equipment, own_entries
from rules.systems.sda.content.compendium import ArmourPiece, Condition, Creature, Gear, Skill, Weapon
from rules.systems.sda.content.entries import BANDS, DAMAGE_TYPES, FACES
from rules.systems.sda.creation.life.new_sheet import sheet_of
from rules.systems.sda.screen import almanac
from rules.systems.sda.screen.homebrew import choices


def _fighting() -> Mapping[str, str]:
    """The names of the skills that the game fights with, and of those that a campaign has set beside them, by key."""
    skills = compendium.skills()
    used = {way.skill for weapon in compendium.printed().weapons.values() for way in weapon.skills}
    groups = {skills[key].group for key in used}
    return named(
        {key: one for key, one in skills.items() if key in used or (key.startswith(OURS) and one.group in groups)}
    )


def _faces() -> Mapping[str, str]:
    return {"0": "By an attribute", **{str(faces): f"d{faces}" for faces in FACES}}


_WEAPON = form(
    Weapon,
    choices,
    skills=(
        each("skills", "Used with, and dice fewer", _fighting, most=10, needed=True),
        pick(
            "attribute",
            "Only with",
            lambda: named(compendium.attributes(), "None"),
            start="",
            help="Where the skill leaves the choice",
        ),
    ),
    bands=(
        each("bands", "Range bands, and MoS fewer there", lambda: spelled(*BANDS), most=10, needed=True),
        number("increment", "Far: each malus for so many", most=500, unit="m"),
    ),
    damage=(
        pick("damage_attribute", "Damage by", lambda: named(compendium.attributes(), "None"), start="strength"),
        number("damage_bonus", "More than the attribute", least=-3, most=30),
        number("damage_both_hands", "The same in both hands", most=30, help="0: no more than in one"),
        pick("damage_die", "Damage die", _faces, start="0"),
    ),
    types=(each("types", "Kinds of damage, and MoS fewer", lambda: spelled(*DAMAGE_TYPES), most=10, needed=True),),
    reload=(
        pick("reload_skill", "Loaded with", lambda: named(compendium.skills(), "Nothing to load"), start=""),
        number("reload_difficulty", "Difficulty of loading", least=1, most=10, start=1),
        number("reload_tests", "Tests of loading", least=1, most=6, start=1),
    ),
)
_ARMOUR = form(ArmourPiece, choices)
_GEAR = form(Gear, choices)
_CREATURE = form(Creature, choices, notes=(words("notes", "Notes for the game master", most=600, long=True),))
_SKILL = form(Skill, choices)
_CONDITION = (NAME, DESCRIPTION)


def _own(make: own_entries.Make[Any]) -> Any:
    """The function that makes an entry of figures where the book lies open."""
    return lambda key, told: make(key, told, compendium.library())


# -- figures that lack others -----------------------------------------------------------------------------------------


def _refuse_weapon(told: Told) -> None:
    for name, what in (("skills", "a skill"), ("bands", "a range band"), ("types", "a kind of damage")):
        if not told[name]:
            raise Refused(f"A weapon needs {what} at least.", name)
    if "far" in told["bands"] and not told["increment"]:
        raise Refused("What reaches far has an increment of 1 m at least.", "increment")


def _refuse_empty(name: str, sentence: str, told: Told) -> None:
    if not told[name]:
        raise Refused(sentence, name)


# -- the game's own, to begin with ------------------------------------------------------------------------------------


def _weapons() -> dict[str, Told]:
    told = {key: own_entries.told_of_weapon(one) for key, one in compendium.weapons().items()}
    return {key: one for key, one in told.items() if one}


def _told_of_creature(creature: Creature) -> dict[str, Json]:
    spirit = 0 if creature.spirit == creature.spirit_by_formula else creature.spirit
    return {**filled(creature, _CREATURE), "spirit": spirit, "notes": "\n".join(creature.notes)}


SHELVES = (
    shelf(
        "weapons",
        "weapon",
        _WEAPON,
        _own(own_entries.weapon),
        almanac.weapon_entry,
        _weapons,
        _refuse_weapon,
        item=equipment.THINGS["weapons"],
    ),
    shelf(
        "armour",
        "piece of armour",
        _ARMOUR,
        _own(own_entries.armour),
        almanac.armour_entry,
        lambda: {key: filled(one, _ARMOUR) for key, one in compendium.armour().items()},
        partial(_refuse_empty, "body_parts", "Armour covers a part of the body at least."),
        item=equipment.THINGS["armour"],
    ),
    shelf(
        "gear",
        "thing",
        _GEAR,
        _own(partial(own_entries.own, Gear)),
        almanac.gear_entry,
        lambda: {key: filled(one, _GEAR) for key, one in compendium.gear().items() if not one.modifiers},
        item=equipment.THINGS["gear"],
    ),
    shelf(
        "creatures",
        "creature",
        _CREATURE,
        _own(own_entries.creature),
        almanac.creature_entry,
        lambda: {key: _told_of_creature(one) for key, one in compendium.creatures().items()},
        partial(_refuse_empty, "speed", "It needs a way of moving, and its speed."),
        sheet=lambda key, told: sheet_of(own_entries.creature(key, told, compendium.library())),
        secret=True,
    ),
    shelf(
        "skills",
        "skill",
        _SKILL,
        _own(own_entries.skill),
        lambda one: almanac.skill_entry(one, {}),
        lambda: {
            key: filled(one, _SKILL) for key, one in compendium.skills().items() if one.group in choices.learnt_groups()
        },
        partial(_refuse_empty, "attributes", "A skill is rolled with an attribute at least."),
    ),
    shelf(
        "conditions",
        "condition",
        _CONDITION,
        _own(partial(own_entries.own, Condition)),
        almanac.condition_entry,
        lambda: {key: filled(one, _CONDITION) for key, one in compendium.conditions().items()},
    ),
)
