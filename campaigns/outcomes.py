"""What an entry came to, laid out for the page of whoever brought it about: dice, verdicts, sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.engine import facts


@dataclass(frozen=True, slots=True)
class Shown:
    """One die as pages draw it."""

    sides: int
    face: int
    scored: bool
    dropped: bool


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that somebody threw, what they came to, and how lucky that was."""

    who: str
    dice: tuple[Shown, ...]
    measure: int
    luck: int
    typed: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was judged of somebody, and what it hung on."""

    who: str
    verdict: str
    hits: int
    numbers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    throws: tuple[Throw, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    sentences: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.throws or self.verdicts or self.sentences)


def outcome_of(happened: Sequence[facts.Fact], names: Mapping[str, str]) -> Outcome:
    """The outcome that the facts tell of; ``names`` are those that the reader may know."""
    return Outcome(
        throws=tuple(_throw(fact, names) for fact in happened if isinstance(fact, facts.Rolled)),
        verdicts=tuple(_verdict(fact, names) for fact in happened if isinstance(fact, facts.Judged)),
        sentences=tuple(_sentence(fact, names) for fact in happened if isinstance(fact, facts.Told)),
    )


def _throw(fact: facts.Rolled, names: Mapping[str, str]) -> Throw:
    dice = tuple(Shown(die.sides, die.face, die.scored > 0, not die.kept) for die in fact.dice)
    return Throw(names.get(fact.who, ""), dice, fact.measure, round(fact.percentile), fact.typed)


def _verdict(fact: facts.Judged, names: Mapping[str, str]) -> Verdict:
    told = [(key, value) for key, value in fact.numbers.items() if value is not None and key != "hits"]
    numbers = tuple((_words(key), names.get(str(value), _words(str(value)))) for key, value in told)
    return Verdict(names.get(fact.who, ""), _words(fact.verdict), fact.hits, numbers)


def _sentence(fact: facts.Told, names: Mapping[str, str]) -> str:
    told = fact.text
    for place, who in enumerate(fact.who):
        told = told.replace(f"{{{place}}}", names.get(who, "somebody"))
    return told


def _words(key: str) -> str:
    return key.replace("_", " ")
