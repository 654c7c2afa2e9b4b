"""Long tasks: begin one, roll for it step by step, change what bears on it, or let it be (SDA-031 to SDA-034)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.character.readiness import is_fighting
from rules.engine.kernel import (
    Choice,
    Dice,
    Judged,
    Refused,
    Table,
    Told,
    Weighing,
    number,
    pick,
    plainly,
    switch,
    words,
)
from rules.engine.odds import Odds
from rules.systems.sda.checks.long.project_rolls import (
    begin,
    brought_nearer,
    lasting,
    next_pool,
    odds_of_course,
    refuse_scale,
    roll,
)
from rules.systems.sda.checks.long.projects import (
    PROJECTS,
    Project,
    keep,
    project_named,
    projects,
    room_for_one,
    some_project,
)
from rules.systems.sda.checks.shared.companions import Ensemble, no_fight, others, somebody_else
from rules.systems.sda.checks.shared.mentoring import apprentice_field, refuse_no_pupil
from rules.systems.sda.checks.shared.progress import NEARER
from rules.systems.sda.checks.shared.times import HOUR, ROUND, STEPS, UNITS
from rules.systems.sda.content.skills import skill_or_group
from rules.systems.sda.core.person import SheetCommand, keep_in_memo
from rules.systems.sda.core.rolls import FIRST_FAIL, REWARDS, SETBACK, bought_for, judge

#: The most MoS that a long task may need in all; a larger one is told in larger pieces.
MOST_DIFFICULTY = 500
MODES = (
    Choice(FIRST_FAIL, "First fail", "a roll without success loses all progress"),
    Choice(SETBACK, "Setback", "a roll without success only costs time; a malus beyond the roll undoes progress"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginTask(Ensemble, name="project.begin", label="Begin a long test"):
    """Begin what takes several rolls: their MoS add up to the difficulty, and each takes its time (SDA-031).

    In a first-fail test a roll without success loses everything (SDA-032, C-03), in a setback test it makes no progress
    (SDA-033), and a malus beyond it takes something back (SDA-034). Two skills take turns (SDA-039), and such a test
    is one of the two (SDA-040); two people may roll both at once (SDA-042). All may come together (SDA-041).
    """

    throws_dice: ClassVar[bool] = False

    task: str = words("What it is", default="", most=80, help="Default: the name of the skill", at_once=True)
    difficulty: int = number("Difficulty", least=1, most=MOST_DIFFICULTY, default=10)
    mode: str = pick("A roll without success", default=SETBACK, at_once=True)
    at_once: bool = switch("Both skills at once", help="Two people may roll both skills at the same time")
    amount: int = number("Each roll takes", least=1, most=999, default=1, at_once=True)
    unit: str = pick("Unit", default=HOUR, at_once=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        room_for_one(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**Ensemble.choices(table), "mode": MODES, "unit": UNITS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, str]:
        return {"unit": ROUND} if is_fighting(table) else {}

    def odds(self, table: Table) -> Odds:
        return odds_of_course(table, self.project(table))

    def perform(self, table: Table, dice: Dice) -> None:
        begin(table, self.project(table))

    def project(self, table: Table) -> Project:
        """The task to be begun; refused where one person has both skills at once, or a fight has no time for it."""
        if self.at_once and not self.second_by:
            raise Refused("One person rolls two skills in turn. Rolling both at once needs a second person.", "at_once")
        task = self._task(table, self.difficulty, self.mode, at_once=self.at_once)
        label = self.task.strip() or skill_or_group(self.skill).name
        begun = Project("", label, task, self.amount, self.unit)
        if is_fighting(table) and begun.takes > 1:
            raise Refused("In a fight only tests of 1 round per roll are possible. Begin it after the fight.", "unit")
        if is_fighting(table) and task.people != {table.actor}:
            raise Refused("In a fight everybody acts alone. Begin it without helpers.", "helpers")
        return begun


@dataclass(frozen=True, slots=True)
class AboutTask(SheetCommand):
    """A command about a long task of one's own: the fields that all of this kind share."""

    starts_with_first: ClassVar[str] = "project"

    project: str = pick("Long test")

    @classmethod
    def possible(cls, table: Table) -> None:
        some_project(table)
        no_fight(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"project": tuple(Choice(p.key, p.label, p.progress) for p in projects(table.me).values())}


@dataclass(frozen=True, slots=True)
class RollTask(AboutTask, name="project.roll", label="Roll for a long test"):
    """Roll once for a long task; it goes on, begins again or is done (SDA-031 to SDA-034, SDA-039).

    What is large may be done in larger pieces, a half order of magnitude at a time: MoS and time are multiplied (D-8).
    Allies who do the same may have what a last roll has to spare (SDA-038, SDA-041).
    """

    scale: int = number("Counts as this many rolls", least=1, most=STEPS[-1], default=1, help="1, 3, 10, 30 …")
    bought: int = number("Dice bought with spirit", default=0, costs=True)
    reward: str = pick("Flawless success gives", default="spirit")
    apprentice: str = apprentice_field()
    spare_to: str = pick("Spare MoS go to", default="", help="An ally doing the same", at_once=False)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        them = others(table)
        return {**AboutTask.choices(table), "reward": REWARDS, "apprentice": them, "spare_to": them}

    def odds(self, table: Table) -> Odds:
        return odds_of_course(table, self._project(table), self.scale, self.bought)

    def weighing(self, table: Table) -> Weighing:
        """How many dice to buy for this roll (SDA-059)."""
        project = self._project(table)
        plain = next_pool(table, project)

        def brings(chosen: RollTask) -> float:
            return brought_nearer(table, project, chosen.scale, chosen.bought)

        return bought_for(self, table, NEARER, lambda _: plain, brings)

    def perform(self, table: Table, dice: Dice) -> None:
        said = {"bought": self.bought, "scale": self.scale}
        project = self._project(table)
        after = roll(table, dice, project, **said, reward=self.reward, apprentice=self.apprentice)
        spare = spare_of(table) if after is None and self.spare_to else 0
        if spare:
            hand_over(table, same_task(table, project, self.spare_to), self.spare_to, spare)

    def _project(self, table: Table) -> Project:
        project = project_named(table, self.project)
        refuse_scale(project, self.scale)
        refuse_no_pupil(table, project.task.hands_at(project.attempt), self.apprentice, project.task.against)
        if self.spare_to:
            same_task(table, project, self.spare_to, "spare_to")
        return project


#: The most MoS that are given at once: no task needs more.
MOST_GIVEN = 500


@dataclass(frozen=True, slots=True)
class GiveProgress(AboutTask, name="project.give", label="Give MoS to an ally's long test"):
    """Give MoS of one's own long test to an ally who does the same; each ends by a roll of its own (SDA-038, C-98)."""

    throws_dice: ClassVar[bool] = False

    ally: str = pick("To whom")
    mos: int = number("MoS", least=1, most=MOST_GIVEN, default=1)

    @classmethod
    def possible(cls, table: Table) -> None:
        some_project(table)
        somebody_else(table, "to give it to")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**AboutTask.choices(table), "ally": others(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        mine = project_named(table, self.project)
        if self.mos > mine.tally:
            raise Refused(f"{mine.tally} MoS achieved so far: you cannot give {self.mos}.", "mos")
        theirs = same_task(table, mine, self.ally)
        keep(table, replace(mine, tally=mine.tally - self.mos))
        hand_over(table, theirs, self.ally, self.mos)


def same_task(table: Table, mine: Project, ally: str, field: str = "ally") -> Project:
    """The long test of an ally that takes the same skills, of several the one that bears the same name."""
    alike = [one for one in projects(table.sheet(ally)).values() if _skills(one) == _skills(mine)]
    if not alike or mine.task.against:
        raise Refused(
            f"{table.name(ally)} is not doing the same. They must begin a long test of the same skills first.", field
        )
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
