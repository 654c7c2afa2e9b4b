"""Going without sleep: an hourly test of Mettle after a day awake, which lowers Stamina and its most (LIN-013, E-f).

The memo ``awake`` counts the hours beyond a day, ``stamina_lost`` how much the most of Stamina is lowered by, and
``stamina_drained`` how much of what was there went with it: sleep gives both back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    LimitChanged,
    MemoKept,
    Table,
    Told,
    ordinal,
)
from rules.systems.fortune.core import (
    DEAD,
    FAILURE,
    MIXED,
    STAMINA,
    SUCCESS,
    held,
    judged,
    lose_stamina,
    noted,
    regain_stamina,
    roll,
)
from rules.systems.fortune.downtime.travel import TiringHour

AWAKE, LOST, DRAINED = "awake", "stamina_lost", "stamina_drained"
OUT = "incapacitated"
#: The success and failure points before the first test, which the first raises by one (LIN-013, E-f).
SUCCESS_POINT, FAILURE_POINT = 14, 9
#: Stamina that each outcome takes (LIN-013).
TAKES = {SUCCESS: 0, MIXED: 3, FAILURE: 10}


def drain(table: Table, who: str, by: int) -> None:
    """Lower Stamina and its most; whoever has none left by that falls unconscious (LIN-013, E-f)."""
    sheet = table.sheet(who)
    pool = held(sheet, STAMINA)
    most, now = min(by, pool.most), min(by, pool.now)
    if not most:
        return
    table.happen(MemoKept(who, LOST, noted(sheet, LOST) + most), MemoKept(who, DRAINED, noted(sheet, DRAINED) + now))
    lose_stamina(table, who, now, "no sleep")
    table.happen(LimitChanged(who, STAMINA, -most))
    if not table.sheet(who).now(STAMINA) and not table.sheet(who).has(DEAD):
        table.happen(ConditionSet(who, Condition(OUT, "Incapacitated", source="no sleep")))
        table.happen(Told((who,), "{0} falls asleep on their feet and drops."))


def slept(table: Table, who: str) -> None:
    """Give back what the want of sleep took, wake whom it felled, and let its count begin anew (LIN-013, E-f)."""
    sheet = table.sheet(who)
    back, most = noted(sheet, DRAINED), noted(sheet, LOST)
    table.happen(*(MemoKept(who, name, None) for name in (AWAKE, LOST, DRAINED) if name in sheet.memo))
    if most:
        table.happen(LimitChanged(who, STAMINA, most))

    felled = sheet.conditions.get(OUT)
    if felled and felled.source == "no sleep":
        table.happen(ConditionEnded(who, OUT))
    if back:
        regain_stamina(table, who, back, "sleep")


@dataclass(frozen=True, slots=True)
class StayAwake(TiringHour):
    """Stay awake for one more hour after a day without sleep: Mettle, harder with each hour (LIN-013, E-f)."""

    name: ClassVar[str] = "rest.awake"
    label: ClassVar[str] = "Stay awake another hour"
    peaceful: ClassVar[str] = "Staying awake"

    takes: ClassVar[Mapping[str, int]] = TAKES
    purposes: ClassVar[tuple[str, ...]] = ("sleepless",)

    @classmethod
    def points(cls, table: Table) -> tuple[int, int]:
        nth = noted(table.me, AWAKE) + 1
        return SUCCESS_POINT + nth, FAILURE_POINT + nth

    def perform(self, table: Table, dice: Dice) -> None:
        trial, who = self.trial(table), table.actor
        hour = noted(table.me, AWAKE) + 1
        outcome = roll(table, dice, trial, self.name)
        table.happen(MemoKept(who, AWAKE, hour))
        table.happen(judged(outcome, outcome.verdict, stamina=-TAKES[outcome.verdict]))
        table.happen(Told((who,), f"{{0}} stays awake for the {ordinal(hour)} hour after a day and a night."))
        drain(table, who, TAKES[outcome.verdict])
