"""One fight played from where it stands to its end, by the commands of its game and stated policies."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.engine.fight import DEAD, DOWN, DYING, UP, Tactics
from rules.engine.fight.tactics import Step
from rules.engine.forecast.setting import Setting
from rules.engine.forecast.state_cache import CHANGES
from rules.engine.kernel import Command, Dice, QuickDice, Refused, Table
from rules.engine.system.protocol import System

#: The limits of a fight: rounds, and commands. A longer one is won by nobody.
MOST_ROUNDS, MOST_STEPS = 60, 5_000
#: The fates of those who have fallen.
FALLEN = (DOWN, DYING, DEAD)

Perform = Callable[[Command, Table, Dice], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a forecast: which fight, of which game, each side by which policy, from which seed.

    A plan always gives the same numbers: every fight has dice of its own, by the seed and the fight's number.
    """

    setting: Setting
    system: System
    tactics: Tactics
    policies: Mapping[str, str]
    seed: str = ""

    def dice(self, number: int) -> Dice:
        """The dice of one fight."""
        return QuickDice(f"{self.seed}/{number}")


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of one fight: the winning side ("" for nobody), the last round, and ids of the fallen in their order."""

    winner: str
    rounds: int
    fell: tuple[str, ...] = ()


class Fight:
    """One fight of a plan, at a table of its own."""

    def __init__(self, plan: Plan, table: Table, dice: Dice, perform: Perform) -> None:
        self.plan, self.table, self.dice, self.perform = plan, table, dice, perform
        self.fell: list[str] = []
        self.up = {who: self._fate(who) == UP for who in plan.setting.sheets}
        self.standing = self._standing()

    def play_out(self) -> Ending:
        """Play until at most one side has somebody on their feet who fights, or a limit is reached."""
        steps = 0
        while len(self.standing) > 1 and self.table.scene.round <= MOST_ROUNDS and steps < MOST_STEPS:
            self._step()
            steps += 1
        winner = self.standing[0] if len(self.standing) == 1 else ""
        return Ending(winner, self.table.scene.round, tuple(self.fell))

    def _standing(self) -> list[str]:
        """The sides that still have somebody on their feet who fights."""
        there, aside = self.table.scene.combatants, self.plan.tactics.stands_aside
        return list(dict.fromkeys(there[who].side for who in there if self.up[who] and not aside(self.table, who)))

    def _step(self) -> None:
        table, plan = self.table, self.plan
        table.facts.clear()
        step = plan.tactics.next_step(table, plan.policies)
        if plan.setting.opening is not None and table.scene.stage == "ready" and not table.scene.asks:
            step = Step("", plan.setting.opening)
        try:
            self._take(step)
        except Refused:
            self._take(plan.tactics.way_out(table, step))
        plan.system.keep_up(table)
        self._look_around()

    def _take(self, step: Step) -> None:
        self.table.actor = step.who
        self.perform(step.command, self.table, self.dice)

    def _look_around(self) -> None:
        """Note who fell and who is on their feet, of those to whom something happened."""
        for who in {str(fact.who): None for fact in self.table.facts if type(fact) in CHANGES}:  # type: ignore[union-attr]
            fate = self._fate(who)
            if self.up[who] != (fate == UP):
                self.up[who] = fate == UP
                self.standing = self._standing()
            if fate in FALLEN and who not in self.fell:
                self.fell.append(who)

    def _fate(self, who: str) -> str:
        return self.plan.tactics.fate(self.table.sheet(who))


def at_once(command: Command, table: Table, dice: Dice) -> None:
    """Perform a command of tactics unchecked: they choose possible ones, and tests play fights with every check."""
    command.perform(table, dice)
