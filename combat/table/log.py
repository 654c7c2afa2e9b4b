"""Reading the log at the table: passages under their rounds, newest first, a stretch at a time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from campaigns.audience import history
from campaigns.audience.viewers import Viewer
from campaigns.log import passages
from campaigns.models import Entry
from combat.table.page import Table

#: Passages that the log shows at once, and the most that one look back reads for them.
AT_ONCE = 25
_MOST_READ = 2000
#: The most new entries that are caught up with piece by piece; with more the page shows the log afresh.
_MOST_NEWS = 100


@dataclass(frozen=True, slots=True)
class Chapter:
    """A passage under the round in which it happened; ``heads`` says that it is the first one shown of that round."""

    passage: passages.Passage
    round: int
    heads: bool


@dataclass(frozen=True, slots=True)
class Pages:
    """A stretch of the log, newest first; ``earlier`` names the passage before which more is to be read."""

    chapters: Sequence[Chapter] = ()
    earlier: str = ""
    newest: str = ""
    afresh: bool = True
    #: Passages that were shown before and have changed since.
    old: frozenset[str] = frozenset()


def latest(seen: Table) -> Pages:
    """The newest stretch of the log."""
    return _pages(seen, _entries(seen), seen.seen.round)


def before(seen: Table, entry_id: str, number: int) -> Pages:
    """The stretch before an entry; ``number`` is the round that was being read."""
    at = history.number_of(seen.member, seen.viewer, entry_id) or 0
    return _pages(seen, _entries(seen).filter(number__lt=at), number)


def since(seen: Table, entry_id: str) -> Pages:
    """The news since an entry, and passages taken back or brought again since; the log afresh where it is too much."""
    at = history.number_of(seen.member, seen.viewer, entry_id)
    if at is None:
        return latest(seen)
    news = Entry.objects.filter(campaign=seen.member.campaign, number__gt=at)
    touched = Q(pk__in=news.values("undoes")) | Q(pk__in=news.values("redoes"))
    entries = list(_entries(seen).filter(Q(number__gt=at) | touched)[: _MOST_NEWS + 1])
    if len(entries) > _MOST_NEWS:
        return latest(seen)
    old = frozenset(entry.public_id for entry in entries if entry.number <= at)
    chapters = tuple(_chapters(seen, entries, seen.seen.round))
    newest = next((chapter.passage.key for chapter in chapters if chapter.passage.key not in old), "")
    return Pages(chapters, newest=newest, afresh=False, old=old)


def _entries(seen: Table) -> QuerySet[Entry]:
    there = Entry.objects.for_reading().filter(campaign=seen.member.campaign, encounter=seen.encounter.public_id)
    entries: QuerySet[Entry] = there.order_by("-number")
    return entries


def _pages(seen: Table, entries: QuerySet[Entry], number: int) -> Pages:
    found: list[Chapter] = []
    for chapter in _chapters(seen, entries[:_MOST_READ].iterator(chunk_size=AT_ONCE * 2), number):
        if len(found) == AT_ONCE:
            return Pages(found, earlier=found[-1].passage.key, newest=found[0].passage.key)
        found.append(chapter)
    return Pages(found, newest=found[0].passage.key if found else "")


def _chapters(seen: Table, entries: Iterable[Entry], number: int) -> Iterator[Chapter]:
    """Passages under their rounds, newest first; ``number`` is the round of the first of them."""
    shown = None
    system, players = seen.member.campaign.system, _players(seen)
    for passage in passages.passages(entries, system, seen.names, seen.viewer, players):
        yield Chapter(passage, number, heads=number != shown)
        shown = number
        if passage.opens_round and not passage.struck:
            number = passage.opens_round - 1


def _players(seen: Table) -> Viewer | None:
    """All players as one viewer, for a game master who wants to know what they do not see; ``None`` for others."""
    if not seen.is_gm:
        return None
    return Viewer(False, frozenset(), frozenset(one.public_id for one in seen.people if not one.secret))
