"""The guide to a turn held against the table: the ways that somebody could act now, and why not in the others."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from campaigns.audience import redaction
from campaigns.play.perform import NOT_POSSIBLE
from combat.table.page import Table
from rules.engine.content.entries import Way
from rules.engine.kernel import Ask, Command, Place, Refused, Who
from rules.engine.kernel import Table as Working

#: Places from which nobody acts in a fight.
_ELSEWHERE = (Place.EDIT, Place.MAKING)


@dataclass(frozen=True, slots=True)
class Weighed:
    """One way of the guide: possible ``now`` and where, or ``not`` and why; neither where nothing can be said."""

    name: str
    sentence: str
    rule: str
    state: str = ""
    reason: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the guide: ways to act that cost the same."""

    title: str
    sentence: str
    ways: tuple[Weighed, ...]


def guide(seen: Table) -> list[Part]:
    """The guide of the campaign's game, weighed for the seat; as it is printed for whoever has none."""
    system = seen.member.campaign.system
    commands = {command.name: command for command in system.commands}
    known = seen.seat_game.known if seen.seat else None
    return [
        Part(part.title, part.sentence, _possible_first(_weighed(way, commands, seen, known) for way in part.ways))
        for part in system.guide()
    ]


def locked(parts: Iterable[Part]) -> list[tuple[str, list[Weighed]]]:
    """The ways that are not open now, each reason with all that it closes, and first the one that closes most."""
    closed = [way for part in parts for way in part.ways if way.reason]
    by_reason: dict[str, list[Weighed]] = {way.reason: [] for way in closed}
    for way in closed:
        by_reason[way.reason].append(way)
    return sorted(by_reason.items(), key=lambda group: -len(group[1]))


def _possible_first(ways: Iterable[Weighed]) -> tuple[Weighed, ...]:
    return tuple(sorted(ways, key=lambda way: bool(way.reason)))


def asked_first(seen: Table) -> list[Ask]:
    """The asks that the seat has to answer before anything else."""
    asks = seen.seen.asks.values() if seen.is_gm else seen.seen.pressing
    return [redaction.with_names(ask, seen.names) for ask in asks if seen.seat and ask.to == seen.seat.who]


def _weighed(way: Way, commands: Mapping[str, type[Command]], seen: Table, known: Working | None) -> Weighed:
    command = commands.get(way.command)
    if known is None or command is None or command.place in _ELSEWHERE:
        return Weighed(way.name, way.sentence, way.rule)
    reason = _reason(command, seen, known)
    if reason:
        return Weighed(way.name, way.sentence, way.rule, "not", _discreet(reason, seen))
    return Weighed(way.name, way.sentence, way.rule, "now", href=_where(command, seen, known))


def _reason(command: type[Command], seen: Table, known: Working) -> str:
    """The rule's sentence why a command cannot be given now; empty if it can."""
    if command.who is Who.GM and not seen.is_gm:
        return "Only the game master can do this."
    try:
        command.possible(known)
    except Refused as refused:
        return refused.sentence
    if command.place is Place.ASK and not known.asks_for(known.actor, command.name):
        return "You are asked when this happens."
    return ""


def _discreet(reason: str, seen: Table) -> str:
    """The reason without people who hide from the seat: a rule may know of them."""
    return redaction.sentence_without(reason, seen.seat_game.unspoken) or NOT_POSSIBLE


def _where(command: type[Command], seen: Table, known: Working) -> str:
    """The address of the page on which a command is given, with its form open."""
    campaign = seen.member.campaign.public_id
    if command.place is Place.SHEET and Place.TURN not in command.also:
        return reverse("characters:sheet", args=[campaign, known.actor])
    chosen = {"as": known.actor} | ({} if command.place is Place.ASK else {"do": command.name})
    return f"{reverse('combat:table', args=[campaign, seen.encounter.public_id])}?{urlencode(chosen)}"
