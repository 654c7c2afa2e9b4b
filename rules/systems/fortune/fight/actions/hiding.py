"""Hiding from enemies whose view is blocked (LIN-041, LIN-075, C-08, E-p)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, NotNow, Table, Told, pick
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.fortune.core import (
    CIRCUMSTANCES,
    PLAIN,
    Trial,
    Trying,
    begin_status,
    favour_choices,
    field_below,
    field_favour,
    field_success,
    judge,
    roll,
    trial_for,
    usual_points,
)
from rules.systems.fortune.fight.base import HIDDEN, Action, free_to_act, spend_action
from rules.systems.fortune.fight.exchange.attack_roll import chance_to_be_seen, look_for, watchers


@dataclass(frozen=True, slots=True)
class Hide(Action, Trying):
    """Hide when something blocks your enemies' view: Agility against points that the game master sets (LIN-041, C-08).

    Passed, you are hidden until something gives you away. Mixed, you are hard to see, and everybody near looks for you
    at once with a Heart test against what you came to (LIN-075, E-p).
    """

    name: ClassVar[str] = "action.hide"
    label: ClassVar[str] = "Hide"
    ends: ClassVar[tuple[str, str, str]] = ("hide", "be hard to see", "be seen")

    success: int = field_success()
    below: int = field_below()
    circumstance: str = pick("Circumstances", default=PLAIN)
    favour: str = field_favour()

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if table.me.has(HIDDEN):
            raise NotNow("You are hidden already.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return usual_points(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"circumstance": CIRCUMSTANCES, "favour": favour_choices(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self.trial(table)
        spend_action(table, table.actor)
        outcome = roll(table, dice, trial, self.name)
        judge(table, outcome, trial)
        if outcome.failed:
            table.happen(Told((table.actor,), "{0} fails to hide."))
            return
        begin_status(table, table.actor, HIDDEN, outcome.total)
        table.happen(Told((table.actor,), "{0} hides."))
        if not outcome.passed:
            look_for(table, dice, table.actor)

    def trial(self, table: Table) -> Trial:
        return trial_for(
            table,
            table.actor,
            "agility",
            self.success,
            self.success - self.below,
            purposes=("stealth",),
            circumstance=self.circumstance,
            favour=self.favour,
        )


@dataclass(frozen=True, slots=True)
class ShowOneself(Action):
    """Do something that is noticed while hidden: everybody near looks for you with a Heart test (LIN-075)."""

    name: ClassVar[str] = "action.noticed"
    label: ClassVar[str] = "Do something noticeable"

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if not table.me.has(HIDDEN):
            raise NotNow("You are visible already.")

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return tuple(watchers(table, table.actor))

    def odds(self, table: Table) -> Odds:
        seen = chance_to_be_seen(table, table.actor, table.me.conditions[HIDDEN].level)
        return Odds(f"{in_words(seen).capitalize()} to be seen.", (Chance("seen", "is seen", seen),))

    def perform(self, table: Table, dice: Dice) -> None:
        spend_action(table, table.actor)
        table.happen(Told((table.actor,), "{0} does something noticeable."))
        look_for(table, dice, table.actor)
