"""Weapons, armour and gear of a campaign's own, and their figures."""

from collections.abc import Mapping
from typing import Any

from rules.engine.content.entries import Entry
from rules.engine.content.forms import form
from rules.engine.content.homebrew import (
    Shelf,
    Told,
    each,
    figures_of,
    listed,
    named,
    number,
    pick,
    spelled,
)
from rules.engine.kernel import OURS, Json, Refused
from rules.systems.sda.content import compendium, equipment, own_entries
from rules.systems.sda.content.entries import BANDS, DAMAGE_TYPES, FACES, ArmourPiece, Gear, Weapon
from rules.systems.sda.content.own_entries import told_of_weapon
from rules.systems.sda.screen import almanac
from rules.systems.sda.screen.homebrew.fitting import fitting


def _fighting() -> Mapping[str, str]:
    """The names of the skills that the game fights with, and of those that a campaign has set beside them, by key."""
    skills = compendium.skills()
    used = {way.skill for weapon in compendium.printed().weapons.values() for way in weapon.skills}
    groups = {skills[key].group for key in used}
    return named({key: one for key, one in skills.items() if key in used or (_is_ours(key) and one.group in groups)})


def _is_ours(key: str) -> bool:
    return key.startswith(OURS)


def _attributes() -> Mapping[str, str]:
    return named(compendium.attributes(), "None")


def _faces() -> Mapping[str, str]:
    return {"0": "By an attribute", **{str(faces): f"d{faces}" for faces in FACES}}


def _categories() -> Mapping[str, str]:
    return spelled(*dict.fromkeys(one.category for one in compendium.gear().values()))


_WEAPON = form(
    Weapon,
    compendium,
    {"ammunition": lambda: named(_ammunition())},
    skills=(
        each("skills", "Used with, and dice fewer", _fighting, most=10, needed=True),
        pick("attribute", "Only with", _attributes, start="", help="Where the skill leaves the choice"),
    ),
    bands=(
        each("bands", "Range bands, and MoS fewer there", lambda: spelled(*BANDS), most=10, needed=True),
        number("increment", "Far: each malus for so many", most=500, unit="m"),
    ),
    damage=(
        pick("damage_attribute", "Damage by", _attributes, start="strength"),
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
_ARMOUR = form(ArmourPiece, compendium)
_GEAR = form(Gear, compendium, {"category": _categories})


def _ammunition() -> Mapping[str, Any]:
    shot = {key for weapon in compendium.weapons().values() for key in weapon.ammunition}
    return {key: one for key, one in compendium.gear().items() if key in shot}


# -- as lists show them, and what they become -------------------------------------------------------------------------


def _weapon_entry(key: str, told: Told) -> Entry:
    for name, what in (("skills", "a skill"), ("bands", "a range band"), ("types", "a kind of damage")):
        if not told[name]:
            raise Refused(f"A weapon needs {what} at least.", name)
    if "far" in told["bands"] and not told["increment"]:
        raise Refused("What reaches far has an increment of 1 m at least.", "increment")
    return fitting(lambda: listed(key, almanac.weapon_entry(own_entries.weapon(key, told, compendium.library())), told))


def _armour_entry(key: str, told: Told) -> Entry:
    if not told["body_parts"]:
        raise Refused("Armour covers a part of the body at least.", "body_parts")
    return fitting(lambda: listed(key, almanac.armour_entry(own_entries.armour(key, told, compendium.library())), told))


def _gear_entry(key: str, told: Told) -> Entry:
    return fitting(lambda: listed(key, almanac.gear_entry(own_entries.gear(key, told, compendium.library())), told))


# -- the game's own, to begin with ------------------------------------------------------------------------------------


def _told_of_armour(piece: ArmourPiece) -> dict[str, Json]:
    return figures_of(piece, _ARMOUR)


def _weapons() -> dict[str, Told]:
    told = {key: told_of_weapon(one) for key, one in compendium.weapons().items()}
    return {key: one for key, one in told.items() if one}


def _gear() -> dict[str, Told]:
    listed = compendium.gear().items()
    return {
        key: {**figures_of(one, _GEAR), "encumbrance": one.encumbrance or 0, "price": one.price or 0}
        for key, one in listed
        if not one.modifiers
    }


WEAPONS = Shelf("weapons", "weapon", _WEAPON, _weapon_entry, item=equipment.THINGS["weapons"], own=_weapons)
ARMOUR = Shelf(
    "armour",
    "piece of armour",
    _ARMOUR,
    _armour_entry,
    item=equipment.THINGS["armour"],
    own=lambda: {key: _told_of_armour(one) for key, one in compendium.armour().items()},
)
GEAR = Shelf("gear", "thing", _GEAR, _gear_entry, item=equipment.THINGS["gear"], own=_gear)
