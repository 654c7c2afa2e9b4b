"""Long tasks that are under way, as a sheet keeps them (SDA-031)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.kernel import Json, NotNow, Sheet, Table, Unknown, counted
from rules.systems.sda.checks.shared.task import Hand, Task
from rules.systems.sda.checks.shared.times import in_rounds, in_time
from rules.systems.sda.core.person import keep_in_memo, keep_memo

#: Where a sheet remembers its long tasks, by key.
PROJECTS = "projects"
#: The most long tasks that a sheet keeps going.
MOST_PROJECTS = 20


@dataclass(frozen=True, slots=True)
class Project:
    """A long task: each roll takes ``amount`` of ``unit``; ``tally`` is what ``rolls`` and ``used`` time have come to.

    ``attempt`` are the rolls since all was lost the last time: a first fail begins with the first skill again (SDA-032,
    SDA-039, C-70). ``lasting`` is the name of the condition that its worker is in once it is done, if any. ``waiting``
    is the time that went by and was not rolled for yet, in rounds.
    """

    key: str
    label: str
    task: Task
    amount: int
    unit: str
    tally: int = 0
    rolls: int = 0
    used: int = 0
    lasting: str = ""
    waiting: int = 0
    attempt: int = 0

    @property
    def takes(self) -> int:
        """How long a roll takes, in rounds."""
        return in_rounds(self.amount, self.unit)

    @property
    def progress(self) -> str:
        """Its state in words: "4 of 10 MoS, 3 rolls, 45 minutes"."""
        spent = f", {counted(self.rolls, 'roll', 'rolls')}, {in_time(self.used, self.unit)}" if self.rolls else ""
        return f"{self.tally} of {self.task.difficulty} MoS{spent}"

    def as_json(self) -> dict[str, Json]:
        names = ("label", "amount", "unit", "tally", "rolls", "used", "lasting", "waiting", "attempt")
        return {**{name: getattr(self, name) for name in names}, "task": self.task.as_json()}

    @classmethod
    def from_json(cls, key: str, told: Mapping[str, Any]) -> "Project":
        return cls(key, **{"attempt": told.get("rolls", 0), **told, "task": Task.from_json(told["task"])})


def projects(sheet: Sheet) -> dict[str, Project]:
    """The long tasks of a sheet."""
    return {key: Project.from_json(key, told) for key, told in sheet.memo.get(PROJECTS, {}).items()}


def project_named(table: Table, key: str) -> Project:
    """A long task of the actor's own; refused where there is none of that key."""
    found = projects(table.me).get(key)
    if found is None:
        raise Unknown("This long test is over. Choose another.", "project")
    return found


def some_project(table: Table) -> None:
    """Refuse where no long task is under way."""
    if not table.me.memo.get(PROJECTS):
        raise NotNow(f"{table.me.name} has no long test in progress. Begin one first.")


def room_for_one(table: Table) -> None:
    """Refuse where too many are under way already."""
    if len(table.me.memo.get(PROJECTS, {})) >= MOST_PROJECTS:
        raise NotNow(f"{MOST_PROJECTS} long tests are in progress. Finish or abandon one first.")


def keep(table: Table, project: Project) -> None:
    keep_in_memo(table, table.actor, PROJECTS, project.key, project.as_json())


def drop(table: Table, project: Project) -> None:
    keep_in_memo(table, table.actor, PROJECTS, project.key, None)


def under_way(table: Table, project: Project) -> Project:
    """The actor's own task of the same name, where one is under way; else the new one, which has no key yet."""
    return next((one for one in projects(table.me).values() if one.label == project.label), project)


def let_pass(table: Table, rounds: int, only: str = "") -> None:
    """Let time go by for all that somebody has under way, or for one of it: it waits there until it is rolled for."""
    passed = (
        replace(one, waiting=one.waiting + rounds) if only in ("", one.key) else one
        for one in projects(table.me).values()
    )
    keep_memo(table, table.actor, PROJECTS, {one.key: one.as_json() for one in passed})


def with_helpers(task: Task, joining: tuple[Hand, ...], leaving: tuple[str, ...]) -> Task:
    """The task with others at it: whoever joins helps the first step, and whoever leaves rolls in none."""
    kept = [[hand for place, hand in enumerate(step) if not place or hand.who not in leaving] for step in task.steps]
    return task.with_hands([[*kept[0], *joining], *kept[1:]])
