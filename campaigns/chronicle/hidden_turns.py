"""Turns of somebody hidden, of which players hear late: in one entry, when the next turn begins that they can see."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from campaigns.audience import encounters, history
from campaigns.audience.viewers import Viewer
from campaigns.chronicle.record import Line
from campaigns.models import Campaign, Entry
from rules import codec
from rules.engine.fight import End, EndTurn, NextTurn
from rules.engine.kernel import Encounter, Fact, LadderSet, Order, RoundBegan


@dataclass(frozen=True, slots=True)
class Change:
    """A fight after an entry, with the order as players saw it before, and whether somebody hidden had the turn."""

    scene: Encounter
    before: Order
    was_held: bool

    def shows_on_ladder(self, line: Line) -> bool:
        """Whether players see that the ladder is changed."""
        was, now = ([rung for rung in order.ladder if rung.who not in line.veiled] for order in (self.before, self.now))
        return was != now

    @property
    def now(self) -> Order:
        """The order as players see it after the entry."""
        return encounters.shown_order(self.scene)


def with_late(campaign: Campaign, line: Line, change: Change, players: Viewer) -> Line:
    """The line with its ``late``: what players hear with it of earlier entries, or how much of it they do not hear yet.

    An entry that leads into a hidden turn waits as a whole if a round begins in it, or if it tells of nothing else.
    """
    moves = encounters.changes_ladder(line.facts)
    if change.scene.shown:
        begins = any(isinstance(fact, RoundBegan) for fact in line.facts)
        is_whole = begins or not (change.was_held or _is_heard(line, players))
        ladder = codec.dump_facts([LadderSet(change.now.ladder)]) if moves and change.shows_on_ladder(line) else ""
        return replace(line, late=history.HELD_WHOLE if is_whole else history.HELD_BACK + ladder)
    if change.was_held:
        held = held_back(campaign, line.encounter)
        tells = _led_in(held, line) if _only_ends_a_turn(line, players) else None
        waiting = waiting_facts(held)
        # Whoever goes out of sight in their own turn leaves nothing that waits: players heard all of it at once.
        return replace(line, late=codec.dump_facts(waiting) if waiting else "", tells=tells)
    is_same = moves and not change.shows_on_ladder(line)
    return replace(line, late=history.SAME_LADDER) if is_same else line


def held_back(campaign: Campaign, encounter: str) -> list[Entry]:
    """The last entries of an encounter, the earliest first, of which players have not heard everything yet."""
    counting = Entry.objects.counting().filter(campaign=campaign, encounter=encounter)
    lately = counting.order_by("-number").iterator(chunk_size=20)
    return list(takewhile(history.is_held, lately))[::-1]


def waiting_facts(held: Iterable[Entry]) -> list[Fact]:
    """The facts that players have not heard yet, of the entries that hold them back."""
    return [fact for entry in held for fact in _waiting_in(entry)]


def _waiting_in(entry: Entry) -> list[Fact]:
    happened = codec.facts_from(entry.facts)
    if entry.late == history.HELD_WHOLE:
        return happened
    heard = LadderSet if encounters.changes_ladder(happened) else ()
    return [fact for fact in happened if history.is_of_the_order(fact) and not isinstance(fact, heard)]


def told_with(entries: Iterable[Entry]) -> dict[int, Entry]:
    """The entry with which players hear of each that was held back as a whole, by primary key; none while it waits."""
    held = [entry for entry in entries if entry.late == history.HELD_WHOLE]
    if not held:
        return {}
    telling = Entry.objects.filter(
        campaign=held[0].campaign_id,
        encounter__in={one.encounter for one in held},
        number__gt=min(one.number for one in held),
    )
    telling = telling.exclude(late__in=("", history.SAME_LADDER)).select_related("struck", "tells", "undoes", "redoes")
    later = [entry for entry in telling.order_by("number") if not history.is_held(entry)]
    found = {one.pk: _first_that_counts(one, later) for one in held}
    return {pk: entry for pk, entry in found.items() if entry is not None}


def _first_that_counts(held: Entry, later: Iterable[Entry]) -> Entry | None:
    """The first later entry of the same encounter, one that is not undone before one that is."""
    same = [entry for entry in later if entry.encounter == held.encounter and entry.number > held.number]
    return min(same, key=lambda entry: (entry.is_struck, entry.number), default=None)


def _led_in(held: Sequence[Entry], line: Line) -> Entry | None:
    """The entry that led into a hidden turn, if players heard nothing of it and know of whoever acted."""
    if held and held[0].late == history.HELD_WHOLE and held[0].actor not in line.veiled:
        return held[0]
    return None


def _only_ends_a_turn(line: Line, players: Viewer) -> bool:
    """Whether an entry is to players no more than the end of a hidden turn: nothing is done in it that they can see."""
    return line.command in (EndTurn.name, NextTurn.name) or not (line.command == End.name or _is_heard(line, players))


def _is_heard(line: Line, players: Viewer) -> bool:
    """Whether players hear of anything in an entry but how far the fight is."""
    facts, veiled = codec.dump_facts(line.facts), codec.dump(sorted(line.veiled))
    entry = Entry(facts=facts, veiled=veiled, encounter=line.encounter, late=history.HELD_BACK)
    return bool(history.seen_facts(entry, players))
