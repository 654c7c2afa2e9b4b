"""Tests from the sheet: against one's own score or the GM's target, and against an opponent.

PCT-001 to PCT-003 (standard, hard, easy), PCT-004 (opposed), PCT-005, PCT-006 (the ends of the die), PCT-037 (luck),
PCT-038 (eased).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character.readiness import OnSheet, living
from rules.engine.fight import people
from rules.engine.kernel import (
    Choice,
    Dice,
    Json,
    Judged,
    MemoKept,
    Refused,
    Table,
    Told,
    Weighing,
    number,
    pick,
    switch,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.kaos.content.switches import OPPOSED_CAP
from rules.systems.kaos.core import chances, trials
from rules.systems.kaos.core.points import (
    EASE_NEXT,
    EASE_PRICE,
    mode_for,
    next_mode,
    pay_ease,
    pay_next,
    refuse_without,
    reroll_price,
)
from rules.systems.kaos.core.trials import MODES, Known, Outcome, Trial, attribute_choices, skill_choices
from rules.systems.kaos.core.valuation import of_chance

#: The choice of a target that is neither a skill nor an attribute.
OTHER = "other"
MOST_MODIFIER = 95
EASED = "Make it easier"
EASED_HELP = "5 AP: a standard or hard test becomes easy"


@dataclass(frozen=True, slots=True)
class PlainTest(OnSheet, name="test.roll", label="Test"):
    """Roll at or below a score, or below a target that the GM sets (PCT-001, PCT-002, PCT-003, PCT-005, PCT-006)."""

    asked_with: ClassVar[tuple[str, ...]] = ("mode", "modifier", "target")

    skill: str = pick("Skill or attribute")
    mode: str = pick("How hard", default="standard")
    modifier: int = number("Modifier", least=-MOST_MODIFIER, most=MOST_MODIFIER, default=0)
    target: int = number("The game master's target", most=200, default=0, help="0: use the score")
    eased: bool = switch(EASED, help=EASED_HELP)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        other = Choice(OTHER, "Something else", "against the game master's target")
        return {"skill": (*skill_choices(table.me), *attribute_choices(table.me), other), "mode": MODES}

    def odds(self, table: Table) -> Odds:
        return trials.odds_of(self._trial(table))

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self._trial(table)
        pay_ease(table, table.actor, trial.name, self.eased)
        trials.risk(table, dice, trial, self.name, "test.roll", {})

    def weighing(self, table: Table) -> Weighing:
        """The worth of an easier roll, less its price (PCT-001, PCT-038)."""
        return of_chance(table, lambda chosen: chosen._trial(table).chance)

    def _trial(self, table: Table) -> Trial:
        mode = mode_for(table, table.actor, self.mode, self.eased)
        return trial_against(table, table.actor, self.skill, mode, self.target, self.modifier)


def trial_against(table: Table, who: str, key: str, mode: str, target: int, modifier: int = 0) -> Trial:
    """The test of a score, or against the GM's target in its place; a skill of 0 is refused either way (C-06)."""
    if key == OTHER and not target:
        raise Refused("“Something else” needs a target: 1 to 200.", "target")
    reasons = [("Modifier", modifier)] if modifier else []
    if key == OTHER:
        return Trial(who, "Something else", target + modifier, mode)
    trial = trials.trial_for(table, who, key, mode, reasons)
    return Trial(who, trial.name, target + modifier, mode) if target else trial


def judge(table: Table, outcome: Outcome) -> None:
    """Write the verdict of a plain test into the log."""
    numbers: dict[str, int | str | None] = {
        "skill": outcome.name,
        "target": outcome.target,
        "mode": outcome.mode,
        "face": outcome.face,
        "because": trials.why(outcome),
    }
    private = dict.fromkeys(("target", "because"), outcome.who)
    table.happen(Judged(outcome.who, "success" if outcome.success else "failure", 0, numbers, private))


@trials.goes_on("test.roll", harmless=True)
def _judge_again(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    judge(table, outcome)


# -- against somebody -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpposedTest(OnSheet, name="test.opposed", label="Opposed test"):
    """Roll for both until exactly one succeeds; the GM may set a target for either (PCT-004, C-20).

    Either side may make it easier; the opponent by saying so beforehand (PCT-038).
    """

    no_choice: ClassVar[Mapping[str, str]] = {"against": "Nobody to test against. Make a normal test."}

    skill: str = pick("Skill or attribute")
    against: str = pick("Opponent")
    their_skill: str = pick("Their skill", default="", help="Default: the same")
    mode: str = pick("How hard", default="standard")
    their_mode: str = pick("How hard for them", default="standard")
    target: int = number("The game master's target", most=200, default=0, help="0: use the score")
    their_target: int = number("Their target", most=200, default=0, help="0: use the score")
    eased: bool = switch(EASED, help=EASED_HELP)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        other = Choice(OTHER, "Something else", "against the game master's target")
        mine = (*skill_choices(table.me), *attribute_choices(table.me), other)
        theirs = tuple(Choice(one.value, one.label) for one in mine)
        return {"skill": mine, "their_skill": theirs, "against": people(table), "mode": MODES, "their_mode": MODES}

    def odds(self, table: Table) -> Odds:
        mine, theirs = self._trials(table)
        ends = ends_of(table, mine, theirs)
        sentence = f"{mine.name} {mine.target}: {in_words(ends.mine)} to win, after {ends.rounds:.1f} rolls on average."
        listed = (Chance("success", "win", ends.mine), Chance("failure", "lose", ends.theirs))
        return Odds(sentence, (*listed, Chance("nobody", "the game master decides", ends.nobody)))

    def perform(self, table: Table, dice: Dice) -> None:
        mine, theirs = self._trials(table)
        pay_ease(table, table.actor, mine.name, self.eased)
        pay_next(table, self.against, theirs.name, self.their_mode)
        contest(table, dice, mine, theirs)

    def weighing(self, table: Table) -> Weighing:
        """The worth of an easier roll, less its price (PCT-004, PCT-038)."""
        return of_chance(table, lambda chosen: ends_of(table, *chosen._trials(table)).mine, what="Chance to win")

    def _trials(self, table: Table) -> tuple[Trial, Trial]:
        mode = mode_for(table, table.actor, self.mode, self.eased)
        mine = trial_against(table, table.actor, self.skill, mode, self.target)
        other = living(table, self.against, "against")
        their_skill, their_mode = self.their_skill or self.skill, next_mode(table, other, self.their_mode)
        try:
            theirs = trial_against(table, other, their_skill, their_mode, self.their_target)
        except Refused as refusal:
            field = {"skill": "their_skill", "target": "their_target"}.get(refusal.field, refusal.field)
            raise Refused(refusal.sentence, field) from refusal
        return mine, theirs


def ends_of(table: Table, mine: Trial, theirs: Trial) -> chances.Opposed:
    """The chances of an opposed test (PCT-004, C-20)."""
    return chances.opposed(mine.chance, theirs.chance, OPPOSED_CAP.number(table.house_rules, least=1))


@dataclass(frozen=True, slots=True)
class Decided:
    """A decided opposed test: both rolls of the last round, and the number of rounds (PCT-004)."""

    mine: Outcome
    theirs: Outcome
    rounds: int

    @property
    def winner(self) -> Outcome:
        return self.mine if self.mine.success else self.theirs

    @property
    def loser(self) -> Outcome:
        return self.theirs if self.mine.success else self.mine


def roll_until_decided(table: Table, dice: Dice, mine: Trial, theirs: Trial, purpose: str) -> Decided | None:
    """Roll for both until exactly one succeeds; None if after the last round the GM must decide (PCT-004, C-20)."""
    cap = OPPOSED_CAP.number(table.house_rules, least=1)
    for count in range(1, cap + 1):
        first, second = (trials.throw(table, dice, trial, f"{purpose}: {trial.name}") for trial in (mine, theirs))
        if first.success != second.success:
            return Decided(first, second, count)
    table.happen(Told((mine.who, theirs.who), f"{{0}} and {{1}} are tied after {cap} rolls: the game master decides."))
    table.happen(Judged(mine.who, "tie", 0, {"winner": None, "rounds": cap}))
    return None


def contest(table: Table, dice: Dice, mine: Trial, theirs: Trial) -> None:
    """Roll an opposed test: the one who succeeds alone wins, the loser may re-roll (PCT-004, PCT-037)."""
    ended = roll_until_decided(table, dice, mine, theirs, OpposedTest.name)
    if ended is None:
        return
    winner = ended.winner
    data: Known = {"against": winner.who, "name": winner.name, "target": winner.target, "mode": winner.mode}
    trials.remember(table, winner, OpposedTest.name, {})
    trials.remember(table, ended.loser, OpposedTest.name, data)
    numbers: dict[str, int | str | None] = {
        "winner": winner.who,
        "rounds": ended.rounds,
        "face": ended.mine.face,
        "target": mine.target,
        "their_face": ended.theirs.face,
        "their_target": theirs.target,
    }
    private = {"target": mine.who, "their_target": theirs.who}
    table.happen(Judged(mine.who, "success" if ended.mine.success else "failure", 0, numbers, private))


def odds_of_luck(table: Table, mine: Trial, theirs: Trial | None) -> Odds:
    """The odds of a re-roll after a lost opposed test: to be level again, and to win (PCT-037).

    They are exact, but show of the other's score only their result; ``theirs`` is None for one who cannot resist.
    """
    wins = mine.chance * (ends_of(table, mine, theirs).mine if theirs else 1.0)
    listed = (
        Chance("success", f"tied again, for {reroll_price(table.house_rules)} AP", mine.chance),
        Chance("wins", "win", wins),
    )
    return Odds(f"{mine.sentence} to tie, {in_words(wins)} to win.", listed)


def _foretell_luck(table: Table, trial: Trial, data: Mapping[str, Json]) -> Odds:
    return odds_of_luck(table, trial, _other(data))


def _other(data: Mapping[str, Json]) -> Trial:
    """The test of the winner."""
    return Trial(str(data["against"]), str(data["name"]), int(data["target"]), str(data["mode"]))


@trials.goes_on(OpposedTest.name, harmless=True, foretold=_foretell_luck)
def _contest_again(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    """Go on after the re-roll of an opposed test: a success is level, and both roll again (PCT-004, PCT-037)."""
    if not outcome.success:
        judge(table, outcome)
        return
    mine = Trial(outcome.who, outcome.name, outcome.target, outcome.mode)
    contest(table, dice, mine, _other(data))


@dataclass(frozen=True, slots=True)
class EaseNext(OnSheet, name="ap.ease_next", label="Make the next opposed test easier"):
    """Make the next opposed test easier that another begins: paid as it is rolled, before the dice (PCT-038)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        if EASE_NEXT not in table.me.memo:
            refuse_without(table.me, EASE_PRICE, "An easier roll")

    def perform(self, table: Table, dice: Dice) -> None:
        wanted = EASE_NEXT not in table.me.memo
        table.happen(MemoKept(table.actor, EASE_NEXT, wanted or None))
        told = "makes the next opposed test easier" if wanted else "leaves the next opposed test as it is"
        table.happen(Told((table.actor,), f"{{0}} {told}."))
