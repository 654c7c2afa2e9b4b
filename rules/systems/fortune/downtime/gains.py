"""Gains of a level: features of the class at once, and choices that are due; and how it is taken back (LIN-005, D-3).

The memo ``due`` lists choices not made yet, each as its kind and the feature that it comes from (``novice:stat_up``).
The memo ``gains`` holds by level what it gave, so that the game master can take a level back.
"""

from collections.abc import Iterator
from typing import Any

from rules.engine.kernel import Choice, Json, MemoKept, RankChanged, Refused, Sheet, Table, keep_memo, signed
from rules.systems.fortune.content import (
    CRAFTS,
    FIGURES,
    PICKED,
    SUBJECTS,
    Feature,
    feature_switches,
    library,
    magic_switches,
    switches,
)
from rules.systems.fortune.core import FEATURE, STAT, calling_of, chosen_of, has_feature, level

DUE, GAINS, CHOSEN = "due", "gains", "chosen"
#: Features that every class has at the same levels.
SHARED = "classes"
SPELLCASTING, SPELL, LANGUAGE = "devoted_spellcasting", "spell", "language"
#: The kinds of choices that are written down beside their feature, not on the sheet's ranks.
WRITTEN = ("subject", "damage_type", "group", "bonus", "craft")


def due(sheet: Sheet) -> list[str]:
    """Choices not made yet, the oldest first."""
    return [str(one) for one in sheet.noted(DUE, list)]


def gained(sheet: Sheet) -> dict[str, list[Any]]:
    """The gains of each level, by the level."""
    return {str(key): list(one) for key, one in sheet.noted(GAINS, dict).items()}


def features_at(sheet: Sheet, at: int) -> list[Feature]:
    """The features that a class gives at a level, and those that all classes give."""
    calling = calling_of(sheet)
    owners = (calling.key, SHARED) if calling else ()
    return [one for owner in owners for one in library.features_of(owner).values() if one.level == at]


def choices_from(feature: Feature) -> Iterator[str]:
    """The choices that a feature brings: options of its own, a stat, features to pick, and what else is chosen."""
    if feature.of == SHARED:
        yield f"stat:{feature.key}"
    for _ in range(feature.choose):
        yield f"option:{feature.key}"
    if feature.chosen:
        for _ in range(feature.count):
            yield f"{feature.chosen}:{feature.key}"


def _keep(table: Table, who: str, at: int, *entries: list[Json]) -> None:
    """Note what a level gave."""
    all_gains = gained(table.sheet(who))
    table.happen(MemoKept(who, GAINS, {**all_gains, str(at): [*all_gains.get(str(at), []), *entries]}))


def give(table: Table, who: str, feature: Feature) -> None:
    """Give a feature, and note the choices that it brings."""
    table.happen(RankChanged(who, FEATURE, feature.key, 1))
    _keep(table, who, level(table.sheet(who)), [FEATURE, feature.key])
    keep_memo(table, who, DUE, [*due(table.sheet(who)), *choices_from(feature)])


def rise(table: Table, who: str) -> None:
    """Rise by a level: its features at once, its choices due; a caster learns a spell (LIN-005)."""
    table.happen(RankChanged(who, "body", "level", 1 if table.sheet(who).rank("body", "level") else 2))
    for feature in features_at(table.sheet(who), level(table.sheet(who))):
        give(table, who, feature)
    if has_feature(table.sheet(who), SPELLCASTING):
        keep_memo(table, who, DUE, [*due(table.sheet(who)), f"{SPELL}:{SPELLCASTING}"])


def sink(table: Table, who: str) -> None:
    """Take the last level back, with all that it gave and what is still due of it."""
    at = level(table.sheet(who))
    gains = gained(table.sheet(who))
    for kind, *told in reversed(gains.pop(str(at), [])):
        _take_back(table, who, str(kind), *map(str, told))
    names = {one.key for one in features_at(table.sheet(who), at)} | {SPELLCASTING}
    sheet = table.sheet(who)
    left = [one for one in due(sheet) if (owner := one.partition(":")[2]) not in names and has_feature(sheet, owner)]
    table.happen(MemoKept(who, GAINS, gains or None))
    keep_memo(table, who, DUE, left)
    table.happen(RankChanged(who, "body", "level", -1))


def _take_back(table: Table, who: str, kind: str, key: str, value: str = "") -> None:
    if kind != CHOSEN:
        if table.sheet(who).rank(kind, key) or kind == STAT:
            table.happen(RankChanged(who, kind, key, -1))
        return
    _write(table, who, key, [one for one in chosen_of(table.sheet(who), key) if one != value])


def _write(table: Table, who: str, feature: str, values: list[str]) -> None:
    every = {**table.sheet(who).noted(CHOSEN, dict), feature: values}
    table.happen(MemoKept(who, CHOSEN, {key: one for key, one in every.items() if one} or None))


# -- choosing ----------------------------------------------------------------------------------------------------------


def options(sheet: Sheet, one: str, house_rules: switches.HouseRules) -> Iterator[Choice]:
    """The options that settle a choice that is due; the value holds the choice and the key."""
    kind, _, feature = one.partition(":")
    for key, label, hint in _listed(sheet, kind, feature, house_rules):
        yield Choice(f"{one}/{key}", label, hint, library.features()[feature].name)


def _listed(sheet: Sheet, kind: str, feature: str, house_rules: switches.HouseRules) -> Iterator[tuple[str, str, str]]:
    if kind == "stat":
        for key, one in library.stats().items():
            if sheet.rank(STAT, key) < switches.STAT_MOST.number(house_rules):
                yield key, one.name, signed(sheet.rank(STAT, key))
    elif kind in ("novice", "veteran", "option"):
        for key, found in library.offered(library.features_of(feature if kind == "option" else kind)).items():
            if found.again or not has_feature(sheet, key) or (kind in PICKED and switches.REPEATED.flag(house_rules)):
                yield key, found.name, found.description
    elif kind == SPELL:
        yield from _spells(sheet, house_rules)
    else:
        yield from _written(sheet, kind, feature, house_rules)


def _spells(sheet: Sheet, house_rules: switches.HouseRules) -> Iterator[tuple[str, str, str]]:
    """Spells of the class's list, none above one's level, that one does not know."""
    for key, one in library.offered(library.spells()).items():
        if magic_switches.is_on_list(one, house_rules) and one.level <= level(sheet) and not sheet.rank(SPELL, key):
            yield key, one.name, f"level {one.level}"


def _written(sheet: Sheet, kind: str, feature: str, house_rules: switches.HouseRules) -> Iterator[tuple[str, str, str]]:
    if kind == LANGUAGE:
        yield from ((key, one.name, "") for key, one in library.languages().items() if not sheet.rank(LANGUAGE, key))
    elif kind == "damage_type":
        yield from ((key, one.name, "") for key, one in library.damage_types().items())
    elif kind == "group":
        names = library.trainings()
        yield from ((key, names[key], "") for key in sheet.ranks.get("training", {}) if key in library.groups())
    elif kind == "bonus":
        left_out = set(FIGURES) if feature_switches.LEGENDARY_TESTS.flag(house_rules) else set[str]()
        for key, one in library.features_of("novice").items():
            bonuses = [effect for effect in one.effects if effect.what == "add" and not set(effect.on) & left_out]
            if has_feature(sheet, key) and bonuses:
                yield key, one.name, ""
    else:
        taken = chosen_of(sheet, feature)
        words = SUBJECTS if kind == "subject" else CRAFTS
        yield from ((word, word.capitalize(), "") for word in words if word not in taken)


def settle(table: Table, who: str, value: str, own: str) -> str:
    """Settle a choice that is due; what was chosen, in words. ``own`` words stand for a craft or subject not listed."""
    one, _, key = value.partition("/")
    kind, _, feature = one.partition(":")
    if one not in due(table.sheet(who)):
        raise Refused("This choice is not available. Choose another.", "choice")
    label = next(
        (found.label for found in options(table.sheet(who), one, table.house_rules) if found.value == value), key
    )
    left = due(table.sheet(who))
    left.remove(one)
    keep_memo(table, who, DUE, left)
    at = level(table.sheet(who))
    if kind in ("novice", "veteran", "option"):
        give(table, who, library.features()[key])
    elif kind in WRITTEN:
        word = own.strip().lower() if own.strip() and kind in ("subject", "craft") else key
        _write(table, who, feature, [*chosen_of(table.sheet(who), feature), word])
        _keep(table, who, at, [CHOSEN, feature, word])
        return own.strip() or label
    else:
        table.happen(RankChanged(who, kind, key, 1))
        _keep(table, who, at, [kind, key])
        rises = key == "heart" and table.sheet(who).rank(STAT, key) > 0 and has_feature(table.sheet(who), SPELLCASTING)
        if rises and magic_switches.SPELLS_FOLLOW_HEART.flag(table.house_rules):
            keep_memo(table, who, DUE, [*due(table.sheet(who)), f"{SPELL}:{SPELLCASTING}"])
    return label
