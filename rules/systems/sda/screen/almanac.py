"""The compendium as lists show it: every entry with a sentence and what matters of it in a few words."""

from collections.abc import Mapping
from functools import cache

from rules.engine.content.entries import Entry
from rules.engine.kernel import Command, OwnBook, lying_open, opened
from rules.systems.sda.content import compendium, hazards
from rules.systems.sda.content.compendium import ArmourPiece, Condition, Creature, Gear, Skill, Virtue, Weapon
from rules.systems.sda.content.life_shelf import traits
from rules.systems.sda.content.money import _said, armour_words, price_words, weapon_words
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, SKILLS
from rules.systems.sda.creation.life import life_words
from rules.systems.sda.magic.casting import spell_words


def entries(commands: tuple[type[Command], ...]) -> Mapping[str, tuple[Entry, ...]]:
    """All entries by section; those of skills name the commands that roll them (SDA-119 to SDA-152).

    They are the game's own: what a campaign has added is listed beside them by whoever knows the campaign.
    """
    return _printed(commands, lying_open().edition)


@cache
def _printed(commands: tuple[type[Command], ...], edition: str) -> Mapping[str, tuple[Entry, ...]]:
    with opened(OwnBook(edition=edition)):
        return _entries(commands)


def _entries(commands: tuple[type[Command], ...]) -> Mapping[str, tuple[Entry, ...]]:
    labels = {command.name: command.label for command in commands}
    return {
        "creatures": tuple(creature_entry(one) for one in compendium.creatures().values()),
        "weapons": tuple(weapon_entry(one) for one in compendium.weapons().values()),
        "armour": tuple(armour_entry(one) for one in compendium.armour().values()),
        "gear": tuple(gear_entry(one) for one in compendium.gear().values()),
        "coins": tuple(
            Entry(one.key, one.name, f"Worth {one.copper} copper.", (one.short,), one.source)
            for one in compendium.coins().values()
        ),
        "skills": tuple(skill_entry(one, labels) for one in SKILLS.values()),
        "virtues": tuple(_virtue(one) for one in compendium.virtues().values()),
        **spell_words.entries(),
        **life_words.entries(),
        "conditions": tuple(condition_entry(one) for one in compendium.conditions().values()),
        **hazards.entries(),
    }


def creature_entry(one: Creature) -> Entry:
    ranks = " ".join(f"{ATTRIBUTES[key].short} {value}" for key, value in one.attributes.items())
    speed = ", ".join(f"{way} {metres} m" for way, metres in one.speed.items())
    boxes = f"({one.injury.minor}+{one.injury.major})×{one.injury.lines}"
    gifts = ", ".join(traits()[key].name.lower() for key in one.traits if key in traits())
    facts = _said(one.family, one.size, ranks, f"spirit {one.spirit}", f"injury {boxes}", speed, gifts)
    return Entry(one.key, one.name, one.description, facts, one.source)


def weapon_entry(one: Weapon) -> Entry:
    weight = f"encumbrance {one.encumbrance:g}" if one.encumbrance else ""
    skills = ", ".join(SKILLS[way.skill].name for way in one.skills)
    facts = _said(skills, *weapon_words(one), weight, price_words(one.price))
    return Entry(one.key, one.name, one.description, facts, one.source)


def armour_entry(one: ArmourPiece) -> Entry:
    weight = f"encumbrance {one.encumbrance_worn:g} worn, {one.encumbrance_carried:g} carried"
    return Entry(
        one.key, one.name, one.description, _said(*armour_words(one), weight, price_words(one.price)), one.source
    )


def gear_entry(one: Gear) -> Entry:
    weight = f"encumbrance {one.encumbrance:g}" if one.encumbrance else ""
    return Entry(one.key, one.name, one.description, _said(one.category, weight, price_words(one.price)), one.source)


def condition_entry(one: Condition) -> Entry:
    return Entry(one.key, one.name, one.description, (), one.source, by_hand=one.by_hand)


def skill_entry(one: Skill, labels: Mapping[str, str]) -> Entry:
    attributes = " or ".join(ATTRIBUTES[key].name for key in one.attributes)
    rolled = ", ".join(dict.fromkeys(labels[test] for test in one.tests))
    facts = _said(GROUPS[one.group].name, attributes, f"tests: {rolled}" if rolled else "")
    return Entry(one.key, one.name, one.description, facts, one.source, tuple(dict.fromkeys(one.tests)))


def _virtue(one: Virtue) -> Entry:
    steps = ", ".join(dict.fromkeys(one.steps))
    return Entry(one.key, one.name, f"{one.lack_when} {one.excess_when}", (steps,), one.source)
