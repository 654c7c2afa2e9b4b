"""Herding: a first-fail test by quarters of an hour, against the will of the herd's leader (SDA-111 to SDA-117)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import Choice, ConditionEnded, Dice, NotNow, Table, Told, many, number, pick, switch
from rules.engine.odds import Odds
from rules.systems.sda.checks.long.project_odds import foresee, odds_from
from rules.systems.sda.checks.long.project_rolls import begin
from rules.systems.sda.checks.long.projects import Project, room_for_one
from rules.systems.sda.checks.shared.companions import no_fight, once_each, others
from rules.systems.sda.checks.shared.house_rules import AVERAGE_WILL
from rules.systems.sda.checks.shared.task import Hand, Task
from rules.systems.sda.checks.shared.times import MINUTE, STEPS, mos_for
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.person import SheetCommand
from rules.systems.sda.core.rolls import (
    AS_WISHED,
    FIRST_FAIL,
    MOST_BONUS,
    Pool,
    judge,
    mixed,
    pool_for,
    rank_of,
    reckon,
    throw,
)

#: Minutes of each roll (SDA-117).
QUARTER = 15
#: The die of an average beast's will (D-12).
SMALL = 4
#: The condition of whoever has a herd together.
HERDING = "herding"


def animal_ranks(table: Table, animal: str, skill: str) -> int:
    """An animal's own ranks in a skill of handling animals, dice for its handler (SDA-109, C-87)."""
    return rank_of(table.sheet(animal), SKILLS[skill])


@dataclass(frozen=True, slots=True)
class BeginHerding(SheetCommand):
    """Begin to herd: so many animals take so many MoS, a quarter of an hour a roll (SDA-111, SDA-113, SDA-117).

    Twice a step of size counts as the next one; the number may be an estimate (SDA-114). Dogs and the herd itself add
    their ranks as dice (SDA-109). The leader's will, or an average animal's, is a malus on every roll of the driver,
    and on none of those who help (SDA-112). What fails costs time only (SDA-116), and a herd that is together needs no
    roll until the herder stops (SDA-115).
    """

    name: ClassVar[str] = "herding.begin"
    label: ClassVar[str] = "Herd animals"

    animals: int = number("How many", least=1, most=STEPS[-1], default=10)
    helpers: tuple[str, ...] = many("Who helps")
    dogs: tuple[str, ...] = many("Trained dogs")
    dog_ranks: int = number("Herding ranks of other dogs", default=0, most=MOST_BONUS)
    herd_ranks: int = number("Herding ranks of the herd", default=0, most=MOST_BONUS)
    alpha: str = pick("Who leads the herd", default="", help="Or an average animal; its ego is rolled")
    average: bool = switch("An average will", help="Rolled with 2d4 or by house rule if it has no sheet")
    will: int = number("Will", default=0, most=MOST_BONUS, help="MoS of its ego test if not rolled")
    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        room_for_one(table)
        if table.me.has(HERDING):
            raise NotNow(f"{table.me.name} is herding already. Stop first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        them = others(table)
        return {"helpers": them, "dogs": them, "alpha": them}

    def odds(self, table: Table) -> Odds:
        project = self._project(table, 0)
        ego = self._ego(table)
        if ego is None:
            return odds_from(project, foresee(table, self._project(table, self.will)))
        wills = ego.measure()
        courses = [(share, foresee(table, self._project(table, will))) for will, share in enumerate(wills) if share]
        return odds_from(project, mixed(courses))

    def perform(self, table: Table, dice: Dice) -> None:
        project = self._project(table, self.will)
        foresee(table, project)
        ego = self._ego(table)
        if ego is not None:
            result = throw(table, dice, ego, ego.available, "the will of the herd: ego")
            judge(table, ego.who, "will", result.net, will=result.net)
            if self.alpha:
                reckon(table, dice, result, succeeded=result.net >= 1, reward=AS_WISHED)
            project = self._project(table, result.net)
        begin(table, project)

    def _ego(self, table: Table) -> Pool | None:
        """The pool of the herd's will: its leader's ego, or an average beast's; or None (SDA-112, D-12)."""
        if self.alpha:
            return pool_for(table, self.alpha, "ego", free=True)
        count = AVERAGE_WILL.number(table.house_rules) if self.average else 0
        return Pool(table.actor, "ego", "persona", SMALL, count, 0, count) if count else None

    def _project(self, table: Table, will: int) -> Project:
        once_each(table, [*self.helpers, *self.dogs, self.alpha], "helpers")
        dogs = sum(animal_ranks(table, dog, "herding") for dog in self.dogs)
        herd = animal_ranks(table, self.alpha, "herding") if self.alpha and not self.herd_ranks else self.herd_ranks
        bonus = self.bonus + dogs + self.dog_ranks + herd
        mine = Hand(table.actor, "herding", "", bonus, will)
        hands = (mine, *(replace(mine, who=who, bonus=0, malus=0) for who in self.helpers))
        label = f"A herd of {self.animals}"
        return Project("", label, Task((hands,), mos_for(self.animals), FIRST_FAIL), QUARTER, MINUTE, lasting=HERDING)


@dataclass(frozen=True, slots=True)
class StopHerding(SheetCommand):
    """Let the herd go its way; to have it together again takes a new test (SDA-115)."""

    name: ClassVar[str] = "herding.stop"
    label: ClassVar[str] = "Stop herding"

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.me.has(HERDING):
            raise NotNow(f"{table.me.name} is not herding. Begin first.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(ConditionEnded(table.actor, HERDING), Told((table.actor,), "{0} lets the herd go."))
