"""The chapters of a life: origin, what happened, occupations, why somebody left and what they are after (D-6)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.commands import Choice, many, pick
from rules.engine.dice import Dice
from rules.engine.refusals import NotNow, Refused
from rules.engine.table import Table
from rules.systems.sda.making import shelf
from rules.systems.sda.making.begin import points_left
from rules.systems.sda.making.entries import Chapter, Occupation
from rules.systems.sda.making.life import Life, life_of, listed
from rules.systems.sda.making.state import Making, choose, kept_of
from rules.systems.sda.making.telling import chapter_words, priced

#: The heading of what cannot be chosen now.
CLOSED = "Not open to you now"


def offer(life: Life, chapter: Chapter, cost: int | None, closed: str, under: str = "", spare: int = 0) -> Choice:
    """A chapter as a choice; one that is closed or too dear says why, under a heading of its own."""
    left = life.points_left + spare
    if not closed and cost is not None and cost > left:
        closed = f"Costs {cost}; {max(0, left)} of {life.points} background points are left."
    if closed:
        return Choice(chapter.key, chapter.name, f"{closed} {chapter.description}", CLOSED)
    return Choice(chapter.key, priced(chapter.name, cost), chapter_words(chapter), under)


def open_first(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """In order of their headings, and what is closed last."""
    listed = list(choices)
    headings = list(dict.fromkeys(sorted(choice.under for choice in listed)))
    return tuple(sorted(listed, key=lambda choice: (choice.under == CLOSED, headings.index(choice.under))))


@dataclass(frozen=True, slots=True)
class ChooseOrigin(Making):
    """Choose where somebody grew up; it opens careers, and costs by people (D-6)."""

    name: ClassVar[str] = "making.origin"
    label: ClassVar[str] = "Origin"
    guidance: ClassVar[str] = "Where did you grow up? Among strangers it costs background points."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("kin", "First choose the kin."),)

    origin: str = pick("Place of origin")

    @classmethod
    def waits(cls, life: Life) -> None:
        if life.people and life.people.arrays and not life.has("array"):
            raise NotNow("First distribute the attributes.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        spare = life.cost_of_origin(life.origin) or 0
        found = (
            offer(life, one, life.cost_of_origin(one), _closed_origin(life, one), spare=spare)
            for one in shelf.origins().values()
        )
        return {"origin": open_first(found)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {name: value for name, value in kept_of(table.me).items() if name == "origin"}

    @classmethod
    def settled(cls, table: Table) -> str:
        origin = life_of(table.me, table.house_rules).origin
        return origin.name if origin else ""

    def left(self, table: Table) -> str:
        return points_left(table, origin=self.origin)

    def perform(self, table: Table, dice: Dice) -> None:
        closed = _closed_origin(life_of(table.me, table.house_rules), shelf.origins()[self.origin])
        if closed:
            raise Refused(closed, "origin")
        choose(table, "origin", origin=self.origin)


def _closed_origin(life: Life, origin: Chapter) -> str:
    if life.cost_of_origin(origin) is not None or not life.people:
        return ""
    here = [one.name for one in shelf.origins().values() if life.cost_of_origin(one) is not None]
    return f"No {life.people.name} grows up there; {listed(here, 'or')} would do."


_ORIGIN = ("origin", "First choose the origin.")


@dataclass(frozen=True, slots=True)
class ChooseEvents(Making):
    """Choose what happened, as much or as little as there are points for (D-6)."""

    name: ClassVar[str] = "making.events"
    label: ClassVar[str] = "Life events"
    guidance: ClassVar[str] = "What happened to you? None need be chosen; what hurt has also taught."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ORIGIN,)

    events: tuple[str, ...] = many("Life events")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        return {"events": tuple(_event_choice(life, key) for key in shelf.events())}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"events": tuple(kept_of(table.me).get("events") or ())}

    @classmethod
    def settled(cls, table: Table) -> str:
        life = life_of(table.me, table.house_rules)
        if not life.has("events"):
            return ""
        return ", ".join(one.name for one in life.events) or "nothing that matters"

    def left(self, table: Table) -> str:
        return points_left(table, events=list(self.events))

    def perform(self, table: Table, dice: Dice) -> None:
        among = [shelf.events()[key] for key in dict.fromkeys(self.events)]
        life = life_of(table.me, table.house_rules)
        for event in among:
            if closed := life.closed_event(event, among):
                raise Refused(f"{event.name}: {closed}", "events")
        choose(table, "events", events=[event.key for event in among])


def _event_choice(life: Life, key: str) -> Choice:
    event = shelf.events()[key]
    under = "Of your parents" if event.bereaves or event.bereaved else "Of yourself"
    needs = f" Needs {event.bereaved} events in which a parent died." if event.bereaved else ""
    return Choice(key, priced(event.name, event.cost), chapter_words(event) + needs, under)


#: What can be chosen in place of an occupation.
ENOUGH, ANEW = "enough", "anew"


@dataclass(frozen=True, slots=True)
class ChooseOccupation(Making):
    """Choose an occupation, then another, until it is enough; what the next costs hangs on the last (D-6)."""

    name: ClassVar[str] = "making.occupation"
    label: ClassVar[str] = "Occupations"
    guidance: ClassVar[str] = "What did you live from? One after the other; the next costs by what came before."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ORIGIN,)

    occupation: str = pick("Occupation")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        names = [one.name for one in life.occupations]
        listed_so_far = f"So far: {', '.join(names)}." if names else "Not everybody works."
        first = [Choice(ENOUGH, "That is all" if names else "None", f"{listed_so_far} Go on.")]
        if names:
            first.append(Choice(ANEW, "Begin this part anew", f"Takes back {listed(names)}."))
        return {"occupation": (*first, *open_first(_job_choice(life, one) for one in shelf.occupations().values()))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"occupation": ENOUGH}

    @classmethod
    def settled(cls, table: Table) -> str:
        life = life_of(table.me, table.house_rules)
        if not life.has("enough"):
            return ""
        return ", ".join(one.name for one in life.occupations) or "none"

    def left(self, table: Table) -> str:
        return points_left(table, occupations=self._then(table))

    def perform(self, table: Table, dice: Dice) -> None:
        life = life_of(table.me, table.house_rules)
        wanted = shelf.occupations().get(self.occupation)
        if wanted and (closed := life.closed_occupation(wanted, life.occupations)):
            raise Refused(closed, "occupation")
        choose(table, "occupation", occupations=self._then(table), enough=self.occupation == ENOUGH or None)

    def _then(self, table: Table) -> list[str]:
        so_far = list(kept_of(table.me).get("occupations") or ())
        if self.occupation == ANEW:
            return []
        return so_far if self.occupation == ENOUGH else [*so_far, self.occupation]


def _job_choice(life: Life, one: Occupation) -> Choice:
    cost, closed = (
        life.cost_of_occupation(one, life.occupations),
        life.closed_occupation(one, life.occupations),
    )
    choice = offer(life, one, cost, closed, one.careers[0].capitalize())
    years = "a year" if one.years == 1 else f"{one.years} years"
    return choice if choice.under == CLOSED else replace(choice, label=f"{choice.label}, {years}")


@dataclass(frozen=True, slots=True)
class ChooseReason(Making):
    """Choose why somebody left home; many reasons cost by origin (D-6)."""

    name: ClassVar[str] = "making.reason"
    label: ClassVar[str] = "Reason"
    guidance: ClassVar[str] = "Why did you leave? Where you are from decides what a reason costs."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ORIGIN, ("enough", "First say what you lived from."))

    reason: str = pick("Reason to leave")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        spare = life.cost_of_reason(life.reason) or 0
        found = (
            offer(life, one, life.cost_of_reason(one), life.closed_reason(one), spare=spare)
            for one in shelf.reasons().values()
        )
        return {"reason": open_first(found)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {name: value for name, value in kept_of(table.me).items() if name == "reason"}

    @classmethod
    def settled(cls, table: Table) -> str:
        reason = life_of(table.me, table.house_rules).reason
        return reason.name if reason else ""

    def left(self, table: Table) -> str:
        return points_left(table, reason=self.reason)

    def perform(self, table: Table, dice: Dice) -> None:
        life = life_of(table.me, table.house_rules)
        if closed := life.closed_reason(shelf.reasons()[self.reason]):
            raise Refused(closed, "reason")
        choose(table, "reason", reason=self.reason)


@dataclass(frozen=True, slots=True)
class ChooseMotivation(Making):
    """Choose what somebody is after; it costs by people (D-6)."""

    name: ClassVar[str] = "making.motivation"
    label: ClassVar[str] = "Motivation"
    guidance: ClassVar[str] = "And what are you after? What is common among your people costs little."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ORIGIN,)

    motivation: str = pick("Main motivation")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        spare = life.cost_of_motivation(life.motivation) or 0
        found = (
            offer(life, one, life.cost_of_motivation(one), _closed_motivation(life, one), spare=spare)
            for one in shelf.motivations().values()
        )
        return {"motivation": open_first(found)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {name: value for name, value in kept_of(table.me).items() if name == "motivation"}

    @classmethod
    def settled(cls, table: Table) -> str:
        motivation = life_of(table.me, table.house_rules).motivation
        return motivation.name if motivation else ""

    def left(self, table: Table) -> str:
        return points_left(table, motivation=self.motivation)

    def perform(self, table: Table, dice: Dice) -> None:
        life = life_of(table.me, table.house_rules)
        if closed := _closed_motivation(life, shelf.motivations()[self.motivation]):
            raise Refused(closed, "motivation")
        choose(table, "motivation", motivation=self.motivation)


def _closed_motivation(life: Life, motivation: Chapter) -> str:
    if life.cost_of_motivation(motivation) is not None or not life.people:
        return ""
    wanted = [one.name for one in shelf.motivations().values() if life.cost_of_motivation(one) is not None]
    return f"No {life.people.name} lives for that; {listed(wanted, 'or')} would do."
