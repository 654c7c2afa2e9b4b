"""The beginning of a life: people, kin, and attributes where they are distributed (D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, NotNow, Refused, Sheet, Table, number, pick
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.life_entries import People
from rules.systems.sda.content.life_parts import ATTRIBUTES as IN_ARRAYS
from rules.systems.sda.content.life_parts import BORN_WITH
from rules.systems.sda.content.skills import ATTRIBUTES
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.life.life_words import attribute_words, chapter_words, priced
from rules.systems.sda.creation.steps.one_of import ChooseOne
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
class ChoosePeople(ChooseOne):
    """Choose a people: attributes, size, speed, what all of them know and are (D-6)."""

    name: ClassVar[str] = "making.people"
    label: ClassVar[str] = "People"
    guidance: ClassVar[str] = "Choose your people. Choosing the same again restarts the life path."
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
class ChooseKin(ChooseOne):
    """Choose the kin among a people: experience in an attribute and some skills, for background points (D-6)."""

    name: ClassVar[str] = "making.kin"
    label: ClassVar[str] = "Kin"
    guidance: ClassVar[str] = "Each kin of your people is known for something else."
    in_short: ClassVar[bool] = True
    needs: ClassVar[tuple[tuple[str, str], ...]] = (("people", "Choose your people first."),)
    part: ClassVar[str] = "kin"

    kin: str = pick("Kin")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        found = compendium.offered(life.people.kin, (life.kin.key,) if life.kin else ()) if life.people else {}
        return {"kin": tuple(Choice(one.key, priced(one.name, one.cost), chapter_words(one)) for one in found.values())}

    @classmethod
    def waits(cls, life: Life) -> None:
        if life.people and not life.kin and life.has("kin"):
            raise NotNow(f"{life.people.name}: all of one kin.")


def _born(label: str) -> Any:
    return number(label, least=BORN_WITH[0], most=BORN_WITH[-1])


@dataclass(frozen=True, slots=True)
class Distribute(Making):
    """Distribute one of the arrays of a people over the six attributes (D-6)."""

    name: ClassVar[str] = "making.array"
    label: ClassVar[str] = "Attributes at birth"
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
