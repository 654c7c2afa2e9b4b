"""The compendium as lists show it, and its sections that campaigns may add to.

An entry is a sentence and the figures that matter in a few words. A thing takes its figures from the entry onto the
sheet.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TypeVar

from rules.engine.content.entries import Entry
from rules.engine.content.forms import form
from rules.engine.content.homebrew import Told, by_section, thing
from rules.engine.content.own_entries import as_figures, own_entry, shelf
from rules.engine.content.shelves import Described
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Armour, Creature, Gear, Shield, Weapon
from rules.systems.grim.content.spell_entries import Spell
from rules.systems.grim.creation.new_sheet import sheet_of
from rules.systems.grim.creation.origin import ancestry_words
from rules.systems.grim.screen import words

FIGURES = "Figures: fh-fvtt/zweihander, public data (code MIT)"
RULES = "The published cheat sheet of the revised rules"
OURS = "Of this project's own making"
T = TypeVar("T", bound=Described)


@cache
def entries() -> Mapping[str, tuple[Entry, ...]]:
    """All entries by section."""
    return {
        "creatures": _listed(library.creatures(), words.creature_words),
        "weapons": _listed(library.weapons(), _weapon),
        "armour": _listed(library.armours(), _armour),
        "shields": _listed(library.shields(), _armour),
        "gear": _listed(library.gear(), _gear, OURS),
        "qualities": _listed(library.qualities(), words.quality_words, RULES),
        "skills": tuple(_skill(key) for key in library.skills()),
        "attributes": _listed(library.attributes(), lambda one: (one.short,)),
        "conditions": _listed(library.conditions(), words.state_words, RULES),
        "injuries": _listed(library.injuries(), words.injury_words),
        "fumbles": _listed(library.fumbles(), words.fumble_words, RULES),
        "spells": _listed(library.printed_spells(), words.spell_words),
        "ancestries": _listed(library.ancestries(), lambda one: (*ancestry_words(one), _faces(one.roll))),
        "professions": _listed(library.professions(), words.profession_words),
        "talents": _listed(library.talents(), words.talent_words),
        "traits": _listed(library.traits(), words.talent_words),
    }


def _listed(shelf: Mapping[str, T], facts: Callable[[T], Iterable[str]], source: str = FIGURES) -> tuple[Entry, ...]:
    return tuple(Entry(one.key, one.name, one.description, tuple(facts(one)), source) for one in shelf.values())


def _faces(roll: tuple[int, int]) -> str:
    return f"d100: {roll[0]} to {roll[1]}"


def _weapon(one: Weapon) -> tuple[str, ...]:
    return (*words.weapon_words(one), *words.carried_words(one))


def _armour(one: Armour) -> tuple[str, ...]:
    return (*words.armour_words(one), *words.carried_words(one))


def _gear(one: Gear) -> tuple[str, ...]:
    return (*words.gear_words(one), *words.carried_words(one))


def _skill(key: str) -> Entry:
    one = library.skills()[key]
    also = f"also looked for as {', '.join(one.also)}" if one.also else ""
    special = "special: untrained tests flip to fail" if one.special else ""
    facts = words.said(library.attributes()[one.attribute].name, special, also)
    return Entry(one.key, one.name, one.description, facts, FIGURES)


# -- of a campaign's own ----------------------------------------------------------------------------------------------

_WEAPON = form(Weapon, library)
_ARMOUR = form(Armour, library)
_SHIELD = form(Shield, library)
_GEAR = form(Gear, library)
_SPELL = form(Spell, library)
_CREATURE = form(Creature, library)


def _shown(facts: Callable[[T], Iterable[str]]) -> Callable[[T], Entry]:
    """A function from an entry of the campaign's own to what lists show of it."""
    return lambda one: Entry(one.key, one.name, one.description, tuple(facts(one)))


def _made(kind: type[T]) -> Callable[[str, Told], T]:
    """A function from key and figures to an entry of a class."""
    return lambda key, told: own_entry(kind, key, told, library)


def _stats(kind: str) -> tuple[str, ...]:
    """Figures that a thing of a kind takes along."""
    return tuple(library.WRITABLE[kind])


#: Sections of the compendium that a campaign may add to, by name.
SHELVES = by_section(
    (
        shelf(
            "weapons",
            "weapon",
            _WEAPON,
            _made(Weapon),
            _shown(_weapon),
            lambda: as_figures(library.weapons(), _WEAPON),
            item=thing("weapon", *_stats("weapon")),
        ),
        shelf(
            "armour",
            "suit of armour",
            _ARMOUR,
            _made(Armour),
            _shown(_armour),
            lambda: as_figures(library.armours(), _ARMOUR),
            item=thing("armour", *_stats("armour")),
        ),
        shelf(
            "shields",
            "shield",
            _SHIELD,
            _made(Shield),
            _shown(_armour),
            lambda: as_figures(library.shields(), _SHIELD),
            item=thing("shield", *_stats("shield")),
        ),
        shelf(
            "gear",
            "thing",
            _GEAR,
            _made(Gear),
            _shown(_gear),
            lambda: as_figures(library.gear(), _GEAR),
            item=thing("gear", *_stats("gear")),
        ),
        shelf(
            "spells",
            "spell",
            _SPELL,
            _made(Spell),
            _shown(words.spell_words),
            lambda: as_figures(library.printed_spells(), _SPELL),
        ),
        shelf(
            "creatures",
            "creature",
            _CREATURE,
            _made(Creature),
            _shown(words.creature_words),
            lambda: as_figures(library.creatures(), _CREATURE),
            sheet=sheet_of,
            secret=True,
        ),
    )
)
