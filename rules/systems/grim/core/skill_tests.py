"""Tests from the sheet: alone, against an opponent, by a group, and against what frightens (D-1)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.fight import people
from rules.engine.kernel import Choice, Dice, Judged, Refused, Table, Told, end_conditions, many, number, pick
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.grim.core import chances, harm, trials
from rules.systems.grim.core.effects import begin
from rules.systems.grim.core.fortune import risk
from rules.systems.grim.core.state import OnSheet, living
from rules.systems.grim.core.trials import DIFFICULTY_CHOICES, Known, Outcome, Trial, goes_on, skill_choices, trial_for

FLIPS = (
    Choice("0", "As rolled"),
    Choice("1", "Flip to succeed"),
    Choice("-1", "Flip to fail"),
)
#: Kinds of tests that injuries make fail.
SENSES = (
    Choice("", "None in particular"),
    Choice("vision", "Sight"),
    Choice("hearing", "Hearing"),
    Choice("smell", "Smell"),
)
MOST_BASE = 30


@dataclass(frozen=True, slots=True)
class PlainTest(OnSheet, name="test.roll", label="Test"):
    """Roll a d100 at or below a skill or attribute, with the difficulty that the game master rates it (D-1)."""

    asked_with: ClassVar[tuple[str, ...]] = ("difficulty", "base", "flip")

    skill: str = pick("Skill")
    difficulty: str = pick("Difficulty", default="0", at_once=True)
    base: int = number(
        "Base chance", least=-MOST_BASE, most=MOST_BASE, default=0, help="Added to the skill, not the difficulty"
    )
    flip: str = pick("Flip", default="0")
    sense: str = pick("Sense", default="")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "skill": skill_choices(table.me),
            "difficulty": DIFFICULTY_CHOICES,
            "flip": FLIPS,
            "sense": SENSES,
        }

    def odds(self, table: Table) -> Odds:
        return trials.odds_of(self._trial(table))

    def perform(self, table: Table, dice: Dice) -> None:
        risk(table, dice, self._trial(table), self.name, "test.roll", {})

    def _trial(self, table: Table) -> Trial:
        return trial_for(
            table,
            table.actor,
            self.skill,
            [("Difficulty", trials.difficulty_named(self.difficulty))],
            base=[("Modifier", self.base)],
            kinds=(self.sense,) if self.sense else (),
            flip=int(self.flip),
        )


@goes_on("test.roll", harmless=trials.always)
def judge(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    """Leave it at the verdict."""


# -- against somebody --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpposedTest(OnSheet, name="test.opposed", label="Opposed test"):
    """Roll for both: more degrees of success win, and of equals the game master decides (D-1)."""

    no_choice: ClassVar[Mapping[str, str]] = {"against": "Nobody to test against."}

    skill: str = pick("Skill")
    against: str = pick("Against")
    their_skill: str = pick("Their skill", default="", help="The same one")
    difficulty: str = pick("Difficulty", default="0")
    their_difficulty: str = pick("Their difficulty", default="0")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        mine = skill_choices(table.me)
        theirs = tuple(Choice(one.value, one.label) for one in mine)
        return {
            "skill": mine,
            "their_skill": theirs,
            "against": people(table),
            "difficulty": DIFFICULTY_CHOICES,
            "their_difficulty": DIFFICULTY_CHOICES,
        }

    def odds(self, table: Table) -> Odds:
        mine, theirs = self._trials(table)
        ends = chances.opposed(_degrees(mine), _degrees(theirs))
        sentence = f"{mine.name} {mine.total}: {in_words(ends.mine)} to win."
        listed = (Chance("success", "win", ends.mine), Chance("failure", "lose", ends.theirs))
        return Odds(sentence, (*listed, Chance("nobody", "the game master decides", ends.nobody)))

    def perform(self, table: Table, dice: Dice) -> None:
        mine, theirs = self._trials(table)
        first, second = (trials.throw(table, dice, one, f"{self.name}: {one.name}") for one in (mine, theirs))
        level = first.degrees == second.degrees
        verdict = "nobody" if level else "success" if first.degrees > second.degrees else "failure"
        if level:
            table.happen(Told((mine.who, theirs.who), "{0} and {1} are tied: the game master decides."))
        told = trials.judged(
            first,
            their_face=second.face,
            their_target=theirs.total,
            their_degrees=second.degrees,
            against=theirs.who,
        )
        private = {**told.private, **dict.fromkeys(("their_target", "their_degrees"), theirs.who)}
        table.happen(replace(told, verdict=verdict, private=private))

    def _trials(self, table: Table) -> tuple[Trial, Trial]:
        mine = trial_for(table, table.actor, self.skill, [("Difficulty", trials.difficulty_named(self.difficulty))])
        other = living(table, self.against, "against")
        hard = [("Difficulty", trials.difficulty_named(self.their_difficulty))]
        return mine, trial_for(table, other, self.their_skill or self.skill, hard)


def _degrees(trial: Trial) -> tuple[float, ...]:
    return chances.degree_counts(trial.total, trial.bonus, trial.flip, fails=trial.fails)


# -- as a group --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GroupTest(OnSheet, name="test.group", label="Group test"):
    """Roll the same test for several, each for themselves; one success is enough, or all are needed (D-1)."""

    no_choice: ClassVar[Mapping[str, str]] = {"others": "Nobody to test with."}

    skill: str = pick("Skill")
    others: tuple[str, ...] = many("Together with", at_once=True)
    difficulty: str = pick("Difficulty", default="0")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skill": skill_choices(table.me), "others": people(table), "difficulty": DIFFICULTY_CHOICES}

    @classmethod
    def rollers(cls, table: Table) -> tuple[str, ...]:
        return (table.actor, *(one.value for one in people(table)))

    def odds(self, table: Table) -> Odds:
        every, none = 1.0, 1.0
        for trial in self._trials(table):
            every *= trial.chance
            none *= 1 - trial.chance
        listed = (Chance("any", "at least one succeeds", 1 - none), Chance("all", "all succeed", every))
        return Odds(f"{in_words(1 - none).capitalize()} for at least one success.", listed)

    def perform(self, table: Table, dice: Dice) -> None:
        rolled = [trials.throw(table, dice, one, f"{self.name}: {one.name}") for one in self._trials(table)]
        for outcome in rolled:
            table.happen(trials.judged(outcome))
        passed = sum(outcome.success for outcome in rolled)
        verdict = "all" if passed == len(rolled) else "some" if passed else "none"
        table.happen(Judged(table.actor, verdict, passed, {"of": len(rolled)}))

    def _trials(self, table: Table) -> list[Trial]:
        if not self.others:
            raise Refused("Choose somebody to test with, or make a normal test.", "others")
        hard = [("Difficulty", trials.difficulty_named(self.difficulty))]
        together = (table.actor, *(living(table, who, "others") for who in self.others))
        return [trial_for(table, who, self.skill, hard) for who in together]


# -- what frightens ----------------------------------------------------------------------------------------------------

#: Dice of mental Peril, and points of Corruption, by how bad it is (D-1).
DREADS = {"stress": ("1d10+1", 1), "fear": ("2d10+2", 2), "terror": ("3d10+3", 3)}
DREAD_CHOICES = (
    Choice("stress", "Stress", "1d10 + 1 Peril, 1 Corruption"),
    Choice("fear", "Fear", "2d10 + 2 Peril, 2 Corruption"),
    Choice("terror", "Terror", "3d10 + 3 Peril, 3 Corruption"),
)
AFRAID, INSPIRED = "afraid", "inspired"


@dataclass(frozen=True, slots=True)
class FaceDread(OnSheet, name="peril.face", label="Stress, fear or terror"):
    """Face stress, fear or terror: a test of Resolve, or mental Peril and Corruption (D-1, GRM-112)."""

    befalls: ClassVar[bool] = True

    dread: str = pick("Dread", among=DREAD_CHOICES, default="stress", at_once=True)
    difficulty: str = pick("Difficulty", among=DIFFICULTY_CHOICES, default="0", at_once=True)

    def odds(self, table: Table) -> Odds:
        return trials.odds_of(self._trial(table), "keep your nerve")

    def perform(self, table: Table, dice: Dice) -> None:
        risk(table, dice, self._trial(table), self.name, "peril.faced", {"dread": self.dread})

    def _trial(self, table: Table) -> Trial:
        hard = [("Difficulty", trials.difficulty_named(self.difficulty))]
        return trial_for(table, table.actor, "resolve", hard)


@goes_on("peril.faced")
def _faced(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    if not outcome.success:
        terrify(table, dice, outcome.who, str(data["dread"]))


def terrify(table: Table, dice: Dice, who: str, dread: str) -> None:
    """Let stress, fear or terror take hold of somebody: Peril, Corruption, and an end of being inspired (GRM-112)."""
    written, corruption = DREADS[dread]
    end_conditions(table, who, INSPIRED)
    if table.encounter is not None and who in table.encounter.combatants:
        begin(table, who, AFRAID, source=dread)
    harm.throw_peril(table, dice, who, written, dread, mental=True)
    harm.corrupt(table, who, corruption, dread)
