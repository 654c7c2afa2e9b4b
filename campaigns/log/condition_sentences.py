"""Sentences on conditions: what somebody is from now on, or no longer, and what begins or ends for them."""

import re
from collections.abc import Collection

from campaigns.log.line import Line, Names, Part, line_of, person
from rules.engine.kernel import facts, in_words, spoken
from rules.engine.system.protocol import System
from rules.naming import glossary

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


def condition_set(fact: facts.ConditionSet, names: Names, system: System) -> Line:
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


def condition_ended(fact: facts.ConditionEnded, names: Names, system: System) -> Line:
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
