"""Labels of what may be chosen in forms of homebrew, by the names under which the classes of entries refer to it.

All that is not told here is a shelf of the compendium or of lives.
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.content.homebrew import named
from rules.engine.kernel import OURS
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.compendium import Gear, Skill, SkillGroup
from rules.systems.sda.content.life_entries import People
from rules.systems.sda.core.effects import kinds
from rules.systems.sda.creation.life.new_sheet import SHOPS


def __getattr__(name: str) -> Any:
    return getattr(life_shelf, name, None) or getattr(compendium, name)


def learnable() -> Mapping[str, str]:
    """Skills, and groups whose skills share something."""
    groups = {key: f"{one.name} (the group)" for key, one in compendium.groups().items()}
    return {**named(compendium.skills()), **groups}


def taught() -> Mapping[str, str]:
    return {**learnable(), **named(compendium.attributes())}


def sides() -> Mapping[str, str]:
    """Both sides of each virtue: "courage.lack"."""
    return {
        f"{key}.{side}": f"{virtue.name}, towards {virtue.steps[end].lower()}"
        for key, virtue in compendium.virtues().items()
        for side, end in (("lack", 0), ("excess", -1))
    }


def fighting() -> Mapping[str, str]:
    """The names of the skills that the game fights with, and of those that a campaign has set beside them, by key."""
    skills = compendium.skills()
    used = {way.skill for weapon in compendium.printed().weapons.values() for way in weapon.skills}
    groups = {skills[key].group for key in used}
    return named(
        {key: one for key, one in skills.items() if key in used or (key.startswith(OURS) and one.group in groups)}
    )


def ranked_groups() -> Mapping[str, SkillGroup]:
    return {key: one for key, one in compendium.groups().items() if one.ranked}


def magic_groups() -> Mapping[str, SkillGroup]:
    return {key: one for key, one in compendium.groups().items() if one.magic}


def learnt_groups() -> Mapping[str, SkillGroup]:
    """Groups that may get a skill: not magic, which is known by its spells, and not luck."""
    return {key: one for key, one in ranked_groups().items() if not one.magic}


def magic() -> Mapping[str, Skill]:
    """The game's own skills of magic: how their spells are paid is known."""
    return {key: one for key, one in compendium.printed().skills.items() if one.group in kinds()}


def printed_peoples() -> Mapping[str, People]:
    return life_shelf.shelf().peoples


def categories() -> tuple[str, ...]:
    """The categories of gear."""
    return tuple(dict.fromkeys(one.category for one in compendium.gear().values()))


def ammunition() -> Mapping[str, Gear]:
    shot = {key for weapon in compendium.weapons().values() for key in weapon.ammunition}
    return {key: one for key, one in compendium.gear().items() if key in shot}


def things() -> Mapping[str, str]:
    """All things that are made, by section and key: "weapons.spear", "gear.rope"."""
    found: dict[str, Mapping[str, Any]] = {
        "weapons": {key: one for key, one in compendium.weapons().items() if not one.natural},
        "armour": compendium.armour(),
        "gear": compendium.gear(),
    }
    return {
        f"{section}.{key}": one.name for section in SHOPS for key, one in compendium.offered(found[section]).items()
    }
