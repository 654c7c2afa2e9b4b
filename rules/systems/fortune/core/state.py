"""The state of a sheet: its notes, its statuses and features with their uses, and what their effects change (D-3).

The memo ``used`` counts uses by the feature's key; a rest of the feature's kind sets them back.

An effect is a verb on a figure or on a purpose of tests (LIN-069 to LIN-076). Statuses count as long as they last,
features that are not used count always; those that are used are commands of their own.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import MemoKept, Sheet, Table, counted, keep_memo
from rules.systems.fortune.content import Effect, Feature, library

FEATURE, USED = "feature", "used"
DEAD, DYING, EXHAUSTED, LAST_STAND = "dead", "dying", "exhausted", "last_stand"


@of_sheet("conditions")
def is_helpless(sheet: Sheet) -> bool:
    """Whether a status leaves one neither actions nor counter moves (LIN-069)."""
    return any(one.out for key in sheet.conditions if (one := library.statuses().get(key)))


@of_sheet("conditions")
def is_held(sheet: Sheet) -> bool:
    """Whether a status keeps one from moving at all."""
    return any(one.held for key in sheet.conditions if (one := library.statuses().get(key)))


# -- features ----------------------------------------------------------------------------------------------------------


def has_feature(sheet: Sheet, key: str) -> bool:
    return sheet.rank(FEATURE, key) > 0


def feature_named(key: str) -> Feature:
    return library.features()[key]


def uses_left(sheet: Sheet, key: str) -> int:
    """How often a feature may still be used; -1 where nothing limits it."""
    uses = feature_named(key).uses
    return max(0, uses - sheet.noted(USED, dict).get(key, 0)) if uses else -1


def said_left(sheet: Sheet, key: str) -> str:
    """The uses that are left, in words; empty where nothing limits them."""
    one = feature_named(key)
    return f"{counted(uses_left(sheet, key), 'use', 'uses')} left of {one.uses}" if one.uses else ""


def count_use(table: Table, who: str, key: str) -> None:
    """Count a use of a feature whose uses are limited."""
    if feature_named(key).uses:
        used = table.sheet(who).noted(USED, dict)
        table.happen(MemoKept(who, USED, {**used, key: used.get(key, 0) + 1}))


def refresh_uses(table: Table, who: str, pers: Collection[str]) -> None:
    """Let the features be used again that come back after a rest of these kinds."""
    used = table.sheet(who).noted(USED, dict)
    kept = {key: count for key, count in used.items() if feature_named(key).per not in pers}
    keep_memo(table, who, USED, kept)


# -- effects -----------------------------------------------------------------------------------------------------------

ADD, SET, DOUBLE, HALVE, STEP = "add", "set", "double", "halve", "step"
#: The purpose that every test serves.
ALL = "any"
#: The feature that doubles the bonus of another one.
LEGENDARY = "legendary"
#: The circumstances in which an effect counts.
UNARMOURED, CHOSEN = "unarmoured", "chosen"


@dataclass(frozen=True, slots=True)
class Source:
    """An effect with the key and name of the status or feature that has it."""

    key: str
    name: str
    effect: Effect


def build_of(sheet: Sheet) -> Mapping[str, Any]:
    """The keys of what a hero was made of: lineage, culture, calling, and what was chosen."""
    return sheet.noted("build", dict)


def chosen_of(sheet: Sheet, feature: str) -> list[str]:
    """The values chosen with a feature: a subject, a type of damage, a group of weapons."""
    return [str(one) for one in sheet.noted("chosen", dict).get(feature, ())]


@of_sheet("conditions", "ranks", "memo")
def sources(sheet: Sheet) -> tuple[Source, ...]:
    """Every effect of the statuses, features in use and spells that a sheet is under, and of what always counts."""
    found = [(key, *told) for key, held in sheet.conditions.items() if (told := _lasting(key, held.level))]
    doubled = chosen_of(sheet, LEGENDARY)
    for key, held in sheet.ranks.get("feature", {}).items():
        feature = library.features().get(key)
        if held and feature is not None and not feature.use and key not in sheet.conditions:
            times = (1 if feature.again else held) << (key in doubled)
            found.append((key, feature.name, _multiplied(feature.effects, times)))
    return tuple(Source(key, name, effect) for key, name, effects in found for effect in effects)


def _multiplied(effects: tuple[Effect, ...], times: int) -> tuple[Effect, ...]:
    """The effects of a feature that is taken again or doubled: its bonus counts so many times, favour once (D-3)."""
    return tuple(replace(one, by=times * one.by) if one.what == ADD else one for one in effects)


def _lasting(key: str, times: int) -> tuple[str, tuple[Effect, ...]] | None:
    """The name and effects of a condition: a status, a feature in use, or a spell; None for any other.

    A feature or spell that stands at a level adds and steps so many times as much.
    """
    status = library.statuses().get(key)
    if status is not None:
        return status.name, status.effects
    one = library.features().get(key) or library.spells().get(key)
    if one is None:
        return None
    return one.name, tuple(replace(effect, by=effect.by * (times or 1)) for effect in one.effects)


def amount_of(sheet: Sheet, effect: Effect) -> int:
    """The points of an effect: its own, and those of stats, each up to its most."""
    return effect.by + sum(min(sheet.rank("stat", stat), most) for stat, most in effect.stats.items())


def on(sheet: Sheet, figure: str, *whats: str, unarmoured: bool = False) -> Iterator[Source]:
    """The effects on a figure or purpose, of some verbs, that count now."""
    for source in sources(sheet):
        effect = source.effect
        if figure in effect.on and effect.what in whats and _counts(sheet, effect, unarmoured=unarmoured):
            yield source


def _counts(sheet: Sheet, effect: Effect, *, unarmoured: bool) -> bool:
    if effect.when == LAST_STAND:
        return sheet.has(LAST_STAND)
    return effect.when != UNARMOURED or unarmoured


def on_test(sheet: Sheet, stat: str, purposes: tuple[str, ...], *whats: str) -> list[Source]:
    """The effects on a test of a stat for some purposes, each once."""
    wanted = {*purposes, ALL}
    return [
        source
        for source in sources(sheet)
        if source.effect.what in whats
        and wanted.intersection(source.effect.on)
        and source.effect.stat in ("", stat)
        and _counts(sheet, source.effect, unarmoured=False)
    ]


def until_of(key: str) -> str:
    """How long a feature or spell that is a condition lasts; empty for others."""
    one = library.features().get(key) or library.spells().get(key)
    return one.until if one else ""
