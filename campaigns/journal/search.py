"""Searching the journal: the index of the database finds words, and only in parts that the reader may read.

What is found stands in an order of its own, titles first. The ranks of either database would weigh words of secret
parts as well, and tell of them by the order alone.
"""

from django.db import connection
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.db.models.expressions import RawSQL

from campaigns.audience import journal
from campaigns.journal.words import asked, folded
from campaigns.models import JournalPage, Membership
from campaigns.models.journal_index import matching


def found(member: Membership, pages: QuerySet[JournalPage], question: str) -> QuerySet[JournalPage]:
    """The pages, of those given, in which every word of a question begins a word that the member may read."""
    words = asked(question)
    if not words:
        return pages.none()
    readable = journal.parts(member)
    condition = matching()[connection.vendor]
    # Words are letters and digits alone.
    sides = [readable.filter(pk__in=RawSQL(condition, [_pattern(word)])).values("page") for word in words]  # noqa: S611
    # One set for each word and what they share: as conditions beside each other they take several times as long.
    meeting = sides[0].intersection(*sides[1:]) if sides[1:] else sides[0]
    pages = pages.filter(pk__in=meeting)
    title = folded(question)
    place = Case(
        When(folded=title, then=Value(0)),
        When(folded__startswith=title, then=Value(1)),
        When(folded__contains=title, then=Value(2)),
        default=Value(3),
        output_field=IntegerField(),
    )
    return pages.order_by(place, "folded", "pk")


def _pattern(word: str) -> str:
    """The beginning of a word, as the database's index asks for it."""
    return f"'{word}':*" if connection.vendor == "postgresql" else f'"{word}"*'
