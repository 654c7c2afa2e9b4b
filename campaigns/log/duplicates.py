"""Facts as sentences, each thing said once: the game's own words stand for the plain facts beside them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from campaigns.log.line import Line, Names
from campaigns.log.sentences import sentence
from rules.engine.kernel import facts
from rules.engine.system.protocol import System

#: Facts that may stand between words and the plain facts that they are about.
_STATES = facts.ConditionSet | facts.ConditionEnded | facts.BoxesTicked | facts.ItemSet
_STEPS = facts.ConditionSet | facts.ConditionEnded | facts.Moved | facts.Left | facts.SceneMemoKept


def said_once(seen: Sequence[facts.Fact], known: Names, system: System) -> Iterator[tuple[facts.Fact, Line]]:
    """Each fact with its sentence; that of a fact of which the game's own words tell is quiet."""
    said: facts.Told | None = None
    for number, fact in enumerate(seen):
        line = sentence(fact, known, system)
        said = _still_said(fact, said)
        repeats = _goes_without_saying(fact, said) or _is_about_to_be_said(fact, line, seen[number + 1 :])
        yield fact, replace(line, quiet=line.quiet or repeats)


def _still_said(fact: facts.Fact, before: facts.Told | None) -> facts.Told | None:
    """The words that were said last, as long as only states and steps follow them."""
    if isinstance(fact, facts.Told):
        return fact
    return before if isinstance(fact, _STEPS) else None


def _goes_without_saying(fact: facts.Fact, said: facts.Told | None) -> bool:
    """Whether a step or a state was just said, or follows from what was said of two: who holds whom."""
    if said is not None and isinstance(fact, facts.Moved | facts.Left):
        return fact.who in said.who
    if said is None or not isinstance(fact, facts.ConditionSet | facts.ConditionEnded):
        return False
    between = said.who if len(said.who) > 1 else ()
    if isinstance(fact, facts.ConditionEnded):
        return fact.who in between
    named = fact.who in said.who and str(fact.condition.label).lower() in said.text.lower()
    return named or (fact.who in between and fact.condition.source in between)


def _is_about_to_be_said(fact: facts.Fact, line: Line, to_come: Sequence[facts.Fact]) -> bool:
    """Whether words follow that tell of the same: of a state or its end, of the boxes of a line, of a thing in hand."""
    if isinstance(fact, facts.StageSet):
        words = line.text.rstrip(".")
        return any(isinstance(one, facts.Told) and one.text.startswith(words) for one in to_come)
    told = next((one for one in to_come if not isinstance(one, _STATES)), None)
    if not isinstance(told, facts.Told) or not isinstance(fact, _STATES) or fact.who not in told.who:
        return False
    text = told.text.lower()
    match fact:
        case facts.ConditionEnded():
            return True
        case facts.ConditionSet():
            return str(fact.condition.label).lower().rpartition(" ")[2] in text
        case facts.BoxesTicked():
            return f"line {fact.line + 1}" in text
        case facts.ItemSet():
            return fact.item.name.lower() in text
