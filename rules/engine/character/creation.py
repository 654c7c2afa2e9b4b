"""Making a character step by step: each step is a command, so it is recorded, explained and undone like any other.

A game that has steps begins a character with :meth:`System.unmade_sheet`; as long as one of the steps is possible the
sheet counts as unmade, and its page shows them instead of the table. Steps may be taken again until the last one
closes the making. What a choice would change is said by the hint of the choice and by :meth:`Step.settled`.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from rules.engine.kernel import Command, Dice, NotNow, Place, RankChanged, Refused, Sheet, Table, is_possible

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step(Command):
    """One step of the making. ``possible`` refuses while an earlier step is missing, and once the making is over."""

    place: ClassVar[Place] = Place.MAKING
    #: A sentence of advice for the player who stands before the step.
    guidance: ClassVar[str] = ""
    #: A sentence of advice for the player who comes back to the step after it was taken.
    again: ClassVar[str] = ""

    @classmethod
    @abstractmethod
    def settled(cls, table: Table) -> str:
        """The step's result in a few words ("Halfling, young"); empty as long as it has not been taken."""

    def left(self, table: Table) -> str:
        """The rest to choose as the choices stand ("7 points left"), also where they would be refused; "" for none."""
        return ""

    @classmethod
    def is_taken(cls, table: Table) -> bool:
        """Whether the step comes in this making at all, by the house rules and by what was chosen before it."""
        return True

    @classmethod
    def is_decided(cls, table: Table) -> bool:
        """Whether it is sure if the step comes in this making, whatever is chosen in the steps before it."""
        return True

    @classmethod
    def lack(cls, table: Table) -> str:
        """A sentence on what would be good to have and is missing ("You carry no weapon."); "" for nothing."""
        return ""

    @classmethod
    def unspent(cls, table: Table) -> str:
        """The points of a step that was taken which are lost when the making ends ("3 points"); "" for none."""
        return ""


#: The memo of a sheet that is still being made, with the choices so far.
MAKING = "making"


def chosen(table: Table) -> dict[str, Any]:
    """The choices of a making so far, by name; empty before the first."""
    return dict(table.me.noted(MAKING, dict))


@dataclass(frozen=True, slots=True)
class Making(Step):
    """A step of a making whose choices are kept on the sheet until its end."""

    #: The choices that come before it, each with the sentence that asks for it.
    needs: ClassVar[tuple[tuple[str, str], ...]] = ()
    #: The advice for whoever is made already: "Levels change the sheet from now on."
    instead: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_made(table, cls.instead)
        for name, sentence in cls.needs:
            if name not in chosen(table):
                raise NotNow(sentence)


@dataclass(frozen=True, slots=True)
class AtRandom(Command, name="make.at_random", label="At random"):
    """Take all steps of a making at once by the dice, and keep every rule."""

    place: ClassVar[Place] = Place.MAKING
    #: The advice for whoever is made already, as in `Making`.
    instead: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_made(table, cls.instead)


def refuse_made(table: Table, instead: str) -> None:
    """Refuse somebody whose making is over, with advice."""
    if MAKING not in table.me.memo:
        raise NotNow(f"{table.me.name} is ready to play. {instead}".strip())


def one_of(table: Table, dice: Dice, among: Sequence[T]) -> T:
    """One of several by a die."""
    return among[dice.roll(table.actor, [len(among)]).faces[0] - 1 if len(among) > 1 else 0]


def some_of(table: Table, dice: Dice, among: Sequence[T], count: int) -> tuple[T, ...]:
    """A number of different ones of several, by dice."""
    left, found = list(among), []
    for _ in range(min(count, len(left))):
        found.append(one_of(table, dice, left))
        left.remove(found[-1])
    return tuple(found)


def set_ranks(table: Table, kind: str, wanted: Mapping[str, int]) -> None:
    """Set the actor's ranks of a kind to these and no others."""
    held = table.me.ranks.get(kind, {})
    for name in (*wanted, *(name for name in list(held) if name not in wanted)):
        by = wanted.get(name, 0) - table.me.rank(kind, name)
        if by:
            table.happen(RankChanged(table.actor, kind, name, by))


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
    """The state of every step that comes in this making, in order."""
    return [StepState(step, step.settled(table), _waits(step, table)) for step in steps if step.is_taken(table)]


def is_length_known(steps: Sequence[type[Step]], table: Table) -> bool:
    """Whether no choice can change any more how many steps there are."""
    return all(step.is_decided(table) for step in steps)


def next_step(states: Sequence[StepState]) -> StepState | None:
    """The first open step that has not been taken; when all are taken, the last open one."""
    taken = [state for state in states if state.is_open]
    return next((state for state in taken if not state.settled), taken[-1] if taken else None)


def given_up(states: Sequence[StepState], table: Table) -> list[tuple[type[Step], str]]:
    """The points that are lost when the making ends now, each with the step that would spend them."""
    found = ((state.step, state.step.unspent(table)) for state in states if state.is_open)
    return [(step, words) for step, words in found if words]


def lacks(states: Sequence[StepState], table: Table) -> list[tuple[type[Step], str]]:
    """The sentences on what is missing at the end, each with the step that would mend it."""
    found = ((state.step, state.step.lack(table)) for state in states if state.is_open)
    return [(step, sentence) for step, sentence in found if sentence]


def unarmed(sheet: Sheet) -> str:
    """The sentence for somebody without a weapon; bodies' own do not count, since nobody puts them down."""
    armed = any(item.kind == "weapon" and key != "unarmed" for key, item in sheet.items.items())
    return "" if armed else "You carry no weapon."


def is_unmade(steps: Sequence[type[Step]], table: Table) -> bool:
    """Whether the actor's sheet is still being made."""
    return any(is_possible(step, table) for step in steps)


def _waits(step: type[Step], table: Table) -> str:
    try:
        step.possible(table)
    except Refused as refusal:
        return refusal.sentence
    return ""
