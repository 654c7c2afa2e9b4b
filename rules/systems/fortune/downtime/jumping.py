"""Jumps: as far as Mettle goes without a test, and further with one.

LIN-065 (leaps), LIN-066 (further, Stamina after the roll), E-l (run-up).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    Json,
    Judged,
    MemoKept,
    Place,
    Sheet,
    Table,
    Told,
    Weighing,
    number,
    pick,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.fortune.content.switches import RUN_UP, HouseRules
from rules.systems.fortune.core import (
    ADD,
    DOUBLE,
    FAILURE,
    MIXED,
    STAMINA,
    SUCCESS,
    OnSheet,
    Outcome,
    Trial,
    able,
    amount_of,
    favour_choices,
    field_favour,
    is_in_fight,
    of_test,
    on,
    price_of,
    roll,
    stat,
    trial_for,
)
from rules.systems.fortune.downtime.stretching import JUMP, Stretch, land

RUNNING, STANDING, HIGH = "running", "standing", "high"
KINDS = {RUNNING: "Running leap", STANDING: "Standing leap", HIGH: "High jump"}
#: Feet before Mettle, for each point of it, and at least, of each kind (LIN-065).
_FEET = {RUNNING: (4, 2, 2), STANDING: (3, 1, 1), HIGH: (1, 1, 1)}
#: The success point of the least that goes beyond one's reach, less the foot that it is beyond (LIN-066).
BASE_POINT = 10
#: The outcome of a jump that Stamina may better.
SHORT = "short"
NATURAL_1 = 1


def reach(sheet: Sheet, kind: str) -> int:
    """Feet that one jumps without a test: by Mettle and at least a foot or two, then what features add (LIN-065).

    >>> [reach(Sheet("", ranks={"stat": {"mettle": mettle}}), "running") for mettle in (-2, 0, 3)]
    [2, 4, 10]
    """
    base, each, least = _FEET[kind]
    figure = "high_jump" if kind == HIGH else "leap"
    total = max(least, base + each * stat(sheet, "mettle"))
    total += sum(amount_of(sheet, one.effect) for one in on(sheet, figure, ADD))
    return total << len(list(on(sheet, figure, DOUBLE)))


def kind_of(kind: str, run_up: int, house_rules: HouseRules) -> str:
    """The kind of jump that it is: without enough of a run-up a leap is a standing one (E-l)."""
    return STANDING if kind == RUNNING and run_up < RUN_UP.number(house_rules) else kind


@dataclass(frozen=True, slots=True)
class Jump(OnSheet):
    """Jump: within one's reach without a test, beyond it by Mettle of 10 and 1 for each foot (LIN-065, LIN-066)."""

    name: ClassVar[str] = "jump"
    label: ClassVar[str] = "Jump"
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)
    has_odds: ClassVar[bool] = True

    kind: str = pick("How", default=RUNNING)
    feet: int = number("Feet", least=1, most=60, default=5)
    run_up: int = number("Run-up in feet", most=60, default=10)
    favour: str = field_favour()

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        kinds = (Choice(key, label, f"{reach(table.me, key)} ft without a test") for key, label in KINDS.items())
        return {"kind": tuple(kinds), "favour": favour_choices(table)}

    def odds(self, table: Table) -> Odds:
        """The chances of the roll: it passes, is short where Stamina can help, or comes to less."""
        trial = self.trial(table)
        if trial is None:
            return Odds(f"{self.feet} ft are within reach; no test is needed.", (Chance(SUCCESS, "gets there", 1.0),))
        shares = dict.fromkeys((SUCCESS, SHORT, MIXED, FAILURE), 0.0)
        for face, share in enumerate(trial.shown):
            if share:
                shares[self._verdict(table, trial, face)] += share
        labels = (("gets there", SUCCESS), ("short, and Stamina can help", SHORT))
        listed = [
            Chance(name, label, shares[name]) for label, name in (*labels, ("nearly", MIXED), ("falls short", FAILURE))
        ]
        return Odds(f"{trial.sentence}: {in_words(shares[SUCCESS])} to get there by the die.", tuple(listed))

    def perform(self, table: Table, dice: Dice) -> None:
        trial, who = self.trial(table), table.actor
        how = {RUNNING: "leaps", STANDING: "leaps from a stand", HIGH: "jumps up"}
        told = how[kind_of(self.kind, self.run_up, table.house_rules)]
        if JUMP in table.me.memo:
            table.happen(MemoKept(who, JUMP, None))
        if trial is None:
            table.happen(Judged(who, SUCCESS, 0, {"feet": self.feet}))
            table.happen(Told((who,), f"{{0}} {told} {self.feet} ft."))
            return
        outcome = roll(table, dice, trial, self.name, gains=False)
        verdict = self._verdict(table, trial, outcome.face)
        table.happen(Judged(who, verdict, 0, {"total": outcome.total, "success": trial.success, "feet": self.feet}))
        if verdict == SHORT:
            _hold(table, outcome, trial, self.feet)
        else:
            land(table, who, verdict, self.feet)

    def weighing(self, table: Table) -> Weighing | None:
        """The ways to spend Favor weighed, where there is a test (LIN-023)."""
        return of_test(table, lambda chosen: chosen.trial(table)) if self.trial(table) else None

    def trial(self, table: Table) -> Trial | None:
        """The test; None for what is within reach."""
        beyond = self.feet - reach(table.me, kind_of(self.kind, self.run_up, table.house_rules))
        if beyond <= 0:
            return None
        return trial_for(table, table.actor, "mettle", BASE_POINT + beyond, purposes=("jump",), favour=self.favour)

    def _verdict(self, table: Table, trial: Trial, face: int) -> str:
        """The outcome of a face; short where Stamina may still better it: never of a 1 (LIN-020, LIN-066)."""
        verdict = trial.verdict(face)
        lacks = (trial.failure if verdict == FAILURE else trial.success) - face - trial.plus
        if verdict == SUCCESS or face == NATURAL_1 or lacks <= 0:
            return verdict
        return SHORT if price_of(table.me, lacks) <= table.me.now(STAMINA) else verdict


def _hold(table: Table, outcome: Outcome, trial: Trial, feet: int) -> None:
    """Put the jump before whoever is short: in a fight they are asked, out of one it waits on the sheet (LIN-066)."""
    who, lacks = outcome.who, trial.success - outcome.total
    table.happen(Told((who,), f"{{0}} is about to fall short, by {lacks}."))
    known: dict[str, Json] = {
        "total": outcome.total,
        "success": trial.success,
        "failure": trial.failure,
        "feet": feet,
    }
    if is_in_fight(table, who):
        table.ask(who, f"The jump is {lacks} short. Spend Stamina?", Stretch.name, **known)
    else:
        table.happen(MemoKept(who, JUMP, known))
