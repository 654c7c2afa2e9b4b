"""The one roll that all commands are made of: 1d20 and a stat against a success point and a failure point.

LIN-014 (three outcomes), LIN-015 (failure point), LIN-020, LIN-021 (natural 1 and 20), LIN-022 to LIN-024 (Fortune's
Favor and Misfortune), E-c (Favor that is no token), E-e (Favor is spent after the first die).

A token is spent by a rule that the roller gives beforehand, so that the chances of the roll are exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.engine.kernel import Dice, Die, Judged, Table, Wording, end_conditions, joined, rolled, signed
from rules.engine.odds import Chance, Odds, in_words
from rules.engine.page.blocks import Part
from rules.systems.fortune.content import feature_switches, library, switches
from rules.systems.fortune.core.chances import (
    BEST_FIRST,
    CANCEL,
    FAILURE,
    FAVOUR,
    KEEP,
    LABEL,
    MISFORTUNE,
    PLAIN,
    SIDES,
    SUCCESS,
    Chances,
    Trial,
    faces,
    mode_of,
)
from rules.systems.fortune.core.favour import (
    FAVOUR_TOKEN,
    HELP_BONUS,
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
INDEPENDENT = "independent"


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
    bonuses = [(one.name, amount_of(sheet, one.effect)) for one in on_test(sheet, stat, purposes, ADD)]
    summands += _only_highest(bonuses) if feature_switches.HIGHEST_BONUS.flag(table.house_rules) else bonuses
    lucky = [*favours, *(one.name for one in on_test(sheet, stat, purposes, FAVOUR))]
    unlucky = [*misfortunes, *(one.name for one in on_test(sheet, stat, purposes, MISFORTUNE))]
    if circumstance != PLAIN:
        (lucky if circumstance == FAVOUR else unlucky).append("The game master")
    helpers, aid = (0, 0) if unhelped else help_for(sheet)
    if helpers:
        both = (helpers if lucky else helpers - 1) * HELP_BONUS, aid
        lucky += [] if lucky else ["Help"]
        by = sum(both) if switches.AID_ON_TOP.flag(table.house_rules) else max(both)
        summands += [("Help", by)] if by else []
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
        feature_switches.ONES_STAY.flag(table.house_rules),
        feature_switches.INTERVENTION_GIVES_FAVOUR.flag(table.house_rules),
        bool(helpers),
        tuple(Part(label, signed(by)) for label, by in summands),
        tuple(dict.fromkeys((*lucky, *unlucky))),
    )


def _only_highest(found: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The highest of several bonuses, and whatever takes points away."""
    highest = max((by for _, by in found), default=0)
    return [one for one in found if one[1] < 0] + [one for one in found if one[1] == highest > 0][:1]


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
    if trial.take:
        _end_for_tests(table, trial, trial.take)
        return _outcome(trial, trial.take, (trial.take,), spent=False, typed=False)
    thrown = dice.roll(trial.who, [SIDES] * (1 if trial.mode == PLAIN else 2))
    fell, typed, spent = thrown.faces, thrown.typed, False
    if trial.mode == PLAIN and fell[0] < trial.below:
        spend_favour(table, trial.who, "a second d20")
        more = dice.roll(trial.who, [SIDES])
        fell, typed, spent = (*fell, *more.faces), typed and more.typed, True
    face = min(fell) if trial.mode == MISFORTUNE else max(fell)
    _end_for_tests(table, trial, face)
    shown = tuple(
        Die(SIDES, face, passed=trial.verdict(face) != FAILURE)
        if at == fell.index(face)
        else Die(SIDES, each, kept=False)
        for at, each in enumerate(fell)
    )
    told = purpose if trial.name.lower() in str(purpose).lower() else joined(purpose, f": {trial.name}")
    table.happen(rolled(trial.who, told, shown, face, trial.shown, typed=typed))
    if trial.lifts(face):
        lift(table, trial.who, trial.spend)
        spent = True
        if trial.regained and trial.unlifted(face) == FAILURE:
            gain_favour(table, trial.who)
    return _outcome(trial, face, fell, spent=spent, typed=typed)


def _end_for_tests(table: Table, trial: Trial, face: int) -> None:
    """End the features in use that last for one test and had their part in it."""
    told = {*(part.label for part in trial.parts), *trial.why}
    held = table.sheet(trial.who).conditions.items()
    over = [
        key
        for key, one in held
        if until_of(key) == "test" and one.label in told and not _is_kept(table, trial, face, key)
    ]
    end_conditions(table, trial.who, *over)


def _is_kept(table: Table, trial: Trial, face: int, key: str) -> bool:
    """Whether a bonus that is said after the roll changes nothing, and so is kept for another test."""
    without = replace(trial, plus=trial.plus - sum(one.by for one in library.features()[key].effects))
    after = key == INDEPENDENT and feature_switches.INDEPENDENT_AFTER.flag(table.house_rules)
    return after and trial.verdict(face) == without.verdict(face)


def second_die(table: Table, dice: Dice, trial: Trial, first: Outcome, purpose: Wording) -> Outcome:
    """Spend the token on a second d20 after all dice have fallen; the better one counts (LIN-023, E-e)."""
    spend_favour(table, trial.who, "a second d20")
    more = dice.roll(trial.who, [SIDES])
    die = Die(SIDES, more.faces[0], passed=trial.verdict(more.faces[0]) != FAILURE)
    table.happen(rolled(trial.who, purpose, (die,), die.face, faces(), typed=more.typed))
    return _outcome(trial, max(first.face, die.face), (*first.faces, die.face), spent=True, typed=first.typed)


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
