"""Contests and group tests (LIN-018, LIN-019, C-02, C-19, E-q)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.character.readiness import living
from rules.engine.fight import people
from rules.engine.kernel import (
    Choice,
    Dice,
    Judged,
    Refused,
    Table,
    Told,
    Weighing,
    Worth,
    many,
    pick,
    signed,
)
from rules.engine.odds import Odds, in_words
from rules.systems.fortune.content.switches import CONTEST_MARGIN
from rules.systems.fortune.core import chances
from rules.systems.fortune.core.bases import HALF, TOKEN_WORTH, Deed, favour_weighed
from rules.systems.fortune.core.chances import FAILURE, KEEP, MIXED, PLAIN, SUCCESS, VERDICTS, Chances, Trial, settled
from rules.systems.fortune.core.favour import CIRCUMSTANCES, field_favour, gain_favour, plain_favours
from rules.systems.fortune.core.skill_tests import Tested, purpose_choices, stat_choices
from rules.systems.fortune.core.state import DEAD
from rules.systems.fortune.core.trials import (
    OF_SHEETS,
    Outcome,
    judged,
    outcomes,
    roll_and_judge,
    second_die,
    throw_test,
    trial_for,
)


def companions(table: Table) -> tuple[Choice, ...]:
    """Everybody alive but the actor: in a fight those whom they know of, else the whole cast."""
    return tuple(one for one in people(table) if one.value not in table.sheets or not table.sheet(one.value).has(DEAD))


@dataclass(frozen=True, slots=True)
class Contest(Deed, name="test.contest", label="Contest"):
    """Roll against one or more others: more than 5 higher passes, and the other side fails; else mixed (LIN-018, C-19).

    The second d20 of Fortune's Favor is thrown once all dice have fallen (E-e). Of several rivals the strongest counts.
    """

    no_choice: ClassVar[Mapping[str, str]] = {"against": "Nobody to contest with. Make a test instead."}

    stat: str = pick("Stat")
    against: tuple[str, ...] = many("Opponents", at_once=True)
    their_stat: str = pick("Their stat", default="", help="Default: the same")
    purpose: str = pick("Purpose", default="")
    circumstance: str = pick("Circumstances", default=PLAIN)
    favour: str = field_favour()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "stat": stat_choices(table),
            "their_stat": tuple(replace(one, hint="") for one in stat_choices(table)),
            "against": companions(table),
            "purpose": purpose_choices(table),
            "circumstance": CIRCUMSTANCES,
            "favour": plain_favours(table),
        }

    def odds(self, table: Table) -> Odds:
        mine, theirs = self._trials(table)
        found = contest_ends(table, mine, theirs)
        return Odds(
            f"{mine.name} {signed(mine.plus)}: {in_words(found.success)} to pass.",
            outcomes(found, "pass", "mixed", "fail"),
        )

    def perform(self, table: Table, dice: Dice) -> None:
        mine, theirs = self._trials(table)
        first = throw_test(table, dice, mine, self.name)
        rivals = [throw_test(table, dice, one, self.name) for one in theirs]
        outcome = settled_contest(table, first, rivals)
        if chances.wants_second(mine.spend, outcome) and mine.mode == PLAIN:
            first = second_die(table, dice, mine, first, self.name)
            outcome = settled_contest(table, first, rivals)
        _tell(table, first, rivals, outcome)

    def weighing(self, table: Table) -> Weighing:
        """The ways to spend Favor weighed (LIN-018, LIN-023)."""

        def worth(chosen: Contest) -> Worth:
            mine, theirs = chosen._trials(table)
            found = contest_ends(table, mine, theirs)
            plain = contest_ends(table, replace(mine, spend=KEEP), theirs)
            spent = {KEEP: 0.0, "fails": plain.failure, "short": plain.failure + plain.mixed}.get(mine.spend, 1.0)
            return 100 * (found.success + HALF * found.mixed), -TOKEN_WORTH * spent

        return favour_weighed(
            "Chance to pass, in percentage points; a mixed result counts half, and Fortune’s Favor 15 points.", worth
        )

    def _trials(self, table: Table) -> tuple[Trial, list[Trial]]:
        if not self.against:
            raise Refused("Choose at least one opponent.", "against")
        if table.actor in self.against:
            raise Refused("You cannot contest with yourself. Choose somebody else.", "against")
        purposes = (self.purpose,) if self.purpose else ()
        mine = trial_for(
            table,
            table.actor,
            self.stat,
            0,
            0,
            purposes=purposes,
            circumstance=self.circumstance,
            favour=self.favour,
        )
        return mine, [
            trial_for(table, living(table, who, "against"), self.their_stat or self.stat, 0, 0, purposes=purposes)
            for who in self.against
        ]


def contest_ends(table: Table, mine: Trial, theirs: Sequence[Trial]) -> Chances:
    """The chances of a contest of one test with others (LIN-018, C-19)."""
    margin = CONTEST_MARGIN.number(table.house_rules)
    rivals = tuple((chances.faces(one.mode), one.plus) for one in theirs)
    spend = mine.spend if mine.mode == PLAIN and mine.spend in ("fails", "short") else KEEP
    return chances.contest(chances.faces(mine.mode), mine.plus, rivals, margin, spend)


def settled_contest(table: Table, mine: Outcome, rivals: Sequence[Outcome]) -> str:
    """The outcome of a contest for the first side, once all have rolled (LIN-018, C-19, E-q)."""
    margin = CONTEST_MARGIN.number(table.house_rules)
    return chances.worst(
        settled(mine.face, mine.total - mine.face, one.face, one.total - one.face, margin) for one in rivals
    )


def _tell(table: Table, mine: Outcome, rivals: Sequence[Outcome], outcome: str) -> None:
    """Write the verdict; whoever fails gains Fortune's Favor (LIN-018, LIN-022)."""
    best = max(rivals, key=lambda one: one.total)
    told = {SUCCESS: "{0} beats {1}.", MIXED: "{0} and {1} are about even.", FAILURE: "{1} beats {0}."}
    table.happen(judged_contest(mine, best, outcome), Told((mine.who, best.who), told[outcome]))
    for one in {SUCCESS: rivals, FAILURE: (mine,)}.get(outcome, ()):
        gain_favour(table, one.who)


def judged_contest(mine: Outcome, theirs: Outcome, verdict: str) -> Judged:
    """The verdict of a contest for the log; either total, and how it came about, is for who may read that sheet."""
    told = judged(mine, verdict, against=theirs.who, their_total=theirs.total, their_because=theirs.because)
    return replace(told, private={**told.private, **{f"their_{name}": theirs.who for name in OF_SHEETS}})


# -- groups ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GroupTest(Tested, name="test.group", label="Group test"):
    """Let everybody of a group test: the smaller of passed and failed is taken off the larger (LIN-019, C-02).

    If the rest is more than those who are mixed, that is the result; otherwise the group is mixed. The actor is one of
    them. Those who hold Fortune's Favor keep it, but for the actor.
    """

    others: tuple[str, ...] = many("Together with", among=companions, at_once=True)

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return (table.actor, *(one.value for one in companions(table)))

    def odds(self, table: Table) -> Odds:
        found = self._ends(table)
        return Odds(
            f"{in_words(found.success).capitalize()} for the group to pass.",
            outcomes(found, "the group passes", "it is mixed", "the group fails", of="group_"),
        )

    def perform(self, table: Table, dice: Dice) -> None:
        outcomes = [roll_and_judge(table, dice, trial, self.name).verdict for trial in self._trials(table)]
        counts = [outcomes.count(name) for name in VERDICTS]
        verdict = VERDICTS[chances.group_verdict(counts)]
        said = {SUCCESS: "passes", MIXED: "has a mixed result", FAILURE: "fails"}[verdict]
        table.happen(
            Judged(table.actor, f"group_{verdict}", 0, dict(zip(("failed", "mixed", "passed"), counts, strict=True))),
            Told((), f"The group {said}: {counts[2]} passed, {counts[1]} mixed, {counts[0]} failed."),
        )

    def weighing(self, table: Table) -> Weighing:
        """The ways to spend the actor's Favor weighed (LIN-019, LIN-023)."""

        def worth(chosen: GroupTest) -> Worth:
            found, mine = chosen._ends(table), chosen.trial(table)
            spent = 1.0 if mine.spend == "cancel" else mine.spends
            return 100 * (found.success + HALF * found.mixed), -TOKEN_WORTH * spent

        return favour_weighed(
            "Chance that the group passes, in percentage points; a mixed result counts half, Favor 15 points.", worth
        )

    def _ends(self, table: Table) -> Chances:
        return chances.group([trial.chances for trial in self._trials(table)])

    def _trials(self, table: Table) -> list[Trial]:
        others = [living(table, who, "others") for who in self.others if who != table.actor]
        if not others:
            raise Refused("Choose at least two for a group test.", "others")
        return [self.trial(table), *(replace(self, favour=KEEP).trial(table, who) for who in others)]
