"""Repair of what is Ruined!: six days and a test of Tradecraft; misfired guns take an hour (GRM-088, GRM-096)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, ItemSet, Refused, Sheet, Table, Told, pick, plainly
from rules.engine.odds import Odds
from rules.systems.grim.core import (
    DIFFICULTY_CHOICES,
    RUINED,
    Known,
    OnSheet,
    Outcome,
    Trial,
    difficulty_named,
    goes_on,
    is_ruined,
    judged,
    odds_of,
    risk,
    trial_for,
    with_stats,
)

#: Minutes of the six days that a repair takes, and of the hour for a misfire.
REPAIR, HOUR = 6 * 24 * 60, 60
#: The stat of a gun that misfired and has to be put in order (GRM-096).
MISFIRED = "misfired"
TRADECRAFT = "tradecraft"


def _broken(sheet: Sheet) -> tuple[Choice, ...]:
    return tuple(Choice(key, item.name) for key, item in sheet.items.items() if is_ruined(item))


@dataclass(frozen=True, slots=True)
class Repair(OnSheet):
    """Repair something Ruined! in six days, with a test of Tradecraft; a failure costs the days (GRM-088)."""

    name: ClassVar[str] = "thing.repair"
    label: ClassVar[str] = "Repair"
    peaceful: ClassVar[str] = "A repair"
    no_choice: ClassVar[Mapping[str, str]] = {"thing": "Nothing you carry is ruined."}

    thing: str = pick("What")
    difficulty: str = pick("Difficulty", default="0", at_once=True)

    def lasts(self) -> int:
        return REPAIR

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"thing": _broken(table.me), "difficulty": DIFFICULTY_CHOICES}

    def odds(self, table: Table) -> Odds:
        return odds_of(self._trial(table), "mend it")

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self._trial(table)
        name = plainly(table.me.items[self.thing].name)
        table.happen(Told((table.actor,), f"{{0}} works on the {name.lower()} for six days."))
        risk(table, dice, trial, self.name, "thing.repaired", {"thing": self.thing})

    def _trial(self, table: Table) -> Trial:
        if self.thing not in table.me.items or not is_ruined(table.me.items[self.thing]):
            raise Refused("This is not ruined. Choose something else.", "thing")
        return trial_for(table, table.actor, TRADECRAFT, [("Difficulty", difficulty_named(self.difficulty))])


@goes_on("thing.repaired")
def _repaired(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    """Mend the thing if the test succeeded (GRM-088)."""
    table.happen(judged(outcome))
    item = table.sheet(outcome.who).items.get(str(data["thing"]))
    if outcome.success and item is not None:
        table.happen(ItemSet(outcome.who, str(data["thing"]), with_stats(item, **{RUINED: None})))
        table.happen(Told((outcome.who,), f"{{0}}’s {plainly(item.name)} is whole again."))


@dataclass(frozen=True, slots=True)
class PutInOrder(OnSheet):
    """Repair a gun that misfired, in an hour (GRM-096)."""

    name: ClassVar[str] = "thing.put_in_order"
    label: ClassVar[str] = "Repair a gun"
    peaceful: ClassVar[str] = "Takes an hour"
    no_choice: ClassVar[Mapping[str, str]] = {"thing": "None of your guns has misfired."}

    thing: str = pick("What")

    def lasts(self) -> int:
        return HOUR

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        found = (key for key, item in table.me.items.items() if item.stats.get(MISFIRED))
        return {"thing": tuple(Choice(key, table.me.items[key].name) for key in found)}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items.get(self.thing)
        if item is None or not item.stats.get(MISFIRED):
            raise Refused("This gun works. Choose one that misfired.", "thing")
        table.happen(ItemSet(table.actor, self.thing, with_stats(item, **{MISFIRED: None})))
        table.happen(Told((table.actor,), f"{{0}} repairs the {plainly(item.name).lower()}."))
