"""Animals that do something for somebody: falcons that hunt, mounts that carry, beasts that learn.

What the animal does is its own roll, with no more dice than its handler's roll allows (SDA-110, SDA-118, D-8).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.commands import Choice, Command, Place, number, pick
from rules.engine.dice import Dice
from rules.engine.facts import ConditionEnded, ConditionSet, Judged, MemoKept, ResourceChanged, Told
from rules.engine.odds import Chance, Odds, at_least, in_words, less
from rules.engine.refusals import NotNow, Refused
from rules.engine.sheets import Condition, Json
from rules.engine.table import Table
from rules.engine.words import counted
from rules.systems.sda.body import speed_of
from rules.systems.sda.chances import distribution
from rules.systems.sda.choosing import REWARDS
from rules.systems.sda.compendium import Skill
from rules.systems.sda.pools import Pool, Result, pool_for, throw
from rules.systems.sda.reckoning import reckon
from rules.systems.sda.skills import skill_named
from rules.systems.sda.trials import house
from rules.systems.sda.trials.chances import opposed_together
from rules.systems.sda.trials.company import no_fight, others, somebody_else
from rules.systems.sda.trials.ensemble import MOST_BONUS
from rules.systems.sda.trials.herding import animal_ranks
from rules.systems.sda.trials.lessons import ranked_skills, refuse_too_close, teach
from rules.systems.sda.trials.task import Hand, clash, ready_pools, rolls_against, rolls_of, throw_hands
from rules.systems.sda.trials.together import judge_margin
from rules.systems.sda.trials.verdicts import odds_opposed, odds_together, reckon_all

MOUNTED = "mounted"
#: Where a sheet remembers whom it trains: hours in a row, and the lessons that they have won.
TRAINED = "animals_trained"
#: What a mount can be urged to, and the skill that it does it with (D-12).
URGES = {"sprint": "running", "travel": "resist_fatigue", "jump": "jumping"}


@dataclass(frozen=True, slots=True)
class WithAnimal(Command):
    """Something done with an animal."""

    place: ClassVar[Place] = Place.SHEET

    animal: str = pick("Animal")

    @classmethod
    def possible(cls, table: Table) -> None:
        _animals_about(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"animal": others(table), "reward": REWARDS}


def _animals_about(table: Table) -> None:
    table.sheet(table.actor)
    no_fight(table)
    somebody_else(table, "that could be handled")


def led(table: Table, dice: Dice, pool: Pool, most: int, purpose: str, difficulty: int) -> Result:
    """The roll of an animal with no more dice than its handler gives it (SDA-110, D-8)."""
    count = min(most, pool.available)
    result = throw(table, dice, pool, count, purpose)
    succeeded = result.net >= (difficulty or 1)
    hits = max(0, result.net - difficulty)
    numbers: dict[str, int | str | None] = {"skill": pool.skill, "dice": count, "measure": result.net, "hits": hits}
    table.happen(Judged(pool.who, "success" if succeeded else "failure", hits, numbers))
    reckon(table, dice, result, succeeded=succeeded, reward="spirit")
    return result


def chance_led(pool: Pool, allowed: Sequence[float], difficulty: int) -> float:
    """The chance of such a roll, given the chances of 0, 1, 2 ... dice."""
    total = 0.0
    for most, share in enumerate(allowed):
        measure = less(distribution(pool.sides, min(most, pool.available)), pool.malus)
        total += share * at_least(measure, difficulty or 1)
    return total


# -- falconry -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hunt(WithAnimal):
    """Let a bird hunt: falconry against its ego, then it hunts with no more dice than there are hits (SDA-110).

    The bird's ranks in falconry are dice for its handler (SDA-109). How hard the prey is, and whether the bird is large
    enough for it, is the game master's word.
    """

    name: ClassVar[str] = "falconry.hunt"
    label: ClassVar[str] = "Let a falcon hunt"
    has_odds: ClassVar[bool] = True

    prey: int = number("Difficulty of the prey", default=1, help="0 counts every MoS")
    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS)
    reward: str = pick("Flawless success gives", default="spirit")

    def odds(self, table: Table) -> Odds:
        mine, bird = self._sides(table)
        rolls = rolls_of(mine, ready_pools(table, mine))
        margin = opposed_together(rolls, rolls_against(table, bird), house.rounding(table))
        caught = chance_led(self._hunting(table), margin.hits(), self.prey)
        listed = (Chance("success", "the bird obeys", margin.ahead), Chance("caught", "it catches its prey", caught))
        told = f"{in_words(margin.ahead).capitalize()} that it obeys, {in_words(caught)} that it catches its prey"
        return Odds(told, listed, margin.hits(), "hits")

    def perform(self, table: Table, dice: Dice) -> None:
        mine, bird = self._sides(table)
        hunting = self._hunting(table)
        ours, theirs, margin = clash(table, dice, mine, bird, self.name)
        judge_margin(table, ours, theirs, margin)
        reckon_all(table, dice, ours, succeeded=margin > 0, reward=self.reward)
        reckon_all(table, dice, theirs, succeeded=margin < 0)
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


# -- riding ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mount(WithAnimal):
    """Mount an animal: one with a rank of riding needs no test and lends its speed (SDA-118).

    Another one resists with lifting or acrobatics: what it wins by throws its rider as many metres, what the rider wins
    by costs it as much spirit (D-8).
    """

    name: ClassVar[str] = "riding.mount"
    label: ClassVar[str] = "Mount"
    has_odds: ClassVar[bool] = True

    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS)
    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def possible(cls, table: Table) -> None:
        _animals_about(table)
        if table.me.has(MOUNTED):
            raise NotNow(f"{table.me.name} is mounted already. Dismounting comes first.")

    def odds(self, table: Table) -> Odds:
        if _is_trained(table, self.animal):
            return Odds(f"No test: it is trained, and moves {_speed(table, self.animal)} a round")
        mine, beast = self._sides(table)
        return odds_opposed(table, rolls_of(mine, ready_pools(table, mine)), rolls_against(table, beast))

    def perform(self, table: Table, dice: Dice) -> None:
        if _is_trained(table, self.animal):
            self._up(table)
            return
        mine, beast = self._sides(table)
        ours, theirs, margin = clash(table, dice, mine, beast, self.name)
        judge_margin(table, ours, theirs, margin)
        if margin > 0:
            spirit = min(margin, table.sheet(self.animal).now("spirit"))
            if spirit:
                table.happen(ResourceChanged(self.animal, "spirit", -spirit, "broken in"))
            self._up(table)
        elif margin < 0:
            table.happen(Told((self.animal, table.actor), f"{{0}} throws {{1}} {counted(-margin, 'metre', 'metres')}."))
        reckon_all(table, dice, ours, succeeded=margin > 0, reward=self.reward)
        reckon_all(table, dice, theirs, succeeded=margin < 0)

    def _up(self, table: Table) -> None:
        table.happen(ConditionSet(table.actor, Condition(MOUNTED, "Mounted", 0, self.animal)))
        told = f"{{0}} rides {{1}}: {_speed(table, self.animal)} a round."
        table.happen(Told((table.actor, self.animal), told))

    def _sides(self, table: Table) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        ways = [(_mean(pool_for(table, self.animal, skill)), skill) for skill in ("lifting", "acrobatics")]
        return (Hand(table.actor, "riding", "", self.bonus, self.malus),), (Hand(self.animal, max(ways)[1]),)


def _is_trained(table: Table, animal: str) -> bool:
    return animal_ranks(table, animal, "riding") >= 1


def _speed(table: Table, animal: str) -> str:
    return f"{speed_of(table.sheet(animal))} m"


def _mean(pool: Pool) -> float:
    return sum(i * p for i, p in enumerate(less(distribution(pool.sides, pool.available), pool.malus)))


@dataclass(frozen=True, slots=True)
class Dismount(Command):
    """Get off; one moves at one's own speed again (SDA-118)."""

    name: ClassVar[str] = "riding.dismount"
    label: ClassVar[str] = "Dismount"
    place: ClassVar[Place] = Place.SHEET

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.me.has(MOUNTED):
            raise NotNow(f"{table.me.name} is not mounted. Mounting comes first.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(ConditionEnded(table.actor, MOUNTED), Told((table.actor,), "{0} dismounts."))


@dataclass(frozen=True, slots=True)
class Urge(Command):
    """Urge the mount to sprint, to travel on or to jump: it rolls no more dice than the rider's MoS (SDA-118, D-8)."""

    name: ClassVar[str] = "riding.urge"
    label: ClassVar[str] = "Urge the mount"
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True

    to: str = pick("To what")
    difficulty: int = number("Difficulty", default=0, help="0 counts every MoS")
    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS)
    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        held = table.me.conditions.get(MOUNTED)
        if held is None or held.source not in table.sheets:
            raise NotNow(f"{table.me.name} is not mounted. Mounting comes first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ways = (Choice("sprint", "Sprint"), Choice("travel", "Travel on"), Choice("jump", "Jump"))
        return {"to": ways, "reward": REWARDS}

    def odds(self, table: Table) -> Odds:
        rider = ready_pools(table, (self._rider(table),))[0]
        measure = less(distribution(rider.sides, rider.available), rider.malus)
        chance = chance_led(self._pool(table), measure, self.difficulty)
        return Odds(f"{in_words(chance).capitalize()} that it does", (Chance("success", "it does", chance),), measure)

    def perform(self, table: Table, dice: Dice) -> None:
        pool = self._pool(table)
        thrown = throw_hands(table, dice, (self._rider(table),), self.name)
        measure = thrown.main.net
        reckon_all(table, dice, thrown, succeeded=measure >= 1, reward=self.reward)
        result = led(table, dice, pool, measure, f"urged on: {pool.skill}", self.difficulty)
        if self.to == "sprint":
            speed = speed_of(table.sheet(pool.who))
            table.happen(Told((pool.who,), f"{{0}} covers {speed + speed * result.net / 2:g} m this round."))

    def _rider(self, table: Table) -> Hand:
        return Hand(table.actor, "riding", "", self.bonus, self.malus)

    def _pool(self, table: Table) -> Pool:
        return pool_for(table, table.me.conditions[MOUNTED].source, URGES[self.to])


# -- training -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrainAnimal(WithAnimal):
    """Train an animal for an hour: training against its ego, which has a die more each hour (D-8).

    Each hit is a lesson that it can be taught, until it wins, or nobody does.
    """

    name: ClassVar[str] = "animal.train"
    label: ClassVar[str] = "Train an animal"
    has_odds: ClassVar[bool] = True

    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS)
    reward: str = pick("Flawless success gives", default="spirit")

    def odds(self, table: Table) -> Odds:
        mine, beast = self._sides(table)
        return odds_opposed(table, rolls_of(mine, ready_pools(table, mine)), rolls_against(table, beast))

    def perform(self, table: Table, dice: Dice) -> None:
        mine, beast = self._sides(table)
        ours, theirs, margin = clash(table, dice, mine, beast, self.name)
        judge_margin(table, ours, theirs, margin)
        hours, lessons = _trained(table, self.animal)
        lessons += max(0, margin)
        # Whoever has resisted is fresh again when it is tried anew.
        _keep_trained(table, self.animal, hours + 1 if margin > 0 else 0, lessons)
        after = f"after {counted(hours + 1, 'hour', 'hours')}"
        how = "learns" if margin > 0 else "has had enough"
        story = f"{{0}} {how} {after}: {counted(lessons, 'lesson', 'lessons')} to be taught."
        table.happen(Told((self.animal, table.actor), story))
        reckon_all(table, dice, ours, succeeded=margin > 0, reward=self.reward)
        reckon_all(table, dice, theirs, succeeded=margin < 0)

    def _sides(self, table: Table) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        hours, _ = _trained(table, self.animal)
        return (Hand(table.actor, "training", "", self.bonus, self.malus),), (Hand(self.animal, "ego", "", hours),)


@dataclass(frozen=True, slots=True)
class TeachAnimal(WithAnimal):
    """Give an animal a lesson that its training has won: a flawless success is experience for it (SDA-071, D-8)."""

    name: ClassVar[str] = "animal.teach"
    label: ClassVar[str] = "Teach an animal"
    has_odds: ClassVar[bool] = True

    skill: str = pick("Skill")
    difficulty: int = number("Difficulty", default=0, help="0 counts every MoS")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if not any(lessons for _, lessons in table.me.memo.get(TRAINED, {}).values()):
            raise NotNow(f"{table.me.name} has no animal ready for a lesson. Training one comes first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ready = {who for who, (_, lessons) in table.me.memo.get(TRAINED, {}).items() if lessons}
        return {"animal": tuple(one for one in others(table) if one.value in ready), "skill": ranked_skills(table)}

    def odds(self, table: Table) -> Odds:
        hands = self._hands(table)
        return odds_together(table, rolls_of(hands, ready_pools(table, hands)), self.difficulty)

    def perform(self, table: Table, dice: Dice) -> None:
        hands = self._hands(table)
        hours, lessons = _trained(table, self.animal)
        if not lessons:
            raise Refused(f"{table.name(self.animal)} has no lesson left. Training it wins more.", "animal")
        _keep_trained(table, self.animal, hours, lessons - 1)
        teach(table, dice, hands, self.animal, self.difficulty, self.name, "apprentice")

    def _hands(self, table: Table) -> tuple[Hand, ...]:
        skill: Skill = skill_named(self.skill)
        refuse_too_close(table, table.actor, self.animal, skill)
        return (Hand(table.actor, skill.key),)


def _trained(table: Table, animal: str) -> tuple[int, int]:
    """Hours in a row, and lessons won."""
    hours, lessons = table.me.memo.get(TRAINED, {}).get(animal, (0, 0))
    return hours, lessons


def _keep_trained(table: Table, animal: str, hours: int, lessons: int) -> None:
    kept: dict[str, Json] = {**table.me.memo.get(TRAINED, {}), animal: [hours, lessons]}
    table.happen(MemoKept(table.actor, TRAINED, {who: told for who, told in kept.items() if any(told)} or None))


ANIMALS: tuple[type[Command], ...] = (Hunt, Mount, Dismount, Urge, TrainAnimal, TeachAnimal)
