"""News of a campaign as each listener may hear them: one query, however many listen.

The query brings the new entries together with who belongs to the campaign and what is secret there, all of one moment,
so that nobody who was sent away a moment ago hears what happened after.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgspec
from django.db import connection
from django.db.models import QuerySet, TextField, Value
from django.db.models.functions import Coalesce

from campaigns.audience import history, viewers
from campaigns.audience.viewers import Viewer
from campaigns.chronicle import record
from campaigns.models import Campaign, Document, Entry, Membership, document_models
from rules import codec

#: The most entries caught up with at once; whoever missed more loads afresh, which is cheaper for both sides.
MOST_MISSED = 200
#: The number of events that are about no entry and leave the stream where it is.
PASSING = -1
#: Entries looked back through for the last one that a listener knows of.
LOOK_BACK = 50

_ENTRY, _SEAT, _DOCUMENT = range(3)
#: Numbers that no campaign or entry has: they hold places in the query until it is asked.
_CAMPAIGN, _AFTER, _UP_TO = (2**62 + place for place in range(3))
_PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]{1,24}")


@dataclass(frozen=True, slots=True)
class Event:
    """A message of the stream: of an entry (by number) or, for ``number`` 0, the advice to load afresh."""

    number: int
    id: str
    text: bytes


@dataclass(frozen=True, slots=True)
class Sight:
    """The sight of a member: as a viewer, and the encounters open to them. Equal sights hear equal events."""

    viewer: Viewer
    encounters: frozenset[str]

    def of(self, document: str) -> bool:
        """Whether this document is open to them."""
        return document in self.viewer.open_sheets or document in self.encounters


@dataclass(slots=True)
class News:
    """The news of a campaign after entry ``after``, up to entry ``at``, and who may hear which of them.

    ``sights`` are those of all members, by the user's primary key; ``documents`` are all that pages follow.
    """

    after: int
    at: int
    entries: list[Entry]
    sights: dict[int, Sight]
    documents: dict[str, Document]
    _with: dict[Sight, list[Event]] = field(default_factory=dict)
    _by: dict[int, list[Event]] = field(default_factory=dict)

    def heard_by(self, user_id: int) -> list[Event]:
        """The events for a member; made once, however many see the same."""
        if user_id not in self._by:
            self._by[user_id] = self._heard_with(self.sights[user_id])
        return self._by[user_id]

    def _heard_with(self, sight: Sight) -> list[Event]:
        if sight not in self._with:
            seen = (entry for entry in self.entries if history.is_seen(entry, sight.viewer))
            self._with[sight] = [_event(entry, sight, self.documents) for entry in seen]
        return self._with[sight]


def reload_event(last_id: str) -> Event:
    """The advice to load afresh; the stream goes on after ``last_id``, the last entry that its listener could know."""
    return Event(0, last_id, _line("reload", last_id, b"{}"))


def ping_event(told: str) -> Event:
    """A ping, for whoever listens now; the stream goes on from where it stood."""
    return Event(PASSING, "", _line("ping", "", told.encode()))


#: The word that there is a notice; what it says, pages ask for themselves.
NOTICE_EVENT = Event(PASSING, "", b"event: notice\ndata: {}\n\n")


def _event(entry: Entry, sight: Sight, documents: dict[str, Document]) -> Event:
    # By id, for the facts by which they were touched may be of somebody whom the listener does not know of.
    touched = [documents[each] for each in sorted(_touched(entry)) if sight.of(each)]
    told = {
        "entry": entry.public_id,
        "command": history.seen_command(entry, sight.viewer),
        "encounter": entry.encounter if entry.encounter in sight.encounters else "",
        "documents": {each.public_id: each.version_for(sight.viewer.is_gm) for each in touched},
    }
    return Event(entry.number, entry.public_id, _line("entry", entry.public_id, msgspec.json.encode(told)))


def _line(kind: str, event_id: str, data: bytes) -> bytes:
    named = f"id: {event_id}\n" if event_id else ""
    return f"{named}event: {kind}\ndata: ".encode() + data + b"\n\n"


def _touched(entry: Entry) -> list[str]:
    # The query brings what an undo or a redo is about in one place.
    about = entry.undoes or entry
    return record.touched_by([*history.late_facts(about), *codec.facts_from(about.facts)], entry.encounter)


# -- the one query ----------------------------------------------------------------------------------------------------


def read(campaign_pk: int, after: int) -> News:
    """The news of a campaign after entry ``after``, at most ``MOST_MISSED`` entries, for all of its members."""
    entries: list[Entry] = []
    seats: list[Membership] = []
    documents: list[Document] = []
    kinds = _followed()
    for row in _rows(campaign_pk, after):
        match row[0]:
            case 0:
                entries.append(_entry_of(row))
            case 1:
                seats.append(Membership(user_id=row[1], role=row[4]))
            case kind:
                documents.append(_document_of(kinds[kind - _DOCUMENT], row))
    entries.sort(key=lambda entry: entry.number)
    return News(
        after=after,
        at=entries[-1].number if entries else after,
        entries=entries,
        sights=_sights(seats, documents),
        documents={document.public_id: document for document in documents},
    )


def _rows(campaign_pk: int, after: int) -> Iterator[tuple[Any, ...]]:
    """Entries, seats and documents as rows of one shape: kind, three numbers, nine texts, a flag."""
    sql, params = _statement()
    meant = {_CAMPAIGN: campaign_pk, _AFTER: after, _UP_TO: after + MOST_MISSED}
    with connection.cursor() as cursor:
        cursor.execute(sql, [meant.get(value, value) for value in params])
        yield from cursor.fetchall()


def _followed() -> list[type[Document]]:
    """The documents that pages follow live: people and fights. The compendium would be read whole with each event."""
    return [model for model in document_models() if model.is_sheet or model.is_scene]


@cache
def _statement() -> tuple[str, tuple[Any, ...]]:
    """The query as text, put together once: doing it for each event took three times as long as the query itself."""
    sql, params = _union(_CAMPAIGN, _AFTER, _UP_TO).query.sql_with_params()
    return str(sql), tuple(params)


def _union(campaign_pk: int, after: int, up_to: int) -> QuerySet[Any, tuple[Any, ...]]:
    new = Entry.objects.filter(campaign=campaign_pk, number__gt=after, number__lte=up_to)
    # What an undo or redo is about was seen, or not, as it happened.
    about = Coalesce("undoes__facts", "redoes__facts", Value("", TextField()))
    late = Coalesce("undoes__late", "redoes__late", "late")
    tells = Coalesce("tells__command", Value(""))
    texts = ("public_id", "command", "encounter", "actor", "facts", "veiled", about, late, tells)
    entries = new.values_list(Value(_ENTRY), "number", Value(0), Value(0), *texts, Value(False))
    there = Membership.objects.filter(campaign=campaign_pk, user__is_active=True)
    seats = there.values_list(Value(_SEAT), "user_id", Value(0), Value(0), "role", *_blanks(8), Value(False))
    documents = (_documents(campaign_pk, _DOCUMENT + at, model) for at, model in enumerate(_followed()))
    return entries.union(seats, *documents, all=True)


def _documents(campaign_pk: int, kind: int, model: type[Document]) -> QuerySet[Any, tuple[Any, ...]]:
    player = Coalesce(model.player_column, 0) if model.player_column else Value(0)
    others = model.others_column or Value("", TextField())
    there = model._default_manager.filter(campaign=campaign_pk, void=False)
    return there.values_list(Value(kind), "version", "open_version", player, "public_id", others, *_blanks(7), "secret")


def _blanks(count: int) -> list[Value]:
    return [Value("", TextField()) for _ in range(count)]


def _entry_of(row: tuple[Any, ...]) -> Entry:
    _, number, _, _, public_id, command, encounter, actor, facts, veiled, about, late, tells, _ = row
    told = {"number": number, "encounter": encounter, "actor": actor, "veiled": veiled}
    undone = Entry(facts=about, late=late, **told) if about else None
    told |= {"facts": facts, "late": "" if undone else late, "tells": Entry(command=tells) if tells else None}
    return Entry(public_id=public_id, command=command, undoes=undone, **told)


def _document_of(model: type[Document], row: tuple[Any, ...]) -> Document:
    _, version, open_version, player, public_id, others, *_, secret = row
    played = {model.player_column: player or None} if model.player_column else {}
    played |= {model.others_column: others} if model.others_column else {}
    return model(public_id=public_id, version=version, open_version=open_version, secret=secret, **played)


def _sights(seats: Iterable[Membership], documents: Iterable[Document]) -> dict[int, Sight]:
    people = [document for document in documents if document.is_sheet]
    scenes = [document for document in documents if document.is_scene]
    everywhere = frozenset(scene.public_id for scene in scenes)
    openly = frozenset(scene.public_id for scene in scenes if not scene.secret)
    everybody = frozenset(person.public_id for person in people)
    return {
        seat.user_id: Sight(replace(viewers.viewer_of(seat, people), open_sheets=everybody), everywhere)
        if seat.is_gm
        else Sight(viewers.viewer_of(seat, people), openly)
        for seat in seats
    }


# -- who comes (back) -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arrival:
    """The first events for somebody who begins to listen; of entries after ``at`` their room tells them."""

    at: int
    sight: Sight
    events: list[Event]


def arrive(member: Membership, since: str | None) -> Arrival | None:
    """The events that a member missed since an entry, or the advice to load afresh; ``None`` without a seat there.

    ``since`` is the id of an entry; ``""`` means since the beginning, ``None`` since now.
    """
    campaign = member.campaign
    known = campaign.last_number if since is None else _number_of(campaign.pk, since)
    if known is None or campaign.last_number - known >= MOST_MISSED:
        return _afresh(member)
    # The entry that they name is read along: they may go on from it only if it exists for them.
    news = read(campaign.pk, known - 1 if since else known)
    sight = news.sights.get(member.user_id)
    if sight is None:
        return None
    events = news.heard_by(member.user_id)
    if (since and (not events or events[0].id != since)) or len(news.entries) == MOST_MISSED:
        return _afresh(member)
    return Arrival(news.at, sight, events[1:] if since else events)


def _number_of(campaign_pk: int, since: str) -> int | None:
    if not since:
        return 0
    if not _PUBLIC_ID.fullmatch(since):
        return None
    found: int | None = (
        Entry.objects.filter(campaign=campaign_pk, public_id=since).values_list("number", flat=True).first()
    )
    return found


def _afresh(member: Membership) -> Arrival | None:
    news = read(member.campaign_id, max(0, member.campaign.last_number - LOOK_BACK))
    sight = news.sights.get(member.user_id)
    if sight is None:
        return None
    known = (entry.public_id for entry in reversed(news.entries) if history.is_seen(entry, sight.viewer))
    return Arrival(news.at, sight, [reload_event(next(known, ""))])


def seats_and_numbers(campaign_pks: Iterable[int]) -> dict[int, tuple[int, dict[int, str]]]:
    """The last number and the seats (role by user) of several campaigns, in one query."""
    found: dict[int, tuple[int, dict[int, str]]] = {}
    columns = ("pk", "last_number", "memberships__user_id", "memberships__role", "memberships__user__is_active")
    for pk, number, user_id, role, is_active in Campaign.objects.filter(pk__in=campaign_pks).values_list(*columns):
        seats = found.setdefault(pk, (number, {}))[1]
        if is_active:
            seats[user_id] = role
    return found
