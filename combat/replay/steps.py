"""The steps of a fight: its entries that count and of which a viewer hears, each with all that led to the next one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from campaigns.audience import access, history, viewers
from campaigns.audience.viewers import Viewer
from campaigns.models import Campaign, Document, Entry, Membership
from combat.models import Encounter
from combat.table.board import Box, box_around
from rules.engine.kernel import Fact, facts


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat of a viewer who watches a fight again, with all that decides what they see of it."""

    member: Membership
    viewer: Viewer
    people: list[Document]
    encounter: Encounter

    @property
    def campaign(self) -> Campaign:
        return self.member.campaign

    @property
    def names(self) -> dict[str, str]:
        return {one.public_id: one.name for one in self.people}


@dataclass(frozen=True, slots=True)
class Step:
    """An entry with the facts that the viewer may know; ``until`` is the last entry of the fight before the next step.

    What somebody hidden does after it shows, as far as it shows at all, in the state of this step: as it did then.
    """

    entry: Entry
    facts: list[Fact]
    until: int

    @property
    def key(self) -> str:
        return self.entry.public_id


@dataclass(frozen=True, slots=True)
class Mark:
    """A step as the slider knows it: its key, and in which round it is."""

    key: str
    round: int


@dataclass(frozen=True, slots=True)
class Outline:
    """All steps of a fight in short, and the ground on which it happens, as far as the viewer saw any of it."""

    marks: tuple[Mark, ...]
    box: Box

    def place_of(self, key: str) -> int:
        """The place of a step, from 0; that of the first for a key that is none."""
        return next((at for at, mark in enumerate(self.marks) if mark.key == key), 0)

    @property
    def rounds(self) -> dict[int, str]:
        """The first step of each round, by its number."""
        found: dict[int, str] = {}
        for mark in self.marks:
            found.setdefault(mark.round, mark.key)
        return {number: key for number, key in found.items() if number}


def seat_of(member: Membership, encounter_id: str) -> Seat:
    """The seat of a member; 404 for a fight that they may not open."""
    encounter = access.document_for(member, Encounter.objects.all(), encounter_id)
    people = viewers.people(member)
    return Seat(member, viewers.viewer(member, people), people, encounter)


def steps(seat: Seat, first: int = 0) -> Iterator[Step]:
    """The steps from an entry on, by its number."""
    entries = Entry.objects.counting().filter(campaign=seat.campaign, encounter=seat.encounter.public_id)
    heard: tuple[Entry, list[Fact]] | None = None
    until = first
    for entry in entries.filter(number__gte=first).for_reading().order_by("number").iterator(chunk_size=100):
        seen = history.seen_facts(entry, seat.viewer)
        # Entries that count take nothing back, so whoever hears of none of its facts hears nothing of one.
        if seat.viewer.is_gm or seen:
            if heard:
                yield Step(*heard, until)
            heard = entry, seen
        until = entry.number
    if heard:
        yield Step(*heard, until)


def outline(listed: Iterable[Step]) -> Outline:
    """The outline of all steps of a fight."""
    marks, number = list[Mark](), 0
    east, north = list[float](), list[float]()
    for step in listed:
        for fact in step.facts:
            match fact:
                case facts.RoundBegan(number=begun):
                    number = begun
                case facts.Joined(x=x, y=y) | facts.Moved(x=x, y=y):
                    east, north = [*east, x], [*north, y]
                case facts.BarrierDrawn(barrier=one):
                    east, north = [*east, one.x, one.to_x], [*north, one.y, one.to_y]
        marks.append(Mark(step.key, number))
    return Outline(tuple(marks), box_around(east, north))
