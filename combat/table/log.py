"""Reading the log at the table: passages under their turns, newest first, a stretch at a time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from django.db.models import Q

from campaigns.audience import history
from campaigns.audience.viewers import Viewer
from campaigns.log import passages, walks
from campaigns.log.line import Line
from campaigns.models import AppendOnlyQuerySet, Entry
from combat.table.page import Table

#: Passages that the log shows at once, and the most that one look back reads for them.
AT_ONCE = 25
_MOST_READ = 2000
#: The most new entries that are caught up with piece by piece; with more the page shows the log afresh.
_MOST_NEWS = 100
#: The most entries of spoils and awards that a fight which is over tells of.
_MOST_SHARES = 25
#: The turn of what happened before anybody's.
_FIRST = "first"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A passage under the turn in which it happened; ``heads`` says that it is the first one shown of that turn.

    A turn is known by the passage that opened it; ``whose`` is empty where a round had begun and nobody's turn yet.
    ``walk`` tells the whole walk of which the passage tells the last leg.
    """

    passage: passages.Passage
    round: int
    under: str = _FIRST
    whose: str = ""
    heads: bool = False
    walk: Line | None = None


@dataclass(frozen=True, slots=True)
class Pages:
    """A stretch of the log, newest first; ``earlier`` names the passage before which more is to be read."""

    chapters: Sequence[Chapter] = ()
    earlier: str = ""
    newest: str = ""
    afresh: bool = True
    #: Passages that were shown before and have changed since.
    old: frozenset[str] = frozenset()

    @property
    def last(self) -> Chapter | None:
        """The newest passage that counts, if it tells more than whose turn it is; the beginning of a fight does not."""
        told = ((one, one.passage) for one in self.chapters)
        found = next((one for one, it in told if not (it.struck or it.turned or it.drawn)), None)
        return None if found is None or found.passage.change or found.passage.opening else found


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
    changed = [Chapter(one, 0) for one in _passages(seen, [entry for entry in entries if entry.number <= at])]
    if len(entries) > _MOST_NEWS or any(_opens(chapter.passage) for chapter in changed):
        return latest(seen)
    fresh = _fresh(seen, at) if any(entry.number > at for entry in entries) else []
    newest = fresh[0].passage.key if fresh else ""
    old = frozenset(chapter.passage.key for chapter in changed)
    return Pages((*fresh, *changed), newest=newest, afresh=False, old=old)


def shares(seen: Table, commands: Sequence[str]) -> list[passages.Passage]:
    """The passages on spoils and awards after a fight, by their commands, oldest first, as far as a player hears."""
    if seen.is_gm or seen.seen.stage != "over":
        return []
    given = _entries(seen).filter(command__in=commands)
    told = _passages(seen, given[:_MOST_SHARES])
    return [one for one in told if one.spoken and not one.struck][::-1]


def _fresh(seen: Table, at: int) -> list[Chapter]:
    """The passages after an entry; under whose turn the first of them stands, older ones say."""
    told = _chapters(seen, _entries(seen).newest_first(AT_ONCE, _MOST_READ), seen.seen.round)
    return list(takewhile(lambda chapter: chapter.passage.number > at, told))


def _entries(seen: Table) -> AppendOnlyQuerySet:
    there = Entry.objects.for_reading().filter(campaign=seen.member.campaign, encounter=seen.encounter.public_id)
    entries: AppendOnlyQuerySet = there.order_by("-number")
    return entries


def _pages(seen: Table, entries: AppendOnlyQuerySet, number: int) -> Pages:
    found: list[Chapter] = []
    for chapter in _chapters(seen, entries.newest_first(2 * AT_ONCE, _MOST_READ), number):
        if len(found) == AT_ONCE:
            return Pages(found, earlier=found[-1].passage.key, newest=found[0].passage.key)
        found.append(chapter)
    return Pages(found, newest=found[0].passage.key if found else "")


def _chapters(seen: Table, entries: Iterable[Entry], number: int) -> Iterator[Chapter]:
    """Passages under their turns, newest first; ``number`` is the round of the first of them."""
    turn: list[passages.Passage] = []
    for passage in _passages(seen, entries):
        opens = _opens(passage) and not passage.struck
        if not (opens and passage.late):
            turn.append(passage)
        if opens:
            yield from _under(passage, turn, number)
            number = passage.opens_round - 1 if passage.opens_round else number
            turn = [passage] if passage.late else []
    yield from _under(None, turn, number)


def _under(opener: passages.Passage | None, turn: Sequence[passages.Passage], number: int) -> Iterator[Chapter]:
    """The passages of a turn under what opened it."""
    key, whose = (opener.key, opener.turn) if opener else (_FIRST, "")
    for at, passage in enumerate(turn):
        yield Chapter(passage, number, key, whose, heads=at == 0, walk=walks.walked(turn[at:]))


def _opens(passage: passages.Passage) -> bool:
    """Whether a turn or a round begins with a passage."""
    return bool(passage.turn or passage.opens_round)


def _passages(seen: Table, entries: Iterable[Entry]) -> Iterator[passages.Passage]:
    return passages.passages(entries, seen.member.campaign.system, seen.names, seen.viewer, _players(seen))


def _players(seen: Table) -> Viewer | None:
    """All players as one viewer, for a game master who wants to know what they do not see; ``None`` for others."""
    if not seen.is_gm:
        return None
    return Viewer(False, frozenset(), frozenset(one.public_id for one in seen.people if not one.secret))
