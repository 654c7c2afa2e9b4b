"""Searching the journal: the index of the database finds words, and only in parts that the reader may read.

What is found stands in an order of its own, titles first. The ranks of either database would weigh words of secret
parts as well, and tell of them by the order alone.
"""

from collections.abc import Sequence

from django.db import connection
from django.db.models import Case, IntegerField, Max, Q, QuerySet, Value, When
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

    A set of pages for each word, and what they share, would read every part as many times as there are words.
    """
    if not words[1:]:
        return Q(pk__in=parts.filter(pk__in=_matching(words)).values("page"))
    return _in_one_or_several(parts, words) if connection.vendor == "postgresql" else _in_one_look(parts, words)


def _in_one_look(parts: QuerySet[JournalPart], words: Sequence[str]) -> Q:
    """For SQLite, which looks words up fast and rows slowly: the parts with any word are read once, page by page."""
    each = {f"word_{at}": Max(Case(When(pk__in=_matching([word]), then=1), default=0)) for at, word in enumerate(words)}
    having = parts.filter(pk__in=_matching(words, " OR ")).values("page").annotate(**each)
    return Q(pk__in=having.filter(**dict.fromkeys(each, 1)).values("page"))


def _in_one_or_several(parts: QuerySet[JournalPart], words: Sequence[str]) -> Q:
    """For PostgreSQL, which reads the words of a part anew for each look at them: nearly always one part has all.

    Only where a secret part has one of the words can they be spread over several.
    """
    whole = parts.filter(pk__in=_matching(words, " & ")).values("page")
    secret = parts.exclude(shared=Shared.ALL).filter(pk__in=_matching(words, " | ")).values("page")
    sides = [parts.filter(page__in=secret, pk__in=_matching([word])).values("page") for word in words]
    return Q(pk__in=whole) | Q(pk__in=sides[0].intersection(*sides[1:]))


def _matching(words: Sequence[str], between: str = "") -> RawSQL:
    """The keys of the parts with words that begin with these, which are letters and digits alone."""
    patterns = [f"'{word}':*" if connection.vendor == "postgresql" else f'"{word}"*' for word in words]
    return RawSQL(matching()[connection.vendor], [between.join(patterns)])  # noqa: S611
