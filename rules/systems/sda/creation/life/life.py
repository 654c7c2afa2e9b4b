"""A life as far as it has been chosen: its chapters, what they cost, and what may come next (D-6)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.engine.character.creation import MAKING
from rules.engine.kernel import Json, Sheet, counted
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.content.life_entries import Chapter, Event, Kin, Occupation, People, Reason
from rules.systems.sda.content.life_parts import Needs
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.rolls import listed

T = TypeVar("T")
#: The choices that name an entry of a shelf, which may be gone.
_ONE_OF_A_SHELF = ("people", "origin", "reason", "motivation")


@dataclass(frozen=True, slots=True)
class Life:
    """The choices of a life so far, under the campaign's house rules."""

    choices: Mapping[str, Any]
    house_rules: Mapping[str, Json]

    @property
    def people(self) -> People | None:
        return life_shelf.peoples().get(self.choices.get("people", ""))

    @property
    def counts_as(self) -> tuple[str, ...]:
        """The keys of the people and of the one that it is like."""
        return tuple(key for key in (self.people.key, self.people.like) if key) if self.people else ()

    @property
    def kin(self) -> Kin | None:
        return life_shelf.kin().get(self.choices.get("kin", ""))

    @property
    def origin(self) -> Chapter | None:
        return life_shelf.origins().get(self.choices.get("origin", ""))

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(_known(life_shelf.events(), self.choices.get("events")))

    @property
    def occupations(self) -> tuple[Occupation, ...]:
        return tuple(_known(life_shelf.occupations(), self.choices.get("occupations")))

    @property
    def reason(self) -> Reason | None:
        return life_shelf.reasons().get(self.choices.get("reason", ""))

    @property
    def motivation(self) -> Chapter | None:
        return life_shelf.motivations().get(self.choices.get("motivation", ""))

    @property
    def short(self) -> Mapping[str, Any] | None:
        """The attributes and ranks that the short form shared out; None where it was not taken."""
        short = self.choices.get("short")
        return {**short, "ranks": _of_skills(short["ranks"])} if short else None

    @property
    def ranks(self) -> Mapping[str, int] | None:
        """The ranks that were bought, by skill; None until they are chosen."""
        ranks = self.choices.get("ranks")
        return None if ranks is None else _of_skills(ranks)

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters that were chosen, in the order of a life."""
        one = (self.people, self.kin, self.origin, *self.events, *self.occupations, self.reason, self.motivation)
        return tuple(chapter for chapter in one if chapter)

    def has(self, name: str) -> bool:
        """Whether something has been chosen, and is known. A people without kin leaves none to choose."""
        if name in _ONE_OF_A_SHELF:
            return getattr(self, name) is not None
        if name == "kin":
            return self.kin is not None or (self.people is not None and not compendium.offered(self.people.kin))
        return self.choices.get(name) is not None

    def having(self, **choices: Json) -> "Life":
        """The life with some choices changed."""
        return replace(self, choices={**self.choices, **choices})

    def without(self, *names: str) -> "Life":
        """The life with some choices open again."""
        return replace(self, choices={name: value for name, value in self.choices.items() if name not in names})

    # -- what it costs ----------------------------------------------------------------------------------------------

    @property
    def points(self) -> int:
        """Background points that may be spent in all."""
        return creation.POINTS.number(self.house_rules)

    @property
    def spent(self) -> int:
        """The background points of all chapters and traits; flaws give some back."""
        occupations = (self.cost_of_occupation(one, self.occupations[:at]) for at, one in enumerate(self.occupations))
        return (
            (self.kin.cost or 0 if self.kin and not self.short else 0)
            + sum(
                cost or 0
                for cost in (
                    self.cost_of_origin(self.origin),
                    *(one.cost for one in self.events),
                    *occupations,
                    self.cost_of_reason(self.reason),
                    self.cost_of_motivation(self.motivation),
                )
            )
            + sum(self.cost_of_trait(key) or 0 for key in self.bought)
        )

    @property
    def points_left(self) -> int:
        return self.points - self.spent

    def cost_of_origin(self, origin: Chapter | None) -> int | None:
        return self._cost_among(origin, self.people.origins if self.people else {})

    def cost_of_motivation(self, motivation: Chapter | None) -> int | None:
        return self._cost_among(motivation, self.people.motivations if self.people else {})

    def _cost_among(self, chapter: Chapter | None, own: Mapping[str, int]) -> int | None:
        """The cost that the people sets itself, else the chapter's for it or for the people it is like; or None."""
        if chapter is None:
            return None
        costs = (chapter.costs.get(key) for key in self.counts_as)
        return own.get(chapter.key, next((cost for cost in costs if cost is not None), None))

    def cost_of_reason(self, reason: Chapter | None) -> int | None:
        if reason is None:
            return None
        return reason.cost if reason.cost is not None else reason.costs.get(self.choices.get("origin", ""))

    def cost_of_occupation(self, occupation: Occupation, before: Sequence[Occupation]) -> int | None:
        """The least cost after the careers that come before (:meth:`careers_before`); None if it follows none."""
        costs = (occupation.costs.get(career) for career in self.careers_before(before))
        return min((cost for cost in costs if cost is not None), default=None)

    def careers_before(self, before: Sequence[Occupation]) -> tuple[str, ...]:
        """The careers of the last occupation; before the first, those that origin and events opened."""
        if before:
            return before[-1].careers
        opened = (*(self.origin.careers if self.origin else ()), *(c for one in self.events for c in one.careers))
        return tuple(dict.fromkeys(opened))

    def cost_of_trait(self, key: str) -> int | None:
        """The cost of a trait: 0 if a chapter offers it or two halve it, half if one does; None without a price."""
        cost = life_shelf.traits()[key].cost
        if any(key in chapter.offers for chapter in self.chapters):
            return 0
        halved = sum(key in chapter.half_price for chapter in self.chapters)
        if cost is None or not halved:
            return cost
        return 0 if halved > 1 else (cost + 1) // 2

    @property
    def granted(self) -> tuple[str, ...]:
        """The keys of the traits that chapters give, without those that the kin lose; they cost and need nothing."""
        lost = self.kin.loses if self.kin else ()
        given = (key for chapter in self.chapters for key in chapter.traits if key not in lost)
        return tuple(dict.fromkeys(key for key in given if key in life_shelf.traits()))

    @property
    def bought(self) -> tuple[str, ...]:
        """The keys of the traits that were chosen."""
        return tuple(one.key for one in _known(life_shelf.traits(), self.choices.get("traits")))

    @property
    def traits(self) -> tuple[str, ...]:
        """The keys of all traits, those that were given first."""
        return tuple(dict.fromkeys((*self.granted, *self.bought)))

    @property
    def has_talent(self) -> bool:
        """Whether one of the traits is for one skill, which has to be chosen."""
        return any(life_shelf.traits()[key].talent for key in self.traits)

    # -- what stands in the way ---------------------------------------------------------------------------------------

    def lacks(self, needs: Needs | None, before: Sequence[Occupation]) -> str:
        """The need of an occupation or a reason that is not met, in a sentence; empty where all are."""
        if needs is None or (needs.or_event and needs.or_event in (self.choices.get("events") or ())):
            return ""
        if needs.races and not set(needs.races) & set(self.counts_as):
            return f"Only for {listed([one.name for one in _known(life_shelf.peoples(), needs.races)], 'or')}."
        fitting = [one for one in before if not needs.careers or set(one.careers) & set(needs.careers)]
        if len(fitting) < needs.occupations:
            kind = f" ({listed(needs.careers, 'or')})" if needs.careers else ""
            count = "an occupation" if needs.occupations == 1 else f"{needs.occupations} occupations"
            instead = life_shelf.events().get(needs.or_event)
            event = f", or: {instead.name}" if instead else ""
            return f"Needs {count}{kind} before{event}."
        return ""

    def closed_occupation(self, occupation: Occupation, before: Sequence[Occupation]) -> str:
        """The reason why an occupation cannot come next; empty where it can, whatever it costs."""
        if lacks := self.lacks(occupation.needs, before):
            return lacks
        if self.cost_of_occupation(occupation, before) is None:
            here = listed(self.careers_before(before), "or") or "no career"
            return f"Comes after {listed(list(occupation.costs), 'or')}; you come from {here}."
        return ""

    def closed_event(self, event: Event, among: Sequence[Event]) -> str:
        """The reason why an event cannot have happened among the others chosen; empty where it can."""
        if sum(one.bereaves for one in among) < event.bereaved:
            return f"Needs {counted(event.bereaved, 'event', 'events')} in which a parent died."
        return ""

    def closed_reason(self, reason: Chapter) -> str:
        """The cause why nobody of this life leaves for that reason; empty where they may, whatever it costs."""
        if lacks := self.lacks(reason.needs, self.occupations):
            return lacks
        if self.cost_of_reason(reason) is None:
            names = [one.name for one in _known(compendium.offered(life_shelf.origins()), reason.costs)]
            return f"Only from {listed(names, 'or')}." if names else "Closed to every origin here."
        return ""


def _known(entries: Mapping[str, T], keys: Iterable[str] | None) -> Iterator[T]:
    """The entries of some keys that are known here; a sheet from another hall may name others."""
    return (entries[key] for key in keys or () if key in entries)


def _of_skills(ranks: Mapping[str, int]) -> Mapping[str, int]:
    return {key: rank for key, rank in ranks.items() if key in SKILLS}


def life_of(sheet: Sheet, house_rules: Mapping[str, Json], **changed: Json) -> Life:
    """The life of a sheet that is being made, with some choices changed."""
    kept = {**(sheet.memo.get(MAKING) or {}), **changed}
    return Life({name: value for name, value in kept.items() if value is not None}, house_rules)
