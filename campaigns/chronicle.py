"""The chronicle: the only road into sheets, encounters and the campaign's own book.

An entry, the documents it changed, and every row that follows from them are written in one transaction, under the lock
of the campaign's row. Replaying the entries that are not struck gives the very documents that are stored.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Count, Max, Q, QuerySet

from campaigns import audience, openbook, tally
from campaigns.audience import Viewer
from campaigns.documents import Content, Document, document_models
from campaigns.models import Campaign, Checkpoint, Entry, Homebrew, Struck, Touch
from campaigns.redaction import Hidden
from rules import codec
from rules.engine.kernel.facts import BookFact, Fact, SceneFact, SheetFact
from rules.engine.kernel.sheets import Encounter, Json
from winterhall.accounts.models import User

#: Changes of a document from one checkpoint to the next: the most that an undo replays.
CHECKPOINT_EVERY = 50


@dataclass(frozen=True, slots=True)
class Line:
    """An entry to be written: who did what with which facts, and which entry it takes back or brings again."""

    by: User
    command: str
    facts: list[Fact] = field(default_factory=list)
    given: dict[str, Json] = field(default_factory=dict)
    actor: str = ""
    encounter: str = ""
    veiled: Hidden = field(default_factory=dict)
    late: str = ""
    tells: Entry | None = None
    undoes: Entry | None = None
    redoes: Entry | None = None
    key: str | None = None
    key_digest: str = ""


def lock(campaign_pk: int) -> Campaign:
    """The campaign's row, locked until the transaction ends (SQLite's transactions exclude each other anyway)."""
    return Campaign.objects.select_for_update().get(pk=campaign_pk)


def write(campaign: Campaign, line: Line) -> Entry:
    """Add the next entry of a locked campaign."""
    entry = Entry(
        campaign=campaign,
        number=campaign.last_number + 1,
        by=line.by,
        encounter=line.encounter,
        actor=line.actor,
        command=line.command,
        given=codec.dump(line.given),
        facts=codec.dump_facts(line.facts),
        veiled=codec.dump(line.veiled),
        late=line.late,
        tells=line.tells,
        undoes=line.undoes,
        redoes=line.redoes,
        key=line.key,
        key_digest=line.key_digest,
        previous_hash=campaign.last_hash,
    )
    entry.hash = hash_of(entry)
    entry.save()
    campaign.last_number, campaign.last_hash = entry.number, entry.hash
    campaign.save(update_fields=["last_number", "last_hash"])
    return entry


def hash_of(entry: Entry) -> str:
    """The hash that chains an entry to the one before it."""
    told = [
        entry.previous_hash,
        entry.campaign.public_id,
        entry.number,
        entry.public_id,
        entry.at.isoformat(),
        entry.by.public_id,
        entry.encounter,
        entry.actor,
        entry.command,
        entry.given,
        entry.facts,
        entry.veiled,
        entry.late,
        entry.undoes.public_id if entry.undoes else "",
        entry.redoes.public_id if entry.redoes else "",
        *([entry.tells.public_id] if entry.tells else []),
    ]
    return hashlib.sha256(codec.dump(told).encode()).hexdigest()


def touched_by(facts: Iterable[Fact], encounter: str) -> list[str]:
    """The documents that facts change, in the order in which they were first changed."""
    documents: dict[str, None] = {}
    for fact in facts:
        if isinstance(fact, SheetFact):
            documents[fact.who] = None
        elif isinstance(fact, SceneFact):
            documents[encounter] = None
        elif isinstance(fact, BookFact):
            documents[fact.page] = None
    return list(documents)


def find(public_ids: Iterable[str]) -> dict[str, Document]:
    """Documents by public id, whatever their kind; kinds are asked only as long as one is missing."""
    wanted, found = set(public_ids), dict[str, Document]()
    for model in document_models():
        if wanted - found.keys():
            found |= {d.public_id: d for d in model._default_manager.filter(public_id__in=wanted - found.keys())}
    return found


def follow(entry: Entry, facts: list[Fact], contents: Mapping[str, Content], players: Viewer) -> None:
    """Store what an entry made of the documents it touched; ``players`` are all of them, as one who looks."""
    documents = find(contents)
    touches = [_store(documents[each], content, entry, players) for each, content in contents.items()]
    Touch.objects.bulk_create(touches)
    tally.keep(entry)
    for public_id in contents:
        document = documents[public_id]
        document.project(entry, facts)
        if document.version % CHECKPOINT_EVERY == 0:
            Checkpoint.objects.create(document=public_id, number=entry.number, body=document.body)


def _store(document: Document, content: Content | None, entry: Entry, players: Viewer) -> Touch:
    """Let a document become what an entry made of it; returns the row, not saved yet, that says so."""
    hidden = audience.veiled_in(entry)
    seen = audience.sees_change(document, content, players, hidden)
    document.write(content, entry.number, seen=seen, is_open=audience.is_open(content, hidden))
    document.save(update_fields=document.following)
    return Touch(entry=entry, document=document.public_id, number=entry.number, seen=seen)


# -- undo and redo --------------------------------------------------------------------------------------------------


def strike(entry: Entry, undo: Entry, players: Viewer) -> None:
    """Count an entry as undone: its documents are as if it had never happened."""
    Struck.objects.create(entry=entry, campaign=entry.campaign)
    tally.strike(entry, struck=True)
    _rebuild(entry, undo, players, struck=True)


def restore(entry: Entry, redo: Entry, players: Viewer) -> None:
    """Count an undone entry as having happened again."""
    Struck.objects.filter(entry=entry).delete()
    tally.strike(entry, struck=False)
    _rebuild(entry, redo, players, struck=False)


def _rebuild(entry: Entry, because: Entry, players: Viewer, *, struck: bool) -> None:
    documents = find(Touch.objects.filter(entry=entry).values_list("document", flat=True))
    facts = codec.facts_from(entry.facts)
    touches = []
    for public_id, document in documents.items():
        # What was remembered after the entry was remembered with (or without) it.
        Checkpoint.objects.filter(document=public_id, number__gte=entry.number).delete()
        touches.append(_store(document, replay(document), because, players))
        document.project(because, facts, struck=struck)
    Touch.objects.bulk_create(touches)


def replay(document: Document, *, up_to: int | None = None, from_nothing: bool = False) -> Content | None:
    """A document as the entries that are not struck make it, from the nearest checkpoint or from nothing."""
    start, content = (0, document.blank()) if from_nothing else _nearest(document, up_to)
    for entry in _entries_of(document, start, up_to):
        content = told(document, content, codec.facts_from(entry.facts))
    return content


def _nearest(document: Document, up_to: int | None) -> tuple[int, Content | None]:
    checkpoints = Checkpoint.objects.filter(document=document.public_id).order_by("-number")
    if up_to is not None:
        checkpoints = checkpoints.filter(number__lte=up_to)
    last = checkpoints.first()
    if last is None:
        return 0, document.blank()
    return last.number, document.parse(last.body)


def _entries_of(document: Document, start: int, up_to: int | None) -> QuerySet[Entry]:
    entries = Entry.objects.filter(
        touches__document=document.public_id, touches__number__gt=start, struck=None, undoes=None, redoes=None
    )
    if up_to is not None:
        entries = entries.filter(number__lte=up_to)
    found: QuerySet[Entry] = entries.order_by("number").only("facts", "encounter")
    return found


def told(document: Document, content: Content | None, facts: list[Fact]) -> Content | None:
    """A document's content after the facts of one entry, of which only some may be about it."""
    before = audience.shown_order(content) if isinstance(content, Encounter) else None
    for fact in facts:
        content = document.evolved(content, fact)
    if isinstance(content, Encounter) and before:
        audience.settle(content, before, facts)
    return content


# -- verification ---------------------------------------------------------------------------------------------------


def faults(campaign: Campaign) -> list[str]:
    """Sentences on where the stored campaign differs from what its chronicle says; empty when all is well."""
    documents = [*_untrue_documents(campaign), *_untrue_book(campaign)]
    return [*_broken_links(campaign), *documents, *tally.faults(campaign)]


def _broken_links(campaign: Campaign) -> list[str]:
    found, number, previous = [], 0, ""
    linked = Entry.objects.select_related("by", "campaign", "tells", "undoes", "redoes").defer("campaign__book")
    entries = linked.filter(campaign=campaign)
    for entry in entries.order_by("number").iterator(chunk_size=500):
        number += 1
        if entry.number != number:
            found.append(f"entry {number} is missing before {entry.number}")
            number = entry.number
        if entry.previous_hash != previous:
            found.append(f"entry {entry.number} does not follow from the one before it")
        if entry.hash != hash_of(entry):
            found.append(f"entry {entry.number} is not what was written")
        previous = entry.hash
    if (campaign.last_number, campaign.last_hash) != (number, previous):
        found.append("the campaign does not end with its last entry")
    return found


def _untrue_documents(campaign: Campaign) -> list[str]:
    found = []
    for model in document_models():
        for document in model._default_manager.filter(campaign=campaign).exclude(version=0).iterator(chunk_size=100):
            found += _untrue(document)
    return found


def _untrue_book(campaign: Campaign) -> list[str]:
    """A complaint if the book that rules look things up in is not bound from its pages (which are checked apart)."""
    pages = Homebrew.objects.filter(campaign=campaign)
    same = openbook.is_bound_from(campaign.book, pages)
    return [] if same else [f"the book of {campaign.public_id} is not bound from its pages"]


def _untrue(document: Document) -> list[str]:
    content = replay(document, from_nothing=True)
    found = []
    if content is None:
        if not document.void:
            found.append(f"{document.public_id} has no beginning")
    elif document.void or codec.dump(content) != document.body:
        found.append(f"{document.public_id} is not what the chronicle makes of it")
    return found + _miscounted(document) + document.audit(content)


def _miscounted(document: Document) -> list[str]:
    found = []
    touches = Touch.objects.filter(document=document.public_id)
    counted = touches.aggregate(last=Max("number"), all=Count("pk"), seen=Count("pk", filter=Q(seen=True)))
    if counted["last"] != document.last_number:
        found.append(f"{document.public_id} does not name the last entry that touched it")
    if (counted["all"], counted["seen"]) != (document.version, document.open_version):
        found.append(f"{document.public_id} does not count what touched it")
    return found
