"""The compendium as lists show it, and its sections that campaigns may add to.

An entry is a sentence and the figures that matter in a few words. A thing takes its figures from the entry onto the
sheet. Monsters with a table of attacks cannot be added.
"""

from collections.abc import Mapping
from functools import cache

from rules.engine.content.entries import Entry
from rules.engine.content.forms import asked, form
from rules.engine.content.homebrew import (
    OURS as OF_THE_CAMPAIGN,
)
from rules.engine.content.homebrew import (
    Told,
    by_section,
    named,
    spelled,
    thing,
)
from rules.engine.content.own_entries import as_figures, own_entry, shelf
from rules.engine.kernel import Refused, amount, said
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import (
    Ability,
    Age,
    Armour,
    ChanceTable,
    Creature,
    Gear,
    Kin,
    Profession,
    Skill,
    Weapon,
)
from rules.systems.dragonbane.core import SIZES, armour_words, gear_words, price_words, sheet_of, weapon_words

FACTS, OURS = "Published numbers; our own words", "Winterhall"


@cache
def entries() -> Mapping[str, tuple[Entry, ...]]:
    """All entries by section."""
    return {
        "creatures": tuple(map(creature_entry, library.creatures().values())),
        "weapons": tuple(map(weapon_entry, library.weapons().values())),
        "armour": tuple(map(armour_entry, library.armours().values())),
        "gear": tuple(map(gear_entry, library.gear().values())),
        "coins": tuple(
            Entry(one.key, one.name, f"Worth {one.copper} copper.", (f"{one.copper} copper",), FACTS)
            for one in library.coins().values()
        ),
        "skills": tuple(map(_skill, library.skills().values())),
        "abilities": tuple(map(_ability, library.abilities().values())),
        "kin": tuple(map(_kin, library.kins().values())),
        "professions": tuple(map(_profession, library.professions().values())),
        "ages": tuple(map(_age, library.ages().values())),
        "conditions": tuple(
            Entry(one.key, one.name, one.description, said(_short(one.attribute), one.rule), FACTS)
            for one in library.conditions().values()
        ),
        "tables": tuple(map(_table, library.tables().values())),
    }


def _short(attribute: str) -> str:
    return library.attributes()[attribute].short if attribute else ""


def creature_entry(one: Creature) -> Entry:
    facts = said(
        one.kind,
        f"HP {one.hp}",
        f"WP {one.wp}" if one.wp else "",
        f"armour {one.armour}" if one.armour else "",
        f"movement {one.movement}",
        f"ferocity {one.ferocity}" if one.ferocity else "",
        one.size if one.size != "normal" else "",
        ", ".join(f"{library.skills()[key].name} {level}" for key, level in one.skills.items()),
        ", ".join(attack.name for attack in one.attacks),
    )
    return Entry(one.key, one.name, one.description, facts, one.source)


def weapon_entry(one: Weapon) -> Entry:
    skill = library.skills()[one.skill].name if one.skill else "Shield"
    facts = said(skill, *weapon_words(one), price_words(one.price))
    return Entry(one.key, one.name, one.description or f"{skill}, {one.damage.upper()}.", facts, FACTS)


def armour_entry(one: Armour) -> Entry:
    return Entry(one.key, one.name, one.description, said(*armour_words(one), price_words(one.price)), FACTS)


def gear_entry(one: Gear) -> Entry:
    return Entry(one.key, one.name, one.description, said(*gear_words(one), price_words(one.price)), OURS)


def _skill(one: Skill) -> Entry:
    return Entry(one.key, one.name, one.description, said(_short(one.attribute), one.kind), FACTS)


def _ability(one: Ability) -> Entry:
    needs = ", ".join(f"{library.skills()[key].name} {level}" for key, level in one.requires.items())
    facts = said(one.kind, f"{one.wp} WP" if one.wp else "", f"needs {needs}" if needs else "")
    return Entry(one.key, one.name, one.description, facts, FACTS if one.kind == "kin" else OURS)


def _kin(one: Kin) -> Entry:
    names = ", ".join(library.abilities()[key].name for key in one.abilities)
    return Entry(one.key, one.name, one.description, (f"movement {one.movement}", names), FACTS)


def _profession(one: Profession) -> Entry:
    skills = ", ".join(library.skills()[key].name for key in one.skills)
    ability = library.abilities()[one.ability].name if one.ability else "a school of magic"
    return Entry(one.key, one.name, one.description, (_short(one.attribute), skills, ability), OURS)


def _age(one: Age) -> Entry:
    changes = ", ".join(f"{_short(key)} {value:+d}".replace("-", "−") for key, value in one.attributes.items())
    summary = f"{one.trained} trained skills, 6 from the profession."
    return Entry(one.key, one.name, summary, said(f"{one.trained} skills", changes), FACTS)


def _table(one: ChanceTable) -> Entry:
    rows = tuple(f"{row.least}: {row.text.replace('{0}', 'Somebody')}" for row in one.rows)
    return Entry(one.key, one.name, f"Roll a d{one.die}.", rows, FACTS)


PEOPLE = "npc"


def _weapon_skills() -> Mapping[str, str]:
    fighting = {key: one for key, one in library.skills().items() if one.kind == library.WEAPON}
    return {**named(fighting), "": "Shield"}


_WEAPON = form(Weapon, library, {"skill": _weapon_skills})
_ARMOUR = form(Armour, library, {"worn": lambda: {"body": "The body", "head": "The head"}})
_GEAR = form(Gear, library)
_CREATURE = form(Creature, library, {"size": lambda: spelled(*SIZES)})


def _weapon(key: str, told: Told) -> Weapon:
    amount(str(told["damage"]))
    if not told["damage"]:
        raise Refused("Enter the damage, such as d8 or 2d6.", "damage")
    return own_entry(Weapon, key, told, library)


def _creature(key: str, told: Told) -> Creature:
    return own_entry(Creature, key, told, library, kind=PEOPLE, source=OF_THE_CAMPAIGN)


def _carried(kind: type) -> tuple[str, ...]:
    """The figures that a thing takes along: all but its price."""
    return tuple(name for name in asked(kind) if name != "price")


# -- what they become -------------------------------------------------------------------------------------------------


#: Sections of the compendium that a campaign may add to, by name.
SHELVES = by_section(
    (
        shelf(
            "weapons",
            "weapon",
            _WEAPON,
            _weapon,
            weapon_entry,
            lambda: as_figures(library.weapons(), _WEAPON),
            item=thing("weapon", *_carried(Weapon)),
        ),
        shelf(
            "armour",
            "piece of armour",
            _ARMOUR,
            lambda key, told: own_entry(Armour, key, told, library),
            armour_entry,
            lambda: as_figures(library.armours(), _ARMOUR),
            item=thing("armour", *_carried(Armour)),
        ),
        shelf(
            "gear",
            "thing",
            _GEAR,
            lambda key, told: own_entry(Gear, key, told, library),
            gear_entry,
            lambda: as_figures(library.gear(), _GEAR),
            item=thing("gear", *_carried(Gear)),
        ),
        shelf(
            "creatures",
            "creature",
            _CREATURE,
            _creature,
            creature_entry,
            lambda: as_figures({key: one for key, one in library.creatures().items() if not one.attacks}, _CREATURE),
            sheet=sheet_of,
            secret=True,
        ),
    )
)
