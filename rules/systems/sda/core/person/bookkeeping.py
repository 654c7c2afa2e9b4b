"""Bookkeeping on a sheet: the base of commands that are given there, spirit given and taken, memos kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Command, Json, MemoKept, Place, ResourceChanged, Table, Wording


@dataclass(frozen=True, slots=True)
class SheetCommand(Command):
    """A command that is given on somebody's own sheet."""

    place: ClassVar[Place] = Place.SHEET
    #: The field that starts with the first of its choices, where one has to be picked.
    starts_with_first: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        field = cls.starts_with_first
        return {field: cls.choices(table)[field][0].value} if field else {}


def lift(table: Table, who: str, spirit: int, why: Wording) -> int:
    """Give somebody spirit, never beyond the most that they can have; the points that they gain are returned."""
    held = table.sheet(who).resources.get("spirit")
    gained = min(spirit, held.most - held.now) if held else 0
    if gained > 0:
        table.happen(ResourceChanged(who, "spirit", gained, why))
    return max(0, gained)


def take_spirit(table: Table, who: str, spirit: int, why: Wording) -> int:
    """Take spirit off somebody, never more than they have; the points that they lose are returned."""
    lost = min(spirit, table.sheet(who).now("spirit"))
    if lost > 0:
        table.happen(ResourceChanged(who, "spirit", -lost, why))
    return max(0, lost)


def keep_memo(table: Table, who: str, memo: str, value: Json) -> None:
    """Keep a memo on a sheet, or forget it where the value is empty."""
    if (value or None) != table.sheet(who).memo.get(memo):
        table.happen(MemoKept(who, memo, value or None))


def keep_in_memo(table: Table, who: str, memo: str, key: str, value: Json) -> None:
    """Keep a value under a key of a memo that holds several, or forget it where the value is empty."""
    held = {**table.sheet(who).memo.get(memo, {}), key: value}
    keep_memo(table, who, memo, {name: told for name, told in held.items() if told or name != key})
