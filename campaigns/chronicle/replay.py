"""Replaying the entries that are not struck: it gives the very documents that are stored, after undo and redo too."""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import Count, Max, OuterRef, Q, Subquery

from campaigns.audience import encounters
from campaigns.audience.viewers import Viewer
from campaigns.chronicle import roll_index
from campaigns.chronicle.record import CHECKPOINT_EVERY, find, store
from campaigns.models import Checkpoint, Content, Document, Entry, Struck, Touch
from rules import codec
from rules.engine.kernel import Encounter, Fact


def replay(document: Document, *, up_to: int | None = None, from_nothing: bool = False) -> Content | None:
    """A document as the entries that are not struck make it, from the nearest checkpoint or from nothing."""
    start, content = (0, document.blank()) if from_nothing else _nearest(document, up_to)
    for facts in _facts_of(document, start, up_to):
        content = content_after(document, content, codec.facts_from(facts))
    return content


def _nearest(document: Document, up_to: int | None) -> tuple[int, Content | None]:
    checkpoints = Checkpoint.objects.filter(document=document.public_id).order_by("-number")
    if up_to is not None:
        checkpoints = checkpoints.filter(number__lte=up_to)
    last = checkpoints.first()
    if last is None:
        return 0, document.blank()
    return last.number, document.parse(last.body)


def _facts_of(document: Document, start: int, up_to: int | None) -> Iterable[str]:
    """The facts of each entry that changed a document, as they are stored."""
    entries = Entry.objects.counting().filter(touches__document=document.public_id, touches__number__gt=start)
    if up_to is not None:
        entries = entries.filter(number__lte=up_to)
    found: Iterable[str] = entries.order_by("number").values_list("facts", flat=True)
    return found


def content_after(document: Document, content: Content | None, facts: list[Fact]) -> Content | None:
    """A document's content after the facts of one entry, of which only some may be about it."""
    before = encounters.shown_order(content) if isinstance(content, Encounter) else None
    for fact in facts:
        content = document.evolved(content, fact)
    if isinstance(content, Encounter) and before:
        encounters.settle(content, before, facts)
    return content


# -- several documents at several moments ------------------------------------------------------------------------------


def bodies_at(documents: Collection[Document], stops: Sequence[int]) -> list[dict[str, str]]:
    """The bodies of documents, by id, as each of several entries left them (by number, the earliest first).

    It is one walk through the chronicle, in as many queries for a hundred stops as for one. Whatever had not begun by
    then is missing.
    """
    known = {one.public_id: one for one in documents}
    begun = _last_checkpoints(documents, stops[0])
    contents = {who: one.parse(begun[who][1]) if who in begun else one.blank() for who, one in known.items()}
    bodies = {who: codec.dump(content) for who, content in contents.items() if content is not None}
    touched = _touches({who: begun[who][0] if who in begun else 0 for who in known}, stops[-1])
    entries = Entry.objects.counting().filter(pk__in=list(touched)).order_by("number")
    walk, found = deque(entries.values_list("pk", "number", "facts")), []
    for stop in stops:
        while walk and walk[0][1] <= stop:
            pk, _, text = walk.popleft()
            facts = codec.facts_from(text)
            for who in touched[pk]:
                contents[who] = content_after(known[who], contents[who], facts)
                _keep(bodies, who, contents[who])
        found.append(dict(bodies))
    return found


def _keep(bodies: dict[str, str], who: str, content: Content | None) -> None:
    if content is None:
        bodies.pop(who, None)
    else:
        bodies[who] = codec.dump(content)


def _last_checkpoints(documents: Collection[Document], number: int) -> dict[str, tuple[int, str]]:
    """The last checkpoint of each document up to an entry, by id: its number, and the body.

    Documents are asked for theirs: of all checkpoints, each would be asked whether it is the last.
    """
    until = Checkpoint.objects.filter(document=OuterRef("public_id"), number__lte=number).order_by("-number")
    keys: list[int | None] = []
    kinds: dict[type[Document], None] = dict.fromkeys(type(one) for one in documents)
    for model in kinds:
        meant = model._default_manager.filter(public_id__in=[one.public_id for one in documents])
        keys += meant.annotate(last=Subquery(until.values("pk")[:1])).values_list("last", flat=True)
    last = Checkpoint.objects.filter(pk__in=[key for key in keys if key is not None])
    return {document: (at, body) for document, at, body in last.values_list("document", "number", "body")}


def _touches(begun: dict[str, int], last: int) -> dict[int, list[str]]:
    """The documents that entries changed, each after its checkpoint, by the primary key of the entry."""
    meant = Q(pk__in=())
    for who, number in begun.items():
        meant |= Q(document=who, number__gt=number)
    found: dict[int, list[str]] = {}
    touches = Touch.objects.filter(meant, number__lte=last).order_by("pk")
    for entry, document in touches.values_list("entry", "document"):
        found.setdefault(entry, []).append(document)
    return found


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


# -- brought in -------------------------------------------------------------------------------------------------------


def remake(document: Document) -> None:
    """Make anew what follows from the entries of a document that was brought in: counts, checkpoints, its own rows."""
    touched = Entry.objects.filter(touches__document=document.public_id).select_related("undoes", "redoes", "struck")
    content, counted = document.blank(), 0
    rows: list[Any] = []
    for entry in touched.order_by("number").iterator(chunk_size=200):
        about = entry.undoes or entry.redoes
        facts = codec.facts_from((about or entry).facts)
        rows += document.own_rows(entry, facts, struck=entry.undoes is not None)
        if about is None and not entry.is_struck:
            content, counted = content_after(document, content, facts), counted + 1
            if counted % CHECKPOINT_EVERY == 0 and content is not None:
                rows.append(Checkpoint(document=document.public_id, number=entry.number, body=codec.dump(content)))
    kinds: list[Any] = list(dict.fromkeys(map(type, rows)))
    for model in kinds:
        model._default_manager.bulk_create([row for row in rows if type(row) is model])
    _count(document)
    document.remade()


def _count(document: Document) -> None:
    """Let a document count the entries that touched it."""
    touches = Touch.objects.filter(document=document.public_id)
    counted = touches.aggregate(last=Max("number"), all=Count("pk"), seen=Count("pk", filter=Q(seen=True)))
    document.last_number = counted["last"] or 0
    document.version, document.open_version = counted["all"], counted["seen"]
    document.save(update_fields=["version", "open_version", "last_number"])
