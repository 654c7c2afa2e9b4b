"""The compendium as lists show it, and its sections that campaigns may add to.

An entry is a sentence and the figures that matter in a few words. A thing takes its figures from the entry onto the
sheet.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from rules.engine.content.entries import Entry
from rules.engine.content.forms import form
from rules.engine.content.homebrew import Shelf, Told, by_section, thing
from rules.engine.content.own_entries import as_figures, own_entry, shelf
from rules.engine.content.shelves import Described
from rules.engine.kernel import Item, said
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Armour, Creature, Gear, Shield, Weapon
from rules.systems.grim.content.spell_entries import Spell
from rules.systems.grim.core import armour_words, gear_words, weapon_words
from rules.systems.grim.creation.new_sheet import sheet_of
from rules.systems.grim.creation.origin import ancestry_words
from rules.systems.grim.screen import words

FIGURES = "Numbers: fh-fvtt/zweihander, public data (code MIT)"
RULES = "The published cheat sheet of the revised rules"
OURS = "Made for this project"
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
    return (*weapon_words(one), *words.carried_words(one))


def _armour(one: Armour) -> tuple[str, ...]:
    return (*armour_words(one), *words.carried_words(one))


def _gear(one: Gear) -> tuple[str, ...]:
    return (*gear_words(one), *words.carried_words(one))


def _skill(key: str) -> Entry:
    one = library.skills()[key]
    also = f"also found as {', '.join(one.also)}" if one.also else ""
    special = "special: untrained tests flip to fail" if one.special else ""
    facts = said(library.attributes()[one.attribute].name, special, also)
    return Entry(one.key, one.name, one.description, facts, FIGURES)


# -- of a campaign's own ----------------------------------------------------------------------------------------------


def _own(
    section: str,
    word: str,
    kind: type[T],
    facts: Callable[[T], Iterable[str]],
    printed: Callable[[], Mapping[str, T]],
    **more: Any,
) -> Shelf:
    """A section whose entries a campaign may write: its form, what lists show of an entry, and those to start from."""
    asked = form(kind, library)
    return shelf(
        section,
        word,
        asked,
        lambda key, told: own_entry(kind, key, told, library),
        lambda one: Entry(one.key, one.name, one.description, tuple(facts(one))),
        lambda: as_figures(printed(), asked),
        **more,
    )


def _carried(kind: str) -> Callable[[str, Told], Item]:
    """The thing that an entry of a kind becomes, with the figures that it takes along."""
    return thing(kind, *library.WRITABLE[kind])


#: Sections of the compendium that a campaign may add to, by name.
SHELVES = by_section(
    (
        _own("weapons", "weapon", Weapon, _weapon, library.weapons, item=_carried("weapon")),
        _own("armour", "suit of armour", Armour, _armour, library.armours, item=_carried("armour")),
        _own("shields", "shield", Shield, _armour, library.shields, item=_carried("shield")),
        _own("gear", "thing", Gear, _gear, library.gear, item=_carried("gear")),
        _own("spells", "spell", Spell, words.spell_words, library.printed_spells),
        _own("creatures", "creature", Creature, words.creature_words, library.creatures, sheet=sheet_of, secret=True),
    )
)
