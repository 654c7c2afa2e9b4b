"""The outcome of an entry, for the page of whoever brought it about: dice, verdicts, and the log's own sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from campaigns.log.duplicates import said_once
from campaigns.log.line import Line
from campaigns.log.mentions import mentions_in
from campaigns.log.reasons import reasons_of
from campaigns.log.sentences import purpose_of, verdict_of
from rules.engine.kernel import facts, in_words
from rules.engine.system.protocol import System
from rules.naming import NOBODY, NOTHING, People, Told


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that somebody threw and what for, what they came to, and how lucky that was (``None`` on a list)."""

    who: str
    purpose: str
    dice: tuple[facts.Die, ...]
    measure: int
    luck: int | None
    typed: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict in words, and its reasons."""

    verdict: str
    reasons: str


@dataclass(frozen=True, slots=True)
class Outcome:
    throws: tuple[Throw, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    lines: tuple[Line, ...] = ()
    tells: Told = NOTHING
    #: The names of people that stand in it.
    people: People = NOBODY


def outcome_of(happened: Sequence[facts.Fact], names: Mapping[str, str], system: System) -> Outcome:
    """The outcome that the facts tell of; ``names`` are those that the reader may know."""
    told = list(said_once(happened, names, system))
    lines = (line for fact, line in told if not isinstance(fact, facts.Rolled | facts.Judged))
    return Outcome(
        throws=tuple(_throw(fact, names, system) for fact in happened if isinstance(fact, facts.Rolled)),
        verdicts=tuple(_verdict(fact, names, system) for fact in happened if isinstance(fact, facts.Judged)),
        lines=tuple(line for line in lines if not line.quiet),
        tells=mentions_in(happened),
        people=frozenset(part.text for _, line in told for part in line.parts if part.kind == "name"),
    )


def _throw(fact: facts.Rolled, names: Mapping[str, str], system: System) -> Throw:
    purpose = purpose_of(in_words(fact.purpose, names), system)
    luck = None if fact.listed else round(fact.percentile)
    return Throw(names.get(fact.who, ""), purpose, fact.dice, fact.measure, luck, fact.typed)


def _verdict(fact: facts.Judged, names: Mapping[str, str], system: System) -> Verdict:
    return Verdict(verdict_of(fact), "; ".join(reasons_of(fact, names, system)))
