"""The way past somebody hidden, as players hear of it: in one entry, from the turn that they saw to the next."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from campaigns import audience
from campaigns.audience import Viewer
from campaigns.chronicle import Line
from campaigns.models import Campaign, Entry
from rules import codec
from rules.engine.facts import Fact, RoundBegan
from rules.engine.fights import End, EndTurn, NextTurn
from rules.engine.sheets import Encounter


def with_late(campaign: Campaign, line: Line, scene: Encounter, players: Viewer, *, was_held: bool) -> Line:
    """The line with what players hear of the fight beside what happens in it; or how much of it they do not hear yet.

    An entry that leads into a hidden turn waits as a whole if a round begins in it, or if it tells of nothing else.
    """
    if scene.shown:
        begins = any(isinstance(fact, RoundBegan) for fact in line.facts)
        is_whole = begins or not (was_held or _is_heard(line, players))
        return replace(line, late=audience.HELD_WHOLE if is_whole else audience.HELD_BACK)
    if was_held:
        held = held_back(campaign, line.encounter)
        tells = _led_in(held, line) if _only_ends_a_turn(line, players) else None
        return replace(line, late=codec.dump_facts(waiting_facts(held)), tells=tells)
    return line


def held_back(campaign: Campaign, encounter: str) -> list[Entry]:
    """The last entries of an encounter, in their order, of which players have not heard everything yet."""
    counting = Entry.objects.filter(campaign=campaign, encounter=encounter, undoes=None, redoes=None, struck=None)
    lately = counting.order_by("-number").iterator(chunk_size=20)
    held = list(takewhile(lambda entry: entry.late in (audience.HELD_BACK, audience.HELD_WHOLE), lately))
    return held[::-1]


def waiting_facts(held: Iterable[Entry]) -> list[Fact]:
    """What players have not heard yet of the entries that hold it."""
    happened = ((entry.late, fact) for entry in held for fact in codec.facts_from(entry.facts))
    return [fact for late, fact in happened if late == audience.HELD_WHOLE or audience.is_of_the_order(fact)]


def _led_in(held: Sequence[Entry], line: Line) -> Entry | None:
    """The entry that led into a hidden turn, if players heard nothing of it and know of whoever acted."""
    if held and held[0].late == audience.HELD_WHOLE and held[0].actor not in line.veiled:
        return held[0]
    return None


def _only_ends_a_turn(line: Line, players: Viewer) -> bool:
    """Whether an entry is to players no more than the end of a hidden turn: nothing is done in it that they can see."""
    return line.command in (EndTurn.name, NextTurn.name) or not (line.command == End.name or _is_heard(line, players))


def _is_heard(line: Line, players: Viewer) -> bool:
    """Whether players hear of anything in an entry but how far the fight is."""
    facts, veiled = codec.dump_facts(line.facts), codec.dump(line.veiled)
    entry = Entry(facts=facts, veiled=veiled, encounter=line.encounter, late=audience.HELD_BACK)
    return bool(audience.seen_facts(entry, players))
