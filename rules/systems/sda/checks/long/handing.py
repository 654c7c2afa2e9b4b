"""Allies who do the same over several rolls: MoS of one's own long test go to that of another (SDA-038, SDA-041)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    Judged,
    Refused,
    Table,
    Told,
    number,
    pick,
    plainly,
)
from rules.systems.sda.checks.long.projects import (
    PROJECTS,
    Project,
    keep,
    lasting,
    project_named,
    projects,
    some_project,
)
from rules.systems.sda.checks.shared.company import others, somebody_else
from rules.systems.sda.core.person import SheetCommand, keep_in_memo
from rules.systems.sda.core.rolls import judge

#: The most MoS that are given at once: no task needs more.
MOST_GIVEN = 500


@dataclass(frozen=True, slots=True)
class GiveProgress(SheetCommand):
    """Give MoS of one's own long test to an ally who does the same; each ends by a roll of its own (SDA-038, C-98)."""

    name: ClassVar[str] = "project.give"
    label: ClassVar[str] = "Give MoS to an ally's long test"
    throws_dice: ClassVar[bool] = False

    project: str = pick("Task")
    ally: str = pick("To whom")
    mos: int = number("MoS", least=1, most=MOST_GIVEN, default=1)

    @classmethod
    def possible(cls, table: Table) -> None:
        some_project(table)
        somebody_else(table, "to give it to")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        mine = tuple(Choice(one.key, one.label, one.progress) for one in projects(table.me).values())
        return {"project": mine, "ally": others(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        mine = project_named(table, self.project)
        if self.mos > mine.tally:
            raise Refused(f"{mine.tally} MoS are achieved: {self.mos} cannot be given.", "mos")
        theirs = same_task(table, mine, self.ally)
        keep(table, replace(mine, tally=mine.tally - self.mos))
        hand_over(table, theirs, self.ally, self.mos)


def same_task(table: Table, mine: Project, ally: str, field: str = "ally") -> Project:
    """The long test of an ally that takes the same skills, of several the one that bears the same name."""
    alike = [one for one in projects(table.sheet(ally)).values() if _skills(one) == _skills(mine)]
    if not alike or mine.task.against:
        raise Refused(f"{table.name(ally)} does not do the same: begin a long test of the same skills first.", field)
    return next((one for one in alike if one.label == mine.label), alike[0])


def spare_of(table: Table) -> int:
    """The MoS beyond the difficulty with which the roll just judged has done a task."""
    told = next(one for one in reversed(table.facts) if isinstance(one, Judged) and "task" in one.numbers)
    return told.hits


def hand_over(table: Table, theirs: Project, ally: str, mos: int) -> None:
    """Add MoS to an ally's long test; it is done if that is enough and every skill has been rolled."""
    after = replace(theirs, tally=theirs.tally + mos)
    done = after.tally >= after.task.difficulty and after.attempt >= len(after.task.steps)
    keep_in_memo(table, ally, PROJECTS, after.key, None if done else after.as_json())
    table.happen(Told((table.actor, ally), f"{{0}} helps {{1}} on: {mos} MoS."))
    if done:
        hits = after.tally - after.task.difficulty
        lasting(table, ally, after)
        judge(table, ally, "success", hits, task=after.label, tally=after.tally, rolls=after.rolls)
    how = "is done" if done else "goes on"
    table.happen(Told((ally,), f"{{0}}: {plainly(after.label)} {how}, {after.progress}."))


def _skills(project: Project) -> list[str]:
    return [step[0].skill for step in project.task.steps]
