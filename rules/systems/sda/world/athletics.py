"""Bodies at work: climb, jump, lift, run, and cross what is narrow (SDA-030, SDA-032, SDA-122, D-8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, Refused, Table, Told, number, pick, switch
from rules.engine.odds import Chance, Odds, at_least
from rules.systems.sda.checks.shared.times import STEPS, step_of
from rules.systems.sda.core.person import KEPT, keep_memo, size_of
from rules.systems.sda.core.rolls import OF_METRES, SCORED, Aim, Pool, foreseen, odds_to, pace, pool_for, reckon, throw
from rules.systems.sda.world.attempts import Try
from rules.systems.sda.world.harm import fall

#: Where a sheet remembers how high somebody has climbed, or how far they have crossed.
CLIMBED, CROSSED = "climbed", "crossed"
GRIPS = {"many": ("Many grips", 0), "few": ("Few grips", 1), "flat": ("Flat", 2)}
HASTE, CARE = "haste", "care"
HOW = (
    Choice(HASTE, "Round by round", "a metre for each MoS; a malus beyond the roll is a fall"),
    Choice(CARE, "In one go", "first fail: after a roll without MoS you fall from where you are"),
)
#: Marks of the body that a jump reaches, each a half order of magnitude of MoS higher.
HEIGHTS = ("the knee", "the groin", "the sternum", "the crown", "a quarter above your height")
#: Kilograms that a body lifts without a roll, and with each MoS.
LIFTS = {"micro": 1, "mini": 5, "small": 25, "medium": 45, "large": 80, "huge": 150, "colossal": 150}

#: Aim of climbing and crossing.
GROUND = Aim(
    "metres",
    f"Average metres gained, up to the end, minus those you may fall; {OF_METRES}",
    "Gained",
    spirit=2,
)


def _ground(odds: Odds, left: int, *, deep: int) -> float:
    """The metres that a roll gains on average of those that are left, less those of a fall."""
    falls = next((chance.probability for chance in odds.chances if chance.name == "fall"), 0.0)
    return sum(share * min(left, metres) for metres, share in enumerate(odds.measure)) - falls * deep


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch(Try):
    """Metres gained roll by roll, up or across, until one is there; after a fall they begin anew (SDA-032, D-8)."""

    aim: ClassVar[Aim] = GROUND
    #: Where a sheet remembers how far somebody has come.
    memo: ClassVar[str]

    def _at(self, table: Table) -> int:
        return int(table.me.memo.get(self.memo, 0))

    def _come_to(self, table: Table, metres: int, *, there: bool, falls: bool) -> str:
        """Remember how far somebody has come, unless they are there or fall; the verdict is returned."""
        keep_memo(table, table.actor, self.memo, None if falls or there else metres)
        return "failure" if falls else "success" if there else "progress"


def steps_of(mos: int) -> int:
    """The half orders of magnitude that MoS come to in a jump.

    >>> [steps_of(mos) for mos in (0, 1, 2, 5, 6, 20)]
    [0, 1, 2, 2, 3, 4]
    """
    return min(STEPS.index(step_of(mos)) + 1, len(HEIGHTS) - 1) if mos else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Climb(Stretch, name="move.climb", label="Climb"):
    """Climb: a metre for each MoS, less what the grips and the weather take (SDA-122, D-8).

    Round by round a malus beyond the roll is a fall. In one go it is a first-fail test against the metres: a roll
    without MoS falls from where one was (SDA-032).
    """

    memo: ClassVar[str] = CLIMBED

    height: int = number("Metres in all", least=1, most=500, default=5)
    grips: str = pick("Grips", default="many")
    how: str = pick("How", default=HASTE)
    bad: bool = switch("Bad conditions", help="Wind, wet, dark: a malus of 2")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        grips = tuple(Choice(key, label, f"−{malus}" if malus else "") for key, (label, malus) in GRIPS.items())
        return {**Try.choices(table), "grips": grips, "how": HOW}

    def odds(self, table: Table) -> Odds:
        pool = self.ready(table)
        measure = pool.measure()
        top = at_least(measure, max(1, self.height - self._at(table)))
        falls = measure[0] if self.how == CARE else pool.below_malus(pool.available)
        others = (Chance("fall", "fall", falls),) if self._at(table) else ()
        return odds_to("reach the top", top, *others, measure=measure, unit="metres", when=" now")

    def brings(self, table: Table) -> float:
        at = self._at(table)
        return _ground(foreseen(self, table), self.height - at, deep=at)

    def perform(self, table: Table, dice: Dice) -> None:
        at = self._at(table)
        result = self.roll(table, dice, "climb")
        falls = result.net == 0 if self.how == CARE else result.excess > 0
        reached = min(self.height, at + result.net)
        done = reached >= self.height and not falls
        verdict = self._come_to(table, reached, there=done, falls=falls)
        table.happen(Told((table.actor,), "{0} is at the top." if done else f"{{0}} is {reached} m up."))
        self.judge(table, dice, result, verdict, metres=reached, difficulty=self.height)
        if falls and at:
            fall(table, dice, table.actor, at)

    def _pool(self, table: Table) -> Pool:
        return self.plain_pool(table, "climbing", malus=GRIPS[self.grips][1] + (2 if self.bad else 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Jump(Try, name="move.jump", label="Jump"):
    """Jump: each half order of magnitude of MoS is a metre further, or the next mark of the body higher (SDA-122, D-8).

    Taking a run gives a bonus die for every 2 MoS of running.
    """

    rolls: ClassVar[str] = "jumping"
    aim: ClassVar[Aim] = SCORED

    up: int = number("MoS for height", most=60, default=0, help="The rest is distance")
    run_up: bool = switch("With a run-up")

    def odds(self, table: Table) -> Odds | None:
        """Odds of a jump without a run; None with one, for the run decides how many dice there are."""
        self._run(table)
        self.ready(table)
        return None if self.run_up else self.foretold(table, 1, "jump further than a metre")

    def perform(self, table: Table, dice: Dice) -> None:
        self.ready(table)
        run = self._run(table)
        bonus = 0
        if run is not None:
            before = throw(table, dice, run, run.available, "run-up: running")
            reckon(table, dice, before, succeeded=before.net > 0, reward=self.reward)
            bonus = before.net // 2
        result = self.roll(table, dice, "jump", self.plain_pool(table, "jumping", bonus=bonus))
        high = min(self.up, result.net)
        far = 1 + steps_of(result.net - high)
        mark = HEIGHTS[steps_of(high)]
        told = f"as high as {mark}" if high == result.net and high else f"{far} m far"
        both = f"{far} m far and as high as {mark}" if 0 < high < result.net else told
        table.happen(Told((table.actor,), f"{{0}} jumps {both}."))
        self.judge(table, dice, result, bool(result.net), hits=result.net, far=far, high=mark)

    def _run(self, table: Table) -> Pool | None:
        if not self.run_up:
            return None
        pool = pool_for(table, table.actor, "running", called=KEPT)  # luck goes with the jump itself
        if not pool.available:
            raise Refused("No dice for running. Jump without a run-up.", "run_up")
        return pool


MANNERS = (Choice("lift", "Lift it"), Choice("push", "Push it"), Choice("roll", "Push it on wheels", "twice as heavy"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift(Try, name="move.lift", label="Lift or push"):
    """Lift or push: as much as the body's size without MoS, and as much again for each; what rolls is half as heavy.

    Every MoS more moves it a metre (SDA-122, D-8, C-11).
    """

    rolls: ClassVar[str] = "lifting"

    weight: int = number("Kilograms", least=1, most=9999, default=100)
    manner: str = pick("How", default="lift")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**Try.choices(table), "manner": MANNERS}

    def odds(self, table: Table) -> Odds:
        return self.foretold(table, self._needed(table), "move it")

    def perform(self, table: Table, dice: Dice) -> None:
        needed = self._needed(table)
        result = self.roll(table, dice, "lift")
        hits = max(0, result.net - needed)
        moved = result.net >= needed
        table.happen(Told((table.actor,), f"{{0}} moves it {hits} m." if moved else "{0} cannot move it."))
        self.judge(table, dice, result, moved, hits=hits, difficulty=needed)

    def _needed(self, table: Table) -> int:
        base = LIFTS[size_of(table.me)] * (2 if self.manner == "roll" else 1)
        return max(0, ceil((self.weight - base) / base))


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(Try, name="move.run", label="Run"):
    """Run for a round: the speed, and half of it more for each MoS (SDA-030, SDA-122, C-14)."""

    rolls: ClassVar[str] = "running"
    aim: ClassVar[Aim] = SCORED

    def odds(self, table: Table) -> Odds:
        return self.foretold(table, 1, "gain ground")

    def perform(self, table: Table, dice: Dice) -> None:
        speed = pace(table.me, table.house_rules)
        result = self.roll(table, dice, "run")
        metres = speed + speed / 2 * result.net
        table.happen(Told((table.actor,), f"{{0}} runs {metres:g} m."))
        self.judge(table, dice, result, bool(result.net), hits=result.net, metres=f"{metres:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossNarrow(Stretch, name="move.cross", label="Cross something narrow"):
    """Cross a beam or a ledge: acrobatics, a metre for each MoS; a roll without any is a fall (SDA-032, D-8)."""

    memo: ClassVar[str] = CROSSED

    length: int = number("Metres in all", least=1, most=500, default=5)
    depth: int = number("Metres below", least=1, most=100, default=5)
    wet: bool = switch("Wet", help="A malus of 1")

    def odds(self, table: Table) -> Odds:
        measure = self.measure(table)
        over = at_least(measure, max(1, self.length - self._at(table)))
        falls = Chance("fall", "fall", measure[0])
        return odds_to("get across", over, falls, measure=measure, unit="metres", when=" now")

    def brings(self, table: Table) -> float:
        return _ground(foreseen(self, table), self.length - self._at(table), deep=self.depth)

    def perform(self, table: Table, dice: Dice) -> None:
        result = self.roll(table, dice, "cross")
        at = self._at(table) + result.net
        across, falls = at >= self.length and result.net > 0, result.net == 0
        verdict = self._come_to(table, at, there=across, falls=falls)
        self.judge(table, dice, result, verdict, metres=at, difficulty=self.length)
        if falls:
            fall(table, dice, table.actor, self.depth)

    def _pool(self, table: Table) -> Pool:
        return self.plain_pool(table, "acrobatics", malus=1 if self.wet else 0)
