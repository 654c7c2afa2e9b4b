"""Resisting: a test that somebody is asked for, and that averts something altogether (GRM-124)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.readiness import is_in_fight
from rules.engine.kernel import Dice, Json, Reply, Table, Told, Wording
from rules.engine.odds import Odds
from rules.systems.grim.core import trials
from rules.systems.grim.core.effects import state_with
from rules.systems.grim.core.fortune import risk
from rules.systems.grim.core.harm import ease_peril
from rules.systems.grim.core.trials import Known, Outcome, Trial, goes_on, trial_for

Befalls = Callable[[Table, Dice, str, Known], None]


@dataclass(frozen=True, slots=True)
class After:
    """The functions that go on after resisting: what befalls one who fails, and what else happens if it is averted."""

    befalls: Befalls
    averted: Befalls | None = None


#: Functions that go on when somebody resisted or did not, by the name kept with the ask.
AVERTED: dict[str, After] = {}


def resisted(name: str, averted: Befalls | None = None) -> Callable[[Befalls], Befalls]:
    """Enter a function as that which befalls one who does not resist, by name: ``(table, dice, who, data)``.

    After a test that failed critically the data say ``fumbled``.
    """

    def entered(befalls: Befalls) -> Befalls:
        AVERTED[name] = After(befalls, averted)
        return befalls

    return entered


def ask_to_resist(
    table: Table,
    dice: Dice,
    who: str,
    skills: Sequence[str],
    then: str,
    title: Wording,
    *,
    base: Mapping[str, int] | None = None,
    difficulty: int = 0,
    flip: int = 0,
    helpless: bool = False,
    answers: Sequence[str] = (),
    **data: Json,
) -> None:
    """Ask somebody to resist with one of these skills; what befalls them otherwise is ``then`` (GRM-124).

    ``base`` are changes of the base chance by source, ``flip`` is -1 where the test is flipped to fail. Whoever has no
    reactions does not resist, unless it is something that does not count as one (``helpless``). ``answers`` are other
    commands that avert it.
    """
    if not is_in_fight(table, who) or (state_with(table.sheet(who), "no_reactions") and not helpless):
        AVERTED[then].befalls(table, dice, who, data)
        return
    known: Known = {
        "skills": list(skills),
        "then": then,
        "base": dict(base or {}),
        "difficulty": difficulty,
        "flip": flip,
        "data": data,
    }
    resists = (Resist.name,) if skills else ()
    table.ask(who, title, *resists, *answers, Yield.name, **known)


def trial_of(table: Table, who: str, known: Mapping[str, Any]) -> Trial:
    """The test to resist, with the best of the skills that serve."""
    return best_of(
        table,
        who,
        known["skills"],
        base=tuple(known["base"].items()),
        difficulties=[("Difficulty", int(known["difficulty"]))],
        flip=int(known["flip"]),
    )


def best_of(
    table: Table,
    who: str,
    skills: Sequence[str],
    *,
    base: Sequence[tuple[str, int]] = (),
    difficulties: Sequence[tuple[str, int]] = (),
    flip: int = 0,
) -> Trial:
    """The test of the skill with the best chance."""
    found = [trial_for(table, who, skill, difficulties, base=base, flip=flip) for skill in skills]
    return max(found, key=lambda trial: trial.chance)


@dataclass(frozen=True, slots=True)
class Resist(Reply, name="test.resist", label="Resist"):
    """Resist: a success averts it all, a critical one moves you a step up the peril track as well (GRM-124)."""

    unasked: ClassVar[str] = "You have nothing to resist now."

    def odds(self, table: Table) -> Odds:
        known = table.open_ask(self.ask, self.name).known
        return trials.odds_of(trial_of(table, table.actor, known), "resist")

    def perform(self, table: Table, dice: Dice) -> None:
        known = dict(table.answer(self.ask, self.name).known)
        risk(table, dice, trial_of(table, table.actor, known), self.name, "test.resisted", known)


@dataclass(frozen=True, slots=True)
class Yield(Reply, name="test.yield", label="Let it happen"):
    """Let it happen, without a test."""

    unasked: ClassVar[str] = "You have nothing to resist now."

    def odds(self, table: Table) -> Odds:
        table.open_ask(self.ask, self.name)
        return Odds("It happens to you, without a test.")

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        AVERTED[str(known["then"])].befalls(table, dice, table.actor, dict(known["data"]))


@goes_on("test.resisted")
def _after_resisting(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Judge a test to resist, and go on (GRM-124)."""
    after = AVERTED[str(known["then"])]
    if not outcome.success:
        after.befalls(table, dice, outcome.who, {**known["data"], "fumbled": outcome.fumbled})
        return
    table.happen(Told((outcome.who,), "{0} resists."))
    if outcome.critical:
        ease_peril(table, outcome.who)
    if after.averted is not None:
        after.averted(table, dice, outcome.who, dict(known["data"]))
