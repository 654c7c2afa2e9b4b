"""Replaying the entries that are not struck: it gives the very documents that are stored, after undo and redo too."""

from django.db.models import QuerySet

from campaigns.audience import encounters
from campaigns.audience.viewers import Viewer
from campaigns.chronicle import roll_index
from campaigns.chronicle.record import find, store
from campaigns.models import Checkpoint, Content, Document, Entry, Struck, Touch
from rules import codec
from rules.engine.kernel import Encounter, Fact


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
    entries = Entry.objects.counting().filter(touches__document=document.public_id, touches__number__gt=start)
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


# -- undo and redo ----------------------------------------------------------------------------------------------------


def strike(entry: Entry, undo: Entry, players: Viewer) -> None:
    """Count an entry as undone: its documents are as if it had never happened."""
    Struck.objects.create(entry=entry, campaign=entry.campaign)
    roll_index.strike(entry, struck=True)
    _rebuild(entry, undo, players, struck=True)


def restore(entry: Entry, redo: Entry, players: Viewer) -> None:
    """Count an undone entry as having happened again."""
    Struck.objects.filter(entry=entry).delete()
    roll_index.strike(entry, struck=False)
    _rebuild(entry, redo, players, struck=False)


def _rebuild(entry: Entry, because: Entry, players: Viewer, *, struck: bool) -> None:
    documents = find(Touch.objects.filter(entry=entry).values_list("document", flat=True))
    facts = codec.facts_from(entry.facts)
    touches = []
    for public_id, document in documents.items():
        # What was remembered after the entry was remembered with (or without) it.
        Checkpoint.objects.filter(document=public_id, number__gte=entry.number).delete()
        touches.append(store(document, replay(document), because, players))
        document.project(because, facts, struck=struck)
    Touch.objects.bulk_create(touches)
