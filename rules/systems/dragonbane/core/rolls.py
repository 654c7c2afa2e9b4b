"""Rolls of checks: their odds, the outcome, its consequence, and what a push of it needs (DRB-001 to DRB-006)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rules.engine.kernel import (
    Dice,
    ExperienceChanged,
    Json,
    Judged,
    MemoKept,
    Sheet,
    Table,
    Wording,
    end_conditions,
    kept,
    plain_wording,
    throw_kept,
)
from rules.engine.odds import REST, Chance, Distribution, Odds, in_words, mixture
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.core import chances
from rules.systems.dragonbane.core.checks import BOON, HELPED, SHAKEN, SWAP, Check, plain, waiting_boons
from rules.systems.dragonbane.core.fields import prices

#: The memo of a failed check that may be pushed.
PUSHABLE = "pushable"
#: The turn of a roll where nobody takes turns.
_NO_TURN = (0, 0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The kept die and its verdict. Only the kept die makes a Dragon or a Demon (DRB-002)."""

    face: int
    success: bool
    dragon: bool = False
    demon: bool = False

    @property
    def verdict(self) -> str:
        """One of dragon, success, failure, demon."""
        return "dragon" if self.dragon else "demon" if self.demon else "success" if self.success else "failure"


@dataclass(frozen=True, slots=True)
class Stake:
    """A push weighed, for advice: the worth of a success, and the price of the condition.

    ``without`` is the worth when the roll fails, ``chance`` that of success where it is not the plain one. ``rolls``
    are the skills and attributes over which the condition's bane is averaged, ``price`` the cost if all of them failed.
    The condition is the last of the ``shares``.
    """

    worth: float
    unit: str
    sentence: str
    shares: tuple[str, ...]
    rolls: tuple[str, ...]
    price: float
    without: float = 0.0
    chance: float | None = None


Continuation = Callable[[Table, Dice, Outcome, Mapping[str, Json]], None]
Staked = Callable[[Table, Check, Mapping[str, Json]], Stake]


@dataclass(frozen=True, slots=True)
class Consequence:
    """The function that goes on after a roll or its push, given what was told with it, the check included.

    ``stake`` gives the stake of the push; without one a success is worth 100.
    """

    go_on: Continuation
    stake: Staked | None = None


#: The consequences of rolls, by the name kept with a failed check that may be pushed.
CONSEQUENCES: dict[str, Consequence] = {}


def goes_on(name: str, stake: Staked | None = None) -> Callable[[Continuation], Continuation]:
    """Enter a function as the consequence of a roll, by name."""

    def entered(go_on: Continuation) -> Continuation:
        CONSEQUENCES[name] = Consequence(go_on, stake)
        return go_on

    return entered


def failed(outcome: Outcome) -> bool:
    return not outcome.success


def roll(
    table: Table,
    dice: Dice,
    check: Check,
    purpose: Wording,
    follow: str = "check",
    told: Mapping[str, Json] | None = None,
    *,
    lost: Callable[[Outcome], bool] = failed,
) -> Outcome:
    """Roll a check, mark the skill on a Dragon or Demon, and keep what a push needs (DRB-002, DRB-003, DRB-004).

    ``follow`` names the continuation of a push, to which ``told`` is given; empty if it cannot be pushed. ``lost``
    says which rolls may be pushed: those that fail, of opposed ones also those that are beaten (DRB-006).
    """
    outcome = _thrown(table, dice, check, purpose)
    if lost(outcome) and follow and (not outcome.demon or switches.PUSH_DEMON.chosen(table.house_rules)):
        kept = {"check": plain(check), "purpose": plain_wording(purpose), "follow": follow, "told": dict(told or {})}
        table.happen(MemoKept(check.who, PUSHABLE, {**kept, "turn": list(_turn(table, check.who))}))
    else:
        forget_push(table, check.who)
    return outcome


def risk(
    table: Table,
    dice: Dice,
    check: Check,
    purpose: Wording,
    follow: str = "check",
    told: Mapping[str, Json] | None = None,
    *,
    pushes: bool = True,
    lost: Callable[[Outcome], bool] = failed,
) -> None:
    """Roll a check, and let it have its consequence; a push may change that, unless it ``pushes`` not (DRB-003)."""
    outcome = roll(table, dice, check, purpose, follow if pushes else "", told, lost=lost)
    CONSEQUENCES[follow].go_on(table, dice, outcome, {**(told or {}), "check": plain(check)})


def judged(outcome: Outcome, told: Mapping[str, Any], **more: int | str | None) -> Judged:
    """The verdict of a check that was told with its consequence; its level is for who may read the sheet."""
    check = told["check"]
    numbers = {**more, "face": outcome.face, "level": check["level"]}
    return Judged(check["who"], outcome.verdict, 0, numbers, {"level": check["who"]})


def roll_again(table: Table, dice: Dice, check: Check, purpose: Wording) -> Outcome:
    """Roll a check a second time, for a push; the outcome is final (DRB-003)."""
    forget_push(table, check.who)
    return _thrown(table, dice, check, purpose)


def pushable(table: Table, who: str) -> Mapping[str, Any] | None:
    """The failed check that somebody may still push: in a fight until the end of their turn, or of their next.

    It is read off the ladder, since a sheet would show to everybody that a turn has ended before somebody hidden.
    """
    kept = table.sheet(who).memo.get(PUSHABLE)
    return None if kept is None or _turn(table, who) > tuple(kept.get("turn", _NO_TURN)) else kept


def _turn(table: Table, who: str) -> tuple[int, int]:
    """The round of somebody's turn that goes on or comes next, and the turns that they have had in it."""
    turns = [rung.done for rung in table.scene.ladder if rung.who == who] if table.encounter else []
    if not turns:
        return _NO_TURN
    return (table.scene.round + 1, 0) if all(turns) else (table.scene.round, sum(turns))


def forget_push(table: Table, who: str) -> None:
    """Forget the failed check that could have been pushed."""
    if PUSHABLE in table.sheet(who).memo:
        table.happen(MemoKept(who, PUSHABLE, None))


def _thrown(table: Table, dice: Dice, check: Check, purpose: Wording) -> Outcome:
    passes = partial(chances.succeeds, level=check.level)
    face = throw_kept(table, dice, check.who, purpose, chances.D20, check.extra, passes).face
    outcome = Outcome(face, chances.succeeds(face, check.level), face == chances.DRAGON, face == chances.DEMON)
    if outcome.dragon or outcome.demon:
        _mark(table, check, "Dragon" if outcome.dragon else "Demon")
    sheet = table.sheet(check.who)
    end_conditions(table, check.who, HELPED, SHAKEN)
    if BOON in sheet.memo and waiting_boons(sheet, check.name):
        table.happen(MemoKept(check.who, BOON, None))
    if check.stands_for and SWAP in sheet.memo:
        table.happen(MemoKept(check.who, SWAP, None))
    return outcome


def _mark(table: Table, check: Check, why: str) -> None:
    """Mark the skill after a Dragon or a Demon (D-1); a skill has one mark at most, and attributes have none."""
    sheet = table.sheet(check.who)
    if sheet.kind == "character" and switches.MARKS.chosen(table.house_rules) and can_be_marked(sheet, check.name):
        table.happen(ExperienceChanged(check.who, "skill", check.name, 1, why))


def can_be_marked(sheet: Sheet, skill: str) -> bool:
    """Whether a skill can take a mark: it has none yet (D-1)."""
    return skill in library.skills() and not sheet.xp("skill", skill)


def odds_of(table: Table, check: Check, *, can_push: bool = True) -> Odds:
    """The odds of a check: success, Dragon, Demon, and success with a push as a second chance (DRB-001 to DRB-004)."""
    once = check.chance
    dragon, demon = ends(check.extra)
    listed = [Chance("success", "success", once), replace(dragon, within="success"), replace(demon, within=REST)]
    if can_push and prices(table, table.sheet(check.who), check.attribute):
        listed.insert(1, Chance("pushed", "success, with a push", pushed(table, check), instead=True))
    told = f"{in_words(once).capitalize()} to succeed: {table.words(check.words)}"
    good = chances.succeeding(check.level)
    return Odds(told, tuple(listed), faces(check.extra), "on the die", 1, low=True, good=good)


def ends(extra: int) -> tuple[Chance, Chance]:
    """The chances of a Dragon and of a Demon (DRB-002)."""
    return Chance("dragon", "Dragon", chances.dragon(extra)), Chance("demon", "Demon", chances.demon(extra))


def faces(extra: int) -> Distribution:
    """P(the kept die shows 1), P(it shows 2), and so on to 20."""
    return kept(chances.D20, extra)[1:]


def pushed(table: Table, check: Check) -> float:
    """P(a check succeeds, with one push after a failure) (DRB-003)."""
    demons_too = switches.PUSH_DEMON.flag(table.house_rules)
    return chances.pushed(check.level, check.extra, demons_too=demons_too)


def check_odds(table: Table, check: Check, label: str = "succeeds") -> Odds:
    """The odds of a check by itself."""
    return Odds(f"{table.words(check.words)}: {in_words(check.chance)} to succeed", three(check, label))


def three(check: Check, label: str) -> tuple[Chance, ...]:
    """The chances of success, Dragon and Demon."""
    return (
        Chance("success", label, check.chance),
        Chance("dragon", "a Dragon", chances.dragon(check.extra), within="success"),
        Chance("demon", "a Demon", chances.demon(check.extra), within=REST),
    )


def if_hit(hit: float, damage: Distribution) -> Distribution:
    """The distribution of damage with a probability ``hit`` to do it, and 0 otherwise."""
    return mixture(((hit, damage), (1 - hit, (1.0,))))


def duel_of(mine: Check, theirs: Check) -> chances.Duel:
    """The chances of an opposed roll (DRB-006)."""
    return chances.opposed(mine.level, mine.extra, theirs.level, theirs.extra)


def pushed_duel(table: Table, mine: Check, theirs: Check) -> tuple[Chance, ...]:
    """The chance to win with a push as a second one; empty if its condition cannot be paid (DRB-003, DRB-006)."""
    if not prices(table, table.sheet(mine.who), mine.attribute):
        return ()
    demons_too = switches.PUSH_DEMON.flag(table.house_rules)
    again = chances.opposed_with_a_push(mine.level, mine.extra, theirs.level, theirs.extra, demons_too=demons_too)
    return (Chance("pushed", "win, with a push", again),)
