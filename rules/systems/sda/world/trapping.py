"""Traps: spotted, understood, disarmed, or sprung (SDA-032, SDA-033, SDA-133, D-8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, NotNow, Refused, Table, Told, number, pick, switch
from rules.engine.odds import Chance, Distribution, Odds, at_least, mixture
from rules.systems.sda.checks.long.project_rolls import brought_nearer, foresee, next_pool, roll
from rules.systems.sda.checks.long.projects import Project, drop, under_way
from rules.systems.sda.checks.shared.task import Hand, Task
from rules.systems.sda.checks.shared.times import ROUND
from rules.systems.sda.content.hazards import Trap, traps
from rules.systems.sda.content.house_rules import world
from rules.systems.sda.content.skills import narrowest
from rules.systems.sda.core.person import SheetCommand, distribution, keep_in_memo, mos
from rules.systems.sda.core.rolls import FIRST_FAIL, ITS_SHARE, POINTS, Aim, Pool, odds_to, throw_dice
from rules.systems.sda.fight.wounds import boxes_of
from rules.systems.sda.world.attempts import Gathering, Try
from rules.systems.sda.world.harm import boxes_of_fall, fall, harm, may_be_hurt, odds_of_harm
from rules.systems.sda.world.poisoning import poison

#: Memos of a sheet, MoS by trap: how far understanding it has come, and disarming it.
UNDERSTOOD, DISARMING = "understood", "disarming"
#: Aim of disarming: nobody wants to spring it.
DISARMED = Aim(
    POINTS,
    f"Chance to disarm it now minus the chance to spring it, in percentage points, {ITS_SHARE}",
    "Chance",
    lambda odds: 100 * (odds.chances[0].probability - odds.chances[1].probability),
)
#: The trap that is a fall; all others pierce.
PIT, PIERCES = "pit", "piercing"


def trap_choices() -> tuple[Choice, ...]:
    return tuple(Choice(one.key, one.name, f"complexity {one.complexity}") for one in traps().values())


def _tally(table: Table, memo: str, trap: str) -> int:
    return int(table.me.memo.get(memo, {}).get(trap, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTrap(Try):
    """A roll at a trap: the fields that all commands of this kind share."""

    starts_with_first: ClassVar[str] = "trap"

    trap: str = pick("Trap")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**Try.choices(table), "trap": trap_choices()}

    @property
    def _it(self) -> Trap:
        return traps()[self.trap]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotTrap(AtTrap, name="trap.spot", label="Spot a trap"):
    """Spot a trap: perception against its detection, or the stealth of whoever laid it (D-8, SDA-028).

    Whoever looks for traps wins ties; whoever only walks by does not.
    """

    rolls: ClassVar[str] = "perception"

    hidden: int = number(
        "Stealth of the one who set it", most=40, default=2, help="In MoS; some traps have a number of their own"
    )
    looking: bool = switch("Looks for traps", default=True)

    def odds(self, table: Table) -> Odds:
        return self.foretold(table, self._needed, "spot it")

    def perform(self, table: Table, dice: Dice) -> None:
        result = self.roll(table, dice, "spot")
        spotted = result.net >= self._needed
        table.happen(Told((table.actor,), "{0} spots a trap." if spotted else "{0} sees nothing."))
        self.judge(table, dice, result, spotted, difficulty=self._needed)

    @property
    def _needed(self) -> int:
        hidden = self._it.detection or max(0, self.hidden - self._it.easier)
        return hidden + (0 if self.looking else 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderstandTrap(AtTrap, Gathering, name="trap.understand", label="Understand a trap"):
    """Understand a trap: mechanics adds up to its complexity, a setback test (SDA-033, SDA-034, SDA-133).

    Only where the house has two tests where the draft has one composed one (SDA-039).
    """

    @classmethod
    def possible(cls, table: Table) -> None:
        AtTrap.possible(table)
        if _at_once(table):
            raise NotNow("Understanding and disarming are one test here. Disarm it.")

    def odds(self, table: Table) -> Odds:
        return self.foretold(table, self._left(table), "understand it now")

    def perform(self, table: Table, dice: Dice) -> None:
        self._left(table)
        result = self.roll(table, dice, "understand")
        tally, verdict = self.tallied(table, result)
        keep_in_memo(table, table.actor, UNDERSTOOD, self.trap, tally)
        self.judge(table, dice, result, verdict, tally=tally, difficulty=self._it.complexity)

    def gathered(self, table: Table) -> tuple[int, int]:
        self._left(table)
        return _tally(table, UNDERSTOOD, self.trap), self._it.complexity

    def _pool(self, table: Table) -> Pool:
        return self.plain_pool(table, narrowest("disable_traps", "mechanics"))

    def _left(self, table: Table) -> int:
        left = self._it.complexity - _tally(table, UNDERSTOOD, self.trap)
        if left <= 0:
            raise Refused(f"{self._it.name} is understood. Disarm it.", "trap")
        return left


@dataclass(frozen=True, slots=True, kw_only=True)
class DisarmTrap(AtTrap, name="trap.disarm", label="Disarm a trap"):
    """Disarm a trap: mechanics and the skill of the trap take turns, first fail (SDA-032, SDA-039, SDA-040).

    Both together have to reach its complexity and what disarming it takes; what is not complex takes no mechanics. A
    roll without MoS loses what was achieved, and springs the trap where a hand was on it (D-8).
    """

    aim: ClassVar[Aim] = DISARMED

    metres: int = number("Metres deep, if it is a pit", least=1, most=50, default=3)

    def odds(self, table: Table) -> Odds:
        if _at_once(table):
            return self._composed_odds(table)
        self._refuse_unclear(table)
        measure = self.measure(table)
        done = at_least(measure, max(1, self._it.disarm - _tally(table, DISARMING, self.trap)))
        return odds_to("disarm it", done, Chance("sprung", "spring it", measure[0]), measure=measure, when=" now")

    def perform(self, table: Table, dice: Dice) -> None:
        if _at_once(table):
            self._compose(table, dice)
            return
        self._refuse_unclear(table)
        result = self.roll(table, dice, "disarm")
        tally = _tally(table, DISARMING, self.trap) + result.net
        done, sprung = tally >= self._it.disarm and result.net > 0, result.net == 0
        keep_in_memo(table, table.actor, DISARMING, self.trap, 0 if done or sprung else tally)
        if done or sprung:
            keep_in_memo(table, table.actor, UNDERSTOOD, self.trap, 0)
        verdict = "success" if done else "failure" if sprung else "progress"
        self.judge(table, dice, result, verdict, tally=tally, difficulty=self._it.disarm)
        if sprung:
            spring(table, dice, self._it, self.metres)

    def _composed_odds(self, table: Table) -> Odds:
        project = self._project(table)
        ahead = foresee(table, project, bought=self.bought)
        sprung = ahead.next_lost if self._hand_on_it(project) else 0.0
        springs = Chance("sprung", "spring it", sprung)
        return odds_to("disarm it", ahead.now, springs, measure=self.measure(table), when=" now")

    def _compose(self, table: Table, dice: Dice) -> None:
        project = self._project(table)
        after = roll(table, dice, project, bought=self.bought, reward=self.reward)
        if after is not None and not after.attempt and self._hand_on_it(project):
            drop(table, after)
            spring(table, dice, self._it, self.metres)

    def _project(self, table: Table) -> Project:
        """The composed test, begun or not."""
        hand = narrowest("disable_traps", self._it.skill)
        skills = (narrowest("disable_traps", "mechanics"), hand) if self._it.complexity else (hand,)
        steps = tuple((Hand(table.actor, skill, "", self.bonus, self.malus),) for skill in dict.fromkeys(skills))
        task = Task(steps, self._it.complexity + self._it.disarm, FIRST_FAIL)
        return under_way(table, Project("", self._it.name, task, 1, ROUND))

    def _hand_on_it(self, project: Project) -> bool:
        """Whether the next roll is one that may spring it: all but those that only try to understand it."""
        return project.attempt % len(project.task.steps) == len(project.task.steps) - 1

    def brings(self, table: Table) -> float:
        if _at_once(table) and not self._hand_on_it(self._project(table)):
            return brought_nearer(table, self._project(table), bought=self.bought)
        return AtTrap.brings(self, table)

    def _pool(self, table: Table) -> Pool:
        if _at_once(table):
            return next_pool(table, self._project(table))
        return self.plain_pool(table, narrowest("disable_traps", self._it.skill))

    def _refuse_unclear(self, table: Table) -> None:
        if _tally(table, UNDERSTOOD, self.trap) < self._it.complexity:
            raise Refused(f"Understand it first: mechanics against {self._it.complexity}.", "trap")


@dataclass(frozen=True, slots=True)
class SpringTrap(SheetCommand, name="trap.spring", label="Walk into a trap"):
    """Walk into a trap, and take what it does (D-8)."""

    trap: str = pick("Trap")
    metres: int = number("Metres deep, if it is a pit", least=1, most=50, default=3)
    spikes: bool = switch("With spikes, if it is a pit")

    @classmethod
    def possible(cls, table: Table) -> None:
        may_be_hurt(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"trap": trap_choices()}

    def odds(self, table: Table) -> Odds | None:
        """Odds of the boxes that it ticks; None for a needle and walls that close in, which leave nothing to chance."""
        trap = traps()[self.trap]
        if trap.key == PIT:
            return odds_of_harm(table, table.actor, boxes_of_fall(table, self.metres, spikes=self.spikes))
        if not trap.die:
            return None
        return odds_of_harm(table, table.actor, boxes_of(table, table.actor, PIERCES, _damage(trap)))

    def perform(self, table: Table, dice: Dice) -> None:
        spring(table, dice, traps()[self.trap], self.metres, spikes=self.spikes)


def _at_once(table: Table) -> bool:
    return bool(world.TRAPS.chosen(table.house_rules) == world.AT_ONCE)


def _damage(trap: Trap) -> Distribution:
    """Damage by the dice of a trap; one that attacks throws a die for each success of the attack (SDA-201)."""
    if not trap.attack_dice:
        return distribution(trap.die, trap.dice)
    hits = distribution(trap.attack_die, trap.attack_dice)
    return mixture((share, distribution(trap.die, count)) for count, share in enumerate(hits))


def spring(table: Table, dice: Dice, trap: Trap, metres: int, *, spikes: bool = False) -> None:
    """Let a trap do its harm to the actor."""
    who = table.actor
    table.happen(Told((who,), f"{{0}} springs a trap: {trap.name.lower()}."))
    if trap.key == PIT:
        fall(table, dice, who, metres, spikes=spikes)
    count = trap.dice
    if trap.attack_dice:
        count = sum(map(mos, throw_dice(table, dice, who, trap.attack_die, trap.attack_dice, "trap attacks")))
    if trap.die:
        measure = sum(map(mos, throw_dice(table, dice, who, trap.die, count, "trap")))
        harm(table, dice, who, PIERCES, measure, trap.key)
    if trap.poison and not table.me.has(trap.poison):
        poison(table, who, trap.poison)
