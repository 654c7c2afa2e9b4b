"""Counting entries as undone, or as having happened again, with the documents that follow from it."""

from campaigns.audience.viewers import Viewer
from campaigns.chronicle import roll_index
from campaigns.chronicle.record import find, store
from campaigns.chronicle.replay import replay
from campaigns.models import Checkpoint, Entry, Struck, Touch
from rules import codec


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
