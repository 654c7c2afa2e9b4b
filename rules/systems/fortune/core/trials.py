"""The one roll that all commands are made of: 1d20 and a stat against a success point and a failure point.

LIN-014 (three outcomes), LIN-015 (failure point), LIN-020, LIN-021 (natural 1 and 20), LIN-022 to LIN-024 (Fortune's
Favor and Misfortune), E-c (Favor that is no token), E-e (Favor is spent after the first die).

A token is spent by a rule that the roller gives beforehand, so that the chances of the roll are exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.engine.kernel import Dice, Die, Judged, Table, Wording, end_conditions, joined, rolled, signed
from rules.engine.odds import Chance, Distribution, Odds, in_words
from rules.engine.page.blocks import Part
from rules.systems.fortune.content import library, switches
from rules.systems.fortune.core import chances
from rules.systems.fortune.core.chances import (
    BEST_FIRST,
    CANCEL,
    FAILURE,
    FAVOUR,
    KEEP,
    LIFTS,
    MISFORTUNE,
    ON_FAILURE,
    PLAIN,
    SIDES,
    SUCCESS,
    Chances,
    faces,
    least_face,
    mode_of,
)
from rules.systems.fortune.core.favour import (
    FAVOUR_TOKEN,
    HELP_BONUS,
    LABEL,
    gain_favour,
    help_for,
    lift,
    spend_favour,
    use_help,
)
from rules.systems.fortune.core.figures import STAT
from rules.systems.fortune.core.state import (
    ADD,
    amount_of,
    on_test,
    until_of,
)

#: Numbers of verdicts that are read off the sheet of whoever rolled.
OF_SHEETS = ("total", "because")


@dataclass(frozen=True)
class Trial:
    """A test to roll: by whom, what is added, the two points, how it is rolled, and how Favor is spent.

    ``take`` is a face that counts instead of a roll. ``parts`` are the summands of ``plus``, ``why`` the reasons for
    two dice.
    """

    who: str
    name: str
    plus: int
    success: int
    failure: int
    mode: str = PLAIN
    spend: str = KEEP
    take: int = 0
    helped: bool = False
    parts: tuple[Part, ...] = ()
    why: tuple[str, ...] = ()

    @property
    def below(self) -> int:
        """The face below which the token buys a second d20; 0 for never (E-e)."""
        if self.mode != PLAIN or self.take or self.spend in (KEEP, CANCEL, *LIFTS):
            return 0
        return least_face(self.plus, self.failure if self.spend == ON_FAILURE else self.success)

    @cached_property
    def shown(self) -> Distribution:
        """The chances of the face that counts."""
        if self.take:
            return (*(0.0,) * self.take, 1.0)
        return faces(self.mode, self.below)

    @cached_property
    def _plain(self) -> Chances:
        """The chances of the three outcomes before one is lifted."""
        return chances.chances(self.shown, self.plus, self.success, self.failure)

    @cached_property
    def chances(self) -> Chances:
        return chances.lifted(self._plain, self.spend) if self.spend in LIFTS else self._plain

    @property
    def spends(self) -> float:
        """P(the token is spent once the die has fallen)."""
        return max(0, self.below - 1) / SIDES + sum(self._plain.of(name) for name in LIFTS.get(self.spend, {}))

    def verdict(self, face: int) -> str:
        plain = chances.verdict(face, self.plus, self.success, self.failure)
        return LIFTS.get(self.spend, {}).get(plain, plain)

    def lifts(self, face: int) -> bool:
        """Whether the token lifts what a face comes to (D-3)."""
        return chances.verdict(face, self.plus, self.success, self.failure) in LIFTS.get(self.spend, {})

    @property
    def how(self) -> str:
        """The words for two dice: ", with Misfortune"; empty for one."""
        return {PLAIN: "", FAVOUR: f", with {LABEL}", MISFORTUNE: ", with Misfortune"}[self.mode]

    @property
    def sentence(self) -> str:
        """The test in words: "Mettle +2 against 15 and 10, with Misfortune"."""
        return f"{self.name} {signed(self.plus)} against {self.success} and {self.failure}{self.how}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A test that was rolled: the die that counts, all dice, the total and the summands of it, and the outcome."""

    who: str
    name: str
    face: int
    faces: tuple[int, ...]
    total: int
    verdict: str
    spent: bool = False
    typed: bool = False
    because: str = ""

    @property
    def passed(self) -> bool:
        return self.verdict == SUCCESS

    @property
    def failed(self) -> bool:
        return self.verdict == FAILURE

    @property
    def is_critical(self) -> bool:
        """Whether the die that counts shows a 20 (LIN-021)."""
        return self.face == SIDES


def trial_for(
    table: Table,
    who: str,
    stat: str,
    success: int,
    failure: int | None = None,
    *,
    purposes: tuple[str, ...] = (),
    circumstance: str = PLAIN,
    favour: str = KEEP,
    reasons: Sequence[tuple[str, int]] = (),
    base: Sequence[tuple[str, int]] | None = None,
    name: str = "",
    favours: Sequence[str] = (),
    misfortunes: Sequence[str] = (),
    take: int = 0,
    unhelped: bool = False,
) -> Trial:
    """The test of a stat for some purposes, with all that statuses, features and helpers do to it.

    ``base`` stands in place of the stat (an attack as printed). ``circumstance`` is the game master's Favor or
    Misfortune; ``favours`` and ``misfortunes`` name further reasons for two dice.
    Without a failure point it lies 5 below the success point (LIN-015, C-01).
    """
    sheet = table.sheet(who)
    own = [(library.stats()[stat].name, sheet.rank(STAT, stat))] if stat else []
    summands = [*(own if base is None else base), *reasons]
    summands += [(one.name, amount_of(sheet, one.effect)) for one in on_test(sheet, stat, purposes, ADD)]
    lucky = [*favours, *(one.name for one in on_test(sheet, stat, purposes, FAVOUR))]
    unlucky = [*misfortunes, *(one.name for one in on_test(sheet, stat, purposes, MISFORTUNE))]
    if circumstance != PLAIN:
        (lucky if circumstance == FAVOUR else unlucky).append("The game master")
    helpers, aid = (0, 0) if unhelped else help_for(sheet)
    if helpers:
        more = helpers if lucky else helpers - 1
        lucky += [] if lucky else ["Help"]
        summands += [("Help", by)] if (by := more * HELP_BONUS + aid) else []
    mode = mode_of(len(lucky), len(unlucky))
    if favour == CANCEL and mode == MISFORTUNE:
        mode = PLAIN
    else:
        favour = KEEP if favour == CANCEL else favour
    return Trial(
        who,
        name or (library.stats()[stat].name if stat else "Luck"),
        sum(by for _, by in summands),
        success,
        success - switches.FAILURE_BELOW.number(table.house_rules) if failure is None else failure,
        mode,
        favour if sheet.now(FAVOUR_TOKEN) else KEEP,
        take,
        bool(helpers),
        tuple(Part(label, signed(by)) for label, by in summands),
        tuple(dict.fromkeys((*lucky, *unlucky))),
    )


def odds_of(trial: Trial, passes: str = "pass", mixed: str = "mixed", fails: str = "fail") -> Odds:
    """The odds of a test: its three outcomes, and the chance that the token is spent (LIN-014)."""
    return Odds(
        f"{trial.sentence}: {in_words(trial.chances.success)} to {passes}.",
        (*outcomes(trial.chances, passes, mixed, fails), *spent_chance(trial)),
    )


def outcomes(found: Chances, *labels: str, of: str = "") -> tuple[Chance, ...]:
    """The three outcomes as named chances, the best first; ``of`` stands before their names."""
    return tuple(Chance(of + name, label, found.of(name)) for name, label in zip(BEST_FIRST, labels, strict=True))


def spent_chance(trial: Trial) -> tuple[Chance, ...]:
    """The chance that the token is spent, where it may be."""
    return (Chance("spent", f"spends {LABEL}", trial.spends),) if trial.spends else ()


# -- rolling -----------------------------------------------------------------------------------------------------------


def throw_test(table: Table, dice: Dice, trial: Trial, purpose: Wording) -> Outcome:
    """Roll a test, and spend what it takes: the token that cancels Misfortune or buys a second die, and the help."""
    if trial.spend == CANCEL:
        spend_favour(table, trial.who, "cancels Misfortune")
    if trial.helped:
        use_help(table, trial.who)
    _end_for_tests(table, trial)
    if trial.take:
        return _outcome(trial, trial.take, (trial.take,), spent=False, typed=False)
    thrown = dice.roll(trial.who, [SIDES] * (1 if trial.mode == PLAIN else 2))
    fell, typed, spent = thrown.faces, thrown.typed, False
    if trial.mode == PLAIN and fell[0] < trial.below:
        spend_favour(table, trial.who, "a second d20")
        more = dice.roll(trial.who, [SIDES])
        fell, typed, spent = (*fell, *more.faces), typed and more.typed, True
    face = min(fell) if trial.mode == MISFORTUNE else max(fell)
    shown = tuple(Die(SIDES, each, kept=at == fell.index(face)) for at, each in enumerate(fell))
    told = purpose if trial.name.lower() in str(purpose).lower() else joined(purpose, f": {trial.name}")
    table.happen(rolled(trial.who, told, shown, face, trial.shown, typed=typed))
    if trial.lifts(face):
        lift(table, trial.who, trial.spend)
        spent = True
    return _outcome(trial, face, fell, spent=spent, typed=typed)


def _end_for_tests(table: Table, trial: Trial) -> None:
    """End the features in use that last for one test and had their part in it."""
    told = {*(part.label for part in trial.parts), *trial.why}
    held = table.sheet(trial.who).conditions.items()
    over = [key for key, one in held if until_of(key) == "test" and one.label in told]
    end_conditions(table, trial.who, *over)


def second_die(table: Table, dice: Dice, trial: Trial, first: Outcome, purpose: Wording) -> Outcome:
    """Spend the token on a second d20 after all dice have fallen; the better one counts (LIN-023, E-e)."""
    spend_favour(table, trial.who, "a second d20")
    more = dice.roll(trial.who, [SIDES])
    (face,) = more.faces
    table.happen(rolled(trial.who, purpose, (Die(SIDES, face),), face, faces(), typed=more.typed))
    return _outcome(trial, max(first.face, face), (*first.faces, face), spent=True, typed=first.typed)


def _outcome(trial: Trial, face: int, fell: tuple[int, ...], *, spent: bool, typed: bool) -> Outcome:
    because = ", ".join((f"{face} on the die", *(f"{part.label} {part.value}" for part in trial.parts)))
    return Outcome(trial.who, trial.name, face, fell, face + trial.plus, trial.verdict(face), spent, typed, because)


def roll(table: Table, dice: Dice, trial: Trial, purpose: Wording, *, gains: bool = True) -> Outcome:
    """Roll a test; a failure gives the token, once it stands (LIN-022, V6)."""
    if (outcome := throw_test(table, dice, trial, purpose)).failed and gains:
        gain_favour(table, trial.who)
    return outcome


def judge(table: Table, outcome: Outcome, trial: Trial, **more: int | str | None) -> None:
    """Write the verdict of a test into the log, with its points."""
    table.happen(judged(outcome, outcome.verdict, OF_SHEETS, success=trial.success, failure=trial.failure, **more))


def roll_and_judge(table: Table, dice: Dice, trial: Trial, purpose: Wording, **more: int | str | None) -> Outcome:
    """Roll a test, and write its verdict into the log."""
    outcome = roll(table, dice, trial, purpose)
    judge(table, outcome, trial, **more)
    return outcome


def judged(outcome: Outcome, verdict: str, private: Sequence[str] = OF_SHEETS, **more: int | str | None) -> Judged:
    """The verdict of a roll for the log; the total, and how it came about, are for who may read the sheet."""
    return Judged(
        outcome.who,
        verdict,
        0,
        {
            "name": outcome.name,
            "face": outcome.face,
            "total": outcome.total,
            "because": outcome.because,
            **more,
        },
        dict.fromkeys(private, outcome.who),
    )
