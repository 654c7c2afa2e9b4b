"""Verification: what is stored against what the chronicle makes of it."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain, islice
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q

from campaigns.chronicle import roll_index
from campaigns.chronicle.record import HASHED, digest
from campaigns.chronicle.replay import replay
from campaigns.models import Campaign, Document, Entry, Homebrew, Touch, document_models, hour_of, own_book
from rules import codec

#: The entries that are read at once.
_AT_ONCE = 2_000


def faults(campaign: Campaign) -> list[str]:
    """Sentences on where the stored campaign differs from what its chronicle says; empty when all is well."""
    rolls = roll_index.Audit(campaign)
    links = list(_broken_links(campaign, rolls))
    documents = (_untrue_documents(campaign), _untrue_book(campaign))
    return [*links, *chain(*documents), *rolls.faults()]


def _broken_links(campaign: Campaign, rolls: roll_index.Audit) -> Iterator[str]:
    """Complaints about the chain of entries, each of which is read once: its rolls are looked at on the way."""
    number, previous = 0, ""
    for stretch in _stretches(campaign):
        for entry in stretch:
            number += 1
            if entry.number != number:
                yield f"entry {number} is missing before {entry.number}"
                number = entry.number
            if entry.previous_hash != previous:
                yield f"entry {entry.number} does not follow from the one before it"
            if entry.hash != digest(entry.sealed):
                yield f"entry {entry.number} is not what was written"
            previous = entry.hash
        rolls.look_at(stretch)
    if (campaign.last_number, campaign.last_hash) != (number, previous):
        yield "the campaign does not end with its last entry"


class _Row(NamedTuple):
    """An entry as plain values: of a hundred thousand, objects would take most of the time."""

    pk: int
    hash: str
    struck: int | None
    previous_hash: str
    campaign: str
    number: int
    public_id: str
    at: datetime
    by: str
    encounter: str
    actor: str
    command: str
    given: str
    facts: str
    veiled: str
    late: str
    undoes: str | None
    redoes: str | None
    tells: str | None

    @property
    def hour(self) -> int:
        """The hour in which it was written, counted from 1970."""
        return hour_of(self.at)

    @property
    def sealed(self) -> Sequence[Any]:
        """The columns that its hash seals."""
        return self[-len(HASHED) :]

    @property
    def is_struck(self) -> bool:
        """Whether it counts as undone now."""
        return self.struck is not None


def _stretches(campaign: Campaign) -> Iterator[list[_Row]]:
    """The entries in their order, many at once."""
    entries = Entry.objects.filter(campaign=campaign).order_by("number")
    found = map(_Row._make, entries.values_list("pk", "hash", "struck", *HASHED).iterator(chunk_size=_AT_ONCE))
    while stretch := list(islice(found, _AT_ONCE)):
        yield stretch


def _untrue_documents(campaign: Campaign) -> Iterator[str]:
    for model in document_models():
        for document in model._default_manager.filter(campaign=campaign).exclude(version=0).iterator(chunk_size=100):
            yield from _untrue(document)


def _untrue_book(campaign: Campaign) -> Iterator[str]:
    """A complaint if the book that rules look things up in is not bound from its pages (which are checked apart)."""
    if not own_book.is_bound_from(campaign.book, Homebrew.objects.filter(campaign=campaign)):
        yield f"the compendium of {campaign.public_id} does not match its entries"


def _untrue(document: Document) -> Iterator[str]:
    content = replay(document, from_nothing=True)
    if content is None:
        if not document.void:
            yield f"{document.public_id} has no beginning"
    elif document.void or codec.dump(document.emptied() if document.erased else content) != document.body:
        yield f"{document.public_id} is not what the chronicle makes of it"
    yield from _miscounted(document)
    yield from document.audit(content)


def _miscounted(document: Document) -> Iterator[str]:
    touches = Touch.objects.filter(document=document.public_id)
    counted = touches.aggregate(last=Max("number"), all=Count("pk"), seen=Count("pk", filter=Q(seen=True)))
    if counted["last"] != document.last_number:
        yield f"{document.public_id} does not name the last entry that touched it"
    if (counted["all"], counted["seen"]) != (document.version, document.open_version):
        yield f"{document.public_id} does not count what touched it"
