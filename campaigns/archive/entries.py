"""Entries of the chronicle in archives, with the facts that they hold and the documents that they touched.

What follows from them is made anew: which of them are struck, the rolls, the ledgers, and checkpoints.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from campaigns.archive.documents import BROKEN
from campaigns.archive.format import Digest, Key, Moment, NoId, Number, PublicId, Row
from campaigns.archive.parts import Arrival, Contents, Leaving, Part
from campaigns.audience import history
from campaigns.chronicle import replay, roll_index
from campaigns.models import Entry, Roll, Struck, Touch
from rules import codec
from rules.engine.kernel import Refused

#: Entries that are read or written at once.
_AT_ONCE = 500


class TouchRow(Row, kw_only=True):
    """A document that an entry changed, and whether players could see that."""

    model = Touch
    document: PublicId
    seen: bool = False


class EntryRow(Row, kw_only=True):
    """One entry. ``undoes``, ``redoes`` and ``tells`` are numbers of earlier ones.

    ``rolled_by`` says for those who rolled in it which person played them then, if anybody but the game master did.
    """

    model = Entry
    json_texts: ClassVar[tuple[str, ...]] = ("given", "facts", "veiled")

    number: Number
    public_id: PublicId
    at: Moment
    by: PublicId
    command: Annotated[str, Meta(min_length=1, max_length=60)]
    encounter: NoId = ""
    actor: NoId = ""
    given: dict[str, Any] = {}
    facts: list[dict[str, Any]] = []
    veiled: list[PublicId] = []
    late: str = ""
    tells: Number | None = None
    undoes: Number | None = None
    redoes: Number | None = None
    key: Key | None = None
    key_digest: Digest = ""
    hash: Digest
    touches: Annotated[list[TouchRow], Meta(max_length=2_000)] = []
    rolled_by: dict[PublicId, PublicId] = {}


class EntriesPart(Part[EntryRow]):
    name = "entries"
    shape = EntryRow

    # -- leaving -------------------------------------------------------------------------------------------------------

    def rows(self, leaving: Leaving) -> Iterator[EntryRow]:
        entries = Entry.objects.filter(campaign=leaving.campaign).select_related("tells", "undoes", "redoes")
        stretches = entries.order_by("number").iterator(chunk_size=_AT_ONCE)
        while stretch := list(islice(stretches, _AT_ONCE)):
            touches, players = _touches(stretch), _players(stretch)
            for entry in stretch:
                yield leaving.row(
                    EntryRow,
                    entry,
                    tells=entry.tells and entry.tells.number,
                    undoes=entry.undoes and entry.undoes.number,
                    redoes=entry.redoes and entry.redoes.number,
                    touches=[leaving.row(TouchRow, touch) for touch in touches.get(entry.pk, ())],
                    rolled_by={who: leaving.person(pk) for who, pk in players.get(entry.pk, {}).items()},
                )

    # -- checked -------------------------------------------------------------------------------------------------------

    def check(self, row: EntryRow, contents: Contents) -> None:
        contents.authors.add(row.by)
        if row.number != contents.counts[self.name]:
            raise Refused(f"entries.json: entry {contents.counts[self.name]} is missing.", "archive")
        contents.define(self.name, row.public_id)
        for person in (row.by, *row.rolled_by.values()):
            contents.refuse_unknown(self.name, person, contents.people)
        # An entry that touched a document of another campaign would change that, too, when it is replayed.
        for document in (row.actor, row.encounter, *(touch.document for touch in row.touches)):
            contents.refuse_unknown(self.name, document, contents.documents)
        if len({touch.document for touch in row.touches}) < len(row.touches):
            raise Refused(f"entries.json: entry {row.number} touches a document twice.", "archive")
        if any(other is not None and other >= row.number for other in (row.tells, row.undoes, row.redoes)):
            raise Refused(f"entries.json: entry {row.number} names one that comes later.", "archive")
        _check_facts(row)

    # -- arriving ------------------------------------------------------------------------------------------------------

    def keep(self, rows: Iterator[EntryRow], arrival: Arrival) -> None:
        previous, struck = "", set[int]()
        for some in _stretches(rows):
            made = []
            for row in some:
                made.append(_entry(row, arrival, previous))
                previous = row.hash
                struck = (struck | {row.undoes or 0}) - {row.redoes or 0, 0}
            Entry.objects.bulk_create(made)
            arrival.entries |= {entry.number: entry.pk for entry in made}
            _keep_touches(some, arrival)
            _keep_rolls(zip(some, made, strict=True), arrival)
        _strike(arrival, struck)
        arrival.campaign.last_number, arrival.campaign.last_hash = len(arrival.entries), previous
        arrival.campaign.save(update_fields=["last_number", "last_hash"])

    def finish(self, arrival: Arrival) -> None:
        for document in arrival.documents.values():
            replay.remake(document)


# -- leaving ----------------------------------------------------------------------------------------------------------


def _touches(stretch: Sequence[Entry]) -> dict[int, list[Touch]]:
    """The documents that entries touched, in order, by the key of the entry."""
    found: dict[int, list[Touch]] = {}
    for touch in Touch.objects.filter(entry__in=stretch).order_by("pk"):
        found.setdefault(touch.entry_id, []).append(touch)
    return found


def _players(stretch: Sequence[Entry]) -> dict[int, dict[str, int]]:
    """The users who played those who rolled in entries, by the key of the entry."""
    found: dict[int, dict[str, int]] = {}
    rolls = Roll.objects.filter(entry__in=stretch, player__isnull=False).order_by("pk")
    for entry, who, player in rolls.values_list("entry_id", "who", "player_id"):
        found.setdefault(entry, {})[who] = player
    return found


# -- checked ----------------------------------------------------------------------------------------------------------


def _check_facts(row: EntryRow) -> None:
    """Refuse facts of which this hall does not know."""
    try:
        facts = codec.facts_from(codec.dump(row.facts))
        if row.late and row.late not in (history.HELD_WHOLE, history.SAME_LADDER):
            codec.facts_from(row.late.removeprefix(history.HELD_BACK) or "[]")
    except BROKEN as error:
        raise Refused(
            f"entries.json: entry {row.number} contains something that is not a fact here.", "archive"
        ) from error
    if codec.load(codec.dump_facts(facts)) != row.facts:
        raise Refused(f"entries.json: entry {row.number} contains a fact that does not fit this version.", "archive")


# -- arriving ---------------------------------------------------------------------------------------------------------


def _stretches(rows: Iterable[EntryRow]) -> Iterator[list[EntryRow]]:
    """Rows by the stretches that are written at once: none names another of its own stretch."""
    some: list[EntryRow] = []
    for row in rows:
        named = [one for one in (row.tells, row.undoes, row.redoes) if one is not None]
        if some and (len(some) == _AT_ONCE or any(one >= some[0].number for one in named)):
            yield some
            some = []
        some.append(row)
    if some:
        yield some


def _entry(row: EntryRow, arrival: Arrival, previous: str) -> Entry:
    columns = arrival.columns(row, by=arrival.authors[row.by])
    for name in ("tells", "undoes", "redoes"):
        number = getattr(row, name)
        columns[f"{name}_id"] = None if number is None else arrival.entries[number]
    return Entry(campaign=arrival.campaign, previous_hash=previous, **columns)


def _keep_touches(rows: Iterable[EntryRow], arrival: Arrival) -> None:
    touches = [
        Touch(entry_id=arrival.entries[row.number], number=row.number, **arrival.columns(touch))
        for row in rows
        for touch in row.touches
    ]
    Touch.objects.bulk_create(touches, batch_size=_AT_ONCE)


def _keep_rolls(entries: Iterable[tuple[EntryRow, Entry]], arrival: Arrival) -> None:
    found = [
        one
        for row, entry in entries
        for one in roll_index.rows_of(entry, {who: arrival.place(person) for who, person in row.rolled_by.items()})
    ]
    roll_index.write(found)


def _strike(arrival: Arrival, numbers: Iterable[int]) -> None:
    """Let entries count as undone."""
    keys = [arrival.entries[number] for number in sorted(numbers)]
    Struck.objects.bulk_create([Struck(entry_id=key, campaign=arrival.campaign) for key in keys])
    Roll.objects.filter(entry__in=Entry.objects.filter(struck__isnull=False, campaign=arrival.campaign)).update(
        struck=True
    )
