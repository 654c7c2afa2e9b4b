"""The chapters of a life: origin, what happened, occupations, why somebody left and what they are after (D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, NotNow, Refused, Sheet, Table, counted, many, pick
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.life_entries import Chapter, Occupation
from rules.systems.sda.core.rolls import listed
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.life.life_words import chapter_words, priced
from rules.systems.sda.creation.steps.one_of import TOO_DEAR, ChooseChapter, offer, open_first, points_left
from rules.systems.sda.creation.steps.state import Making, choose, kept_of


@dataclass(frozen=True, slots=True)
class ChooseOrigin(ChooseChapter, name="making.origin", label="Origin"):
    """Choose where somebody grew up; it opens careers, and costs by people (D-6)."""

    guidance: ClassVar[str] = "Where did you grow up? Foreign places cost background points."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("kin", "Choose a kin first."),)
    part: ClassVar[str] = "origin"

    origin: str = pick("Place of origin")

    @classmethod
    def waits(cls, life: Life) -> None:
        if life.people and life.people.arrays and not life.has("array"):
            raise NotNow("Assign the attributes first.")

    @classmethod
    def shelf(cls) -> Mapping[str, Chapter]:
        return life_shelf.origins()

    @classmethod
    def cost(cls, life: Life, chapter: Chapter | None) -> int | None:
        return life.cost_of_origin(chapter)

    @classmethod
    def closed(cls, life: Life, chapter: Chapter) -> str:
        if cls.cost(life, chapter) is not None or not life.people:
            return ""
        return f"No {life.people.name} grows up there. Choose {cls.instead(life)}."


_ORIGIN = ("origin", "Choose an origin first.")


@dataclass(frozen=True, slots=True)
class ChooseEvents(Making, name="making.events", label="Life events"):
    """Choose what happened, as much or as little as there are points for (D-6)."""

    guidance: ClassVar[str] = "What happened to you? Events are optional; what hurt also taught you."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ORIGIN,)
    settles: ClassVar[str] = "events"

    events: tuple[str, ...] = many("Life events")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        found = compendium.offered(life_shelf.events(), [one.key for one in life.events])
        return {"events": tuple(_event_choice(life, key) for key in found)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"events": tuple(one.key for one in life_of(table.me, table.house_rules).events)}

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        return ", ".join(one.name for one in life.events) or "nothing important"

    def left(self, table: Table) -> str:
        return points_left(table, events=list(self.events))

    def perform(self, table: Table, dice: Dice) -> None:
        among = [life_shelf.events()[key] for key in dict.fromkeys(self.events)]
        life = life_of(table.me, table.house_rules)
        for event in among:
            if closed := life.closed_event(event, among):
                raise Refused(f"{event.name}: {closed}", "events")
        choose(table, "events", events=[event.key for event in among])


def _event_choice(life: Life, key: str) -> Choice:
    event = life_shelf.events()[key]
    under = "Of your parents" if event.bereaves or event.bereaved else "Of yourself"
    needs = f" Needs {counted(event.bereaved, 'event', 'events')} in which a parent died." if event.bereaved else ""
    return Choice(key, priced(event.name, event.cost), chapter_words(event) + needs, under)


#: Choices in place of an occupation: no more of them, or all of them anew.
ENOUGH, ANEW = "enough", "anew"


@dataclass(frozen=True, slots=True)
class ChooseOccupation(Making, name="making.occupation", label="Occupations"):
    """Choose an occupation, then another, until it is enough; what the next costs hangs on the last (D-6)."""

    guidance: ClassVar[str] = "Your occupations, in order. The price depends on what came before."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ORIGIN,)
    settles: ClassVar[str] = "enough"

    occupation: str = pick("Occupation")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        names = [one.name for one in life.occupations]
        listed_so_far = f"So far: {', '.join(names)}." if names else "Not everybody works."
        first = [Choice(ENOUGH, "That is all" if names else "None", f"{listed_so_far} Go on.")]
        if names:
            first.append(Choice(ANEW, "Restart this part", f"Takes back {listed(names)}."))
        found = compendium.offered(life_shelf.occupations()).values()
        return {"occupation": (*first, *open_first(_job_choice(life, one) for one in found))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"occupation": ENOUGH}

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        return ", ".join(one.name for one in life.occupations) or "none"

    def left(self, table: Table) -> str:
        return points_left(table, occupations=self._then(table))

    def perform(self, table: Table, dice: Dice) -> None:
        life = life_of(table.me, table.house_rules)
        wanted = life_shelf.occupations().get(self.occupation)
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
    return choice if choice.closed or choice.under == TOO_DEAR else replace(choice, label=f"{choice.label}, {years}")


@dataclass(frozen=True, slots=True)
class ChooseReason(ChooseChapter, name="making.reason", label="Reason"):
    """Choose why somebody left home; many reasons cost by origin (D-6)."""

    guidance: ClassVar[str] = "Why did you leave? The price depends on your origin."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ORIGIN, ("enough", "Choose your occupations first."))
    part: ClassVar[str] = "reason"

    reason: str = pick("Reason to leave")

    @classmethod
    def shelf(cls) -> Mapping[str, Chapter]:
        return life_shelf.reasons()

    @classmethod
    def cost(cls, life: Life, chapter: Chapter | None) -> int | None:
        return life.cost_of_reason(chapter)

    @classmethod
    def closed(cls, life: Life, chapter: Chapter) -> str:
        return life.closed_reason(chapter)


@dataclass(frozen=True, slots=True)
class ChooseMotivation(ChooseChapter, name="making.motivation", label="Motivation"):
    """Choose what somebody is after; it costs by people (D-6)."""

    guidance: ClassVar[str] = "What drives you? Common motives of your people cost little."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_ORIGIN,)
    part: ClassVar[str] = "motivation"

    motivation: str = pick("Main motivation")

    @classmethod
    def shelf(cls) -> Mapping[str, Chapter]:
        return life_shelf.motivations()

    @classmethod
    def cost(cls, life: Life, chapter: Chapter | None) -> int | None:
        return life.cost_of_motivation(chapter)

    @classmethod
    def closed(cls, life: Life, chapter: Chapter) -> str:
        if cls.cost(life, chapter) is not None or not life.people:
            return ""
        return f"No {life.people.name} lives for that. Choose {cls.instead(life)}."
