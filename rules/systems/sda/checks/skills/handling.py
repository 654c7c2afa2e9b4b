"""Animals at the word of a handler: birds that hunt, training and lessons (SDA-110, SDA-118, SDA-071, D-8).

An animal throws no more dice than its handler gives it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Refused,
    Table,
    Told,
    counted,
    number,
    pick,
)
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.checks.long.herding import animal_ranks
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.companions import company_in_peace, no_fight, others
from rules.systems.sda.checks.shared.joint_tests import contest, reckon_both
from rules.systems.sda.checks.shared.mentoring import refuse_too_close
from rules.systems.sda.checks.shared.task import Hand, ready_pools, rolls_against, rolls_of
from rules.systems.sda.checks.shared.verdicts import odds_opposed, odds_together
from rules.systems.sda.checks.skills.lessons import ranked_skills, teach
from rules.systems.sda.content.compendium import Skill
from rules.systems.sda.content.skills import skill_named
from rules.systems.sda.core.person import SheetCommand, keep_in_memo, whisper_to
from rules.systems.sda.core.rolls import (
    AS_WISHED,
    Pool,
    Result,
    RewardedRoll,
    judge,
    opposed_together,
    pool_for,
    reckon,
    throw,
)


@dataclass(frozen=True, slots=True)
class WithAnimal(RewardedRoll):
    """A roll against the will of an animal: the fields that all of this kind share."""

    leading: ClassVar[tuple[str, ...]] = ("animal",)

    animal: str = pick("Animal")

    @classmethod
    def possible(cls, table: Table) -> None:
        company_in_peace(table, "that could be handled")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**RewardedRoll.choices(table), "animal": others(table)}


def led(table: Table, dice: Dice, pool: Pool, most: int, purpose: str, difficulty: int, helped: int = 0) -> Result:
    """Roll for an animal with no more dice than its handler gives it (SDA-110, D-8).

    ``helped`` are MoS that the handler's hits add (SDA-255).
    """
    count = min(most, pool.available)
    result = throw(table, dice, pool, count, purpose)
    total = result.net + helped
    succeeded, hits = total >= (difficulty or 1), max(0, total - difficulty)
    judge(table, pool.who, succeeded, hits, skill=pool.skill, dice=count, measure=total, hits=hits)
    reckon(table, dice, result, succeeded=succeeded, reward=AS_WISHED)
    return result


def chance_led(pool: Pool, scored: Sequence[float], difficulty: int, dice: Sequence[int] | None = None) -> float:
    """The chance that an animal succeeds, given the chances that its handler scores 0, 1, 2 ...

    ``dice`` are those that the animal has for each score, if not as many.
    """
    total = 0.0
    for most, share in zip(dice or range(len(scored)), scored, strict=True):
        measure = pool.measure(min(most, pool.available))
        total += share * at_least(measure, difficulty or 1)
    return total


@dataclass(frozen=True, slots=True)
class Hunt(WithAnimal):
    """Let a bird hunt: falconry against its ego, then it hunts with no more dice than there are hits (SDA-110).

    The bird's ranks in falconry are dice for its handler (SDA-109). How hard the prey is, and whether the bird is large
    enough for it, is the game master's word.
    """

    name: ClassVar[str] = "falconry.hunt"
    label: ClassVar[str] = "Let a falcon hunt"
    leading: ClassVar[tuple[str, ...]] = ("animal", "prey")

    prey: int = number("Difficulty of the prey", default=1, help="0 counts every MoS")

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
class TrainAnimal(WithAnimal):
    """Train an animal for an hour: training against its ego, which has a die more each hour (D-8).

    Each hit is a lesson that it can be taught; the hours in a row end as soon as the trainer does not win. Its ranks in
    training are dice for its trainer (SDA-109).
    """

    name: ClassVar[str] = "animal.train"
    label: ClassVar[str] = "Train an animal"

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
        story = f"{{0}} {how} {after}: {counted(lessons, 'lesson', 'lessons')} to be taught."
        table.happen(Told((self.animal, table.actor), story))
        reckon_both(table, dice, ours, theirs, margin, self.reward)

    def _sides(self, table: Table) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        hours, _ = _trained(table, self.animal)
        twice = whisper_to(table.me, table.sheet(self.animal))
        bonus = self.bonus + animal_ranks(table, self.animal, "training")
        mine = Hand(table.actor, "training", "", bonus, self.malus, twice=twice)
        return (mine,), (Hand(self.animal, "ego", "", hours),)


@dataclass(frozen=True, slots=True)
class TeachAnimal(SheetCommand):
    """Give an animal a lesson that its training has won: a flawless success is experience for it (SDA-071, D-8)."""

    name: ClassVar[str] = "animal.teach"
    label: ClassVar[str] = "Teach an animal"

    animal: str = pick("Animal")
    skill: str = pick("Skill")
    difficulty: int = number("Difficulty", default=0, help="0 counts every MoS")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if not any(lessons for _, lessons in table.me.memo.get(TRAINED, {}).values()):
            raise NotNow(f"{table.me.name} has no animal ready for a lesson. Train one first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ready = {who for who, (_, lessons) in table.me.memo.get(TRAINED, {}).items() if lessons}
        return {"animal": tuple(one for one in others(table) if one.value in ready), "skill": ranked_skills(table)}

    def odds(self, table: Table) -> Odds:
        hands = self._hands(table)
        return odds_together(table, hands, self.difficulty)

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
