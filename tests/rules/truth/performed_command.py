"""A command that was performed, with its facts, as the readings of games look at it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.kernel import (
    Ask,
    BoxesTicked,
    Command,
    Dice,
    ExperienceChanged,
    Fact,
    Judged,
    Rolled,
    Sheet,
    Table,
    commands,
    described_fields,
)
from rules.engine.system.protocol import command_named
from tests.rules.truth.situations import Situation

#: So many answers and commands follow one at most before its odds can be held against what came of it.
MOST_ANSWERS = 20


@dataclass(slots=True)
class PerformedCommand:
    """A command performed on its table, with the answers that its odds take for granted."""

    situation: Situation
    table: Table
    #: How many facts the command itself made happen; those after them came of the answers.
    own: int = 0

    @property
    def me(self) -> str:
        return self.situation.actor

    @property
    def command(self) -> Any:
        return self.situation.command

    @property
    def facts(self) -> list[Fact]:
        return self.table.facts

    def before(self, who: str) -> Sheet:
        return self.situation.sheets[who]

    def after(self, who: str) -> Sheet:
        return self.table.sheets[who]

    # -- what was rolled and judged ------------------------------------------------------------------------------------

    def rolls(self, who: str = "", purpose: str = "") -> list[Rolled]:
        """The rolls of somebody (of anybody), whose purpose begins so."""
        rolled = [one for one in self.facts if isinstance(one, Rolled)]
        return [one for one in rolled if who in ("", one.who) and str(one.purpose).startswith(purpose)]

    def verdicts(self, who: str = "") -> list[Judged]:
        return [one for one in self.facts if isinstance(one, Judged) and who in ("", one.who)]

    def is_judged(self, verdict: str, who: str = "") -> bool:
        """Whether the actor (or somebody else) came to a verdict."""
        return any(one.verdict == verdict for one in self.verdicts(who or self.me))

    def number(self, name: str, who: str = "") -> Any:
        """A number that the first verdict hung on which has it; nothing where none has it."""
        found = (one.numbers[name] for one in self.verdicts(who or self.me) if name in one.numbers)
        return next(found, 0)

    # -- what changed --------------------------------------------------------------------------------------------------

    def changed(self, resource: str, who: str = "") -> int:
        """How much of a resource somebody (the actor) has more than before."""
        who = who or self.me
        return self.after(who).now(resource) - self.before(who).now(resource)

    def learnt(self, kind: str, who: str = "") -> int:
        """The experience of a kind that somebody (the actor) earned."""
        told = [one for one in self.facts if isinstance(one, ExperienceChanged)]
        return sum(one.by for one in told if one.who == (who or self.me) and one.kind == kind)

    def ticked(self, who: str = "") -> int:
        """The boxes of somebody (the actor) that were ticked."""
        told = [one for one in self.facts if isinstance(one, BoxesTicked)]
        return sum(one.by for one in told if one.who == (who or self.me))

    def has(self, condition: str, who: str = "") -> bool:
        """Whether somebody (the actor) is in a condition now."""
        return self.after(who or self.me).has(condition)

    def asks(self, command: str) -> list[Ask]:
        """The asks that wait for a command."""
        scene = self.table.encounter
        return [ask for ask in scene.asks.values() if command in ask.commands] if scene else []


#: Whether a chance of that name came true; the name is what follows its first dot, or all of it where there is none
#: and where it is read by "*".
#: None where what the chance takes for granted did not come to be: "double damage if it hits" of a miss.
ChanceReading = Callable[[PerformedCommand, str], bool | None]
#: What a measure or a mean came to; None as for chances.
NumberReading = Callable[[PerformedCommand], float | None]
#: The command that answers an ask, with what is chosen in it.
Answers = Mapping[str, Mapping[str, Any] | Callable[[Table, Ask], Mapping[str, Any]]]


#: Who gives which command after what happened so far; none when nothing more belongs to it.
Follow = Callable[[PerformedCommand], tuple[str, Command] | None]


@dataclass(frozen=True, slots=True)
class Reading:
    """How the numbers that a command shows are read off what happened.

    ``answers`` are those that the odds take for granted: "undefended" answers with no dice. ``unread`` are chances,
    means or the measure (by the name "measure") that one performing cannot show, each with the reason. ``follow`` is
    what is given next, as long as the odds look ahead. From ``last`` on all values of the measure are compared as one.
    """

    chances: Mapping[str, ChanceReading] = field(default_factory=dict)
    measure: NumberReading | None = None
    means: Mapping[str, NumberReading] = field(default_factory=dict)
    answers: Answers = field(default_factory=dict)
    unread: Mapping[str, str] = field(default_factory=dict)
    follow: Follow | None = None
    last: int = 0

    def chance(self, name: str) -> NumberReading | None:
        head, _, rest = name.partition(".")
        found = self.chances.get(name) or self.chances.get(head)
        if found is not None:
            return lambda happened: found(happened, rest or name)
        others = self.chances.get("*")
        return others and (lambda happened: others(happened, name))


def perform(situation: Situation, reading: Reading, dice: Dice, table: Table | None = None) -> PerformedCommand:
    """Perform a command, answer what is asked in consequence as far as answers are given, and what follows on it."""
    table = table or situation.table()
    before = set(table.encounter.asks) if table.encounter else set()
    commands.perform(situation.command, table, dice)
    situation.system.keep_up(table)
    happened = PerformedCommand(situation, table, len(table.facts))
    for _ in range(MOST_ANSWERS):
        given = _answer(happened, reading.answers, before) or (reading.follow and reading.follow(happened))
        if not given:
            break
        who, command = given
        there = table.as_actor(who)
        commands.perform(command, there, dice)
        situation.system.keep_up(there)
    return happened


def _answer(happened: PerformedCommand, answers: Answers, before: set[str]) -> tuple[str, Command] | None:
    """The first new ask that one of the answers fits: who answers it, and the command."""
    scene = happened.table.encounter
    for ask in list(scene.asks.values()) if scene else ():
        name = next((name for name in answers if name in ask.commands), "")
        if ask.key in before or not name:
            continue
        wanted = answers[name]
        given = wanted(happened.table, ask) if callable(wanted) else wanted
        kind = command_named(happened.situation.system, name)
        keyed = {"ask": ask.key} if "ask" in described_fields(kind) else {}
        return ask.to, kind(**keyed, **given)
    return None
