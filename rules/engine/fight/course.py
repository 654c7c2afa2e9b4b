"""The commands that carry every fight on, whatever its order: it begins, goes from turn to turn, and ends.

A game derives them and says what is its own; ``go_on`` is how its turns follow each other::

    @dataclass(frozen=True, slots=True)
    class EndTurn(fights.EndTurn):
        go_on = staticmethod(go_on)
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight.scene import SIDES, AboutOne, SceneCommand, close, take_leave
from rules.engine.fight.turns import end_turn, keep_rungs, nothing_waits, rung_of_turn
from rules.engine.kernel import Choice, Command, Dice, NotNow, SceneMemoKept, Table, pick, words


@dataclass(frozen=True, slots=True)
class Begin(SceneCommand, name="fight.begin", label="Begin the fight"):
    """Begin the fight: possible when somebody is there, and again when it is over."""

    about: ClassVar[str] = "Initiative, and the first turn."

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage == "fighting":
            raise NotNow("The fight has begun already.")
        if not table.scene.combatants:
            raise NotNow("Nobody here yet. Add somebody first.")


@dataclass(frozen=True, slots=True)
class EndTurn(Command, name="turn.end", label="End turn"):
    """End the turn: the next one on the ladder acts, and after the last one a new round begins."""

    does: ClassVar[str] = "ends the turn"

    @staticmethod
    @abstractmethod
    def go_on(table: Table, dice: Dice) -> None:
        """End the turn, and let the next one begin."""

    @classmethod
    def possible(cls, table: Table) -> None:
        rung_of_turn(table)
        nothing_waits(table)

    def perform(self, table: Table, dice: Dice) -> None:
        self.go_on(table, dice)


@dataclass(frozen=True, slots=True)
class NextTurn(SceneCommand, name="fight.next", label="Next turn"):
    """Go on to the next turn, whoever's it is now; for the game master."""

    about: ClassVar[str] = "Moves on, whoever’s turn it is."

    @staticmethod
    @abstractmethod
    def go_on(table: Table, dice: Dice) -> None:
        """End the turn, and let the next one begin."""

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("No fight running. Begin one first.")
        nothing_waits(table)

    def perform(self, table: Table, dice: Dice) -> None:
        self.go_on(table, dice)


@dataclass(frozen=True, slots=True)
class Leave(AboutOne, name="fight.leave", label="Remove from the fight"):
    """Take a combatant out of the fight; asks to them, or about them, are taken back."""

    about: ClassVar[str] = "Takes somebody out of the fight."


@dataclass(frozen=True, slots=True)
class LeaveLadder(Leave):
    """Take a combatant out of a fight with turns: theirs ends, and their rungs are kept in case that they come back."""

    def perform(self, table: Table, dice: Dice) -> None:
        current = table.scene.current
        was_theirs = current is not None and current.who == self.combatant
        if was_theirs:
            self.finish(table)
            end_turn(table)
        keep_rungs(table, self.combatant)
        self.let_go(table)
        take_leave(table, self.combatant)
        self.settle(table, dice)
        if was_theirs and table.scene.ladder:
            self.next_turn(table, dice)

    def finish(self, table: Table) -> None:
        """End what lasts for their turn, where it is theirs."""

    @abstractmethod
    def let_go(self, table: Table) -> None:
        """End what lasts no longer than they take part."""

    def settle(self, table: Table, dice: Dice) -> None:
        """Go on with what waited for them, once they are gone."""

    @staticmethod
    @abstractmethod
    def next_turn(table: Table, dice: Dice) -> None:
        """Begin the next turn."""


#: The outcome of a fight by its winner.
OUTCOMES = {"party": "The party has won.", "foes": "The foes have won."}


@dataclass(frozen=True, slots=True)
class End(SceneCommand, name="fight.end", label="End the fight"):
    """End the fight, and with it everything that lasts no longer than a fight."""

    about: ClassVar[str] = "Effects that last only for the fight end with it."

    winner: str = pick("Who won", default="", none="Leave open", at_once=True)
    told: str = words(
        "Outcome",
        default="",
        most=200,
        at_once=True,
        help="One sentence for the story: The last of them flees under the arches.",
    )

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("No fight to end.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"winner": (*SIDES, Choice("nobody", "Nobody"))}

    @property
    def outcome(self) -> str:
        """The words on how it ended: who won, and what the game master says of it; empty where nobody said."""
        return f"{OUTCOMES.get(self.winner, '')} {self.told}".strip()


@dataclass(frozen=True, slots=True)
class EndForAll(End):
    """End the fight for everybody in it, and forget what the scene remembers."""

    def perform(self, table: Table, dice: Dice) -> None:
        for who in table.scene.combatants:
            self.let_go(table, who)
        table.happen(*(SceneMemoKept(name, None) for name in list(table.scene.memo)))
        close(table, self.outcome)

    @staticmethod
    @abstractmethod
    def let_go(table: Table, who: str) -> None:
        """End what lasts no longer than a fight."""
