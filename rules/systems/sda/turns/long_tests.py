"""Long tests that take a round a roll, worked at on one's own turns in a fight (SDA-031, SDA-159)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, NotNow, Table, pick
from rules.engine.odds import Odds
from rules.systems.sda.checks.long.project_rolls import conclude, foresee, odds_from
from rules.systems.sda.checks.long.projects import Project, project_named, projects
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.progress import NEARER, Turnout, nearer, turnout
from rules.systems.sda.checks.shared.task import Hand, Thrown
from rules.systems.sda.core.rolls import Aim, Pool, Roll, pool_for
from rules.systems.sda.fight.base import calm, free_to_act, lost_to_taunt
from rules.systems.sda.turns.turns import LookingAway


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(LookingAway, name="turn.work", label="Work at a long test"):
    """A roll for one's own long test that takes a round a roll, such as a lock, with dice of the round (SDA-031, C-97).

    Whoever fights works alone: those at their side have turns of their own.
    """

    aim: ClassVar[Aim] = NEARER

    project: str = pick("Long test")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        calm(table)
        if not _quick(table):
            raise NotNow("You have no long test of 1 round per roll. Begin one without helpers.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        under_way = tuple(Choice(one.key, one.label, one.progress) for one in _quick(table).values())
        return {**LookingAway.choices(table), "project": under_way}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"project": next(iter(_quick(table)))}

    def _pool(self, table: Table) -> Pool:
        hand = self._hand(table)
        dice = hand.bonus + self.bonus - lost_to_taunt(table, table.actor)
        rolled = (hand.skill, hand.attribute, dice, hand.malus + self.malus)
        return pool_for(table, table.actor, *rolled, whole=True, virtue=self.virtue, called=self.called)

    def odds(self, table: Table) -> Odds:
        pool, count, _ = self._measured(table)
        project = project_named(table, self.project)
        return odds_from(project, foresee(table, project, first=self._turnout(table, pool, count)))

    def gains(self, table: Table, pool: Pool, count: int) -> float:
        """The mean progress that ``count`` dice bring to the end of the long test."""
        project = project_named(table, self.project)
        return nearer(self._turnout(table, pool, count), project.tally, project.task.difficulty)

    def perform(self, table: Table, dice: Dice) -> None:
        project, hand = project_named(table, self.project), self._hand(table)
        result = self._roll(table, dice, "long test")
        conclude(table, dice, project, Thrown((hand,), (result,)), reward=self.reward)
        self._look_away(table)

    def _hand(self, table: Table) -> Hand:
        project = project_named(table, self.project)
        return project.task.hands_at(project.attempt)[0]

    def _turnout(self, table: Table, pool: Pool, count: int) -> Turnout:
        rolls = (Roll(pool.sides, count, pool.malus, how=pool.how),)
        mode = project_named(table, self.project).task.mode
        return turnout(rolls, mode, house_rules.rounding(table), net_decides=house_rules.net_decides(table))


def _quick(table: Table) -> dict[str, Project]:
    """The actor's long tests that take a round a roll and have no helpers, by key."""
    return {key: one for key, one in projects(table.me).items() if one.takes == 1 and one.task.people == {table.actor}}
