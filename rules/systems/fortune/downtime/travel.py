"""Journeys: a day's march and miles beyond it, treacherous ground, going without sleep, and loads.

LIN-013 (no sleep), LIN-062 to LIN-064 (journeys), LIN-068 (loads), E-f.

The memo ``awake`` counts the hours beyond a day, ``stamina_lost`` how much the most of Stamina is lowered by, and
``stamina_drained`` how much of what was there went with it: sleep gives both back.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    HOUR,
    Choice,
    Dice,
    Judged,
    LimitChanged,
    MemoKept,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    counted,
    number,
    ordinal,
    pick,
    switch,
)
from rules.engine.odds import Odds, mixture
from rules.systems.fortune.content import feature_switches, switches
from rules.systems.fortune.core import (
    ADD,
    DEAD,
    DOUBLE,
    FAILURE,
    MIXED,
    STAMINA,
    SUCCESS,
    Deed,
    Trial,
    Trying,
    amount_of,
    begin_status,
    companions,
    field_favour,
    has_feature,
    judge,
    judged,
    lose_stamina,
    odds_of,
    on,
    refuse_stamina,
    roll,
    size_of,
    spend_stamina,
    stat,
    trial_for,
)

#: Hours of a full day's march, and miles of one before Mettle (LIN-062).
MARCH_HOURS, MILES = 8, 15
GUIDE = "ranger_wild_guide"
#: The points of an hour on treacherous ground (LIN-064).
SUCCESS_POINT, FAILURE_POINT = 13, 8
CROSSED = {SUCCESS: "finds good footing", MIXED: "struggles on", FAILURE: "is worn down by the terrain"}


def day_of_march(sheet: Sheet, house_rules: switches.HouseRules, *, road: bool, guide: Sheet | None = None) -> int:
    """Miles of a comfortable day: 15 and Mettle on a road, half without one (LIN-062, C-13).

    A guide who knows the wild adds their Heart for everybody who goes with them, off the road.
    """
    miles = max(0, MILES + stat(sheet, "mettle"))
    if road:
        return miles
    half = (miles + 1) // 2 if switches.MARCH_UP.chosen(house_rules) else miles // 2
    guided = sheet if has_feature(sheet, GUIDE) else guide
    further = sum(amount_of(guided, one.effect) for one in on(guided, "march", ADD)) if guided else 0
    return half + max(-half if feature_switches.NEGATIVE_STATS.flag(house_rules) else 0, further)


@dataclass(frozen=True, slots=True)
class March(Deed, name="travel.march", label="March for a day"):
    """March for a day of eight hours, and further for a Stamina a mile (LIN-062, LIN-063)."""

    peaceful: ClassVar[str] = "A march"
    throws_dice: ClassVar[bool] = False
    takes_minutes: ClassVar[int] = MARCH_HOURS * HOUR

    road: bool = switch("On a road", default=True, help="Off: half as far")
    push: int = number("Miles pushed", most=50, default=0, help="1 Stamina each")
    guide: str = pick("Guide", default="", help="Off the road, somebody with Wild Guide", none="Nobody")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"guide": tuple(one for one in companions(table) if has_feature(table.sheet(one.value), GUIDE))}

    def odds(self, table: Table) -> Odds:
        """The miles of the day; no dice are thrown."""
        refuse_stamina(table.me, self.push)
        pushed = f", {self.push} of them for 1 Stamina each" if self.push else ""
        return Odds(f"{counted(self._miles(table), 'mile', 'miles')} in a day{pushed}.")

    def perform(self, table: Table, dice: Dice) -> None:
        spend_stamina(table, table.actor, self.push, "pushing the pace")
        miles, where = self._miles(table), "on a road" if self.road else "without a road"
        table.happen(
            Judged(table.actor, "miles", 0, {"miles": miles}),
            Told((table.actor,), f"{{0}} marches {counted(miles, 'mile', 'miles')} {where}."),
        )

    def _miles(self, table: Table) -> int:
        guide = table.sheet(self.guide) if self.guide else None
        return day_of_march(table.me, table.house_rules, road=self.road, guide=guide) + self.push


@dataclass(frozen=True, slots=True)
class TiringHour(Deed, Trying):
    """An hour that a test of Mettle decides: by its outcome it ``takes`` Stamina."""

    takes: ClassVar[Mapping[str, int]] = {}
    purposes: ClassVar[tuple[str, ...]] = ()
    takes_minutes: ClassVar[int] = HOUR

    favour: str = field_favour()

    def odds(self, table: Table) -> Odds:
        """The odds of the test, and the Stamina that it takes, none beyond what there is."""
        trial, held = self.trial(table), table.me.now(STAMINA)
        points = ((trial.chances.of(name), min(taken, held)) for name, taken in self.takes.items())
        lost = mixture(tuple((chance, (*(0.0,) * taken, 1.0)) for chance, taken in points))
        return replace(odds_of(trial), measure=lost, measured="Stamina lost", low=True)

    @classmethod
    @abstractmethod
    def points(cls, table: Table) -> tuple[int, int]:
        """The success and the failure point of the test."""

    def trial(self, table: Table) -> Trial:
        purposes = (*self.purposes, "endurance")
        return trial_for(table, table.actor, "mettle", *self.points(table), purposes=purposes, favour=self.favour)


@dataclass(frozen=True, slots=True)
class TreacherousTerrain(TiringHour, name="travel.terrain", label="Cross treacherous terrain"):
    """Cross treacherous ground for an hour: Mettle 13 and 8, or it takes 1 or 2 Stamina (LIN-064)."""

    peaceful: ClassVar[str] = "A journey"

    takes: ClassVar[Mapping[str, int]] = {SUCCESS: 0, MIXED: 1, FAILURE: 2}
    purposes: ClassVar[tuple[str, ...]] = ("terrain",)

    @classmethod
    def points(cls, table: Table) -> tuple[int, int]:
        return SUCCESS_POINT, FAILURE_POINT

    def perform(self, table: Table, dice: Dice) -> None:
        trial, who = self.trial(table), table.actor
        outcome = roll(table, dice, trial, self.name)
        taken = min(self.takes[outcome.verdict], table.me.now(STAMINA))
        judge(table, outcome, trial, stamina=-taken)
        table.happen(Told((who,), f"{{0}} {CROSSED[outcome.verdict]}."))
        lose_stamina(table, who, taken, "treacherous terrain")


# -- going without sleep -----------------------------------------------------------------------------------------------

AWAKE, LOST, DRAINED = "awake", "stamina_lost", "stamina_drained"
OUT = "incapacitated"
#: The success and failure points before the first test, which the first raises by one (LIN-013, E-f).
AWAKE_POINTS = (14, 9)


def drain(table: Table, who: str, by: int) -> None:
    """Lower Stamina and its most; whoever has none left by that falls unconscious (LIN-013, E-f)."""
    sheet = table.sheet(who)
    most, now = min(by, sheet.most(STAMINA)), min(by, sheet.now(STAMINA))
    if not most:
        return
    table.happen(
        MemoKept(who, LOST, sheet.noted(LOST, int) + most), MemoKept(who, DRAINED, sheet.noted(DRAINED, int) + now)
    )
    lose_stamina(table, who, now, "no sleep")
    table.happen(LimitChanged(who, STAMINA, -most))
    if not table.sheet(who).now(STAMINA) and not table.sheet(who).has(DEAD):
        begin_status(table, who, OUT, source="no sleep")
        table.happen(Told((who,), "{0} falls asleep on their feet and drops."))


@dataclass(frozen=True, slots=True)
class StayAwake(TiringHour, name="rest.awake", label="Stay awake another hour"):
    """Stay awake for one more hour after a day without sleep: Mettle, harder with each hour (LIN-013, E-f)."""

    peaceful: ClassVar[str] = "Staying awake"

    takes: ClassVar[Mapping[str, int]] = {SUCCESS: 0, MIXED: 3, FAILURE: 10}
    purposes: ClassVar[tuple[str, ...]] = ("sleepless",)

    @classmethod
    def points(cls, table: Table) -> tuple[int, int]:
        nth = table.me.noted(AWAKE, int) + 1
        return AWAKE_POINTS[0] + nth, AWAKE_POINTS[1] + nth

    def perform(self, table: Table, dice: Dice) -> None:
        who, hour = table.actor, table.me.noted(AWAKE, int) + 1
        outcome = roll(table, dice, self.trial(table), self.name)
        table.happen(
            MemoKept(who, AWAKE, hour),
            judged(outcome, outcome.verdict, stamina=-self.takes[outcome.verdict]),
            Told((who,), f"{{0}} stays awake for the {ordinal(hour)} hour after a day and a night."),
        )
        drain(table, who, self.takes[outcome.verdict])


# -- loads -------------------------------------------------------------------------------------------------------------

LOADS = {"lift": "Lift with both hands", "drag": "Drag", "pack": "Carry in the pack"}
#: Pounds before Mettle and for each point of it, lifted and packed; dragged is so many times what is lifted.
_LIFT, _PACK, _DRAG_TIMES = (50, 10), (30, 5), 4
#: The kinds of things that fill a hand (LIN-068).
ARMS = ("weapon", "shield")


def _sized(pounds: int, step: int) -> int:
    """Pounds halved for each size below medium, rounded down, and doubled for each above.

    >>> _sized(75, -2), _sized(75, 1), _sized(75, 0)
    (18, 150, 75)
    """
    return pounds >> -step if step < 0 else pounds << step


def limits(sheet: Sheet) -> dict[str, int]:
    """The most pounds of each way to move them, at least 0 (LIN-068)."""
    mettle, step = stat(sheet, "mettle"), size_of(sheet)
    doubled = len(list(on(sheet, "load", DOUBLE)))
    lift, pack = (max(0, base + each * mettle) for base, each in (_LIFT, _PACK))
    found = {"lift": lift, "drag": _DRAG_TIMES * lift, "pack": pack}
    return {key: _sized(pounds, step) << doubled for key, pounds in found.items()}


@dataclass(frozen=True, slots=True)
class MoveLoad(Deed, name="load.move", label="Lift, drag or pack"):
    """Lift, drag or pack a weight, as far as Mettle and size go (LIN-068)."""

    throws_dice: ClassVar[bool] = False

    how: str = pick("How", default="lift")
    pounds: int = number("Pounds", least=1, most=100_000, default=50)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"how": tuple(Choice(key, LOADS[key], f"up to {most} lb") for key, most in limits(table.me).items())}

    def odds(self, table: Table) -> Odds:
        """The most that can be moved so; no dice are thrown."""
        return Odds(f"{self.pounds} of {self._most(table)} lb.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(
            Judged(table.actor, "pounds", 0, {"pounds": self.pounds, "most": self._most(table)}, {"most": table.actor}),
            Told((table.actor,), f"{{0}} {self.how}s {self.pounds} lb."),
        )

    def _most(self, table: Table) -> int:
        most = limits(table.me)[self.how]
        if self.pounds > most:
            raise Refused(f"Too heavy: at most {most} lb. Find help or something to pull with.", "pounds")
        if self.how == "lift" and any(one.in_use and one.kind in ARMS for one in table.me.items.values()):
            raise NotNow("Lifting needs both hands. Free them first.")
        return most
