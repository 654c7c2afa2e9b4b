"""Entries opened: the choices, every die, the rules that were followed, and the house rules of that moment."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import Http404

from campaigns.audience import access, history, viewers
from campaigns.chronicle.replay import replay
from campaigns.log.outcome import Outcome, outcome_of
from campaigns.log.passages import Passage, passage
from campaigns.models import Entry, HousePage, Membership, all_scenes
from rules import codec, house_rules
from rules.coverage import numbers_in
from rules.engine.content.entries import Mechanic
from rules.engine.kernel import Command, House, Json, described_fields, setting, spoken
from rules.engine.system.protocol import System
from rules.house_rules import Setting
from rules.naming import NOBODY, People


@dataclass(frozen=True, slots=True)
class Chosen:
    """A field of a command with what somebody put into it."""

    label: str
    value: str
    people: People = NOBODY


@dataclass(frozen=True, slots=True)
class EntryDetail:
    """An entry opened: everything that a roll or a change hung on, as far as a member may know it."""

    passage: Passage
    title: str
    chosen: tuple[Chosen, ...]
    outcome: Outcome
    rules: tuple[Mechanic, ...]
    house: tuple[Setting, ...]
    #: The names of people that stand in it.
    people: People = NOBODY
    #: The fight in which it is a step to be watched again; empty where it is none.
    fight: str = ""


def detail_of(member: Membership, entry_id: str) -> EntryDetail:
    """Open an entry; 404 for one that the member does not know of."""
    entries = Entry.objects.filter(campaign=member.campaign_id, public_id=entry_id)
    entry = entries.for_reading().first()
    people = viewers.people(member)
    viewer = viewers.viewer(member, people)
    if entry is None or not history.is_seen(entry, viewer):
        raise Http404
    system, names = member.campaign.system, {one.public_id: one.name for one in people}
    known = history.seen_names(names, entry, viewer)
    shown, told = passage(entry, system, names, viewer), history.seen_command(entry, viewer)
    command = next((one for one in system.commands if one.name == told), None) if shown.label else None
    # As the API says it: what somebody chose is theirs and the game master's to read, what came of it everybody's.
    presented = history.presented(entry, viewer)
    is_theirs = member.is_gm or presented.by_id == member.user_id
    chosen = tuple(_chosen(command, codec.load(presented.given), known)) if command and is_theirs else ()
    outcome = outcome_of(history.seen_facts(entry, viewer), known, system)
    return EntryDetail(
        passage=shown,
        title=shown.label or "What happened",
        chosen=chosen,
        outcome=outcome,
        rules=_rules_of(command, system),
        house=house_rules.turned(system, _house_at(entry)) if command else (),
        people=outcome.people.union(*(one.people for one in chosen)),
        fight=_fight_of(member, entry) if member.is_gm or entry.encounter not in history.veiled_in(entry) else "",
    )


def _fight_of(member: Membership, entry: Entry) -> str:
    """The fight of an entry that counts, if the member may open it; what is undone is no step of it."""
    if not entry.encounter or entry.is_struck or entry.undoes_id or entry.redoes_id:
        return ""
    there = access.visible(member, all_scenes().filter(public_id=entry.encounter))
    return entry.encounter if there.exists() else ""


def _rules_of(command: type[Command] | None, system: System) -> tuple[Mechanic, ...]:
    """The numbered rules that a command names as its own."""
    named = numbers_in(command.__doc__ or "") if command else set()
    return tuple(rule for rule in system.mechanics() if rule.number in named)


def _chosen(command: type[Command], given: Mapping[str, Json], names: Mapping[str, str]) -> Iterator[Chosen]:
    """Each field that was filled in, without the keys that only programs read."""
    for name, (field, default) in described_fields(command).items():
        value = given.get(name, default)
        if field.kind not in ("ask", "json") and value not in ("", None, [], default):
            yield Chosen(field.label, _in_words(value, names), _people_in(value, names))


def _in_words(value: Json, names: Mapping[str, str]) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_in_words(one, names) for one in value)
    return names.get(value, spoken(value)) if isinstance(value, str) else setting(value)


def _people_in(value: Json, names: Mapping[str, str]) -> People:
    several = value if isinstance(value, list | tuple) else (value,)
    return frozenset(names[one] for one in several if isinstance(one, str) and one in names)


def _house_at(entry: Entry) -> Mapping[str, Json]:
    """The house rules as they were when the entry was written."""
    page = HousePage.objects.filter(campaign=entry.campaign_id).first()
    if page is None:
        return entry.campaign.house_rules
    content = replay(page, up_to=entry.number)
    return content.rules if isinstance(content, House) else {}
