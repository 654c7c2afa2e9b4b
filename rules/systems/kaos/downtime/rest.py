"""Ways to regain hit points: rest, sleep, faster healing, and tended wounds.

PCT-018 (an hour's rest), PCT-039 (faster healing), PCT-045 (no healing within an hour of casting), C-14.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.calendar.quiet_days import Deed, QuietDays
from rules.engine.character.readiness import ByMaster, alive, no_fight
from rules.engine.kernel import (
    Choice,
    Command,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    Judged,
    NotNow,
    Place,
    Refused,
    Said,
    Table,
    Told,
    Weighing,
    Worth,
    amount,
    counted,
    distribution,
    end_conditions,
    is_possible,
    number,
    pick,
    switch,
)
from rules.engine.odds import Odds, mixture
from rules.systems.kaos.content import library
from rules.systems.kaos.core import (
    EASE_PRICE,
    EASED,
    EASED_HELP,
    HIT_POINTS,
    MEASURE,
    Known,
    OnSheet,
    Outcome,
    able,
    attribute,
    gain,
    healing_rate,
    health,
    in_hit_points,
    in_points,
    pay,
    people,
    points_held,
    prepared,
    refuse_without,
    spend,
    trials,
    with_ease,
)
from rules.systems.kaos.fight.base import given_by, mend

TREATED = "treated"
#: Minutes of an hour, and hours of a night's sleep.
HOUR, NIGHT = 60, 8
#: Dice of hit points that a tended wound gives back (D-2).
TENDED = "1d6"
OF_TENDING = f"Average hit points healed, up to the maximum. {MEASURE}"


# -- time -------------------------------------------------------------------------------------------------------------


def pass_hours(table: Table, who: str, hours: int, *, resting: bool) -> None:
    """Let hours go by; with ``resting`` they heal, but for the first after casting (PCT-018, PCT-045)."""
    sheet = table.sheet(who)
    healing = hours - (1 if sheet.has(health.DRAINED) else 0)
    if sheet.has(health.DRAINED):
        table.happen(ConditionEnded(who, health.DRAINED))
    for condition in list(sheet.conditions.values()):
        known = library.conditions().get(condition.name)
        if known is not None and known.hours and condition.level:
            _run_down(table, who, condition, hours)
    if resting and healing > 0 and not health.healing_hindrance(table.sheet(who)):
        health.heal(table, who, healing * attribute(sheet, "tou"), f"{counted(healing, 'hour', 'hours')} of rest")


def _run_down(table: Table, who: str, condition: Condition, hours: int) -> None:
    left = condition.level - hours
    if left > 0:
        table.happen(ConditionSet(who, replace(condition, level=left)))
        return
    table.happen(ConditionEnded(who, condition.name))
    held = table.sheet(who).resources.get(health.TEMPORARY)
    if condition.name == "resilience" and held and held.now:
        health.lose_temporary(table, who)


@dataclass(frozen=True, slots=True)
class RestHours(OnSheet, name="rest.hour", label="Rest for hours"):
    """Rest completely, sitting or lying down: each hour gives TOU hit points (PCT-018).

    The hour after casting gives none (PCT-045, C-14).
    """

    peaceful: ClassVar[str] = "Rest"
    throws_dice: ClassVar[bool] = False

    hours: int = number("Hours", least=1, most=24, default=1)

    def lasts(self) -> int:
        return self.hours * HOUR

    def odds(self, table: Table) -> Odds:
        """The hit points gained; no dice are thrown."""
        sheet, drained = table.me, table.me.has(health.DRAINED)
        counting = self.hours - drained
        gained = min(counting * attribute(sheet, "tou"), health.lack(sheet))
        after = ", since a spell was cast within the last hour" if drained else ""
        return Odds(f"{counted(counting, 'hour', 'hours')} with healing{after}: {gained} hit points.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Told((table.actor,), f"{{0}} rests for {counted(self.hours, 'hour', 'hours')}."))
        pass_hours(table, table.actor, self.hours, resting=True)


@dataclass(frozen=True, slots=True)
class Night(OnSheet, name="rest.night", label="Sleep through the night"):
    """Sleep through the night: eight hours of rest, and a new day for everything done once a day (PCT-018).

    Whoever wakes from it gets up (PCT-023).
    """

    peaceful: ClassVar[str] = "Sleep"
    takes_minutes: ClassVar[int] = NIGHT * HOUR

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Told((table.actor,), "{0} sleeps through the night."))
        pass_hours(table, table.actor, NIGHT, resting=True)
        end_conditions(table, table.actor, TREATED, "sleepless", "asleep")
        if not health.is_down(table.me):
            end_conditions(table, table.actor, "prone")


@dataclass(frozen=True, slots=True)
class PassTime(ByMaster, name="time.pass", label="Let hours pass"):
    """Let hours go by without rest: spells run out, and casters can be healed again (PCT-045)."""

    peaceful: ClassVar[str] = "A new day"

    hours: int = number("Hours", least=1, most=24, default=1)
    new_day: bool = switch("A new day begins", help="Resets once-a-day actions")

    def lasts(self) -> int:
        return self.hours * HOUR

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Told((table.actor,), f"{counted(self.hours, 'hour passes', 'hours pass')} for {{0}}."))
        pass_hours(table, table.actor, self.hours, resting=False)
        if self.new_day:
            end_conditions(table, table.actor, TREATED)


def quiet_days(table: Table) -> QuietDays | None:
    """A day with a night's sleep, for whoever lacks hit points or lies there (PCT-018, PCT-023)."""
    needs = health.lack(table.me) > 0 or table.me.has("prone") or table.me.has("asleep")
    return QuietDays(1, (Deed(Night.name),)) if needs and is_possible(Night, table) else None


def meanwhile(table: Table, minutes: int) -> tuple[Deed, ...]:
    """Hours that pass until every spell counted in them has run out, a day at a time."""
    known = library.conditions()
    running = [one.level for one in table.me.conditions.values() if one.name in known and known[one.name].hours]
    hours = min(minutes // HOUR, max(running, default=0))
    return tuple(Deed(PassTime.name, {"hours": min(24, hours - gone)}) for gone in range(0, hours, 24))


# -- healing ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HealFaster(OnSheet, name="ap.heal_faster", label="Heal faster (AP)"):
    """Rest a minute and spend points: each gives 2 hit points, or 5 by the later edition (PCT-039, C-04)."""

    throws_dice: ClassVar[bool] = False

    points: int = number("AP", least=1, most=100, default=1)

    @classmethod
    def possible(cls, table: Table) -> None:
        alive(table)
        no_fight(table, "A minute's rest")
        if hindrance := health.healing_hindrance(table.me):
            raise NotNow(hindrance)
        refuse_without(table.me, 1, "Faster healing")

    def odds(self, table: Table) -> Odds:
        """The points spent and the hit points gained; no dice are thrown."""
        self._refuse(table)
        return Odds(f"{self.points} of {points_held(table.me)} AP for {self._gain(table)} hit points.")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse(table)
        spend(table, table.actor, self.points, "Faster healing", "healing")
        health.heal(table, table.actor, self._gain(table), "a minute's rest")

    def _gain(self, table: Table) -> int:
        return min(self.points * healing_rate(table.house_rules), health.lack(table.me))

    def _refuse(self, table: Table) -> None:
        refuse_without(table.me, self.points, "That", "points")
        rate = healing_rate(table.house_rules)
        needed = -(-health.lack(table.me) // rate)
        if self.points > needed:
            lack = health.lack(table.me)
            raise Refused(f"{needed} AP are enough: {rate} hit points each, {lack} missing.", "points")


@dataclass(frozen=True, slots=True)
class Tend(Command, name="healing.tend", label="Tend wounds"):
    """Tend somebody's wounds with a healing test: 1d6 hit points, once a day for each creature (D-2, PCT-045)."""

    place: ClassVar[Place] = Place.SHEET

    patient: str = pick("Patient")
    modifier: int = number("Modifier", least=-95, most=95, default=0)
    eased: bool = switch(EASED, help=EASED_HELP)

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        no_fight(table, "Tending wounds")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"patient": (Choice(table.actor, table.me.name, "yourself"), *people(table))}

    def odds(self, table: Table) -> Odds:
        trial = self._trial(table)
        shown = trials.odds_of(trial, "give 1d6 hit points")
        given = mixture(((1 - trial.chance, (1.0,)), (trial.chance, given_by(table.sheet(self.patient), TENDED))))
        return replace(shown, measure=given, measured="hit points")

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self._trial(table)
        pay(table, trial)
        trials.risk(table, dice, trial, self.name, "healing.tend", {"patient": self.patient})

    def weighing(self, table: Table) -> Weighing:
        """The worth of an easier roll, less its price (PCT-038, D-2)."""
        given = gain(table, self.patient, distribution(amount(TENDED)))

        def worth(chosen: Tend) -> Worth:
            return chosen._trial(table).chance * given, -in_hit_points(table, EASE_PRICE * chosen.eased)

        def said(chosen: Tend) -> str:
            return with_ease("", chosen.eased)

        return Weighing(
            ("eased",), HIT_POINTS, OF_TENDING, worth, ("Healed", "Points"), said=said, price=in_points(table)
        )

    def _trial(self, table: Table) -> trials.Trial:
        patient = table.sheet(self.patient)
        if patient.has(TREATED):
            raise Refused(f"{patient.name} was tended today already. Try again tomorrow.", "patient")
        if hindrance := health.healing_hindrance(patient):
            raise Refused(hindrance, "patient")
        reasons = [("Modifier", self.modifier)] if self.modifier else []
        return prepared(table, table.actor, "healing", eased=self.eased, reasons=reasons)


@trials.goes_on("healing.tend", harmless=True)
def _tended(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    patient = str(data["patient"])
    table.happen(ConditionSet(patient, Condition(TREATED, "Treated today", 0, outcome.who)))
    numbers: dict[str, int | str | None] = {"face": outcome.face, "target": outcome.target}
    if outcome.success:
        reason = Said("tended by {0}", (outcome.who,))
        given = mend(table, dice, outcome.who, patient, TENDED, "healing.tend: hit points", reason)
        table.happen(Judged(outcome.who, "success", 0, {**numbers, "healed": given}, {"target": outcome.who}))
    else:
        table.happen(Judged(outcome.who, "failure", 0, numbers, {"target": outcome.who}))
