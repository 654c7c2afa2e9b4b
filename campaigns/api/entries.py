"""Entries of the chronicle for programs: with their facts, as far as the reader may know."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta
from rest_framework.response import Response

from campaigns.audience import access, history, viewers
from campaigns.audience.viewers import Viewer
from campaigns.chronicle import record
from campaigns.models import Document, Entry, Membership, Touch, all_scenes
from campaigns.play.problems import plain_facts
from rules import codec
from winterhall.api import versions
from winterhall.api.shapes import Shape
from winterhall.api.views import Person, person

PlainFact = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Fact"})]


class EntryRow(Shape):
    """One thing that happened.

    ``undoes`` and ``redoes`` name the entry that this one took back or brought again; ``struck`` says that this one
    counts as undone now. ``given`` is what its author chose, told to them and to the game master.
    """

    id: str
    at: datetime
    by: Person
    command: str
    actor: str
    encounter: str
    undoes: str
    redoes: str
    struck: bool
    given: dict[str, Any] | None
    facts: list[PlainFact]


class Written(Shape):
    """The answer to a write: the entry, and the ``version`` that its ``document`` had after it."""

    entry: EntryRow
    document: str
    version: int


@dataclass(frozen=True, slots=True)
class Reader:
    """A member who reads the chronicle: what they may know of people and of encounters."""

    member: Membership
    viewer: Viewer
    scenes: frozenset[str]
    names: Mapping[str, str]

    def reads(self, entry: Entry) -> bool:
        """Whether the entry exists for them."""
        return history.is_seen(entry, self.viewer)

    def row(self, entry: Entry, *, struck: bool) -> EntryRow:
        """The entry as they may know it."""
        told = history.presented(entry, self.viewer)
        is_theirs = self.viewer.is_gm or told.by_id == self.member.user_id
        knows_actor = self.viewer.is_gm or told.actor not in codec.load(entry.veiled)
        return EntryRow(
            id=entry.public_id,
            at=entry.at,
            by=person(told.by),
            command=history.seen_command(entry, self.viewer),
            actor=told.actor if knows_actor else "",
            encounter=entry.encounter if entry.encounter in self.scenes else "",
            undoes=entry.undoes.public_id if entry.undoes else "",
            redoes=entry.redoes.public_id if entry.redoes else "",
            struck=struck,
            given=codec.load(told.given) if is_theirs else None,
            facts=plain_facts(history.seen_facts(entry, self.viewer), self.names),
        )

    def now(self, entry: Entry) -> EntryRow:
        """The entry as it counts now."""
        return self.row(entry, struck=entry.is_struck)


def reader(member: Membership, known: list[Document] | None = None) -> Reader:
    """The member as a reader of the chronicle."""
    viewer = viewers.viewer(member, known)
    return Reader(member, viewer, _open_scenes(member), viewers.names_in(member.campaign_id))


def _open_scenes(member: Membership) -> frozenset[str]:
    return frozenset(access.visible(member, all_scenes()).values_list("public_id", flat=True))


def written(member: Membership, entry: Entry, document: str, status: int = 201) -> Response:
    """The answer to a write, which stays the same however often its key comes again: nothing in it is as of now."""
    who = reader(member)
    version = _version_after(entry, document, who.viewer)
    answer = Written(entry=who.row(entry, struck=False), document=document, version=version)
    headers = {"ETag": versions.etag(version)} if document else None
    return Response(answer, status=status, headers=headers)


def _version_after(entry: Entry, document: str, viewer: Viewer) -> int:
    """The version that a document had when the entry was written: each touch that the viewer could see makes one."""
    found = record.find([document]).get(document)
    if found is None or found.last_number <= entry.number:
        return found.version_for(viewer.is_gm) if found else 0
    touches = Touch.objects.filter(document=document, number__lte=entry.number)
    return (touches if viewer.is_gm else touches.filter(seen=True)).count()
