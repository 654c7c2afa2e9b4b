"""Sentences on what became of somebody: ranks, experience, resources, boxes, conditions, things and texts."""

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cache
from typing import assert_never

from campaigns.log.line import Line, Names, Part, line_of, name_of, number, person
from rules.engine.kernel import OwnBook, Refused, facts, in_words, lying_open, opened, spoken
from rules.engine.page.blocks import ranks_of
from rules.engine.system.protocol import System
from rules.naming import glossary
from rules.registry import system_named

#: The endings of words that somebody can be: "stunned", "bleeding", "shapeless".
_ENDINGS = ("ed", "ing", "less", "ous", "ive", "ful")
#: Other words that somebody can be, in any game; each knows more of its own.
_BE = frozenset({
    "awake", "craven", "dead", "down", "drunk", "free", "hidden", "hit", "ill", "independent", "insensitive", "lucky",
    "meek", "mute", "open", "pedantic", "prone", "shaken", "unconscious", "unseen", "vain", "weak", "wet",
})  # fmt: skip
#: Words with which a state begins in which somebody is: "on fire", "about to fall"; what is cast has a name.
_IN = frozenset({"a", "about", "an", "at", "behind", "casting", "in", "not", "off", "on", "out", "under", "without"})
#: Words behind which the rest of a state follows: "grappled by Rook", "bleeding to death", "dying: 2 of 3 to die".
_BEHIND = frozenset({"away", "by", "for", "from", "in", "into", "of", "on", "out", "to", "today", "with"})
#: Words that say what somebody does: "holds Rook".
_DO = frozenset(
    {"asks", "buys", "chokes", "counts", "dances", "holds", "knows", "lies", "may", "pins", "sings", "waits"}
)


def of_a_sheet(fact: facts.SheetFact, names: Names, system: System) -> Line:  # noqa: C901 - one arm for each kind
    match fact:
        case facts.Begun():
            return _begun(fact, names)
        case facts.RankChanged():
            return _rank_changed(fact, names, system)
        case facts.ExperienceChanged():
            return _experience_changed(fact, names, system)
        case facts.ResourceChanged():
            return _resource_changed(fact, names, system)
        case facts.LimitChanged():
            return _limit_changed(fact, names, system)
        case facts.BoxesTicked():
            return _boxes_ticked(fact, names)
        case facts.TrackSet():
            return _track_set(fact, names)
        case facts.ConditionSet():
            return _condition_set(fact, names, system)
        case facts.ConditionEnded():
            return _condition_ended(fact, names, system)
        case facts.ItemSet():
            return _item_set(fact, names)
        case facts.ItemLost():
            return line_of(person(fact.who, names), f" no longer has{_thing(fact.key, system)}.")
        case facts.TextChanged():
            return _text_changed(fact, names)
        case facts.MemoKept():
            return line_of(person(fact.who, names), ": something is noted.", quiet=True)
        case _:
            assert_never(fact)


def _begun(fact: facts.Begun, names: Names) -> Line:
    kind = "name" if fact.sheet.kind == "character" else "newcomer"
    return line_of(Part(name_of(fact.who, names), kind), " appears.")


def _rank_changed(fact: facts.RankChanged, names: Names, system: System) -> Line:
    what = _rank(fact.kind, fact.name, system) or _entry(fact.kind, fact.name, system)
    if is_had_or_not(fact.kind, fact.name, system):
        return line_of(person(fact.who, names), f" {'gains' if fact.by > 0 else 'loses'} {what}.")
    way = "goes up" if fact.by > 0 else "goes down"
    return line_of(person(fact.who, names), f": {what} {way} by ", number(abs(fact.by)), ".")


def _entry(kind: str, name: str, system: System) -> str:
    """The name under which the compendium has a rank that a fresh sheet does not show, or its key in words."""
    entry = glossary(system).named(name, kind)
    return entry.text if entry else f"{_kind(kind, system)} {spoken(name)}"


def is_had_or_not(kind: str, name: str, system: System) -> bool:
    """Whether a rank is something that one has or has not: a talent, a spell, a trait."""
    with suppress(Refused):
        return system.rank_range(kind, name)[1] == 1
    return False


def _rank(kind: str, name: str, system: System) -> str:
    """The label of a rank on the sheet; empty if the sheet shows none of that name."""
    return _ranks(system.slug, lying_open().edition).get((kind, name), "")


@cache
def _ranks(slug: str, edition: str) -> Mapping[tuple[str, str], str]:
    """The labels of the ranks on a game's sheet, by kind and name."""
    system = system_named(slug)
    with opened(OwnBook(edition=edition)):
        page = system.page(system.fresh_sheet(""), {})
    return {(row.kind, row.name): row.shown.label or row.label for row in ranks_of(page)}


@cache
def _in_passing(slug: str, edition: str) -> Mapping[str, str]:
    """The labels of ranks as they stand within a sentence, by name alone."""
    return {name: label.lower() for (_, name), label in _ranks(slug, edition).items()}


def called(key: str, system: System) -> str:
    """The words for a key, as of a roll's purpose or a verdict's reason: a rank's label on the sheet, or itself."""
    return _in_passing(system.slug, lying_open().edition).get(key) or spoken(key)


def _experience_changed(fact: facts.ExperienceChanged, names: Names, system: System) -> Line:
    """The sentence on experience earned or spent in a rank or, where the kind is none of ranks, in a purse so named."""
    spent = fact.by < 0
    if fact.kind not in system.rank_kinds:
        what, why = f" {spoken(fact.kind)} {spoken(fact.name)}", f" ({fact.reason})" if fact.reason else ""
        verb = " spends " if spent else " earns "
        return line_of(person(fact.who, names), verb, number(abs(fact.by)), what, Part(why, "aside"), ".")
    what = _rank(fact.kind, fact.name, system) or spoken(fact.name)
    if spent and fact.bought == fact.name:
        return line_of(person(fact.who, names), " spends ", number(-fact.by), f" experience to raise {what}.")
    why = f" for {spoken(fact.bought)}" if fact.bought else f" ({fact.reason})" if fact.reason else ""
    verb = " spends " if spent else " gains "
    about = f" experience in {what}{why}."
    return line_of(person(fact.who, names), verb, number(abs(fact.by)), about, quiet=not spent and abs(fact.by) == 1)


def _resource(name: str, system: System) -> str:
    """The label of a resource as it stands within a sentence."""
    return _gauges(system.slug, lying_open().edition).get(name) or spoken(name)


@cache
def _gauges(slug: str, edition: str) -> Mapping[str, str]:
    system = system_named(slug)
    with opened(OwnBook(edition=edition)):
        page = system.page(system.fresh_sheet(""), {})
    named = {gauge.name: gauge.label for gauge in page.vitals.gauges}
    return {name: label if label.isupper() else label.lower() for name, label in named.items()}


def _resource_changed(fact: facts.ResourceChanged, names: Names, system: System) -> Line:
    verb = " loses " if fact.by < 0 else " regains "
    why = f" ({in_words(fact.reason, names)})" if fact.reason else ""
    what = f" {_resource(fact.resource, system)}"
    return line_of(person(fact.who, names), verb, number(abs(fact.by)), what, Part(why, "aside"), ".")


def _limit_changed(fact: facts.LimitChanged, names: Names, system: System) -> Line:
    way = "goes up" if fact.by > 0 else "goes down"
    most = f"’s maximum {_resource(fact.resource, system)} {way} by "
    return line_of(person(fact.who, names), most, number(abs(fact.by)), ".")


def _boxes_ticked(fact: facts.BoxesTicked, names: Names) -> Line:
    count = abs(fact.by)
    verb = " ticks " if fact.by > 0 else " clears "
    boxes = f" {spoken(fact.box)} {'box' if count == 1 else 'boxes'} on {spoken(fact.track)} line {fact.line + 1}."
    return line_of(person(fact.who, names), verb, number(count), boxes)


def _track_set(fact: facts.TrackSet, names: Names) -> Line:
    count = len(fact.lines)
    lines = f" {spoken(fact.track)} {'line' if count == 1 else 'lines'}."
    return line_of(person(fact.who, names), " now has ", number(count), lines)


def _thing(key: str, system: System) -> str:
    """The end of the sentence on what somebody has no longer: something of the book by its name, a thing listed.

    The key of the former begins with its kind: ``trait-fearsome``.
    """
    entry = glossary(system).named(key.partition("-")[2])
    return f" {entry.text}" if entry else f": {spoken(key).replace('-', ' ')}"


def _item_set(fact: facts.ItemSet, names: Names) -> Line:
    count = f"{fact.item.count} × " if fact.item.count != 1 else ""
    return line_of(person(fact.who, names), f" has{' in use' if fact.item.in_use else ''}: {count}{fact.item.name}.")


def _text_changed(fact: facts.TextChanged, names: Names) -> Line:
    if fact.name == "name":
        called = Part(fact.before, "name") if fact.before else person(fact.who, names)
        return line_of(called, f" is now called {fact.text}.")
    return line_of(person(fact.who, names), f"’s {spoken(fact.name)} changed.")


def _kind(kind: str, system: System) -> str:
    return system.rank_kinds.get(kind, spoken(kind)).lower()


# -- conditions --------------------------------------------------------------------------------------------------------


def _condition_set(fact: facts.ConditionSet, names: Names, system: System) -> Line:
    """The beginning of a condition, with its level where that says more than that it is there."""
    state = fact.condition
    label = in_words(state.label, names)
    # A label may be anything that a game master has typed.
    label = label.rstrip(".!") or label or spoken(fact.condition.name)
    level = f" ({state.level})" if state.level > 1 and not re.search(r"\d", label) else ""
    who = person(fact.who, names)
    if is_of_somebody(label, system.adjectives):
        return line_of(who, " is ", Part(f"{_small(label)}{level}", "number"), ".")
    if _first(label) in _DO:
        return line_of(who, " ", Part(f"{_small(label)}{level}", "number"), ".")
    return line_of(Part(label, "number"), " begins for ", who, f"{level}.")


def _condition_ended(fact: facts.ConditionEnded, names: Names, system: System) -> Line:
    """The end of a condition; a dotted name is a game's bookkeeping, and its own words tell what became of it."""
    who = person(fact.who, names)
    if "." in fact.name:
        return line_of(who, ": something is over.", quiet=True)
    name = spoken(fact.name)
    if is_of_somebody(name, system.adjectives):
        return line_of(who, " is no longer ", Part(name), ".")
    if _first(name) in _DO:
        return line_of(who, ": something is over.", quiet=True)
    return line_of(Part(_called(fact.name, system)), " ends for ", who, ".")


def _called(key: str, system: System) -> str:
    """The name of what ends: as the compendium has it, or its key in words."""
    plain = re.sub(r"^(spell|cloud)[_ ]", "", key)
    entry = glossary(system).named(key, "conditions") or glossary(system).named(plain)
    words = entry.text if entry else spoken(plain).strip() or key
    return words[:1].upper() + words[1:]


def is_of_somebody(state: str, adjectives: Collection[str] = ()) -> bool:
    """Whether somebody is what a condition is called; otherwise it is a thing that begins and ends for them.

    ``adjectives`` are those of the game whose ending does not tell.

    >>> [is_of_somebody(one) for one in ("Prone", "bleeding to death", "Grappled by Rook", "on fire", "Lucky")]
    [True, True, True, True, True]
    >>> [is_of_somebody(one) for one in ("Haste", "Entangling Roots", "Defensive stance", "Giddy")]
    [False, False, False, False]
    >>> is_of_somebody("Giddy", {"giddy"})
    True
    """
    first, *more = re.findall(r"[\w'’!-]+[:,]?", state) or [""]
    word = first.strip(":,!").lower()
    if word in _IN:
        return True
    is_alone = not more or first[-1] in ":," or more[0] in _BEHIND or more[0].strip("-").isdigit()
    return is_alone and (word in _BE or word in adjectives or word.endswith(_ENDINGS))


def _first(label: str) -> str:
    """The first word of a label, in small letters."""
    return label.partition(" ")[0].lower()


def _small(label: str) -> str:
    return label[:1].lower() + label[1:]
