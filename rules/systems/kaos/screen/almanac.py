"""The compendium as lists show it, and its sections that campaigns may add to.

An entry is a sentence and the figures that matter in a few words. A thing takes its figures from the entry onto the
sheet.
"""

from collections.abc import Mapping
from functools import cache

from rules.engine.content.entries import Entry
from rules.engine.content.forms import filled, form
from rules.engine.content.homebrew import (
    Told,
    by_section,
    thing,
    words,
)
from rules.engine.content.own_entries import as_figures, own_entry, shelf
from rules.engine.kernel import Json, amount
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import Armour, Creature, Good, Race, Shield, Skill, Spell, Weapon
from rules.systems.kaos.core import DRAIN, needed_score, price, weapon_words
from rules.systems.kaos.creation.new_sheet import race_words, sheet_of

KAOS = "KAOS by moccalotto, 2016 (MIT licence)"
OURS = "Written for Winterhall"


@cache
def entries() -> Mapping[str, tuple[Entry, ...]]:
    """All entries by section."""
    return {
        "creatures": tuple(creature_entry(one) for one in library.creatures().values()),
        "weapons": tuple(weapon_entry(one) for one in library.weapons().values()),
        "armour": tuple(armour_entry(one) for one in library.armour().values()),
        "shields": tuple(shield_entry(one) for one in library.shields().values()),
        "goods": tuple(good_entry(one) for one in library.goods().values()),
        "spells": tuple(_spell(one) for one in library.spells().values()),
        "skills": tuple(_skill(one) for one in library.skills().values()),
        "peoples": tuple(_race(one) for one in library.races().values()),
        "languages": tuple(Entry(one.key, one.name, one.description, (), OURS) for one in library.languages().values()),
        "lifestyles": tuple(
            Entry(one.key, one.name, one.description, (f"{price(one.cost)} a day",), KAOS)
            for one in library.lifestyles().values()
        ),
        "conditions": tuple(
            Entry(one.key, one.name, one.description, (), OURS) for one in library.conditions().values()
        ),
    }


def armour_words(suit: Armour) -> tuple[str, ...]:
    """Defence score and needed athletics of a suit of armour."""
    return _said(f"DS {suit.ds}", f"Athletics {suit.athletics}" if suit.athletics else "")


def shield_words(shield: Shield) -> tuple[str, ...]:
    """Defence score and athletics that a shield adds."""
    return _said(f"DS +{shield.ds}", f"Athletics +{shield.athletics}" if shield.athletics else "")


def good_words(good: Good) -> tuple[str, ...]:
    """The effects of a good, where figures tell them; empty for most."""
    cures = f"ends: {library.conditions()[good.cures].name.lower()}" if good.cures else ""
    return _said(
        f"{good.heals} hit points" if good.heals else "", cures, "no casting in it" if good.hinders_casting else ""
    )


def spell_words(spell: Spell) -> tuple[str, ...]:
    """Schools and tiers of a spell, needed score and drain, and its effect in figures."""
    tiers = ", ".join(f"{school.capitalize()} {tier}" for school, tier in spell.schools.items())
    least = min(spell.schools.values())
    takes = f"score {needed_score(least)}, drain {DRAIN * least} HP"
    ritual = f"ritual of {_minutes(spell.ritual)}" if spell.ritual else ""
    where = (
        f"{spell.target}, {spell.range} squares"
        if spell.target in ("subject", "area") and spell.range
        else spell.target
    )
    radius = f"{spell.radius} squares around" if spell.radius else ""
    damage = f"{spell.damage} {spell.type}{' a round' if spell.each_round else ''}" if spell.damage else ""
    heals = "all hit points" if spell.heals_all else f"{spell.heals} hit points" if spell.heals else ""
    extra = f"{spell.temporary} temporary hit points" if spell.temporary else ""
    avoid = f"{spell.avoid.upper()} test to avoid it" if spell.avoid else ""
    shake = f"{spell.shake.upper()} test each turn ends it" if spell.shake else ""
    hours = f"{spell.hours} hours" if spell.hours else ""
    return _said(tiers, takes, ritual, where, radius, damage, heals, extra, avoid, shake, hours)


def _minutes(minutes: int) -> str:
    return f"{minutes // 60} h" if minutes >= 60 and not minutes % 60 else f"{minutes} min"


def creature_entry(one: Creature) -> Entry:
    ranks = " ".join(f"{key.upper()} {value}" for key, value in one.attributes.items())
    hp = one.hp or sum(one.attributes[key] for key in ("str", "tou", "wil"))
    weapons = ", ".join(library.weapons()[key].name.lower() for key in one.weapons)
    reduces = ", ".join(f"{kind} −{by}" for kind, by in one.reduces.items())
    facts = _said(one.family, ranks, f"HP {hp}", f"MR {one.mr}", weapons, reduces, *one.traits)
    return Entry(one.key, one.name, one.description, facts, OURS)


def weapon_entry(one: Weapon) -> Entry:
    cost = price(one.cost) if one.cost else ""
    return Entry(one.key, one.name, one.description, _said(*weapon_words(one), cost), OURS if one.natural else KAOS)


def armour_entry(one: Armour) -> Entry:
    return Entry(one.key, one.name, one.description, (*armour_words(one), price(one.cost)), KAOS)


def shield_entry(one: Shield) -> Entry:
    return Entry(one.key, one.name, one.description, (*shield_words(one), price(one.cost)), KAOS)


def good_entry(one: Good) -> Entry:
    return Entry(one.key, one.name, one.description, _said(one.category, *good_words(one), price(one.cost)), KAOS)


def _spell(one: Spell) -> Entry:
    return Entry(one.key, one.name, one.description, spell_words(one), KAOS)


def _skill(one: Skill) -> Entry:
    base = f"base {one.half.upper()}/2" if one.half else "base 0"
    most = f"at most {' + '.join(key.upper() for key in one.most)}"
    needs = ", ".join(f"needs {key.upper()} {least}" for key, least in one.needs.items())
    return Entry(one.key, one.name, one.description, _said(one.group, base, most, needs), KAOS)


def _race(one: Race) -> Entry:
    return Entry(one.key, one.name, one.description, race_words(one), KAOS)


def _said(*words: str) -> tuple[str, ...]:
    return tuple(word for word in words if word)


#: Figures that items take along: of a weapon, of armour and shields, and of a good that is drunk or worn.
OF_WEAPONS = tuple(library.WRITABLE)
OF_ARMOUR = ("ds", "athletics")
OF_GOODS = tuple(library.WRITABLE_OF_GOODS)
_WEAPON = form(Weapon, library)
_ARMOUR = form(Armour, library)
_GOOD = form(Good, library)
_TRAITS = words("traits", "Traits", most=300, help="Separate several with semicolons")
_CREATURE = form(Creature, library, traits=(_TRAITS,))


def _weapon(key: str, told: Told) -> Weapon:
    amount(str(told["damage"]))
    return own_entry(Weapon, key, told, library)


def _good(key: str, told: Told) -> Good:
    amount(str(told["heals"]))
    return own_entry(Good, key, told, library)


def _creature(key: str, told: Told) -> Creature:
    traits = [trait.strip() for trait in str(told["traits"]).split(";") if trait.strip()]
    return own_entry(Creature, key, told, library, traits=traits)


def _told_of_creature(creature: Creature) -> dict[str, Json]:
    return {**filled(creature, _CREATURE), "traits": "; ".join(creature.traits)}


#: Sections of the compendium that a campaign may add to, by name.
SHELVES = by_section(
    (
        shelf(
            "weapons",
            "weapon",
            _WEAPON,
            _weapon,
            weapon_entry,
            lambda: as_figures({key: one for key, one in library.weapons().items() if not one.one_hand}, _WEAPON),
            item=thing("weapon", *OF_WEAPONS),
        ),
        shelf(
            "armour",
            "suit of armour",
            _ARMOUR,
            lambda key, told: own_entry(Armour, key, told, library),
            armour_entry,
            lambda: as_figures(library.armour(), _ARMOUR),
            item=thing("armour", *OF_ARMOUR),
        ),
        shelf(
            "shields",
            "shield",
            _ARMOUR,
            lambda key, told: own_entry(Shield, key, told, library),
            shield_entry,
            lambda: as_figures(library.shields(), _ARMOUR),
            item=thing("shield", *OF_ARMOUR),
        ),
        shelf(
            "goods",
            "thing",
            _GOOD,
            _good,
            good_entry,
            lambda: as_figures({key: one for key, one in library.goods().items() if one.kind == "gear"}, _GOOD),
            item=thing("gear", *OF_GOODS),
        ),
        shelf(
            "creatures",
            "creature",
            _CREATURE,
            _creature,
            creature_entry,
            lambda: {key: _told_of_creature(one) for key, one in library.creatures().items()},
            sheet=sheet_of,
            secret=True,
        ),
    )
)
