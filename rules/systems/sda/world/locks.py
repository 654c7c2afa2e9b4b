"""Locks: a first-fail test, a round for each roll (SDA-039, SDA-040, C-12, D-8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, Judged, NotNow, Sheet, Table, Told, number
from rules.engine.odds import Odds
from rules.systems.sda.checks.long.project_rolls import brought_nearer, next_pool, odds_of_course, roll
from rules.systems.sda.checks.long.projects import Project, under_way
from rules.systems.sda.checks.shared.progress import NEARER
from rules.systems.sda.checks.shared.task import Hand, Task
from rules.systems.sda.checks.shared.times import ROUND
from rules.systems.sda.content.house_rules.world import LOCKS, ONE_SKILL
from rules.systems.sda.content.skills import narrowest
from rules.systems.sda.core.rolls import FIRST_FAIL, Aim, Pool
from rules.systems.sda.world.attempts import Try, at_leisure, use_up_one

PICK = "lockpick"


@dataclass(frozen=True, slots=True, kw_only=True)
class PickLock(Try, name="lock.pick", label="Pick a lock"):
    """A round at a lock: mechanics and sleight of hand take turns, first fail, until it opens (SDA-039, C-12).

    Easy locks take 1 to 5, moderate ones to 10, hard ones to 15, extreme ones more. Where sleight of hand alone is
    enough, a complete failure breaks the pick.
    """

    aim: ClassVar[Aim] = NEARER

    difficulty: int = number("Difficulty", least=1, most=40, default=5, help="1–5 easy, –10 moderate, –15 hard")

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)
        if _pick_of(table.me) is None:
            raise NotNow(f"{table.me.name} has no lockpick. Get one first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**Try.choices(table), "virtue": ()}

    def odds(self, table: Table) -> Odds:
        return odds_of_course(table, self._project(table), 1, self.bought)

    def brings(self, table: Table) -> float:
        return brought_nearer(table, self._project(table), bought=self.bought)

    def perform(self, table: Table, dice: Dice) -> None:
        roll(table, dice, self._project(table), bought=self.bought, reward=self.reward)
        if LOCKS.chosen(table.house_rules) == ONE_SKILL and _failed_completely(table):
            _break(table)

    def _pool(self, table: Table) -> Pool:
        return next_pool(table, self._project(table))

    def _project(self, table: Table) -> Project:
        alone = LOCKS.chosen(table.house_rules) == ONE_SKILL
        picks = narrowest("lockpicking", "sleight_of_hand")
        skills = (picks,) if alone else ("mechanics", picks)
        steps = tuple((Hand(table.actor, skill, "", self.bonus, self.malus),) for skill in skills)
        task = Task(steps, self.difficulty, FIRST_FAIL)
        return under_way(table, Project("", f"Lock of {self.difficulty}", task, 1, ROUND))


def _pick_of(sheet: Sheet) -> str | None:
    return next((key for key, item in sheet.items.items() if item.entry == PICK), None)


def _failed_completely(table: Table) -> bool:
    told = next((fact for fact in table.facts if isinstance(fact, Judged)), None)
    return told is not None and told.numbers.get("quality") == "complete failure"


def _break(table: Table) -> None:
    if key := _pick_of(table.me):
        use_up_one(table, key)
        table.happen(Told((table.actor,), "{0}’s pick breaks."))
