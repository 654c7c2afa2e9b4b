"""The rolls of an entry as a story tells them: tests and how they went, rests, what the table talks about."""

from collections.abc import Iterable, Iterator

from campaigns.log.sentences import purpose_of
from campaigns.summaries.reading import Record, Seen
from rules.engine.kernel import Fact, Said, facts, in_words, spoken
from rules.engine.system.protocol import Wonder


def _is_a(wonder: Wonder, fact: Fact) -> bool:
    if isinstance(fact, facts.Told):
        return fact.text.startswith(wonder.sign)
    if not isinstance(fact, facts.Judged):
        return False
    return f" {spoken(fact.verdict)}".endswith(f" {wonder.sign}") or fact.numbers.get("special") == wonder.sign


def _how(verdict: str, wonder: Wonder | None) -> str:
    """A verdict behind the rare way in which it came about.

    >>> dragon = Wonder("dragon", "with a Dragon", "a Dragon", "Dragons")
    >>> _how("clear success", dragon), _how("dragon", dragon), _how("failure", None)
    ('with a Dragon success', 'a Dragon', 'failure')
    """
    kind = verdict.rpartition(" ")[2]
    if wonder is None:
        return verdict
    return f"{wonder.how} {kind}" if kind in ("success", "failure") else wonder.one


def _in_a_sentence(what: str, names: Iterable[str]) -> str:
    """The purpose of a roll, small within a sentence; names and abbreviations stay.

    >>> _in_a_sentence("Martial Melee", ["Rook"]), _in_a_sentence("STR", []), _in_a_sentence("Ride Rook", ["Rook"])
    ('martial melee', 'STR', 'Ride Rook')
    """
    return what if what.isupper() or any(one in what for one in names) else what.lower()


class Rolls:
    """A reader of a session's rolls."""

    def __init__(self, record: Record) -> None:
        self.record, self.names = record, record.names
        self.commands = {one.name for one in record.system.commands}
        self.gauges = {who: [one.name for one in record.system.vitals(it).gauges] for who, it in record.party.items()}

    def wonders(self, entry: Seen) -> Iterator[tuple[str, Wonder]]:
        """The rolls of an entry that the table talks about, each with who rolled."""
        for fact in entry.facts:
            who = fact.who[:1] if isinstance(fact, facts.Told) else [fact.who] if isinstance(fact, facts.Judged) else []
            for wonder in self.record.system.retelling.wonders:
                if who and who[0] in self.names and _is_a(wonder, fact):
                    yield who[0], wonder

    def rested(self, entry: Seen) -> list[str]:
        """The people of the party who get better by no test of theirs, nor of anybody's: rest heals them."""
        if any(self.tests(entry)):
            return []
        return [who for who in map(self._healed, entry.facts) if who in self.record.players]

    def _healed(self, fact: Fact) -> str:
        match fact:
            case facts.BoxesTicked(who=who, by=by) if by < 0:
                return who
            case facts.ResourceChanged(who=who, resource=what, by=by) if by > 0 and what in self.gauges.get(who, ()):
                return who
        return ""

    def _is_named(self, purpose: str | Said) -> bool:
        """Whether a roll says the command that it is the test of; others, such as luck rolls, only follow from it."""
        return in_words(purpose, self.names).partition(": ")[0] in self.commands

    def tests(self, entry: Seen) -> Iterator[tuple[str, tuple[str, str]]]:
        """The first test of each in an entry with the verdict on it: what for, and how it went.

        There is none in a rest, nor in what says by itself how its roll went.
        """
        retelling = self.record.system.retelling
        if entry.command in (*retelling.rests, *retelling.in_words):
            return
        rolled: dict[str, tuple[str | Said, str]] = {}
        judged: dict[str, str] = {}
        wonders = dict(reversed(list(self.wonders(entry))))
        for fact in entry.facts:
            match fact:
                case facts.Rolled(who=who, purpose=purpose, measure=measure) if who in self.names:
                    rolled.setdefault(who, (purpose, str(measure)))
                case facts.Judged(who=who, verdict=verdict) if who in rolled:
                    judged.setdefault(who, _how(spoken(verdict), wonders.get(who)))
        for who, (purpose, came_to) in rolled.items():
            # Where nobody judges a test, what it came to says how it went; rolls that follow from others are no tests.
            if who in judged or self._is_named(purpose):
                yield who, (self._purpose(purpose), judged.get(who, came_to))

    def _purpose(self, purpose: str | Said) -> str:
        """The skill or the like, without what helps and hinders, and how it is tried."""
        words = purpose_of(in_words(purpose, self.names), self.record.system)
        how, _, what = (words.partition(", ")[2] if self._is_named(purpose) else words).rpartition(": ")
        what = _in_a_sentence(what.partition(", ")[0], self.names.values())
        return f"{what}, {how}" if how else what
