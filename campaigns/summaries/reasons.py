"""The reasons that people typed for what they do: the skeleton of a story."""

import re
from collections.abc import Iterator
from dataclasses import replace

from campaigns.summaries.naming import sentence
from campaigns.summaries.reading import Record
from rules.engine.kernel import facts

#: Somebody with something that they want to do.
_Deed = tuple[str, str]


class Reasons:
    """The reason for each deed that somebody asked for, by the entry and the sentence that tell of it.

    Of a deed that was granted its doing is told of; if they have not come to it, that it was granted.
    """

    def __init__(self, record: Record) -> None:
        self.retelling = record.system.retelling
        self._found: dict[tuple[int, facts.Told], str] = {}
        if self.retelling.asks:
            self._look_through(record)

    def of(self, number: int, told: facts.Told) -> str:
        """The reason for what a sentence tells of; empty where nobody said one."""
        return self._found.get((number, told), "")

    def retold(self, told: facts.Told) -> facts.Told:
        """A sentence as a story has it: leave to do something is what somebody means to do."""
        if not self.retelling.granted:
            return told
        return replace(told, text=re.sub(self.retelling.grants, self.retelling.granted, told.text))

    def _look_through(self, record: Record) -> None:
        asked: dict[_Deed, str] = {}
        granted: dict[_Deed, tuple[int, facts.Told]] = {}
        for number, told in _sentences(record):
            who = told.who[0]
            if found := re.match(self.retelling.asks, told.text):
                asked[who, found["what"]] = found["why"]
            elif (found := re.match(self.retelling.grants, told.text)) and (who, found["what"]) in asked:
                granted[who, found["what"]] = number, told
            elif told.text.startswith(self.retelling.deeds):
                done = [deed for deed in granted if deed[0] == who and deed[1] in told.text]
                for deed in done:
                    del granted[deed]
                    if asked[deed] not in told.text:
                        self._found[number, told] = asked[deed]
        self._found.update({at: asked[deed] for deed, at in granted.items()})


def _sentences(record: Record) -> Iterator[tuple[int, facts.Told]]:
    for entry in record.entries:
        for fact in entry.facts:
            if isinstance(fact, facts.Told) and fact.who:
                yield entry.number, fact


def with_reason(why: str, words: str) -> str:
    """Words after the reason for what they say, which is a sentence of its own.

    >>> with_reason("The ice groans", "Rook runs"), with_reason("Hold!", "two run"), with_reason("", "Rook runs")
    ('The ice groans. Rook runs', 'Hold! Two run', 'Rook runs')
    """
    return f"{sentence(why)} {words[:1].upper()}{words[1:]}" if why else words
