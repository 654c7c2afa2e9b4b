"""Jumps: as far as Mettle goes without a test, and further with one; Stamina makes up for what is lacking.

LIN-065 (leaps), LIN-066 (further, Stamina after the roll), E-l (run-up).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    Json,
    Judged,
    MemoKept,
    NotNow,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    keep_memo,
    number,
    pick,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.fortune.content.switches import RUN_UP, HouseRules
from rules.systems.fortune.core import (
    ADD,
    CHANCES,
    DOUBLE,
    FAILURE,
    LOWEST,
    MIXED,
    OF_SHEETS,
    STAMINA,
    SUCCESS,
    Answer,
    Deed,
    OnSheet,
    Outcome,
    Trial,
    Trying,
    amount_of,
    favour_choices,
    field_favour,
    gain_favour,
    is_in_fight,
    judged,
    jump_figure,
    on,
    price_of,
    refuse_stamina,
    roll,
    spend_stamina,
    stat,
    trial_for,
)

RUNNING, STANDING, HIGH = "running", "standing", "high"
KINDS = {RUNNING: "Running leap", STANDING: "Standing leap", HIGH: "High jump"}
_TOLD = {RUNNING: "leaps", STANDING: "leaps from a stand", HIGH: "jumps up"}
#: Feet before Mettle, for each point of it, and at least, of each kind (LIN-065).
_FEET = {RUNNING: (4, 2, 2), STANDING: (3, 1, 1), HIGH: (1, 1, 1)}
#: The success point of the least that goes beyond one's reach, less the foot that it is beyond (LIN-066).
BASE_POINT = 10
SHORT = "short"


def reach(sheet: Sheet, kind: str, house_rules: HouseRules) -> int:
    """Feet that one jumps without a test: by Mettle and at least a foot or two, then what features add (LIN-065).

    >>> [reach(Sheet("", ranks={"stat": {"mettle": mettle}}), "running", {}) for mettle in (-2, 0, 3)]
    [2, 4, 10]
    """
    (base, each, least), figure = _FEET[kind], jump_figure(kind, house_rules)
    added = sum(amount_of(sheet, one.effect) for one in on(sheet, figure, ADD))
    return max(least, base + each * stat(sheet, "mettle")) + added << len(list(on(sheet, figure, DOUBLE)))


#: The memo of a jump that fell short, and may yet be stretched.
JUMP = "jump"


def land(table: Table, who: str, verdict: str, feet: int) -> None:
    """Come down: a failed jump gives Fortune's Favor (LIN-022)."""
    told = {SUCCESS: f"{{0}} clears {feet} ft.", MIXED: f"{{0}} barely makes {feet} ft.", FAILURE: "{0} falls short."}
    table.happen(Told((who,), told[verdict]))
    if verdict == FAILURE:
        gain_favour(table, who)


def verdict_with(known: Mapping[str, Any], stamina: int) -> str:
    """The outcome of a jump with so much Stamina put to it, 1 to 1 (LIN-066).

    >>> [verdict_with({"total": 10, "success": 13, "failure": 8}, spent) for spent in (0, 3)]
    ['mixed', 'success']
    """
    total = int(known["total"]) + stamina
    return SUCCESS if total >= known["success"] else MIXED if total >= known["failure"] else FAILURE


def likely_price(sheet: Sheet, known: Mapping[str, Any]) -> int:
    """The Stamina for a success; where there is not that much, for a mixed result (LIN-066)."""
    total, success, failure = (int(known[name]) for name in ("total", "success", "failure"))
    return success - total if price_of(sheet, success - total) <= sheet.now(STAMINA) else failure - total


def stretch(table: Table, known: Mapping[str, Any], stamina: int) -> None:
    """Spend Stamina on a jump that is short, and land."""
    refuse_excess(table, known, stamina)
    spend_stamina(table, table.actor, stamina, "a longer jump")
    verdict = verdict_with(known, stamina)
    table.happen(Judged(table.actor, verdict, 0, {"total": int(known["total"]) + stamina}, {"total": table.actor}))
    land(table, table.actor, verdict, int(known["feet"]))


def refuse_excess(table: Table, known: Mapping[str, Any], stamina: int) -> None:
    """Refuse more Stamina than is short, or than there is."""
    lacks = int(known["success"]) - int(known["total"])
    if stamina > lacks:
        raise Refused(f"{lacks} Stamina is enough.", "stamina")
    if stamina:
        refuse_stamina(table.me, stamina)


@dataclass(frozen=True, slots=True)
class Jump(Deed, Trying, name="jump", label="Jump"):
    """Jump: within one's reach without a test, beyond it by Mettle of 10 and 1 for each foot (LIN-065, LIN-066)."""

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    kind: str = pick("How", default=RUNNING)
    feet: int = number("Feet", least=1, most=60, default=5)
    run_up: int = number("Run-up in feet", most=60, default=10)
    favour: str = field_favour()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        house = table.house_rules
        kinds = (Choice(key, label, f"{reach(table.me, key, house)} ft without a test") for key, label in KINDS.items())
        return {"kind": tuple(kinds), "favour": favour_choices(table)}

    def odds(self, table: Table) -> Odds:
        """The chances of the roll: it passes, is short where Stamina can help, or comes to less."""
        if not self._beyond(table):
            return Odds(f"{self.feet} ft is within reach: no test needed.", (Chance(SUCCESS, "gets there", 1.0),))
        trial = self.trial(table)
        ends = {SUCCESS: "gets there", SHORT: "short, but Stamina can help", MIXED: "nearly", FAILURE: "falls short"}
        shares = dict.fromkeys(ends, 0.0)
        for face, share in enumerate(trial.shown):
            if share:
                shares[self._verdict(table, trial, face)] += share
        return Odds(
            f"{trial.sentence}: {in_words(shares[SUCCESS])} to get there.",
            tuple(Chance(name, label, shares[name]) for name, label in ends.items()),
        )

    def perform(self, table: Table, dice: Dice) -> None:
        trial, who = self.trial(table), table.actor
        keep_memo(table, who, JUMP, None)
        if not self._beyond(table):
            table.happen(
                Judged(who, SUCCESS, 0, {"feet": self.feet}),
                Told((who,), f"{{0}} {_TOLD[self._kind(table)]} {self.feet} ft."),
            )
            return
        outcome = roll(table, dice, trial, self.name, gains=False)
        verdict = self._verdict(table, trial, outcome.face)
        table.happen(judged(outcome, verdict, (*OF_SHEETS, "success"), success=trial.success, feet=self.feet))
        if verdict == SHORT:
            _hold(table, outcome, trial, self.feet)
        else:
            land(table, who, verdict, self.feet)

    def weighing(self, table: Table) -> Weighing | None:
        return Trying.weighing(self, table) if self._beyond(table) else None

    def trial(self, table: Table) -> Trial:
        """The test, which a jump within reach does not take."""
        return trial_for(
            table, table.actor, "mettle", BASE_POINT + self._beyond(table), purposes=("jump",), favour=self.favour
        )

    def _beyond(self, table: Table) -> int:
        """Feet beyond one's reach; 0 within it."""
        return max(0, self.feet - reach(table.me, self._kind(table), table.house_rules))

    def _kind(self, table: Table) -> str:
        """The kind of jump that it is: without enough of a run-up a leap is a standing one (E-l)."""
        return STANDING if self.kind == RUNNING and self.run_up < RUN_UP.number(table.house_rules) else self.kind

    def _verdict(self, table: Table, trial: Trial, face: int) -> str:
        """The outcome of a face; short where Stamina may still better it: never of a 1 (LIN-020, LIN-066)."""
        verdict = trial.verdict(face)
        lacks = (trial.failure if verdict == FAILURE else trial.success) - face - trial.plus
        if verdict == SUCCESS or face == LOWEST or lacks <= 0:
            return verdict
        return SHORT if price_of(table.me, lacks) <= table.me.now(STAMINA) else verdict


def _hold(table: Table, outcome: Outcome, trial: Trial, feet: int) -> None:
    """Put the jump before whoever is short: in a fight they are asked, out of one it waits on the sheet (LIN-066)."""
    who, lacks = outcome.who, trial.success - outcome.total
    table.happen(Told((who,), "{0} is about to fall short."))
    known: dict[str, Json] = {"total": outcome.total, "success": trial.success, "failure": trial.failure, "feet": feet}
    if is_in_fight(table, who):
        table.ask(who, f"The jump is {lacks} short. Spend Stamina?", Stretch.name, **known)
    else:
        table.happen(MemoKept(who, JUMP, known))


# -- stretching a jump that is short -----------------------------------------------------------------------------------


def foretold(table: Table, known: Mapping[str, Any], stamina: int) -> Odds:
    refuse_excess(table, known, stamina)
    verdict = verdict_with(known, stamina)
    says = {SUCCESS: "gets there", MIXED: "barely gets there", FAILURE: "falls short"}
    return Odds(f"{stamina} Stamina: {says[verdict]}.", (Chance(verdict, says[verdict], 1.0),))


def weighed(table: Table, known: Mapping[str, Any]) -> Weighing:
    """Stamina weighed against the jump: a success counts 100, a mixed result 50, and Stamina its share of all."""
    held = table.me.now(STAMINA)

    def worth(chosen: Any) -> Worth:
        refuse_excess(table, known, chosen.stamina)
        gained = {SUCCESS: 100.0, MIXED: 50.0, FAILURE: 0.0}[verdict_with(known, chosen.stamina)]
        return gained, -100 * chosen.stamina / max(1, held)

    return Weighing(
        ("stamina",),
        CHANCES,
        "A success counts 100, a mixed result 50, minus the share of Stamina it costs.",
        worth,
        ("Jump", "Stamina"),
        upto={"stamina": min(int(known["success"]) - int(known["total"]), held)},
        said=lambda chosen: counted(chosen.stamina, "Stamina", "Stamina"),
    )


@dataclass(frozen=True, slots=True)
class Stretch(Answer, name="jump.stretch", label="Stretch"):
    """Spend Stamina on a jump that is short, up to a success, or let it be (LIN-066)."""

    unasked: ClassVar[str] = "You have not fallen short. Jump first."

    stamina: int = number("Stamina", most=60, default=0)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        return {"ask": ask.key, "stamina": likely_price(table.me, ask.known)}

    def odds(self, table: Table) -> Odds:
        return foretold(table, self.known(table), self.stamina)

    def weighing(self, table: Table) -> Weighing:
        return weighed(table, self.known(table))

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        stretch(table, known, self.stamina)


@dataclass(frozen=True, slots=True)
class StretchInPeace(OnSheet, name="jump.reach", label="Stretch the jump"):
    """Spend Stamina on the last jump, if it was short, up to a success, or let it be (LIN-066)."""

    throws_dice: ClassVar[bool] = False

    stamina: int = number("Stamina", most=60, default=0)

    @classmethod
    def refuse(cls, table: Table) -> None:
        if JUMP not in table.me.memo:
            raise NotNow("You have not fallen short. Jump first.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"stamina": likely_price(table.me, table.me.memo[JUMP])}

    def odds(self, table: Table) -> Odds:
        return foretold(table, table.me.memo[JUMP], self.stamina)

    def weighing(self, table: Table) -> Weighing:
        return weighed(table, table.me.memo[JUMP])

    def perform(self, table: Table, dice: Dice) -> None:
        stretch(table, table.me.memo[JUMP], self.stamina)
        table.happen(MemoKept(table.actor, JUMP, None))
