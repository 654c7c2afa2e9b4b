"""The compendium as lists show it, and its sections that campaigns may add to."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from rules.engine.content.entries import Entry
from rules.engine.content.forms import form
from rules.engine.content.homebrew import Shelf, by_section, thing
from rules.engine.content.own_entries import as_figures, own_entry, shelf
from rules.systems.fortune.content import Armour, Creature, Feature, Gear, Row, Shield, Spell, Weapon, library
from rules.systems.fortune.core import weapon_words
from rules.systems.fortune.creation.new_sheet import sheet_of
from rules.systems.fortune.screen.wording import (
    armour_words,
    class_words,
    creature_words,
    culture_words,
    effects_words,
    feature_words,
    form_words,
    gear_words,
    language_words,
    lineage_words,
    shield_words,
    spell_words,
)

T = TypeVar("T", bound=Row)
SOURCE = "Fortune's Favor by LankeyBoard"
#: The source of an entry by its edition.
SOURCES = {
    "1a": f"{SOURCE}, edition of August 2024",
    "1b": f"{SOURCE}, later edition (1b)",
    "2a": f"{SOURCE}, later edition (2a)",
    "own": "Written for Winterhall",
}
#: Owners whose features stand in sections of their own.
_GIVEN = ("novice", "veteran", "creature")


def shown(one: T, facts: Callable[[T], Iterable[str]] = lambda _: ()) -> Entry:
    """An entry as lists show it."""
    return Entry(one.key, one.name, one.description, tuple(facts(one)), SOURCES[one.edition])


@cache
def entries() -> Mapping[str, tuple[Entry, ...]]:
    """All entries of the game by section."""
    features = [one for one in library.features().values() if one.of not in _GIVEN]
    picked = [one for kind in ("novice", "veteran") for one in library.features_of(kind).values()]
    return {
        "creatures": tuple(shown(one, creature_words) for one in library.creatures().values()),
        "lineages": tuple(shown(one, lineage_words) for one in library.lineages().values()),
        "cultures": tuple(shown(one, culture_words) for one in library.cultures().values()),
        "classes": tuple(shown(one, class_words) for one in library.classes().values()),
        "features": tuple(shown(one, feature_words) for one in picked),
        "class_features": tuple(shown(one, feature_words) for one in features),
        "forms": tuple(shown(one, form_words) for one in library.forms().values()),
        "spells": tuple(shown(one, spell_words) for one in library.spells().values()),
        "weapons": tuple(shown(one, weapon_words) for one in library.weapons().values()),
        "armour": tuple(shown(one, armour_words) for one in library.armours().values()),
        "shields": tuple(shown(one, shield_words) for one in library.shields().values()),
        "gear": tuple(shown(one, gear_words) for one in library.gear().values()),
        "conditions": tuple(shown(one, lambda one: effects_words(one.effects)) for one in library.statuses().values()),
        "languages": tuple(shown(one, language_words) for one in library.languages().values()),
        "purposes": tuple(shown(one) for one in library.purposes().values()),
        "creature_features": tuple(shown(one, feature_words) for one in library.creature_features().values()),
    }


# -- what a campaign may add ------------------------------------------------------------------------------------------


def _features() -> Mapping[str, Feature]:
    """Features to pick that a form can tell: with one effect at most, which adds no stat."""
    picked = {**library.features_of("novice"), **library.features_of("veteran")}
    return {key: one for key, one in picked.items() if len(one.effects) <= 1 and not (one.use or one.chosen)}


def _spells() -> Mapping[str, Spell]:
    return {key: one for key, one in library.spells().items() if not one.effects}


def _shelf(
    section: str,
    noun: str,
    kind: type[T],
    facts: Callable[[T], Iterable[str]],
    printed: Callable[[], Mapping[str, T]],
    **more: Any,
) -> Shelf:
    """A section that campaigns add entries of a class to; ``printed`` are those of the game that its form can tell."""
    figures = form(kind, library)
    return shelf(
        section,
        noun,
        figures,
        lambda key, told: own_entry(kind, key, told, library),
        lambda one: shown(one, facts),
        lambda: as_figures(printed(), figures),
        **more,
    )


#: Sections of the compendium that a campaign may add to, by name.
SHELVES = by_section(
    (
        _shelf("weapons", "weapon", Weapon, weapon_words, library.weapons, item=thing("weapon", *library.WRITABLE)),
        _shelf(
            "armour", "suit of armour", Armour, armour_words, library.armours, item=thing("armour", *library.OF_ARMOUR)
        ),
        _shelf("shields", "shield", Shield, shield_words, library.shields, item=thing("shield", *library.OF_SHIELDS)),
        _shelf("gear", "thing", Gear, gear_words, library.gear, item=thing("gear", "cost", "focus")),
        _shelf("features", "feature", Feature, feature_words, _features),
        _shelf("spells", "spell", Spell, spell_words, _spells),
        _shelf("creatures", "creature", Creature, creature_words, library.creatures, sheet=sheet_of, secret=True),
    )
)
