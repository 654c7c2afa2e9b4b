"""Animals at the word of a handler: herds, birds that hunt, training and lessons (SDA-110 to SDA-118, SDA-071, D-8).

An animal throws no more dice than its handler gives it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    ConditionEnded,
    Dice,
    NotNow,
    Refused,
    Table,
    Told,
    counted,
    many,
    number,
    pick,
    switch,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.sda.checks.long.project_rolls import begin, foresee, odds_from
from rules.systems.sda.checks.long.projects import Project, room_for_one
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.animals import WithAnimal, animal_ranks, chance_led, led
from rules.systems.sda.checks.shared.companions import no_fight, once_each, others
from rules.systems.sda.checks.shared.house_rules import AVERAGE_WILL
from rules.systems.sda.checks.shared.joint_tests import contest, reckon_both
from rules.systems.sda.checks.shared.mentoring import refuse_too_close, teach
from rules.systems.sda.checks.shared.progress import mixed
from rules.systems.sda.checks.shared.task import Hand, Task, ready_pools, rolls_against, rolls_of
from rules.systems.sda.checks.shared.times import MINUTE, STEPS, mos_for
from rules.systems.sda.checks.shared.verdicts import odds_opposed, odds_together
from rules.systems.sda.content.compendium import Skill
from rules.systems.sda.content.skills import skill_named
from rules.systems.sda.core.person import SheetCommand, keep_in_memo, whisper_to
from rules.systems.sda.core.rolls import (
    AS_WISHED,
    FIRST_FAIL,
    MOST_BONUS,
    Pool,
    judge,
    opposed_together,
    pool_for,
    ranked_skills,
    reckon,
    throw,
)


@dataclass(frozen=True, slots=True)
class Hunt(WithAnimal, name="falconry.hunt", label="Let a falcon hunt"):
    """Let a bird hunt: falconry against its ego, then it hunts with no more dice than there are hits (SDA-110).

    The bird's ranks in falconry are dice for its handler (SDA-109). How hard the prey is, and whether the bird is large
    enough for it, is the game master's word.
    """

    leading: ClassVar[tuple[str, ...]] = ("animal", "prey")

    prey: int = number("Difficulty of the prey", default=1, help="0: every success counts")

    def odds(self, table: Table) -> Odds:
        mine, bird = self._sides(table)
        rolls = rolls_of(mine, ready_pools(table, mine))
        margin = opposed_together(rolls, rolls_against(table, bird), house_rules.rounding(table))
        caught = chance_led(self._hunting(table), margin.hits(), self.prey)
        listed = (Chance("success", "the bird obeys", margin.ahead), Chance("caught", "it catches its prey", caught))
        told = f"{in_words(margin.ahead).capitalize()} that it obeys, {in_words(caught)} that it catches the prey"
        return Odds(told, listed, margin.hits(), "hits")

    def perform(self, table: Table, dice: Dice) -> None:
        mine, bird = self._sides(table)
        hunting = self._hunting(table)
        ours, theirs, margin = contest(table, dice, mine, bird, self.name)
        reckon_both(table, dice, ours, theirs, margin, self.reward)
        if margin > 0:
            result = led(table, dice, hunting, margin, "the hunt: foraging", self.prey)
            how = "comes back with its prey" if result.net >= (self.prey or 1) else "misses its prey"
            table.happen(Told((self.animal,), f"{{0}} {how}."))
        else:
            table.happen(Told((self.animal,), "{0} does as it likes."))

    def _sides(self, table: Table) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        bonus = self.bonus + animal_ranks(table, self.animal, "falconry")
        return (Hand(table.actor, "falconry", "", bonus, self.malus),), (Hand(self.animal, "ego"),)

    def _hunting(self, table: Table) -> Pool:
        return pool_for(table, self.animal, "foraging")


#: Memo of a trainer's sheet, by animal: hours in a row, and the lessons that they have won.
TRAINED = "animals_trained"


@dataclass(frozen=True, slots=True)
class TrainAnimal(WithAnimal, name="animal.train", label="Train an animal"):
    """Train an animal for an hour: training against its ego, which has a die more each hour (D-8).

    Each hit is a lesson that it can be taught; the hours in a row end as soon as the trainer does not win. Its ranks in
    training are dice for its trainer (SDA-109).
    """

    def odds(self, table: Table) -> Odds:
        mine, beast = self._sides(table)
        return odds_opposed(table, mine, beast, reward=self.reward)

    def perform(self, table: Table, dice: Dice) -> None:
        mine, beast = self._sides(table)
        ours, theirs, margin = contest(table, dice, mine, beast, self.name)
        hours, lessons = _trained(table, self.animal)
        lessons += max(0, margin)
        # Whoever has resisted is fresh again when it is tried anew.
        _keep_trained(table, self.animal, hours + 1 if margin > 0 else 0, lessons)
        after = f"after {counted(hours + 1, 'hour', 'hours')}"
        how = "learns" if margin > 0 else "has had enough"
        story = f"{{0}} {how} {after}: {counted(lessons, 'lesson', 'lessons')} left to teach."
        table.happen(Told((self.animal, table.actor), story))
        reckon_both(table, dice, ours, theirs, margin, self.reward)

    def _sides(self, table: Table) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        hours, _ = _trained(table, self.animal)
        twice = whisper_to(table.me, table.sheet(self.animal))
        bonus = self.bonus + animal_ranks(table, self.animal, "training")
        mine = Hand(table.actor, "training", "", bonus, self.malus, twice=twice)
        return (mine,), (Hand(self.animal, "ego", "", hours),)


@dataclass(frozen=True, slots=True)
class TeachAnimal(SheetCommand, name="animal.teach", label="Teach an animal"):
    """Give an animal a lesson that its training has won: a flawless success is experience for it (SDA-071, D-8)."""

    animal: str = pick("Animal")
    skill: str = pick("Skill")
    difficulty: int = number("Difficulty", default=0, help="0: every success counts")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if not any(lessons for _, lessons in table.me.memo.get(TRAINED, {}).values()):
            raise NotNow(f"{table.me.name} has no animal ready for a lesson. Train one first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ready = {who for who, (_, lessons) in table.me.memo.get(TRAINED, {}).items() if lessons}
        return {"animal": tuple(one for one in others(table) if one.value in ready), "skill": ranked_skills(table.me)}

    def odds(self, table: Table) -> Odds:
        return odds_together(table, self._hands(table), self.difficulty)

    def perform(self, table: Table, dice: Dice) -> None:
        hands = self._hands(table)
        hours, lessons = _trained(table, self.animal)
        if not lessons:
            raise Refused(f"{table.name(self.animal)} has no lessons left. Train it to earn more.", "animal")
        _keep_trained(table, self.animal, hours, lessons - 1)
        teach(table, dice, hands, self.animal, self.difficulty, self.name, "apprentice")

    def _hands(self, table: Table) -> tuple[Hand, ...]:
        skill: Skill = skill_named(self.skill)
        refuse_too_close(table, table.actor, self.animal, skill)
        return (Hand(table.actor, skill.key),)


def _trained(table: Table, animal: str) -> tuple[int, int]:
    """Hours in a row that the actor has trained an animal, and lessons won."""
    hours, lessons = table.me.memo.get(TRAINED, {}).get(animal, (0, 0))
    return hours, lessons


def _keep_trained(table: Table, animal: str, hours: int, lessons: int) -> None:
    keep_in_memo(table, table.actor, TRAINED, animal, [hours, lessons] if hours or lessons else None)


#: Minutes of each roll (SDA-117).
QUARTER = 15
#: The die of an average beast's will (D-12).
SMALL = 4
#: The condition of whoever has a herd together.
HERDING = "herding"


@dataclass(frozen=True, slots=True)
class BeginHerding(SheetCommand, name="herding.begin", label="Herd animals"):
    """Begin to herd: so many animals take so many MoS, a quarter of an hour a roll (SDA-111, SDA-113, SDA-117).

    Twice a step of size counts as the next one; the number may be an estimate (SDA-114). Dogs and the herd itself add
    their ranks as dice (SDA-109). The leader's will, or an average animal's, is a malus on every roll of the driver,
    and on none of those who help (SDA-112). What fails costs time only (SDA-116), and a herd that is together needs no
    roll until the herder stops (SDA-115).
    """

    animals: int = number("How many", least=1, most=STEPS[-1], default=10)
    helpers: tuple[str, ...] = many("Who helps")
    dogs: tuple[str, ...] = many("Trained dogs")
    dog_ranks: int = number("Herding ranks of other dogs", default=0, most=MOST_BONUS)
    herd_ranks: int = number("Herding ranks of the herd", default=0, most=MOST_BONUS)
    alpha: str = pick("Who leads the herd", default="", help="Or an average animal; it rolls ego")
    average: bool = switch("An average will", help="Without a sheet: 2d4, or as the house rule says")
    will: int = number("Will", default=0, most=MOST_BONUS, help="MoS of its ego test, if you do not roll it")
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
        mine = Hand(table.actor, "herding", "", self.bonus + dogs + self.dog_ranks + herd, will)
        hands = (mine, *(replace(mine, who=who, bonus=0, malus=0) for who in self.helpers))
        label = f"A herd of {self.animals}"
        return Project("", label, Task((hands,), mos_for(self.animals), FIRST_FAIL), QUARTER, MINUTE, lasting=HERDING)


@dataclass(frozen=True, slots=True)
class StopHerding(SheetCommand, name="herding.stop", label="Stop herding"):
    """Let the herd go its way; to have it together again takes a new test (SDA-115)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.me.has(HERDING):
            raise NotNow(f"{table.me.name} is not herding. Begin first.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(ConditionEnded(table.actor, HERDING), Told((table.actor,), "{0} lets the herd go."))
