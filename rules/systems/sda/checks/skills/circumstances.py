"""Circumstances that force an attribute on a skill, by the game master's word (SDA-012)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, Who, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionEnded, ConditionSet, Told
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.sheets import Condition
from rules.engine.kernel.table import Table
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS, open_to
from rules.systems.sda.core.rolls.fields import attribute_choices
from rules.systems.sda.core.rolls.pools import forced


@dataclass(frozen=True, slots=True)
class ForceAttribute(Command):
    """The game master says which attribute a skill is rolled with, until they take it back (SDA-012, C-69).

    It may be one that the skill does not list, as for a climb that takes agility rather than strength.
    """

    name: ClassVar[str] = "test.force_attribute"
    label: ClassVar[str] = "Force an attribute"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET

    skill: str = pick("Skill")
    attribute: str = pick("Attribute", default="", help="Those of the skill again, if nothing is picked")

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        skills = tuple(Choice(one.key, one.name) for one in open_to(table.me).values())
        return {"skill": skills, "attribute": attribute_choices()}

    def perform(self, table: Table, dice: Dice) -> None:
        skill, name = SKILLS[self.skill].name, forced(self.skill)
        if self.attribute:
            attribute = ATTRIBUTES[self.attribute].name.lower()
            held = Condition(name, f"{skill} with {attribute}", source=self.attribute)
            table.happen(
                ConditionSet(table.actor, held), Told((table.actor,), f"{{0}} rolls {skill} with {attribute}.")
            )
        elif table.me.has(name):
            table.happen(ConditionEnded(table.actor, name), Told((table.actor,), f"{{0}} rolls {skill} as usual."))
        else:
            raise NotNow(f"No attribute is forced on {skill}. Pick one to force it.")


CIRCUMSTANCES: tuple[type[Command], ...] = (ForceAttribute,)
