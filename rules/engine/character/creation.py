"""Making a character step by step: each step is a command, so it is recorded, explained and undone like any other.

A game that has steps begins a character with :meth:`System.unmade_sheet`; as long as one of the steps is possible the
sheet counts as unmade, and its page shows them instead of the table. Steps may be taken again until the last one
closes the making. What a choice would change is said by the hint of the choice and by :meth:`Step.settled`.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Command, Place, Refused, Table, is_possible


@dataclass(frozen=True, slots=True)
class Step(Command):
    """One step of the making. ``possible`` refuses while an earlier step is missing, and once the making is over."""

    place: ClassVar[Place] = Place.MAKING
    #: A sentence of advice for the player who stands before the step.
    guidance: ClassVar[str] = ""

    @classmethod
    @abstractmethod
    def settled(cls, table: Table) -> str:
        """The step's result in a few words ("Halfling, young"); empty as long as it has not been taken."""

    def left(self, table: Table) -> str:
        """The rest to choose as the choices stand ("7 points left"), also where they would be refused; "" for none."""
        return ""

    @classmethod
    def unspent(cls, table: Table) -> str:
        """The points of a step that was taken which are lost when the making ends ("3 points"); "" for none."""
        return ""


@dataclass(frozen=True, slots=True)
class StepState:
    """A step with its result (empty before it is taken), and the reason why it must wait (empty where it is open)."""

    step: type[Step]
    settled: str
    waits: str = ""

    @property
    def is_open(self) -> bool:
        return not self.waits


def steps_of(steps: Sequence[type[Step]], table: Table) -> list[StepState]:
    """The state of every step, in order."""
    return [StepState(step, step.settled(table), _waits(step, table)) for step in steps]


def next_step(states: Sequence[StepState]) -> StepState | None:
    """The first open step that has not been taken; when all are taken, the last open one."""
    taken = [state for state in states if state.is_open]
    return next((state for state in taken if not state.settled), taken[-1] if taken else None)


def given_up(states: Sequence[StepState], table: Table) -> list[tuple[type[Step], str]]:
    """The points that are lost when the making ends now, each with the step that would spend them."""
    found = ((state.step, state.step.unspent(table)) for state in states if state.is_open)
    return [(step, words) for step, words in found if words]


def is_unmade(steps: Sequence[type[Step]], table: Table) -> bool:
    """Whether the actor's sheet is still being made."""
    return any(is_possible(step, table) for step in steps)


def _waits(step: type[Step], table: Table) -> str:
    try:
        step.possible(table)
    except Refused as refusal:
        return refusal.sentence
    return ""
