"""A test: one d100 at or below a target; easy keeps the lower of two, hard the higher.

PCT-001 (standard), PCT-002 (hard), PCT-003 (easy), PCT-005 (1 succeeds), PCT-006 (96 and more fail).

A test may be made easier before, for points (PCT-038), and rolled again after, by luck (PCT-037). So its outcome leads
to a :class:`Consequence`, and the question of a re-roll can come before it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.character.readiness import is_fighting
from rules.engine.kernel import Choice, Dice, Json, MemoKept, Refused, Sheet, Table, switch, throw_kept
from rules.engine.odds import Chance, Odds, in_words
from rules.engine.page.blocks import Part
from rules.systems.kaos.content import library
from rules.systems.kaos.core import points
from rules.systems.kaos.core.chances import HIGHEST, KEPT, SIDES, chance, highest_pass
from rules.systems.kaos.core.figures import lent, own_score

#: The memo of the last roll.
LAST = "last_roll"


@dataclass(frozen=True, slots=True)
class Trial:
    """A test to roll: by whom, of which score, against which target, and the summands of the target.

    ``eased`` says that it was made easier, for points (PCT-038).
    """

    who: str
    name: str
    target: int
    mode: str = "standard"
    parts: tuple[Part, ...] = ()
    eased: bool = False

    @property
    def chance(self) -> float:
        """P(success)."""
        return chance(self.target, self.mode)

    @property
    def in_other_modes(self) -> tuple[Chance, ...]:
        """The chances that it would have in the other modes."""
        return tuple(Chance(mode, mode, chance(self.target, mode)) for mode in KEPT if mode != self.mode)

    @property
    def sentence(self) -> str:
        """The odds in words: "Athletics 42, hard: 22 %"."""
        mode = "" if self.mode == "standard" else f", {self.mode}"
        return f"{self.name} {self.target}{mode}: {in_words(self.chance)}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A test that was rolled."""

    who: str
    name: str
    success: bool
    faces: tuple[int, ...]
    target: int
    mode: str = "standard"
    typed: bool = False

    @property
    def face(self) -> int:
        """The die that counts."""
        return max(self.faces) if self.mode == "hard" else min(self.faces)


Known = dict[str, Json]
Continuation = Callable[[Table, Dice, Outcome, Known], None]
Foretelling = Callable[[Table, Trial, Mapping[str, Json]], Odds]
STANDS = Odds("The failed roll stands.")


@dataclass(frozen=True, slots=True)
class Stake:
    """The worth of a roll to the roller, for advice: in hit points, if it succeeds and if it fails."""

    success: float
    failure: float


@dataclass(frozen=True, slots=True)
class Consequence:
    """The function that goes on after a roll, from the plain data kept with it, and what may be said of it before.

    ``harmless`` says that a failure does nothing that luck would take back: a re-roll stays possible, unasked.
    ``stake`` gives the worth for advice, without one nothing is weighed; ``foretold`` the odds of a re-roll, else
    only success is told; ``accepted`` those of letting a failure stand, without one nothing more hangs on dice.
    """

    go_on: Continuation
    harmless: bool = False
    stake: Callable[[Table, str, Known], Stake] | None = None
    foretold: Foretelling | None = None
    accepted: Foretelling | None = None


#: The consequences of rolls, by the name kept with a roll.
CONSEQUENCES: dict[str, Consequence] = {}


def goes_on(
    name: str,
    *,
    harmless: bool = False,
    stake: Callable[[Table, str, Known], Stake] | None = None,
    foretold: Foretelling | None = None,
    accepted: Foretelling | None = None,
) -> Callable[[Continuation], Continuation]:
    """Enter a function as the consequence of a roll, by name. It must do nothing on a failure that luck could undo."""

    def entered(go_on: Continuation) -> Continuation:
        CONSEQUENCES[name] = Consequence(go_on, harmless, stake, foretold, accepted)
        return go_on

    return entered


def refuse_untrained(sheet: Sheet, key: str) -> None:
    """Refuse a test of a skill of 0 (C-06)."""
    if own_score(sheet, key) <= 0:
        name = library.skill_named(key).name
        raise Refused(f"{sheet.name} has {name} 0 and cannot try it. Raise it to 1 first.", "skill")


def trial_for(
    table: Table, who: str, key: str, mode: str = "standard", reasons: Sequence[tuple[str, int]] = ()
) -> Trial:
    """The test of a skill or an attribute, with ``reasons`` added; a skill of 0 is refused (PCT-005, C-06)."""
    sheet = table.sheet(who)
    is_attribute = key in library.attributes()
    name = library.attribute_named(key).name if is_attribute else library.skill_named(key).name
    score = own_score(sheet, key)
    if not is_attribute:
        refuse_untrained(sheet, key)
    own = sheet.rank("attribute" if is_attribute else "skill", key)
    added = [*lent(sheet, key), *reasons]
    parts = (Part("Score", str(own), "PCT-001"), *(Part(label, f"{by:+d}") for label, by in added))
    return Trial(who, name, score + sum(by for _, by in reasons), mode, parts)


def odds_of(trial: Trial, label: str = "succeed") -> Odds:
    """The odds of one test, and the chances in the other modes."""
    return Odds(trial.sentence + ".", (Chance("success", label, trial.chance),), compared=trial.in_other_modes)


def throw(table: Table, dice: Dice, trial: Trial, purpose: str) -> Outcome:
    """Roll a test without remembering it, such as one of many."""
    passes = highest_pass(trial.target).__ge__
    fell = throw_kept(table, dice, trial.who, purpose, SIDES, KEPT[trial.mode], passes)
    success = passes(fell.face)
    return Outcome(trial.who, trial.name, success, fell.faces, trial.target, trial.mode, fell.typed)


def why(outcome: Outcome) -> str:
    """The rule that decided beside the target, 1 or 96 and more (PCT-005, PCT-006); empty if neither did."""
    if outcome.success and outcome.target < outcome.face:
        return "a 1 always succeeds"
    return "96 or more always fails" if not outcome.success and HIGHEST < outcome.face <= outcome.target else ""


# -- luck -------------------------------------------------------------------------------------------------------------


def remember(table: Table, outcome: Outcome, then: str, data: Mapping[str, Json], again: bool = False) -> None:
    """Note the last roll of somebody; ``again`` if it is a re-roll already (PCT-037)."""
    noted: dict[str, Json] = {
        "name": outcome.name,
        "target": outcome.target,
        "mode": outcome.mode,
        "success": outcome.success,
        "faces": list(outcome.faces),
        "then": then,
        "data": dict(data),
        "again": again,
    }
    table.happen(MemoKept(outcome.who, LAST, noted))


def forget(table: Table, who: str) -> None:
    """Forget the last roll, which can no longer be rolled again."""
    if LAST in table.sheet(who).memo:
        table.happen(MemoKept(who, LAST, None))


def may_reroll(table: Table, who: str) -> bool:
    """Whether the last roll failed, is no re-roll, and could be paid for (PCT-037)."""
    last = table.sheet(who).memo.get(LAST)
    if not isinstance(last, dict) or last["again"] or last["success"]:
        return False
    return points.points_held(table.sheet(who)) >= points.reroll_price(table.house_rules)


def _may_help(table: Table, outcome: Outcome, then: str, data: Known) -> bool:
    """Whether somebody failed who can pay, and a success would save something of theirs; advice weighs the price.

    A failure without consequence is nothing to ask about, and harm to others is written on their sheets.
    """
    follows = CONSEQUENCES[then]
    if follows.harmless or not may_reroll(table, outcome.who):
        return False
    if follows.stake is None:
        return True
    stake = follows.stake(table.as_actor(outcome.who), outcome.who, data)
    return stake.success > stake.failure


def settle(table: Table, dice: Dice, outcome: Outcome, then: str, data: Known) -> None:
    """Go on after a roll. In a fight, one whom luck may help is asked first (PCT-037).

    So nothing has happened yet that luck would have to take back; either answer leads to the same consequence.
    """
    remember(table, outcome, then, data)
    if is_fighting(table) and _may_help(table, outcome, then, data):
        title = f"{outcome.name} failed. {points.reroll_question(table, outcome.who)}"
        table.ask(outcome.who, title, "luck.accept", "luck.reroll", then=then, data=data)
    else:
        proceed(table, dice, outcome, then, data)


def proceed(table: Table, dice: Dice, outcome: Outcome, then: str, data: Known) -> None:
    """Let a roll have its consequence. In a fight no re-roll is possible after it, but of a harmless failure."""
    follows = CONSEQUENCES[then]
    if not (outcome.success or follows.harmless) and is_fighting(table):
        forget(table, outcome.who)
    follows.go_on(table, dice, outcome, data)


def risk(table: Table, dice: Dice, trial: Trial, purpose: str, then: str, data: Known) -> None:
    """Roll a test, and go on at once, or once a failure was accepted; ``purpose`` is the command's name."""
    settle(table, dice, throw(table, dice, trial, f"{purpose}: {trial.name}"), then, data)


MODES = (
    Choice("standard", "Standard", "one d100"),
    Choice("easy", "Easy", "the lower of two"),
    Choice("hard", "Hard", "the higher of two"),
)


def skill_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Every skill with its score; one of 0 says that it cannot be attempted."""
    return tuple(Choice(one.key, one.name, _score(sheet, one.key)) for one in library.skills().values())


def attribute_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """The six attributes with their scores."""
    return tuple(Choice(one.key, one.name, str(own_score(sheet, one.key))) for one in library.attributes().values())


def _score(sheet: Sheet, key: str) -> str:
    return str(own_score(sheet, key) or "cannot be tried")


def field_eased(label: str = "Make it easier") -> Any:
    """The field of every command that rolls, to pay for an easier roll (PCT-038)."""
    return switch(label, help=f"{points.EASE_PRICE} AP")


def prepared(
    table: Table,
    who: str,
    key: str,
    mode: str = "standard",
    *,
    eased: bool = False,
    reasons: Sequence[tuple[str, int]] = (),
) -> Trial:
    """The test as it will be rolled, made easier if that is wanted; refused if it cannot be paid."""
    return replace(trial_for(table, who, key, points.mode_for(table, who, mode, eased), reasons), eased=eased)


def pay(table: Table, trial: Trial) -> None:
    """Pay for a test that was made easier, before the dice fall (PCT-038)."""
    points.pay_ease(table, trial.who, trial.name, trial.eased)


def prepared_later(table: Table, who: str, key: str, mode: str = "standard", *, eased: bool) -> Trial:
    """A test that comes after another one: made easier if that is wanted, and can still be paid."""
    able = eased and mode != "easy" and points.points_held(table.sheet(who)) >= points.EASE_PRICE
    return prepared(table, who, key, mode, eased=able)
