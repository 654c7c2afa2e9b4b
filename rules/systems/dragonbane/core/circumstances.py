"""Circumstances that the game master sets: dark, rough or unsteady ground, age (DRB-005, DRB-010, D-1, D-4, D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    MemoKept,
    RankChanged,
    Refused,
    Table,
    Told,
    number,
    pick,
    switch,
)
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core.fields import ByGameMaster
from rules.systems.dragonbane.core.figures import ROUGH, UNSTEADY


@dataclass(frozen=True, slots=True)
class Darken(ByGameMaster):
    """Make it dark, or light again: in the dark, rolls that need eyes have a bane (DRB-005, D-6)."""

    name: ClassVar[str] = "peril.darkness"
    label: ClassVar[str] = "Darkness"

    dark: bool = switch("It is dark", default=True)

    def perform(self, table: Table, dice: Dice) -> None:
        if table.me.has("in_darkness") == self.dark:
            raise Refused(f"It is {'dark' if self.dark else 'light'} already. Turn it the other way.", "dark")
        if self.dark:
            table.happen(ConditionSet(table.actor, Condition("in_darkness", "In the dark")))
        else:
            table.happen(ConditionEnded(table.actor, "in_darkness"))


@dataclass(frozen=True, slots=True)
class Ground(ByGameMaster):
    """Let snow, scree or mud take metres off the movement, until the ground is even again (DRB-010, C-18)."""

    name: ClassVar[str] = "peril.ground"
    label: ClassVar[str] = "Rough ground"

    metres: int = number("Metres that it takes", most=40, default=4, help="0 for even ground")

    def perform(self, table: Table, dice: Dice) -> None:
        held = table.me.conditions.get(ROUGH)
        if self.metres == (held.level if held else 0):
            raise Refused("The ground is like that already. Choose other metres.", "metres")
        if self.metres:
            table.happen(ConditionSet(table.actor, Condition(ROUGH, "On rough ground", self.metres)))
        else:
            table.happen(ConditionEnded(table.actor, ROUGH))


@dataclass(frozen=True, slots=True)
class Footing(ByGameMaster):
    """Let planks sway or rocks be wet: a bane on agility, but for those with sea legs (DRB-005, DRB-022, D-6)."""

    name: ClassVar[str] = "peril.footing"
    label: ClassVar[str] = "Unsteady ground"

    unsteady: bool = switch("It is unsteady", default=True)

    def perform(self, table: Table, dice: Dice) -> None:
        if table.me.has(UNSTEADY) == self.unsteady:
            how = "unsteady" if self.unsteady else "firm"
            raise Refused(f"The ground is {how} already. Turn it the other way.", "unsteady")
        if self.unsteady:
            table.happen(ConditionSet(table.actor, Condition(UNSTEADY, "On unsteady ground")))
        else:
            table.happen(ConditionEnded(table.actor, UNSTEADY))


def grow(table: Table, who: str, to: str) -> None:
    """Change somebody's age: the old one's changes go, the new one's come (D-1)."""
    before = library.ages().get(str(table.sheet(who).memo.get("age", "")))
    after = library.ages()[to]
    table.happen(MemoKept(who, "age", to), Told((who,), f"{{0}} is now {after.name.lower()}."))
    for key in library.attributes():
        by = after.attributes.get(key, 0) - (before.attributes.get(key, 0) if before else 0)
        value = table.sheet(who).rank("attribute", key)
        by = max(1, value + by) - value
        if by:
            table.happen(RankChanged(who, "attribute", key, by))


@dataclass(frozen=True, slots=True)
class ChangeAge(ByGameMaster):
    """Grow older with the years, or younger or older by a spell gone wrong (D-1, D-4)."""

    name: ClassVar[str] = "person.age"
    label: ClassVar[str] = "Change the age"

    age: str = pick("Age")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"age": tuple(Choice(one.key, one.name) for one in library.ages().values())}

    def perform(self, table: Table, dice: Dice) -> None:
        if table.me.memo.get("age") == self.age:
            others = " or ".join(one.name.lower() for key, one in library.ages().items() if key != self.age)
            raise Refused(f"They are that already; {others} would be a change.", "age")
        grow(table, table.actor, self.age)
