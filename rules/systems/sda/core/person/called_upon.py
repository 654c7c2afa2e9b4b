"""Luck and mastery called upon for one roll, and the roll with which they are used: as their owner says (D-7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.forecast.state_cache import as_if
from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionEnded,
    Dice,
    NotNow,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    pick,
)
from rules.systems.sda.core.person.bookkeeping import SheetCommand, keep_memo
from rules.systems.sda.core.person.chances import AGAIN, LUCKY, THREES
from rules.systems.sda.core.person.traits import figure

#: Conditions called upon for one roll: luck, whose level are successes; mastery of the skill that is their source.
LUCK, EXPERT, MASTER = "luck", "expertise", "mastery"
#: The word in the "how" of a throw that each of these brings.
CALLED = {LUCK: LUCKY, EXPERT: AGAIN, MASTER: THREES}
#: The memo of when luck and mastery called upon are used: with the next roll that their owner makes, with any roll that
#: comes next, even one that a rule demands, or with none before they say so. A single roll may name all of it besides.
WHEN = "gifts_when"
MINE, ANY, KEPT = "mine", "any", "kept"
ALL_OF_IT = "all"


def use_up(table: Table, who: str, how: str) -> None:
    """End the conditions called upon for one roll that went with a throw; ``how`` names them."""
    for name, word in CALLED.items():
        if word in how and table.sheet(who).has(name):
            table.happen(ConditionEnded(who, name))


def waiting(sheet: Sheet) -> list[Condition]:
    """The conditions that were called upon for one roll, and have not been used yet (D-7)."""
    return [sheet.conditions[name] for name in CALLED if sheet.has(name)]


def as_rolled(sheet: Sheet, said: str, *, own: bool) -> Sheet:
    """The sheet as a roll sees it: without whatever was called upon and is kept for later (D-7).

    ``said`` is what the form of the roll says of it; if that is empty, the sheet says when it is used. ``own`` is set
    for rolls that the owner of the sheet makes, and that no rule demands.
    """
    kept = {one.name for one in waiting(sheet) if not _goes_along(sheet, one.name, said, own)}
    if not kept:
        return sheet
    return as_if(sheet, conditions={name: one for name, one in sheet.conditions.items() if name not in kept})


def _goes_along(sheet: Sheet, name: str, said: str, own: bool) -> bool:
    if said:
        return said in (name, ALL_OF_IT)
    when = sheet.memo.get(WHEN, MINE)
    return bool(when == ANY or (when == MINE and own))


def is_called_upon(how: str) -> bool:
    """Whether luck or mastery goes with a throw."""
    return any(word in how for word in CALLED.values())


def called_field() -> Any:
    """Form field for luck and mastery called upon: which of them go with a roll (D-7)."""
    return pick("Luck and mastery", default="", help="Default: as chosen for all rolls")


def called_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Choices of a roll: with each thing called upon, with all of them, or with none; empty if none waits."""
    each = tuple(
        Choice(one.name, "With luck" if one.name == LUCK else str(one.label), _brings(one)) for one in waiting(sheet)
    )
    if not each:
        return ()
    every = (Choice(ALL_OF_IT, "With all of it"),) if len(each) > 1 else ()
    return (*each, *every, Choice(KEPT, "Keep it for later"))


def _brings(one: Condition) -> str:
    return f"+{one.level} MoS" if one.level else ""


# -- when they are used ------------------------------------------------------------------------------------------------

WHENEVER = (
    Choice(MINE, "With my next roll", "unless a rule calls for it"),
    Choice(ANY, "With my very next roll", "even one that a rule calls for: ego, resisting"),
    Choice(KEPT, "Only when I say so", "in the form of a roll, or here"),
)
#: The sentence that the table reads, by the time chosen.
_SAID = {
    MINE: "{0} uses luck and mastery on the next roll of their own.",
    ANY: "{0} uses luck and mastery on the next roll, whatever calls for it.",
    KEPT: "{0} keeps luck and mastery for later.",
}
#: The figures of those who call upon something for a roll.
_ABLE = ("lucky", "expert", "master")


def when_field() -> Any:
    """Form field for the time at which luck or mastery is used, in the forms that call upon it."""
    return pick("Use it", default="", help="Default: as before; at first, your next roll")


def say_when(table: Table, when: str) -> None:
    """Set the time at which luck and mastery are used from now on; nothing changes if ``when`` is empty."""
    if when:
        keep_memo(table, table.actor, WHEN, None if when == MINE else when)


def said(table: Table) -> str:
    """The time at which the actor uses luck and mastery: ``MINE`` (unless they say otherwise), ``ANY`` or ``KEPT``."""
    return str(table.me.memo.get(WHEN, MINE))


@dataclass(frozen=True, slots=True)
class SayWhen(SheetCommand, name="gift.when", label="Say when to use luck and mastery"):
    """Say when luck and mastery are used that you called upon: nothing of it is spent otherwise (D-7).

    It holds until you say otherwise; a roll that says so itself is the exception.
    """

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    when: str = pick("Use them")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not (waiting(table.me) or any(figure(table.me, name) for name in _ABLE)):
            raise NotNow("You need one of the traits Lucky, Expert or Master.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"when": WHENEVER}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"when": said(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.when == said(table):
            raise Refused("This is set already. Choose another.", "when")
        say_when(table, self.when)
        table.happen(Told((table.actor,), _SAID[self.when]))
