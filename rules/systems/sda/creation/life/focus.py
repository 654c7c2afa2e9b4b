"""A focus: one attribute whose skills have a die more, where the campaign has it so (D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import MemoKept, Told
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.table import Table
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.content.skills import ATTRIBUTES
from rules.systems.sda.core.rolls.fields import attribute_choices
from rules.systems.sda.core.rolls.pools import FOCUS


@dataclass(frozen=True, slots=True)
class ChooseFocus(Command):
    """Choose the attribute that somebody is best with: its skills have a die more from now on (SDA-009, D-6)."""

    name: ClassVar[str] = "sheet.focus"
    label: ClassVar[str] = "Choose a focus"
    place: ClassVar[Place] = Place.SHEET

    attribute: str = pick("Attribute")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not creation.FOCUS.flag(table.house_rules):
            raise NotNow("This campaign plays without a focus. A house rule would allow one.")
        if chosen := table.me.memo.get(FOCUS):
            raise NotNow(f"{table.me.name} has a focus: {ATTRIBUTES[chosen].name}. One is all there is.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"attribute": attribute_choices()}

    def perform(self, table: Table, dice: Dice) -> None:
        told = f"{{0}} is at their best with {ATTRIBUTES[self.attribute].name.lower()}."
        table.happen(MemoKept(table.actor, FOCUS, self.attribute), Told((table.actor,), told))


FOCUSING: tuple[type[Command], ...] = (ChooseFocus,)
