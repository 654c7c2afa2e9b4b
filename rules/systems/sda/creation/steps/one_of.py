"""Bases of steps: one thing chosen from a shelf, and points on the six attributes (D-6)."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, Refused, Table, number
from rules.systems.sda.content import compendium
from rules.systems.sda.content.life_entries import Chapter
from rules.systems.sda.content.skills import ATTRIBUTES
from rules.systems.sda.core.rolls import listed
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.life.life_words import chapter_words, priced
from rules.systems.sda.creation.steps.state import Making, choose

#: The heading of choices that cost more than is left.
TOO_DEAR = "Too dear now"


@dataclass(frozen=True, slots=True)
class ChooseOne(Making):
    """A step that is one choice, kept under the name of its only field."""

    #: The field, the choice in the memo and the part of the life: all have one name.
    part: ClassVar[str]

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        chosen = chosen_in(life_of(table.me, table.house_rules), cls.part)
        return {cls.part: chosen.key} if chosen else {}

    @classmethod
    def settled(cls, table: Table) -> str:
        chosen = chosen_in(life_of(table.me, table.house_rules), cls.part)
        return chosen.name if chosen else ""

    def left(self, table: Table) -> str:
        return points_left(table, **{self.part: self.wanted})

    def perform(self, table: Table, dice: Dice) -> None:
        choose(table, self.part, **{self.part: self.wanted})

    @property
    def wanted(self) -> str:
        """The key of the entry that was picked."""
        key: str = getattr(self, self.part)
        return key


@dataclass(frozen=True, slots=True)
class ChooseChapter(ChooseOne):
    """A step that is one of a shelf of chapters, each with its price; closed ones say what would be open."""

    @classmethod
    @abstractmethod
    def shelf(cls) -> Mapping[str, Chapter]:
        """All chapters of this kind."""

    @classmethod
    @abstractmethod
    def cost(cls, life: Life, chapter: Chapter | None) -> int | None:
        """The cost of a chapter in background points; None where nobody of such a life has it."""

    @classmethod
    @abstractmethod
    def closed(cls, life: Life, chapter: Chapter) -> str:
        """The sentence that says why a chapter cannot be chosen; empty where it can."""

    @classmethod
    def instead(cls, life: Life) -> str:
        """The chapters that such a life could have, by name."""
        found = compendium.offered(cls.shelf()).values()
        return listed([one.name for one in found if cls.cost(life, one) is not None], "or")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        life = life_of(table.me, table.house_rules)
        chosen = chosen_in(life, cls.part)
        spare, found = cls.cost(life, chosen) or 0, compendium.offered(cls.shelf(), (chosen.key,) if chosen else ())
        offered = (offer(life, one, cls.cost(life, one), cls.closed(life, one), spare=spare) for one in found.values())
        return {cls.part: open_first(offered)}

    def perform(self, table: Table, dice: Dice) -> None:
        if closed := self.closed(life_of(table.me, table.house_rules), self.shelf()[self.wanted]):
            raise Refused(closed, self.part)
        choose(table, self.part, **{self.part: self.wanted})


def chosen_in(life: Life, part: str) -> Chapter | None:
    """The chapter that has been chosen for a part of a life; None if none has."""
    chosen: Chapter | None = getattr(life, part)
    return chosen


def offer(life: Life, chapter: Chapter, cost: int | None, closed: str, under: str = "", spare: int = 0) -> Choice:
    """A chapter as a choice; one that is closed says why, one that is too dear stands under a heading of its own."""
    left = life.points_left + spare
    if closed:
        return Choice(chapter.key, chapter.name, f"{closed} {chapter.description}", closed=True)
    if cost is not None and cost > left:
        dear = f"Costs {cost}; {max(0, left)} of {life.points} background points left."
        return Choice(chapter.key, chapter.name, f"{dear} {chapter.description}", TOO_DEAR, costs=True)
    return Choice(chapter.key, priced(chapter.name, cost), chapter_words(chapter), under, costs=(cost or 0) > 0)


def open_first(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The choices in order of their headings, the free ones first in each; those too dear or closed come last."""

    def place(choice: Choice) -> tuple[bool, bool, str, bool]:
        return choice.closed, choice.under == TOO_DEAR, choice.under, choice.costs

    return tuple(sorted(choices, key=place))


def points_left(table: Table, **changed: Any) -> str:
    """The background points left with some choices changed, in words; or how many are too many."""
    left = life_of(table.me, table.house_rules, **changed).points_left
    if left < 0:
        return f"{-left} background point{'' if left == -1 else 's'} too many"
    return f"{left} background point{'' if left == 1 else 's'} left"


# -- points on attributes ----------------------------------------------------------------------------------------------


def _points(label: str) -> Any:
    return number(label, most=8, default=0)


@dataclass(frozen=True, slots=True)
class RaiseAll(Making):
    """A step that adds points to the six attributes, each in a field of its own."""

    agility: int = _points("Agility")
    strength: int = _points("Strength")
    constitution: int = _points("Constitution")
    erudition: int = _points("Erudition")
    persona: int = _points("Persona")
    wisdom: int = _points("Wisdom")

    def added(self) -> dict[str, int]:
        """The points by attribute, without those that get none."""
        return {key: by for key in ATTRIBUTES if (by := int(getattr(self, key)))}
