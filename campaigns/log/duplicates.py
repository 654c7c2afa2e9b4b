"""Facts as sentences, each thing told once: the game's own words stand for the plain facts beside them."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from campaigns.log.line import Line, Names, Part, line_of
from campaigns.log.sentences import sentence
from rules.engine.character.spoils import SPOILS
from rules.engine.kernel import Wording, facts
from rules.engine.system.protocol import System

#: Facts that words may put into other words, where they follow.
_STATES = facts.ConditionSet | facts.ConditionEnded | facts.BoxesTicked | facts.ItemSet | facts.ItemLost
#: Facts that may stand between what words are about and the words, or behind them.
_BEFORE = _STATES | facts.MemoKept | facts.PartyFact
_AFTER = facts.ConditionSet | facts.ConditionEnded | facts.Moved | facts.Left | facts.SceneMemoKept


def said_once(seen: Sequence[facts.Fact], known: Names, system: System) -> Iterator[tuple[facts.Fact, Line]]:
    """Each fact with its sentence; that of a fact of which the game's own words tell is quiet."""
    said: facts.Told | None = None
    purse = {coin.resource for coin in system.coins().values() if coin.resource}
    for number, fact in enumerate(seen):
        to_come = seen[number + 1 :]
        line = _in_hiding(fact, to_come) or sentence(fact, known, system)
        said = _still_said(fact, said)
        is_told_later = _is_about_to_be_said(fact, to_come, purse) or _goes_on(fact, to_come) or _joins(fact, to_come)
        repeats = _goes_without_saying(fact, said) or is_told_later or _is_of_hiding(fact, seen[:number])
        yield fact, replace(line, quiet=line.quiet or repeats)


def _in_hiding(fact: facts.Fact, to_come: Sequence[facts.Fact]) -> Line | None:
    """The sentence on somebody who hides, and is called otherwise from then on."""
    renamed = next((one for one in to_come if _is_of_hiding(one, (fact,))), None)
    if not isinstance(renamed, facts.TextChanged):
        return None
    return line_of(Part(renamed.before, "name"), f" is now hidden, and called {renamed.text}.")


def _is_of_hiding(fact: facts.Fact, earlier: Sequence[facts.Fact]) -> bool:
    """Whether somebody is called otherwise because they hid before."""
    return (
        isinstance(fact, facts.TextChanged)
        and bool(fact.before)
        and any(isinstance(one, facts.Veiled) and one.hidden and one.who == fact.who for one in earlier)
    )


def _still_said(fact: facts.Fact, before: facts.Told | None) -> facts.Told | None:
    """The words that were said last, as long as only states and steps follow them."""
    if isinstance(fact, facts.Told):
        return fact
    return before if isinstance(fact, _AFTER) else None


def _goes_without_saying(fact: facts.Fact, said: facts.Told | None) -> bool:
    """Whether a fact follows from the words before it: a step of somebody, or what ends or begins between two."""
    match fact:
        case facts.Moved() | facts.Left():
            return said is not None and fact.who in said.who
        case facts.ConditionEnded():
            return _is_between(said, fact.who)
        case facts.ConditionSet():
            return _is_between(said, fact.who, fact.condition.source)
    return False


def _is_between(said: facts.Told | None, *people: Wording) -> bool:
    """Whether the words tell of several people, these among them."""
    return said is not None and len(said.who) > 1 and {*people} <= {*said.who}


def _is_about_to_be_said(fact: facts.Fact, to_come: Sequence[facts.Fact], purse: Collection[str]) -> bool:
    """Whether a state, what somebody or the party is given, or the stage of a fight is put into words right away."""
    others = (one for one in to_come if not isinstance(one, _BEFORE) and not _is_money(one, purse))
    told = next((one for one in others if not _is_given(one)), None)
    if not isinstance(told, facts.Told) or told.apart:
        return False
    if isinstance(fact, facts.StageSet):
        return not told.who
    if isinstance(fact, facts.PartyFact):
        return True
    if _is_money(fact, purse) and not _is_given(fact) and fact.who in told.who:
        return bool(re.search(rf"\b{abs(fact.by)}\b", told.text))
    return (isinstance(fact, _STATES) or _is_given(fact)) and fact.who in told.who


def _goes_on(fact: facts.Fact, to_come: Sequence[facts.Fact]) -> bool:
    """Whether a condition ends only to begin again in the same breath."""
    return isinstance(fact, facts.ConditionEnded) and any(
        isinstance(one, facts.ConditionSet) and (one.who, one.condition.name) == (fact.who, fact.name)
        for one in to_come
    )


def _joins(fact: facts.Fact, to_come: Sequence[facts.Fact]) -> bool:
    """Whether a creature appears in order to join a fight."""
    return isinstance(fact, facts.Begun) and any(
        isinstance(one, facts.Joined) and one.who == fact.who for one in to_come
    )


def _is_money(fact: facts.Fact, purse: Collection[str]) -> TypeGuard[facts.ResourceChanged]:
    """Whether a fact changes what is in somebody's purse, where that is a number on the sheet."""
    return isinstance(fact, facts.ResourceChanged) and fact.resource in purse


def _is_given(fact: facts.Fact) -> TypeGuard[facts.ResourceChanged | facts.ExperienceChanged]:
    """Whether a fact gives money or experience to somebody of which the words say how much it is."""
    if isinstance(fact, facts.ExperienceChanged):
        return fact.by > 0
    return isinstance(fact, facts.ResourceChanged) and fact.reason == SPOILS
