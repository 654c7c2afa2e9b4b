"""Rests out of a fight: an hour, a night, days of recuperation, and time that passes without rest (D-8)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.calendar.quiet_days import Deed, QuietDays
from rules.engine.kernel import Dice, NotNow, Table, Told, counted, end_conditions, is_possible, number
from rules.engine.odds import Odds
from rules.systems.grim.content.switches.recovery import DISEASE_STOPS, NIGHT_PERIL
from rules.systems.grim.core import BLEEDING, PERIL, ByMaster, OnSheet, alive, level, no_fight
from rules.systems.grim.downtime import healing

DISEASED = "diseased"
#: Minutes of an hour and of a day, and hours of a night's sleep.
HOUR, DAY, NIGHT = 60, 24 * 60, 8
#: The most days of recuperation at once.
MOST_DAYS = 60


@dataclass(frozen=True, slots=True)
class Resting(OnSheet):
    """A rest, which nobody takes in a fight or with an open wound."""

    @classmethod
    def possible(cls, table: Table) -> None:
        alive(table)
        no_fight(table, cls.peaceful or "Recuperation")
        if table.me.has(BLEEDING):
            raise NotNow(f"{table.me.name} is bleeding. Stop that first, with a bandage or a Heal test.")


@dataclass(frozen=True, slots=True)
class ShortRest(Resting, name="rest.short", label="Rest an hour"):
    """Rest for an hour: a step of Peril goes; the Incapacitated! come round Imperiled (D-8, GRM-014, GRM-018)."""

    peaceful: ClassVar[str] = "Rest"
    throws_dice: ClassVar[bool] = False
    takes_minutes: ClassVar[int] = HOUR

    def odds(self, table: Table) -> Odds:
        """The Peril that goes; no dice are thrown."""
        return Odds("Removes 1 step of Peril." if level(table.me, PERIL) else "No Peril to remove.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Told((table.actor,), "{0} rests for an hour."))
        healing.relieve(table, table.actor, 1)


@dataclass(frozen=True, slots=True)
class Night(Resting, name="rest.night", label="Sleep through the night"):
    """Sleep through the night: all Peril goes, and what is done once a day can be done again (D-8)."""

    peaceful: ClassVar[str] = "Sleep"
    takes_minutes: ClassVar[int] = NIGHT * HOUR

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Told((table.actor,), "{0} sleeps through the night."))
        sleep(table, table.actor)


def sleep(table: Table, who: str) -> None:
    """Sleep off Peril, and whatever a night ends (D-8)."""
    healing.relieve(table, who, level(table.sheet(who), PERIL) if NIGHT_PERIL.flag(table.house_rules) else 1)
    end_conditions(table, who, *healing.BY_NIGHT)


@dataclass(frozen=True, slots=True)
class Recuperate(Resting, name="rest.recuperate", label="Recuperate for days"):
    """Rest for days: wounds and injuries heal, grievous ones after surgery (D-8).

    A step of damage takes a day, seven for whoever is Seriously and fourteen for whoever is Grievously Wounded.
    """

    peaceful: ClassVar[str] = "Recuperation"
    throws_dice: ClassVar[bool] = False

    days: int = number("Days", least=1, most=MOST_DAYS, default=1)

    def lasts(self) -> int:
        return self.days * DAY

    @classmethod
    def possible(cls, table: Table) -> None:
        Resting.possible(table)
        if table.me.has(DISEASED) and DISEASE_STOPS.flag(table.house_rules):
            raise NotNow(f"{table.me.name} is diseased and cannot heal. Cure the disease first.")

    def odds(self, table: Table) -> Odds:
        """Wounds and injuries that will be healed; no dice are thrown."""
        sentence = healing.course(table.me, self.days, table.house_rules).sentence
        left = healing.needing_surgery(table.me)
        names = ", ".join(healing.name_of(key).lower() for key in left)
        waits = f" Needs surgery first: {names}." if left else ""
        return Odds(f"{sentence[0].upper()}{sentence[1:]}.{waits}")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Told((table.actor,), f"{{0}} recuperates for {counted(self.days, 'day', 'days')}."))
        healing.recuperate(table, table.actor, self.days)
        sleep(table, table.actor)


def quiet_days(table: Table, days: int) -> QuietDays | None:
    """Days of recuperation, as many as wounds and injuries take; a night for what any rest ends, Peril too (D-8)."""
    if is_possible(Recuperate, table) and (needed := _days_needed(table, min(days, MOST_DAYS))):
        return QuietDays(needed, (Deed(Recuperate.name, {"days": needed}),))
    tired = (level(table.me, PERIL) > 0 or healing.rested(table.me)) and is_possible(Night, table)
    return QuietDays(1, (Deed(Night.name),)) if tired else None


def _days_needed(table: Table, days: int) -> int:
    """The fewest days that heal as much as ``days`` do; all of them while the next step is still to come."""

    def healed(spent: int) -> tuple[int, int]:
        there = healing.course(table.me, spent, table.house_rules)
        return there.steps, len(there.healed)

    best = healed(days)
    if best != (0, 0):
        return next(spent for spent in range(1, days + 1) if healed(spent) == best)
    return days if healing.course(table.me, days, table.house_rules).counted else 0


@dataclass(frozen=True, slots=True)
class PassTime(ByMaster, name="time.pass", label="Let hours pass"):
    """Let hours go by without rest; after a night what is done once a day can be done again."""

    hours: int = number("Hours", least=1, most=240, default=1)

    def lasts(self) -> int:
        return self.hours * HOUR

    @classmethod
    def possible(cls, table: Table) -> None:
        ByMaster.possible(table)
        no_fight(table, "Passing time")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Told((table.actor,), f"{counted(self.hours, 'hour passes', 'hours pass')} for {{0}}."))
        if self.hours >= 24 - NIGHT:
            end_conditions(table, table.actor, healing.TREATED)
