"""Commands for the course of a fight: next turn, leave, end."""

from dataclasses import dataclass

from rules.engine.fight import course
from rules.engine.fight.scene import close, take_leave
from rules.engine.fight.turns import end_turn, keep_rungs
from rules.engine.kernel.commands import words
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import SceneMemoKept
from rules.engine.kernel.table import Table
from rules.systems.kaos.fight.base.focus import forget, stop
from rules.systems.kaos.fight.base.holds import free_from, lower
from rules.systems.kaos.fight.rounds.rounds import go_on, next_turn


@dataclass(frozen=True, slots=True)
class EndTurn(course.EndTurn):
    """End the turn: the next on the ladder begins; after the last, the next round (PCT-007)."""

    go_on = staticmethod(go_on)


@dataclass(frozen=True, slots=True)
class NextTurn(course.NextTurn):
    """Go on to the next turn, as the game master, whoever's it is now (PCT-007)."""

    go_on = staticmethod(go_on)


@dataclass(frozen=True, slots=True)
class Leave(course.Leave):
    """Let somebody leave the fight, with all holds by and on them.

    Their initiative is kept as long as the fight lasts (PCT-007, C-28).
    """

    def perform(self, table: Table, dice: Dice) -> None:
        current = table.scene.current
        was_theirs = current is not None and current.who == self.combatant
        if was_theirs:
            end_turn(table)
        keep_rungs(table, self.combatant)
        lower(table, self.combatant)
        free_from(table, self.combatant)
        forget(table, self.combatant)
        take_leave(table, self.combatant)
        if was_theirs and table.scene.ladder:
            next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class End(course.End):
    """End the fight: nobody stands on guard or holds anybody any longer."""

    told: str = words("What became of it", default="", most=200)

    def perform(self, table: Table, dice: Dice) -> None:
        for who in table.scene.combatants:
            lower(table, who)
            free_from(table, who)
            stop(table, who)
        for name in list(table.scene.memo):
            table.happen(SceneMemoKept(name, None))
        close(table, self.told)
