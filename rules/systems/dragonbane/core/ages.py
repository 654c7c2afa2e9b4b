"""Growing older, or younger by magic, with the changes to the attributes (D-1, D-4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, Who, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import MemoKept, RankChanged, Told
from rules.engine.kernel.refusals import Refused
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core.fields import alive


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
class ChangeAge(Command):
    """Grow older with the years, or younger or older by a spell gone wrong (D-1, D-4)."""

    name: ClassVar[str] = "person.age"
    label: ClassVar[str] = "Change the age"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET
    befalls: ClassVar[bool] = True

    age: str = pick("Age")

    @classmethod
    def possible(cls, table: Table) -> None:
        alive(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"age": tuple(Choice(one.key, one.name) for one in library.ages().values())}

    def perform(self, table: Table, dice: Dice) -> None:
        if table.me.memo.get("age") == self.age:
            others = " or ".join(one.name.lower() for key, one in library.ages().items() if key != self.age)
            raise Refused(f"They are that already; {others} would be a change.", "age")
        grow(table, table.actor, self.age)


AGES: tuple[type[Command], ...] = (ChangeAge,)
