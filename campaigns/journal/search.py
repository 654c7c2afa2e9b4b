"""Searching the journal: the index of the database finds words, and only in parts that the reader may read.

What is found stands in an order of its own, titles first. The ranks of either database would weigh words of secret
parts as well, and tell of them by the order alone.
"""

from collections.abc import Sequence

from django.db import connection
from django.db.models import BooleanField, Case, Exists, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import Substr

from campaigns.audience import journal
from campaigns.journal.words import asked, folded
from campaigns.models import JournalPage, JournalPart, Membership, Shared
from campaigns.models.journal_index import matching

#: The order of titles in an alphabet: “The old mill” stands under O.
_ARTICLES = ("the ", "a ", "an ")
ALPHABET = Case(
    *(When(folded__startswith=article, then=Substr("folded", len(article) + 1)) for article in _ARTICLES),
    default="folded",
)


def found(member: Membership, pages: QuerySet[JournalPage], question: str) -> QuerySet[JournalPage]:
    """The pages, of those given, in which every word of a question begins a word that the member may read."""
    words = asked(question)
    if not words:
        return pages.none()
    pages = pages.filter(_having_all(journal.parts(member), words))
    title = folded(question)
    place = Case(
        When(folded=title, then=Value(0)),
        When(folded__startswith=title, then=Value(1)),
        When(folded__contains=title, then=Value(2)),
        default=Value(3),
        output_field=IntegerField(),
    )
    return pages.order_by(place, ALPHABET, "pk")


def _having_all(parts: QuerySet[JournalPart], words: Sequence[str]) -> Q:
    """The condition on pages of which these parts together have every word.

    Nearly always one part has them all: only where a secret part is open, too, can they be spread over several. Asked
    of page after page, for by a set of keys SQLite would find pages one at a time, and read each whole.
    """
    beside = parts.filter(page=OuterRef("pk"))
    whole = Q(Exists(beside.filter(_matching(words))))
    if not words[1:]:
        return whole
    each = (Exists(beside.filter(_matching([word]))) for word in words)
    return whole | Q(Exists(beside.exclude(shared=Shared.ALL)), *each)


def _matching(words: Sequence[str]) -> RawSQL:
    """The condition on a part that each of these, which are letters and digits alone, begins a word of it."""
    if connection.vendor == "postgresql":
        pattern = " & ".join(f"'{word}':*" for word in words)
    else:
        pattern = " AND ".join(f'"{word}"*' for word in words)
    return RawSQL(matching()[connection.vendor], [pattern], BooleanField())  # noqa: S611
