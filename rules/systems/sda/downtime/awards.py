"""Experience that the game master awards (SDA-065)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    ExperienceChanged,
    Place,
    Refused,
    Table,
    Told,
    Who,
    number,
    pick,
    plainly,
    words,
)
from rules.systems.sda.content.skills import GROUPS, members, skill_named
from rules.systems.sda.core.person import SheetCommand


@dataclass(frozen=True, slots=True)
class Award(SheetCommand):
    """Experience in one skill, for an original use that moves the story (SDA-064, SDA-065)."""

    name: ClassVar[str] = "experience.award"
    label: ClassVar[str] = "Award experience"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET

    skill: str = pick("Skill")
    amount: int = number("Experience", least=1, most=100, default=1)
    reason: str = words("For", default="the fight", most=80)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "skill": tuple(
                Choice(skill.key, skill.name, under=group.name) for group in GROUPS.values() for skill in members(group)
            )
        }

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.reason.strip():
            raise Refused("Say what it is for.", "reason")
        reason = plainly(self.reason.strip())
        table.happen(
            ExperienceChanged(table.actor, "skill", self.skill, self.amount, reason),
            Told((table.actor,), f"{{0}} earns {self.amount} experience in {skill_named(self.skill).name} ({reason})."),
        )
