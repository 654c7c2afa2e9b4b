"""The tempo of a scene: strictly timed, in turn, or passing over hours and days (SDA-089, SDA-090, C-29)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, Who, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import SceneMemoKept, Told
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.table import Table
from rules.systems.sda.accord import CALLED, calls

#: The name under which the encounter's memo keeps the tempo.
TEMPO_MEMO = "tempo"
ACTION, INTERACTION, TRANSITION = "action", "interaction", "transition"
TEMPOS = (
    Choice(ACTION, "Action", "every second counts, by initiative"),
    Choice(INTERACTION, "Interaction", "in turn, without exact time"),
    Choice(TRANSITION, "Transition", "long projects, between scenes"),
)


def tempo(table: Table) -> str:
    """The tempo of now: action while there is fighting, otherwise what the game master said, at first interaction."""
    if table.scene.stage == "fighting":
        return ACTION
    return str(table.scene.memo.get(TEMPO_MEMO, INTERACTION))


@dataclass(frozen=True, slots=True)
class SetTempo(Command):
    """The game master says how time runs now (SDA-089, SDA-090).

    Action and interaction change within a scene; transition lies between scenes, so virtues are settled first.
    """

    name: ClassVar[str] = "scene.tempo"
    label: ClassVar[str] = "Change the tempo"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SCENE

    tempo: str = pick("Tempo")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage == "fighting":
            raise NotNow("A fight has the tempo of action. It can be another one when the fight is over.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"tempo": TEMPOS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"tempo": tempo(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.tempo == tempo(table):
            raise Refused(f"The tempo is {self.tempo} already.", "tempo")
        if self.tempo == TRANSITION and any(calls(table.sheet(who), CALLED) for who in table.scene.combatants):
            raise Refused("Virtues called upon have to be settled first: end the scene.", "tempo")
        table.happen(SceneMemoKept(TEMPO_MEMO, self.tempo), Told((), f"The tempo is now {self.tempo}."))


TEMPO: tuple[type[Command], ...] = (SetTempo,)
