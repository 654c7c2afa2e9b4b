"""The odds lab: questions in words, answered for pages, programs and the command line alike. It reads no row."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.engine.kernel import Refused
from rules.engine.notation.plain_dice import PLAIN, ask
from rules.engine.notation.questions import Answer, Misunderstood, Vocabulary
from rules.engine.system.protocol import System

#: The most questions that are compared.
MOST = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, with its answer or the refusal that says what would be understood."""

    question: str
    answer: Answer | None = None
    refused: Refused | None = None

    @property
    def marked(self) -> tuple[str, str, str] | None:
        """The question before, at and behind the word that was not understood; ``None`` if all was."""
        if not isinstance(self.refused, Misunderstood):
            return None
        start, end = self.refused.start, self.refused.end
        return self.question[:start], self.question[start:end], self.question[end:]


def language_of(system: System | None) -> Vocabulary:
    """The words of a game, or those of plain dice."""
    return system.questions if system else PLAIN


def asked(system: System | None, questions: Iterable[str]) -> list[Asked]:
    """Answers to the first few questions that are not empty."""
    wanted = [question.strip() for question in questions if question.strip()][:MOST]
    return [_asked(system, question) for question in wanted]


def _asked(system: System | None, question: str) -> Asked:
    try:
        return Asked(question, answered(system, question))
    except Refused as refused:
        return Asked(question, refused=refused)


def answered(system: System | None, question: str) -> Answer:
    """The answer to a question; refused with the word that was not understood."""
    return _answered(language_of(system), question.strip())


@lru_cache(maxsize=1024)
def _answered(language: Vocabulary, question: str) -> Answer:
    """The answer to a question, cached: while a person types, one question is asked again and again."""
    return ask(language, question)


# -- as a table -------------------------------------------------------------------------------------------------------

HEADINGS = ("question", "measured", "value", "chance", "this or less")


def rows(found: Sequence[Asked]) -> Iterator[tuple[str, str, str, float, float]]:
    """A row for every value of every answer (its chance, and that of it or less), then for every named chance."""
    for one in found:
        if one.answer is None:
            continue
        so_far, odds = 0.0, one.answer.odds
        for value, chance in one.answer.values:
            so_far += chance
            yield one.answer.understood, odds.measured, str(value), chance, min(1.0, so_far)
        for named in odds.chances:
            yield one.answer.understood, "", named.label, named.probability, named.probability


def as_csv(found: Sequence[Asked]) -> str:
    """The rows as CSV text, with a line of headings."""
    paper = io.StringIO()
    writer = csv.writer(paper)
    writer.writerow(HEADINGS)
    for *words, chance, so_far in rows(found):
        writer.writerow([*words, f"{chance:.10g}", f"{so_far:.10g}"])
    return paper.getvalue()
