"""Journeys: a day's march, miles pushed beyond it, treacherous ground, and loads (LIN-062 to LIN-064, LIN-068)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    HOUR,
    Choice,
    Dice,
    Judged,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    Weighing,
    counted,
    number,
    pick,
    switch,
)
from rules.engine.odds import Odds, mixture
from rules.systems.fortune.content.switches import MARCH_UP, HouseRules
from rules.systems.fortune.core import (
    ADD,
    FAILURE,
    MIXED,
    STAMINA,
    SUCCESS,
    OnSheet,
    Trial,
    able,
    amount_of,
    companions,
    favour_choices,
    field_favour,
    judge,
    lose_stamina,
    no_fight,
    odds_of,
    of_test,
    on,
    refuse_stamina,
    roll,
    spend_stamina,
    stat,
    trial_for,
)
from rules.systems.fortune.downtime.loads import LOADS, limits
from rules.systems.fortune.fight.features import uses

#: Hours of a full day's march, and miles of one before Mettle (LIN-062).
MARCH_HOURS, MILES = 8, 15
GUIDE = "ranger_wild_guide"
#: The points of an hour on treacherous ground, and the Stamina that each outcome takes (LIN-064).
SUCCESS_POINT, FAILURE_POINT = 13, 8
TAKES = {SUCCESS: 0, MIXED: 1, FAILURE: 2}
CROSSED = {SUCCESS: "finds good footing", MIXED: "struggles on", FAILURE: "is worn down by the ground"}


def day_of_march(sheet: Sheet, house_rules: HouseRules, *, road: bool, guide: Sheet | None = None) -> int:
    """Miles of a comfortable day: 15 and Mettle on a road, half without one (LIN-062, C-13).

    A guide who knows the wild adds their Heart for everybody who goes with them, off the road.
    """
    miles = max(0, MILES + stat(sheet, "mettle"))
    if road:
        return miles
    half = (miles + 1) // 2 if MARCH_UP.chosen(house_rules) else miles // 2
    guided = sheet if uses.has(sheet, GUIDE) else guide
    return half + max(0, sum(amount_of(guided, one.effect) for one in on(guided, "march", ADD)) if guided else 0)


@dataclass(frozen=True, slots=True)
class March(OnSheet):
    """March for a day of eight hours, and further for a Stamina a mile (LIN-062, LIN-063)."""

    name: ClassVar[str] = "travel.march"
    label: ClassVar[str] = "March for a day"
    peaceful: ClassVar[str] = "A march"
    has_odds: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False

    road: bool = switch("There is a road", default=True, help="Half as far without one")
    push: int = number("Miles pushed", most=50, default=0, help="1 Stamina each")
    guide: str = pick("Guide", default="", help="Off the road, somebody with Wild Guide", none="Nobody")

    def lasts(self) -> int:
        return MARCH_HOURS * HOUR

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        no_fight(table, cls.peaceful)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        guides = (one for one in companions(table) if uses.has(table.sheet(one.value), GUIDE))
        return {"guide": tuple(guides)}

    def odds(self, table: Table) -> Odds:
        """The miles of the day; no dice are thrown."""
        self._refuse(table)
        pushed = f", {self.push} of them for as much Stamina" if self.push else ""
        return Odds(f"{counted(self._miles(table), 'mile', 'miles')} in a day{pushed}.")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse(table)
        if self.push:
            spend_stamina(table, table.actor, self.push, "pushing the pace")
        where = "on a road" if self.road else "without a road"
        miles = counted(self._miles(table), "mile", "miles")
        table.happen(Judged(table.actor, "miles", 0, {"miles": self._miles(table)}))
        table.happen(Told((table.actor,), f"{{0}} marches {miles} {where}."))

    def _miles(self, table: Table) -> int:
        guide = table.sheet(self.guide) if self.guide else None
        return day_of_march(table.me, table.house_rules, road=self.road, guide=guide) + self.push

    def _refuse(self, table: Table) -> None:
        if self.push:
            refuse_stamina(table.me, self.push)


@dataclass(frozen=True, slots=True)
class TreacherousTerrain(OnSheet):
    """Cross treacherous ground for an hour: Mettle 13 and 8, or it takes 1 or 2 Stamina (LIN-064)."""

    name: ClassVar[str] = "travel.terrain"
    label: ClassVar[str] = "Cross treacherous terrain"
    peaceful: ClassVar[str] = "A journey"
    has_odds: ClassVar[bool] = True

    favour: str = field_favour()

    def lasts(self) -> int:
        return HOUR

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        no_fight(table, cls.peaceful)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"favour": favour_choices(table)}

    def odds(self, table: Table) -> Odds:
        trial = self.trial(table)
        told = odds_of(trial)
        return Odds(told.sentence, told.chances, lost_by(trial, TAKES, table.me), "Stamina lost", low=True)

    def perform(self, table: Table, dice: Dice) -> None:
        trial, who = self.trial(table), table.actor
        outcome = roll(table, dice, trial, self.name)
        taken = min(TAKES[outcome.verdict], table.me.now(STAMINA))
        judge(table, outcome, trial, stamina=-taken)
        table.happen(Told((who,), f"{{0}} {CROSSED[outcome.verdict]}."))
        if taken:
            lose_stamina(table, who, taken, "treacherous terrain")

    def weighing(self, table: Table) -> Weighing:
        """The ways to spend Favor weighed (LIN-023)."""
        return of_test(table, lambda chosen: chosen.trial(table))

    def trial(self, table: Table) -> Trial:
        return trial_for(
            table,
            table.actor,
            "mettle",
            SUCCESS_POINT,
            FAILURE_POINT,
            purposes=("terrain", "endurance"),
            favour=self.favour,
        )


def lost_by(trial: Trial, takes: Mapping[str, int], sheet: Sheet) -> tuple[float, ...]:
    """The distribution of the Stamina that a test takes by its outcome, none beyond what there is."""
    held = sheet.now(STAMINA)
    points = ((trial.chances.of(name), min(taken, held)) for name, taken in takes.items())
    return mixture(tuple((chance, (*(0.0,) * taken, 1.0)) for chance, taken in points))


@dataclass(frozen=True, slots=True)
class MoveLoad(OnSheet):
    """Lift, drag or pack a weight, as far as Mettle and size go (LIN-068)."""

    name: ClassVar[str] = "load.move"
    label: ClassVar[str] = "Lift, drag or pack"
    has_odds: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False

    how: str = pick("How", default="lift")
    pounds: int = number("Pounds", least=1, most=100_000, default=50)

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        most = limits(table.me)
        return {"how": tuple(Choice(key, label, f"up to {most[key]} lb") for key, label in LOADS.items())}

    def odds(self, table: Table) -> Odds:
        """The most that can be moved so; no dice are thrown."""
        return Odds(f"{self.pounds} of {self._most(table)} lb.")

    def perform(self, table: Table, dice: Dice) -> None:
        most = self._most(table)
        verb = {"lift": "lifts", "drag": "drags", "pack": "packs"}[self.how]
        table.happen(Judged(table.actor, "pounds", 0, {"pounds": self.pounds, "most": most}))
        table.happen(Told((table.actor,), f"{{0}} {verb} {self.pounds} lb."))

    def _most(self, table: Table) -> int:
        most = limits(table.me)[self.how]
        if self.pounds > most:
            raise Refused(f"That is too heavy: {most} lb is the most. Find help, or something to pull with.", "pounds")
        if self.how == "lift" and _hands_full(table.me):
            raise NotNow("Lifting takes both hands. Put away what you hold first.")
        return most


def _hands_full(sheet: Sheet) -> bool:
    """Whether a hand holds a weapon or a shield (LIN-068)."""
    return any(one.in_use and one.kind in ("weapon", "shield") for one in sheet.items.values())
