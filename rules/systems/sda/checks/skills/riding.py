"""Riding: who mounts what, and what a mount is urged to (SDA-118)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Said,
    Table,
    Told,
    counted,
    number,
    pick,
)
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mean
from rules.systems.sda.checks.shared.animals import WithAnimal, animal_ranks, chance_led, chance_together, led
from rules.systems.sda.checks.shared.companions import no_fight
from rules.systems.sda.checks.shared.joint_tests import contest, reckon_both
from rules.systems.sda.checks.shared.task import Hand, Thrown, ready_pools, throw_hands
from rules.systems.sda.checks.shared.verdicts import odds_opposed, reckon_all
from rules.systems.sda.content.house_rules.fight import spurred
from rules.systems.sda.core.person import SheetCommand, speed_of, take_spirit, whisper_to
from rules.systems.sda.core.rolls import MOUNTED, REWARDS, Pool, RewardedRoll, judge, pool_for

#: The skill of a mount by the deed that it is urged to (D-12).
JUMP = "jump"
URGES = {"sprint": "running", "travel": "resist_fatigue", JUMP: "jumping"}


@dataclass(frozen=True, slots=True)
class Mount(WithAnimal, name="riding.mount", label="Mount"):
    """Mount an animal: one with a rank of riding needs no test and lends its speed (SDA-118).

    Another one resists with lifting or acrobatics: what it wins by throws its rider as many metres, what the rider wins
    by costs it as much spirit (D-8).
    """

    @classmethod
    def possible(cls, table: Table) -> None:
        WithAnimal.possible(table)
        if table.me.has(MOUNTED):
            raise NotNow(f"{table.me.name} is mounted already. Dismount first.")

    def odds(self, table: Table) -> Odds:
        if _is_trained(table, self.animal):
            return Odds(f"No test: it is trained, and moves {_speed(table, self.animal)} a round")
        mine, beast = self._sides(table)
        return odds_opposed(table, mine, beast, reward=self.reward)

    def perform(self, table: Table, dice: Dice) -> None:
        if _is_trained(table, self.animal):
            self._up(table)
            return
        mine, beast = self._sides(table)
        ours, theirs, margin = contest(table, dice, mine, beast, self.name)
        if margin > 0:
            take_spirit(table, self.animal, margin, "broken in")
            self._up(table)
        elif margin < 0:
            table.happen(Told((self.animal, table.actor), f"{{0}} throws {{1}} {counted(-margin, 'metre', 'metres')}."))
        reckon_both(table, dice, ours, theirs, margin, self.reward)

    def _up(self, table: Table) -> None:
        table.happen(ConditionSet(table.actor, Condition(MOUNTED, Said("On {0}", (self.animal,)), 0, self.animal)))
        told = f"{{0}} rides {{1}}: {_speed(table, self.animal)} a round."
        table.happen(Told((table.actor, self.animal), told))

    def _sides(self, table: Table) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        pools = [pool_for(table, self.animal, skill) for skill in ("lifting", "acrobatics")]
        ways = [(mean(pool.measure()), pool.skill) for pool in pools]
        twice = whisper_to(table.me, table.sheet(self.animal))
        mine = Hand(table.actor, "riding", "", self.bonus, self.malus, twice=twice)
        return (mine,), (Hand(self.animal, max(ways)[1]),)


def _is_trained(table: Table, animal: str) -> bool:
    return animal_ranks(table, animal, "riding") >= 1


def _speed(table: Table, animal: str) -> str:
    return f"{speed_of(table.sheet(animal))} m"


@dataclass(frozen=True, slots=True)
class Dismount(SheetCommand, name="riding.dismount", label="Dismount"):
    """Get off; one moves at one's own speed again (SDA-118)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.me.has(MOUNTED):
            raise NotNow(f"{table.me.name} is not mounted. Mount first.")
        no_fight(table)

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(ConditionEnded(table.actor, MOUNTED), Told((table.actor,), "{0} dismounts."))


@dataclass(frozen=True, slots=True)
class Urge(RewardedRoll, name="riding.urge", label="Urge the mount"):
    """Urge the mount to sprint or to travel on: it rolls no more dice than the rider's MoS (SDA-118, D-8).

    To jump takes a test of either, equally hard: the rider's hits help the mount, and one that is ridden badly refuses
    (SDA-255). The mount's own ranks of riding are dice for the rider (SDA-109).
    """

    leading: ClassVar[tuple[str, ...]] = ("to", "difficulty")

    to: str = pick("What for")
    difficulty: int = number("Difficulty", default=0, help="0: every success counts")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        held = table.me.conditions.get(MOUNTED)
        if held is None or held.source not in table.sheets:
            raise NotNow(f"{table.me.name} is not mounted. Mount first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ways = (Choice("sprint", "Sprint"), Choice("travel", "Travel on"), Choice("jump", "Jump"))
        return {"to": ways, "reward": REWARDS}

    def odds(self, table: Table) -> Odds:
        measure = ready_pools(table, (self._rider(table),))[0].measure()
        pool = self._pool(table)
        if self.to == JUMP:
            return self._jump_odds(pool, measure)
        dice = [self._allowed(table, scored, pool) for scored in range(len(measure))]
        chance = chance_led(pool, measure, self.difficulty, dice)
        return Odds(f"{in_words(chance).capitalize()} that it obeys", (Chance("success", "it obeys", chance),), measure)

    def perform(self, table: Table, dice: Dice) -> None:
        pool = self._pool(table)
        thrown = throw_hands(table, dice, (self._rider(table),), self.name)
        measure = thrown.main.net
        if self.to == JUMP:
            self._jump(table, dice, pool, thrown)
            return
        reckon_all(table, dice, thrown, succeeded=measure >= 1, reward=self.reward)
        allowed = self._allowed(table, measure, pool)
        result = led(table, dice, pool, allowed, f"urged on: {pool.skill}", self.difficulty)
        if self.to == "sprint":
            speed = speed_of(table.sheet(pool.who))
            table.happen(Told((pool.who,), f"{{0}} covers {speed + speed * result.net / 2:g} m this round."))

    @property
    def _height(self) -> int:
        return max(1, self.difficulty)

    def _jump_odds(self, pool: Pool, measure: Distribution) -> Odds:
        clears = chance_together(measure, pool.measure(), self._height)
        refuses = Chance("refuses", "the mount refuses", 1 - at_least(measure, self._height))
        listed = (Chance("success", "it clears it", clears), refuses)
        return Odds(f"{in_words(clears).capitalize()} that it clears it", listed, measure, "MoS of riding")

    def _jump(self, table: Table, dice: Dice, pool: Pool, thrown: Thrown) -> None:
        need, measure = self._height, thrown.main.net
        rides, hits = measure >= need, max(0, measure - need)
        judge(table, table.actor, rides, hits, skill="riding", measure=measure, difficulty=need, hits=hits)
        reckon_all(table, dice, thrown, succeeded=rides, reward=self.reward)
        if not rides:
            table.happen(Told((pool.who,), "{0} refuses to jump."))
            return
        result = led(table, dice, pool, pool.available, "urged on: jumping", need, hits)
        how = "clears it with" if result.net + hits >= need else "jumps too low with"
        table.happen(Told((pool.who, table.actor), f"{{0}} {how} {{1}}."))

    @staticmethod
    def _allowed(table: Table, scored: int, pool: Pool) -> int:
        return spurred(table.house_rules, scored, pool.available)

    def _rider(self, table: Table) -> Hand:
        mount = str(table.me.conditions[MOUNTED].source)
        bonus, twice = self.bonus + animal_ranks(table, mount, "riding"), whisper_to(table.me, table.sheet(mount))
        return Hand(table.actor, "riding", "", bonus, self.malus, twice=twice)

    def _pool(self, table: Table) -> Pool:
        return pool_for(table, str(table.me.conditions[MOUNTED].source), URGES[self.to])
