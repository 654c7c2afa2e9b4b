"""Going about things in accord with a virtue called upon, or against it: what that does to every roll (SDA-083)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionEnded, ConditionSet, Told
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Condition
from rules.engine.kernel.table import Table
from rules.systems.sda.accord import CALLED, LEANING, NEITHER, calls, leaning, own_choices


@dataclass(frozen=True, slots=True)
class Approach(Command):
    """Say whether what you do from now on goes with a virtue called upon or against it (SDA-083, SDA-084, SDA-088).

    It counts for every roll until you say otherwise or the scene ends, also for those that nobody chooses to make; a
    roll that says so itself is the exception.
    """

    name: ClassVar[str] = "virtue.approach"
    label: ClassVar[str] = "Act with a virtue or against it"
    place: ClassVar[Place] = Place.SHEET
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    way: str = pick("From now on", help="For every roll, until you say otherwise")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not calls(table.me, CALLED):
            raise NotNow("No virtue is called upon in this scene. Call upon one, and roll for it.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"way": own_choices(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.way in (leaning(table.me), "" if leaning(table.me) else NEITHER):
            raise Refused("That is how you go about it already.", "way")
        if self.way == NEITHER:
            table.happen(ConditionEnded(table.actor, LEANING), Told((table.actor,), "{0} acts as usual again."))
            return
        label = next(one.label for one in own_choices(table.me) if one.value == self.way)
        table.happen(ConditionSet(table.actor, Condition(LEANING, label, source=self.way)))
        table.happen(Told((table.actor,), f"{{0}} acts {label[0].lower()}{label[1:]} from now on."))


APPROACH: tuple[type[Command], ...] = (Approach,)
