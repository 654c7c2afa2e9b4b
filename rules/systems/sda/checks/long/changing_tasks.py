"""Changes to long tasks: what bears on them, time that goes by, their end; and a place searched (SDA-031)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    Refused,
    Table,
    Told,
    Weighing,
    Who,
    Worth,
    many,
    number,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Odds
from rules.systems.sda.checks.long.long_tasks import MOST_DIFFICULTY, AboutTask
from rules.systems.sda.checks.long.project_rolls import begin, brought_nearer, odds_of_course
from rules.systems.sda.checks.long.projects import (
    Project,
    drop,
    keep,
    let_pass,
    project_named,
    projects,
    room_for_one,
    some_project,
    with_helpers,
)
from rules.systems.sda.checks.shared.companions import (
    COMPANIES,
    COUNTED,
    FULL,
    HALF,
    companies,
    no_fight,
    once_each,
    others,
    skill_names,
    with_whom,
)
from rules.systems.sda.checks.shared.task import Hand, Task
from rules.systems.sda.checks.shared.times import DAY, MINUTE, UNITS, in_rounds, in_time
from rules.systems.sda.content.skills import skill_or_group
from rules.systems.sda.core.person import SheetCommand
from rules.systems.sda.core.rolls import MOS, MOST_BONUS, SETBACK, listed

#: The most time that goes by at once, in whatever unit it is told.
MOST_TIME = 5_000_000


#: A number in a change that leaves it as it is.
AS_IT_IS = -1


@dataclass(frozen=True, slots=True)
class ChangeTask(AboutTask, name="project.change", label="Change a long test"):
    """Change what bears on a long task: its bonus and malus hold for every roll until then (SDA-043, SDA-044).

    Helpers come and go; the game master may cap how many count (SDA-036).
    """

    bonus: int = number("Bonus dice", least=AS_IT_IS, most=MOST_BONUS, default=AS_IT_IS, help="−1: unchanged")
    malus: int = number("Malus", least=AS_IT_IS, most=MOST_BONUS, default=AS_IT_IS, help="−1: unchanged")
    difficulty: int = number("Difficulty", least=AS_IT_IS, most=MOST_DIFFICULTY, default=AS_IT_IS, help="−1: unchanged")
    participants: int = number(
        "How many count at most",
        least=AS_IT_IS,
        most=50,
        default=AS_IT_IS,
        help="0: everybody counts; −1: unchanged",
    )
    joining: tuple[str, ...] = many("Who joins")
    skill: str = pick("With which skill", default="", help="Default: the skill of the test")
    counted: str = pick("They count", default=FULL)
    leaving: tuple[str, ...] = many("Who leaves")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        known = {"joining": others(table), "leaving": _at_work(table), "skill": skill_names(), "counted": COUNTED}
        return {**AboutTask.choices(table), **known}

    def perform(self, table: Table, dice: Dice) -> None:
        project = project_named(table, self.project)
        changed = replace(project, task=self._hands(table, self._figures(project.task)))
        if changed == project:
            raise Refused("Nothing to change. Enter a bonus, malus, difficulty, or who joins or leaves.")
        if changed.task.difficulty <= project.tally:
            raise Refused(f"{project.tally} MoS achieved already. The difficulty must be {project.tally + 1} or more.")
        keep(table, changed)
        table.happen(Told((table.actor,), f"{{0}} changes {plainly(project.label)}."))

    def _figures(self, task: Task) -> Task:
        """The task with its new figures; a bonus or malus is everybody's at the work."""
        steps = [[self._figured(hand) for hand in step] for step in task.steps]
        difficulty = task.difficulty if self.difficulty < 1 else self.difficulty
        most = task.most if self.participants == AS_IT_IS else self.participants
        return replace(task.with_hands(steps), difficulty=difficulty, most=most)

    def _figured(self, hand: Hand) -> Hand:
        bonus = hand.bonus if self.bonus == AS_IT_IS else self.bonus
        return replace(hand, bonus=bonus, malus=hand.malus if self.malus == AS_IT_IS else self.malus)

    def _hands(self, table: Table, task: Task) -> Task:
        there = {hand.who for step in task.steps for hand in step} - set(self.leaving)
        once_each(table, [*there, *self.joining, *(hand.who for hand in task.against)], "joining")
        main = task.main
        skill, halved = self.skill or main.skill, self.counted == HALF
        joining = tuple(Hand(who, skill, "", 0, main.malus, halved) for who in self.joining)
        after = with_helpers(task, joining, self.leaving)
        lost = _skills(task) - _skills(after)
        if lost:
            raise Refused(f"Nobody left has {listed(sorted(lost))}. Add somebody with it, or keep them.", "leaving")
        return after


def _skills(task: Task) -> set[str]:
    return {skill_or_group(hand.skill).name for step in task.steps for hand in step}


def _at_work(table: Table) -> tuple[Choice, ...]:
    known = projects(table.me).values()
    helpers = {hand.who: None for p in known for step in p.task.steps for hand in step[1:]}
    return tuple(Choice(who, table.name(who)) for who in helpers if who in table.sheets)


@dataclass(frozen=True, slots=True)
class AbandonTask(AboutTask, name="project.abandon", label="Abandon a long test"):
    """Let a long task be; what was achieved is gone."""

    def perform(self, table: Table, dice: Dice) -> None:
        project = project_named(table, self.project)
        drop(table, project)
        table.happen(Told((table.actor,), f"{{0}} abandons: {plainly(project.label)}, {project.progress}."))


@dataclass(frozen=True, slots=True)
class PassTime(SheetCommand, name="project.pass_time", label="Time passes for long tests"):
    """Time goes by for long tasks of somebody: it waits until rolls use it up, and what is left is kept (SDA-031).

    A day that goes by is a day of work, of eight hours. The campaign's calendar gives this command for everybody.
    """

    who: ClassVar[Who] = Who.GM

    amount: int = number("How long", least=1, most=MOST_TIME, default=1)
    unit: str = pick("Unit", default=DAY)
    project: str = pick("Long test", default="", help="All of them")

    @classmethod
    def possible(cls, table: Table) -> None:
        some_project(table)
        no_fight(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**AboutTask.choices(table), "unit": UNITS}

    def perform(self, table: Table, dice: Dice) -> None:
        only = project_named(table, self.project) if self.project else None
        let_pass(table, in_rounds(self.amount, self.unit), self.project)
        what = f"a long test: {plainly(only.label)}" if only else "long tests"
        table.happen(Told((table.actor,), f"{{0}} has {in_time(self.amount, self.unit)} for {what}."))


@dataclass(frozen=True, slots=True)
class Search(SheetCommand, name="perception.search", label="Search a place"):
    """Search a place: a setback test of perception; several add up what they find (SDA-031, SDA-107).

    The game master says how well a thing is hidden, and how long each roll takes.
    """

    throws_dice: ClassVar[bool] = False

    what: str = words("What or where", default="The place", most=80)
    difficulty: int = number("Difficulty", least=1, most=MOST_DIFFICULTY, default=5)
    helpers: tuple[str, ...] = many("Who else searches")
    malus: int = number("Malus", default=0, most=MOST_BONUS, help="Dark, hurried, strange …")
    amount: int = number("Each roll takes", least=1, most=999, default=10)
    unit: str = pick("Unit", default=MINUTE)

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        room_for_one(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"helpers": others(table), "unit": UNITS}

    def odds(self, table: Table) -> Odds:
        return odds_of_course(table, self._project(table))

    def weighing(self, table: Table) -> Weighing | None:
        """Who is to search as well, as long as not too many could (SDA-107)."""
        helpers = companies(table, COMPANIES)
        if not helpers:
            return None

        def worth(chosen: Search) -> Worth:
            return (brought_nearer(table, chosen._project(table)),)

        def said(chosen: Search) -> str:
            return with_whom(table, chosen.helpers)

        sentence = "Average MoS of the first roll, up to what is needed."
        return Weighing(("helpers",), MOS, sentence, worth, ("MoS",), said=said, among={"helpers": helpers})

    def perform(self, table: Table, dice: Dice) -> None:
        begin(table, self._project(table))

    def _project(self, table: Table) -> Project:
        once_each(table, self.helpers, "helpers")
        everybody = tuple(Hand(who, "perception", malus=self.malus) for who in (table.actor, *self.helpers))
        label = f"Search: {self.what.strip() or 'The place'}"
        return Project("", label, Task((everybody,), self.difficulty, SETBACK), self.amount, self.unit)
