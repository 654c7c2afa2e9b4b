"""The time at which luck and mastery called upon are used: as their owner says, and not otherwise (D-7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Command, Dice, MemoKept, NotNow, Place, Refused, Table, Told, pick
from rules.systems.sda.core.person.gifts import ANY, KEPT, MINE, WHEN, figure, waiting

WHENEVER = (
    Choice(MINE, "With the next roll of mine", "not with one that a rule demands"),
    Choice(ANY, "With whatever roll comes next", "also where a rule demands it: ego, resisting"),
    Choice(KEPT, "Only when I say so", "in the form of a roll, or here"),
)
#: The sentence that the table reads, by the time chosen.
_SAID = {
    MINE: "{0} goes with luck and mastery on the next roll of their own.",
    ANY: "{0} goes with luck and mastery on whatever roll comes next.",
    KEPT: "{0} keeps luck and mastery for later.",
}
#: The figures of those who call upon something for a roll.
_ABLE = ("lucky", "expert", "master")


def when_field() -> Any:
    """Form field for the time at which luck or mastery is used, in the forms that call upon it."""
    return pick("It goes", default="", help="Open: as you said before; at first, with the next roll of yours")


def say_when(table: Table, when: str) -> None:
    """Set the time at which luck and mastery are used from now on; nothing changes if ``when`` is empty."""
    if when and when != said(table):
        table.happen(MemoKept(table.actor, WHEN, None if when == MINE else when))


def said(table: Table) -> str:
    """The time at which the actor uses luck and mastery: ``MINE`` (unless they say otherwise), ``ANY`` or ``KEPT``."""
    return str(table.me.memo.get(WHEN, MINE))


@dataclass(frozen=True, slots=True)
class SayWhen(Command):
    """Say when luck and mastery are used that you called upon: nothing of it is spent otherwise (D-7).

    It holds until you say otherwise; a roll that says so itself is the exception.
    """

    name: ClassVar[str] = "gift.when"
    label: ClassVar[str] = "Luck and mastery: when"
    place: ClassVar[Place] = Place.SHEET
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    when: str = pick("They go")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not (waiting(table.me) or any(figure(table.me, name) for name in _ABLE)):
            raise NotNow("That is for the lucky, and for experts and masters of a skill. It takes one of those traits.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"when": WHENEVER}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"when": said(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.when == said(table):
            raise Refused("That is how you have it already. Pick one of the others.", "when")
        say_when(table, self.when)
        table.happen(Told((table.actor,), _SAID[self.when]))
