"""Replaying the entries that are not struck: it gives the very documents that are stored."""

from django.db.models import QuerySet

from campaigns.audience import encounters
from campaigns.models import Checkpoint, Entry
from campaigns.models.documents import Content, Document
from rules import codec
from rules.engine.kernel.facts import Fact
from rules.engine.kernel.sheets import Encounter


def replay(document: Document, *, up_to: int | None = None, from_nothing: bool = False) -> Content | None:
    """A document as the entries that are not struck make it, from the nearest checkpoint or from nothing."""
    start, content = (0, document.blank()) if from_nothing else _nearest(document, up_to)
    for entry in _entries_of(document, start, up_to):
        content = content_after(document, content, codec.facts_from(entry.facts))
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


def content_after(document: Document, content: Content | None, facts: list[Fact]) -> Content | None:
    """A document's content after the facts of one entry, of which only some may be about it."""
    before = encounters.shown_order(content) if isinstance(content, Encounter) else None
    for fact in facts:
        content = document.evolved(content, fact)
    if isinstance(content, Encounter) and before:
        encounters.settle(content, before, facts)
    return content
