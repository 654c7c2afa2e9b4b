"""The beginning of a life: people, kin and attributes (D-6), virtues (SDA-077 to SDA-079, C-09), traits (D-7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, NotNow, Refused, Sheet, Table, counted, many, number, pick
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.life_entries import Kin, People
from rules.systems.sda.content.life_parts import ATTRIBUTES as IN_ARRAYS
from rules.systems.sda.content.life_parts import BORN_WITH
from rules.systems.sda.content.skills import ATTRIBUTES
from rules.systems.sda.creation.life.buying import closed_trait
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.life.life_words import (
    attribute_words,
    chapter_words,
    needs_words,
    points_words,
    priced,
    said_of,
)
from rules.systems.sda.creation.life.sheet import allowed_steps, at_best, side_of, step_of
from rules.systems.sda.creation.steps.one_of import ChooseOne, open_first, points_left
from rules.systems.sda.creation.steps.state import Making, choose, kept_of

#: The choices that come after the people.
_AFTER = (
    "kin",
    "array",
    "origin",
    "events",
    "occupations",
    "enough",
    "reason",
    "motivation",
    "virtues",
    "traits",
    "shared",
    "talent",
    "ranks",
    "groups",
    "attributes",
    "short",
    "equipment",
)


@dataclass(frozen=True, slots=True)
class ChoosePeople(ChooseOne, name="making.people", label="People"):
    """Choose a people: attributes, size, speed, what all of them know and are (D-6)."""

    guidance: ClassVar[str] = "Who are you born to? Your people decide size, speed and what you know from birth."
    again: ClassVar[str] = "Choosing the same again restarts the life path."
    in_short: ClassVar[bool] = True
    part: ClassVar[str] = "people"

    people: str = pick("People")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        chosen = life_of(table.me, table.house_rules).people
        found = compendium.offered(life_shelf.peoples(), (chosen.key,) if chosen else ())
        return {"people": tuple(Choice(one.key, one.name, chapter_words(one)) for one in found.values())}

    def perform(self, table: Table, dice: Dice) -> None:
        anew = kept_of(table.me).get("people") == self.people
        choose(table, "people", people=self.people, **dict.fromkeys(_AFTER if anew else ()))


@dataclass(frozen=True, slots=True)
class ChooseKin(ChooseOne, name="making.kin", label="Kin"):
    """Choose the kin among a people: experience in an attribute and some skills, for background points (D-6)."""

    guidance: ClassVar[str] = "Each kin of your people is known for something else."
    in_short: ClassVar[bool] = True
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("people", "Choose your people first."),)
    part: ClassVar[str] = "kin"

    kin: str = pick("Kin")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        found = compendium.offered(life.people.kin, (life.kin.key,) if life.kin else ()) if life.people else {}
        return {"kin": open_first(_kin_choice(one) for one in found.values())}

    @classmethod
    def is_taken(cls, table: Table) -> bool:
        people = life_of(table.me, table.house_rules).people
        return people is None or bool(people.kin)

    @classmethod
    def is_decided(cls, table: Table) -> bool:
        return life_of(table.me, table.house_rules).people is not None

    @classmethod
    def waits(cls, life: Life) -> None:
        if life.people and not life.kin and life.has("kin"):
            raise NotNow(f"{life.people.name}: all of one kin.")


def _kin_choice(kin: Kin) -> Choice:
    return Choice(kin.key, priced(kin.name, kin.cost), chapter_words(kin), costs=(kin.cost or 0) > 0)


def _born(label: str) -> Any:
    return number(label, least=BORN_WITH[0], most=BORN_WITH[-1])


@dataclass(frozen=True, slots=True)
class Distribute(Making, name="making.array", label="Attributes at birth"):
    """Distribute one of the arrays of a people over the six attributes (D-6)."""

    guidance: ClassVar[str] = "Assign these numbers in any order. Constitution, persona and wisdom make spirit."
    in_short: ClassVar[bool] = True
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("kin", "Choose a kin first."),)
    settles: ClassVar[str] = "array"

    agility: int = _born("Agility")
    strength: int = _born("Strength")
    constitution: int = _born("Constitution")
    erudition: int = _born("Erudition")
    persona: int = _born("Persona")
    wisdom: int = _born("Wisdom")

    @classmethod
    def is_taken(cls, table: Table) -> bool:
        people = life_of(table.me, table.house_rules).people
        return people is None or bool(people.arrays)

    @classmethod
    def is_decided(cls, table: Table) -> bool:
        return life_of(table.me, table.house_rules).people is not None

    @classmethod
    def waits(cls, life: Life) -> None:
        if life.people and not life.people.arrays:
            raise NotNow(f"{life.people.name}: set by birth. Later, experience raises them.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        people = life_of(table.me, table.house_rules).people
        first = dict(zip(IN_ARRAYS, people.arrays[0], strict=True)) if people and people.arrays else {}
        return kept_of(table.me).get("array") or first

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        return attribute_words(life.choices["array"])

    def left(self, table: Table) -> str:
        people = life_of(table.me, table.house_rules).people
        if people is None:
            return ""
        if self._fits(people):
            return "All six numbers assigned"
        return f"You assigned {self._said()}; available: {_arrays(people)}"

    def perform(self, table: Table, dice: Dice) -> None:
        people = life_of(table.me, table.house_rules).people
        if people is None or not self._fits(people):
            allowed = _arrays(people) if people else ""
            raise Refused(f"Assign {allowed} in any order, not {self._said()}.", "agility")
        choose(table, "agility", array=self._values())

    def _fits(self, people: People) -> bool:
        return sorted(self._values().values()) in map(sorted, people.arrays)

    def _values(self) -> dict[str, int]:
        return {key: getattr(self, key) for key in ATTRIBUTES}

    def _said(self) -> str:
        return ", ".join(map(str, sorted(self._values().values(), reverse=True)))


def _arrays(people: People) -> str:
    return " or ".join(", ".join(map(str, array)) for array in people.arrays)


@dataclass(frozen=True, slots=True)
class ChooseVirtues(Making, name="making.virtues", label="Virtues"):
    """Choose on which side of the balance each of the five virtues begins (SDA-077 to SDA-079, C-09)."""

    guidance: ClassVar[str] = "All virtues start balanced, leaning to one side. Events may have changed faith."
    in_short: ClassVar[bool] = True
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("kin", "Choose a kin first."),)
    settles: ClassVar[str] = "virtues"

    courage: str = pick("Courage")
    faith: str = pick("Faith")
    honesty: str = pick("Honesty")
    pride: str = pick("Pride")
    temperance: str = pick("Temperance")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        return {
            key: tuple(_step_choice(key, step) for step in allowed_steps(life, key)) for key in compendium.virtues()
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        life = life_of(table.me, table.house_rules)
        return {key: str(step_of(life, key)) for key in compendium.virtues()}

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        return ", ".join(compendium.virtues()[key].steps[step] for key, step in life.choices["virtues"].items())

    def perform(self, table: Table, dice: Dice) -> None:
        choose(table, "courage", virtues={key: int(getattr(self, key)) for key in compendium.virtues()})


def _step_choice(virtue: str, step: int) -> Choice:
    names = compendium.virtues()[virtue].steps
    end = names[-1] if side_of(step) == "excess" else names[0]
    return Choice(str(step), names[step], f"towards {end}")


@dataclass(frozen=True, slots=True)
class ChooseTraits(Making, name="making.traits", label="Traits"):
    """Buy traits with background points, or take flaws for some more (D-7)."""

    guidance: ClassVar[str] = "What sets you apart? Flaws give points back, for earlier steps too."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (
        ("reason", "Choose a reason to leave first."),
        ("motivation", "Choose a motivation first."),
        ("virtues", "Choose the virtues first."),
    )
    settles: ClassVar[str] = "traits"

    traits: tuple[str, ...] = many("Traits")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        sheet = at_best(life)
        listed = compendium.offered(life_shelf.traits(), life.bought)
        priced = [key for key in listed if key not in life.granted and life.cost_of_trait(key) is not None]
        # A trait that needs another is open: both can be taken together.
        found = [_trait_choice(life, key, closed_trait(life, key, sheet, priced)) for key in priced]
        headings = (FREE, GIFTS, FLAWS)
        return {"traits": tuple(sorted(found, key=lambda choice: (choice.closed, headings.index(choice.under))))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"traits": life_of(table.me, table.house_rules).bought}

    @classmethod
    def chosen(cls, life: Life, sheet: Sheet) -> str:
        return ", ".join(life_shelf.traits()[key].name for key in life.traits) or "none"

    def left(self, table: Table) -> str:
        return points_left(table, traits=list(self.traits))

    @classmethod
    def unspent(cls, table: Table) -> str:
        left = life_of(table.me, table.house_rules).points_left
        return counted(left, "background point", "background points") if left > 0 else ""

    def perform(self, table: Table, dice: Dice) -> None:
        life = life_of(table.me, table.house_rules)
        sheet, picked = at_best(life), list(dict.fromkeys(self.traits))
        for key in picked:
            if closed := closed_trait(life, key, sheet, picked):
                raise Refused(f"{life_shelf.traits()[key].name}: {closed}", "traits")
        choose(table, "traits", traits=picked)


#: The headings of traits.
FREE, GIFTS, FLAWS = "Free for you", "For background points", "Flaws, which give points"


def _trait_choice(life: Life, key: str, closed: str) -> Choice:
    trait, cost = life_shelf.traits()[key], life.cost_of_trait(key) or 0
    words, needs = points_words(cost), needs_words(trait)
    said = closed or f"{words[:1].upper()}{words[1:]}{f'; needs {needs}' if needs and cost else ''}."
    under = FREE if not cost else GIFTS if cost > 0 else FLAWS
    return Choice(key, trait.name, f"{said} {said_of(trait)}".strip(), under, closed=bool(closed))
