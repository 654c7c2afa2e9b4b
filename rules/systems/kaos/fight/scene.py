"""Going on with a fight, leaving it, ending it."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.commands import Command, Place, Who, words
from rules.engine.dice import Dice
from rules.engine.facts import SceneMemoKept, TurnEnded
from rules.engine.refusals import NotNow
from rules.engine.scene import AboutOne, SceneCommand, close, take_leave
from rules.engine.table import Table
from rules.engine.turns import nothing_waits, rung_of_turn
from rules.systems.kaos.fight.focus import forget, stop
from rules.systems.kaos.fight.guard import lower
from rules.systems.kaos.fight.holds import free_from
from rules.systems.kaos.fight.rounds import next_turn


@dataclass(frozen=True, slots=True)
class EndTurn(Command):
    """Done: the next on the ladder begins; after the last, the next round (PCT-007)."""

    name: ClassVar[str] = "turn.end"
    label: ClassVar[str] = "End turn"

    @classmethod
    def possible(cls, table: Table) -> None:
        rung_of_turn(table)
        nothing_waits(table)

    def perform(self, table: Table, dice: Dice) -> None:
        end_turn(table, dice)


@dataclass(frozen=True, slots=True)
class NextTurn(Command):
    """The GM goes on to the next turn, whoever's it is now (PCT-007)."""

    name: ClassVar[str] = "fight.next"
    label: ClassVar[str] = "Next turn"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SCENE

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("There is no fight to go on with.")
        nothing_waits(table)

    def perform(self, table: Table, dice: Dice) -> None:
        end_turn(table, dice)


def end_turn(table: Table, dice: Dice) -> None:
    if table.scene.turn:
        table.happen(TurnEnded(table.scene.turn))
    next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class Leave(AboutOne):
    """Somebody takes part no longer; what was asked of them, or about them, is taken back."""

    name: ClassVar[str] = "fight.leave"
    label: ClassVar[str] = "Leave"

    def perform(self, table: Table, dice: Dice) -> None:
        current = table.scene.current
        lower(table, self.combatant)
        free_from(table, self.combatant)
        forget(table, self.combatant)
        take_leave(table, self.combatant)
        was_theirs = current is not None and current.who == self.combatant
        if table.scene.stage == "fighting" and was_theirs and table.scene.ladder:
            next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class End(SceneCommand):
    """The fight is over: nobody stands on guard or holds anybody any longer, and opponents can be surprised anew."""

    name: ClassVar[str] = "fight.end"
    label: ClassVar[str] = "End the fight"

    told: str = words("What became of it", default="", most=200)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("There is no fight to end.")

    def perform(self, table: Table, dice: Dice) -> None:
        for who in table.scene.combatants:
            lower(table, who)
            free_from(table, who)
            stop(table, who)
        for name in list(table.scene.memo):
            table.happen(SceneMemoKept(name, None))
        close(table, self.told)
