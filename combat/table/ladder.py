"""The ladder as somebody sees it: numbers of those whose sheets are open to them, of all others how they look."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from campaigns.audience.viewers import Viewer
from campaigns.pictures.figures import figure
from combat.models import PARTY
from rules.engine.kernel import Condition, Encounter, Rung, Sheet
from rules.engine.page.blocks import Vitals
from rules.engine.system.protocol import System

#: The most equal foes that stand on the ladder each for themselves.
MOST_EQUAL = 4
#: The number or letter that tells equal foes apart.
_TOLD_APART = re.compile(r" (\d+|[A-Z])$")


@dataclass(frozen=True, slots=True)
class Place:
    """One rung, or somebody who has none yet (``at`` is empty then)."""

    key: str
    who: str
    name: str
    at: str
    part: str
    side: str
    vitals: Vitals | None
    looks: str
    conditions: tuple[Condition, ...]
    acts: bool = False
    done: bool = False
    hidden: bool = False
    out: bool = False
    #: Whether they left the scene for good without having fallen.
    gone: bool = False
    mine: bool = False
    awaited: bool = False
    #: The figure that is drawn for a creature without a picture; empty for whom a player plays.
    figure: str = ""
    #: The number of the rung, where it says something to people.
    number: str = ""

    @property
    def state(self) -> str:
        """The one word that decides how it is drawn: out, hidden, done or later; empty if none fits."""
        states = {"out": self.out, "hidden": self.hidden, "done": self.done, "later": bool(self.half)}
        return next((state for state, true in states.items() if true), "")

    @property
    def appearance(self) -> str:
        """How they look to others, whoever reads it: a word, or the condition that says it already."""
        said = next((str(condition.label).lower() for condition in self.conditions), "")
        return self.vitals.looks if self.vitals else self.looks or said

    @property
    def half(self) -> str:
        """The part of a turn, in words, that this rung is; empty for a whole one."""
        return {"first": "first half", "second": "second half", "whole": ""}.get(self.part, self.part)


@dataclass(frozen=True, slots=True)
class Crowd:
    """Many equal foes on one rung, in the order of the ladder; their kind, and how they look, counted."""

    name: str
    places: tuple[Place, ...]
    hidden: bool

    @property
    def key(self) -> str:
        return self.places[0].key

    @property
    def looks(self) -> str:
        """How they look, in words: "4 unhurt, 2 hurt"."""
        counted = Counter(looks for place in self.places if (looks := place.appearance))
        return ", ".join(f"{count} {looks}" for looks, count in counted.items())


def gathered(listed: Sequence[Place], seat: str) -> list[Place | Crowd]:
    """The ladder with more than a few equal foes gathered where the first of them stands.

    Whoever acts, decides, or is acted for stands by themselves.
    """
    kinds: dict[tuple[str, bool], list[Place]] = {}
    for place in listed:
        if place.side != PARTY and not (place.acts or place.awaited or place.who == seat):
            kinds.setdefault((_TOLD_APART.sub("", place.name), place.hidden), []).append(place)
    crowds = {same[0].key: Crowd(name, tuple(same), hidden) for (name, hidden), same in kinds.items() if _many(same)}
    within = {place.key for crowd in crowds.values() for place in crowd.places}
    return [crowds.get(place.key, place) for place in listed if place.key in crowds or place.key not in within]


def _many(same: Sequence[Place]) -> bool:
    return len({place.who for place in same}) > MOST_EQUAL


def places(
    seen: Encounter, sheets: Mapping[str, Sheet], system: System, viewer: Viewer, played: Collection[str] = ()
) -> list[Place]:
    """Everybody in the fight, in the order of the ladder; who has no rung stands below it.

    ``played`` are those whom players play.
    """
    vitals = {who: system.vitals(sheets[who]) for who in seen.combatants if who in sheets}
    awaited = {ask.to for ask in seen.asks.values()}
    known = [rung for rung in seen.ladder if rung.who in vitals]
    on_it = {rung.who for rung in known}
    new = sorted((seen.combatants[who].side != PARTY, sheets[who].name, who) for who in vitals if who not in on_it)
    listed = [
        _place(rung, seen, sheets[rung.who].name, vitals[rung.who], viewer, rung.who in awaited, rung.who in on_it)
        for rung in _with_those_below(seen, known, [Rung(f"{who}/", who, 0) for _, _, who in new])
    ]
    drawn = [one if one.who in played else replace(one, figure=figure(one.name)) for one in listed]
    return [replace(one, number=one.at) if system.numbered else one for one in drawn]


def next_up(listed: Sequence[Place]) -> Place | None:
    """The next to act after the one whose turn it is, as the ladder stands; ``None`` if nobody does in this round."""
    now = next((number for number, one in enumerate(listed) if one.acts), len(listed))
    return next((one for one in listed[now + 1 :] if one.at and not (one.done or one.out or one.gone)), None)


def _with_those_below(seen: Encounter, known: list[Rung], below: list[Rung]) -> list[Rung]:
    """The ladder with rungs for those without: below, or beneath those on the same spot: a mount beneath its rider."""
    beneath: dict[str, list[Rung]] = {}
    for rung in below:
        beneath.setdefault(_beside(seen, known, rung.who), []).append(rung)
    listed = [one for rung in known for one in (rung, *beneath.pop(rung.key, ()))]
    return [*listed, *beneath.get("", ())]


def _beside(seen: Encounter, known: list[Rung], who: str) -> str:
    """The key of the last rung of somebody of one's side on one's spot; empty if there is none."""
    stands = seen.combatants[who]
    spot = (stands.side, stands.x, stands.y)
    there = {other for other, place in seen.combatants.items() if (place.side, place.x, place.y) == spot}
    return next((rung.key for rung in reversed(known) if rung.who in there), "")


def _place(rung: Rung, seen: Encounter, name: str, vitals: Vitals, viewer: Viewer, awaited: bool, on_it: bool) -> Place:
    stands = seen.combatants[rung.who]
    is_open = viewer.is_gm or rung.who in viewer.open_sheets
    return Place(
        key=rung.key,
        who=rung.who,
        name=name,
        at=str(rung.at).replace("-", "\u2212") if on_it else "",
        part=rung.part.replace("_", " "),
        side=stands.side,
        vitals=vitals if is_open else None,
        looks="" if is_open or _is_said(vitals) else vitals.looks,
        conditions=vitals.conditions,
        acts=bool(seen.turn) and rung.key == seen.turn,
        done=rung.done,
        hidden=stands.hidden,
        out=vitals.out,
        gone=vitals.gone,
        mine=rung.who in viewer.plays,
        awaited=awaited,
    )


def _is_said(vitals: Vitals) -> bool:
    """Whether a condition says already how they look."""
    return vitals.looks.casefold() in {str(condition.label).casefold() for condition in vitals.conditions}
