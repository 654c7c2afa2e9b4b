"""Recording: the only road into sheets, encounters and the campaign's own book.

An entry, the documents it changed, and every row that follows from them are written in one transaction, under the lock
of the campaign's row.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from campaigns.audience import history, sight
from campaigns.audience.redaction import NOBODY, Hidden
from campaigns.audience.viewers import Viewer
from campaigns.chronicle import roll_index
from campaigns.models import Campaign, Checkpoint, Content, Document, Entry, Touch, document_models
from rules import codec
from rules.engine.kernel import BookFact, Fact, Json, SceneFact, SheetFact
from winterhall.accounts.models import User

#: Changes of a document from one checkpoint to the next: the most that an undo replays.
CHECKPOINT_EVERY = 50
#: The columns of an entry that its hash seals, in this order.
HASHED = (
    *("previous_hash", "campaign__public_id", "number", "public_id", "at", "by__public_id"),
    *("encounter", "actor", "command", "given", "facts", "veiled", "late"),
    *("undoes__public_id", "redoes__public_id", "tells__public_id"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """An entry to be written: who did what with which facts, and which entry it takes back or brings again."""

    by: User
    command: str
    facts: list[Fact] = field(default_factory=list)
    given: dict[str, Json] = field(default_factory=dict)
    actor: str = ""
    encounter: str = ""
    veiled: Hidden = NOBODY
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
    entry = next_entry(campaign, line)
    entry.save()
    campaign.save(update_fields=["last_number", "last_hash"])
    return entry


def next_entry(campaign: Campaign, line: Line) -> Entry:
    """The next entry of a locked campaign, which ends with it from then on; neither is saved yet."""
    entry = Entry(
        campaign=campaign,
        number=campaign.last_number + 1,
        by=line.by,
        encounter=line.encounter,
        actor=line.actor,
        command=line.command,
        given=codec.dump(line.given),
        facts=codec.dump_facts(line.facts),
        veiled=codec.dump(sorted(line.veiled)),
        late=line.late,
        tells=line.tells,
        undoes=line.undoes,
        redoes=line.redoes,
        key=line.key,
        key_digest=line.key_digest,
        previous_hash=campaign.last_hash,
    )
    entry.hash = hash_of(entry)
    campaign.last_number, campaign.last_hash = entry.number, entry.hash
    return entry


def hash_of(entry: Entry) -> str:
    """The hash that chains an entry to the one before it."""
    return digest([_column(entry, path) for path in HASHED])


def _column(entry: Entry, path: str) -> Any:
    """The value of a column of an entry, or of a row that it names, as a query finds it; ``None`` if it names none."""
    return reduce(lambda row, name: row and getattr(row, name), path.split("__"), entry)


def digest(told: Sequence[Any]) -> str:
    """The hash of what an entry holds in the columns of :data:`HASHED`."""
    previous, campaign, number, public_id, at, *content, undoes, redoes, tells = told
    named = (undoes or "", redoes or "", *([tells] if tells else []))
    text = codec.dump([previous, campaign, number, public_id, at.isoformat(), *content, *named])
    return hashlib.sha256(text.encode()).hexdigest()


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
    touches = [store(documents[each], content, entry, players) for each, content in contents.items()]
    Touch.objects.bulk_create(touches)
    roll_index.keep(entry)
    for public_id in contents:
        document = documents[public_id]
        document.project(entry, facts)
        if document.version % CHECKPOINT_EVERY == 0:
            Checkpoint.objects.create(document=public_id, number=entry.number, body=document.body)


def store(document: Document, content: Content | None, entry: Entry, players: Viewer) -> Touch:
    """Store a document as an entry made it; returns the row, not saved yet, that says so."""
    touch = become(document, content, entry, players)
    document.save(update_fields=document.following)
    return touch


def become(document: Document, content: Content | None, entry: Entry, players: Viewer) -> Touch:
    """Let a document be what an entry made of it; returns the row that says so. Neither is saved yet."""
    hidden = history.veiled_in(entry)
    seen = sight.sees_change(document, content, players, hidden)
    document.write(content, entry.number, seen=seen, is_open=sight.is_open(content, hidden))
    return Touch(entry=entry, document=document.public_id, number=entry.number, seen=seen)
