"""The words of what somebody does, as a story has them, and what of it is worth telling."""

import re
from collections.abc import Iterable

from campaigns.summaries.naming import Cast
from campaigns.summaries.reading import Record, Seen
from campaigns.summaries.reasons import Reasons, with_reason
from rules.engine.kernel import facts, in_words

#: The figures behind what somebody does.
_FIGURES = re.compile(r": [^:]*\d[^:]*\.$")


class DeedWords:
    """The words of the facts of one record, in which creatures are called as in the story."""

    def __init__(self, record: Record, cast: Cast) -> None:
        self.names, self.cast, self.retelling = record.names, cast, record.system.retelling
        self.reasons = Reasons(record)

    def said(self, told: facts.Told, among: Iterable[str] = ()) -> str:
        """The words of a fact."""
        known = [who for who in told.who if who in self.names]
        called = {who: self.cast.name(who, among) for who in known}
        return in_words(told.said, {**self.names, **called})

    def done(self, told: facts.Told, among: Iterable[str] = ()) -> str:
        """The words of a deed, without the figures behind it: "casts Light: 3 hit points" says what the spell cost."""
        return _FIGURES.sub(".", self.said(told, among))

    def why(self, entry: Seen, told: facts.Told) -> str:
        """The reason that somebody gave for what a fact tells; empty where nobody did."""
        return self.reasons.of(entry.number, told)

    def with_reason(self, why: str, told: facts.Told, among: Iterable[str] = ()) -> str:
        """The words of a deed with the reason for it."""
        return with_reason(why, self.done(self.reasons.retold(told), among))

    def fails(self, told: facts.Told) -> bool:
        """Whether a sentence says that what its first person did last comes to nothing."""
        return bool(told.who and self.retelling.fails and re.fullmatch(self.retelling.fails, told.text))

    def is_worth_telling(self, told: facts.Told) -> bool:
        """Whether the game counts a sentence among those that a story tells again."""
        whole = self.retelling
        return told.text.startswith((*whole.deaths, *whole.falls, *whole.deeds))

    def is_deed(self, entry: Seen) -> bool:
        """Whether an entry tells of anything that a story tells again."""
        told = [fact for fact in entry.facts if isinstance(fact, facts.Told) and fact.who]
        return any(self.is_worth_telling(fact) or self.why(entry, fact) for fact in told)
