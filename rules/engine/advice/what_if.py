"""Odds and advice for a command, as far as the person who looks may know.

Those who may not read every sheet are told what holds for the weakest and the strongest that a stranger may be. Such
a question is asked at tables that stand still: nothing happens at them, so that results for one choice are cached for
the next, and what hangs on no guess is worked out once for all guesses. All of it ends with the question.
"""

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine.advice import choices, reasons
from rules.engine.advice.choices import Advice, Aside, Weighed
from rules.engine.character import unknown_sheets
from rules.engine.fight import as_suggested
from rules.engine.forecast.state_cache import at_rest
from rules.engine.kernel import (
    Ask,
    Command,
    Fact,
    Place,
    Refused,
    Reply,
    Sheet,
    SheetFact,
    Table,
    commands,
    described_fields,
)
from rules.engine.odds import Odds
from rules.engine.system.protocol import System

#: Cached choices of other commands of a turn, by the number of the guess and the name of the command.
Memory = MutableMapping[tuple[int, str], Aside | None]


@dataclass(frozen=True, slots=True)
class Prospect:
    """A table as its viewer knows it, and as it would be for each guess about those whose sheets they may not read."""

    system: System
    known: Table
    guesses: Sequence[Table]
    #: The weighed choices of other commands, by guess and name; good as long as the table stays as it is.
    memory: Memory = field(default_factory=dict)
    #: Whether there is a sheet that others may not read, though the viewer may.
    is_closed_to_others: bool = False

    @classmethod
    def of(
        cls,
        system: System,
        known: Table,
        closed: Collection[str],
        memory: Memory | None = None,
        *,
        is_closed_to_others: bool = False,
    ) -> "Prospect":
        """The prospect of a table on which the sheets of ``closed`` may not be read; with none, nothing is guessed."""
        bonds = system.tactics.bonds if system.tactics else ()
        still = StillTable.of(known, bonds)
        guessed = [{who: one.instead_of(known.sheets[who]) for who in closed} for one in system.strangers() if closed]
        guesses = [still.had_it(sheets) for sheets in guessed] or [still]
        return cls(system, still, guesses, {} if memory is None else memory, is_closed_to_others)

    @property
    def is_guessed(self) -> bool:
        """Whether there is somebody whose sheet may not be read."""
        return self.guesses[0] is not self.known

    def odds(self, command: Command) -> Odds | None:
        """The odds of a command; against strangers a range."""
        type(command).possible(self.known)
        return unknown_sheets.between([commands.foretell(command, table) for table in self.guesses])

    def advice(self, command: Command) -> Advice | None:
        """The advice on a command, the best choice first; against strangers by the middle of their range."""
        listed = self.system.commands
        answers = [command, *instead_of(command, self.known, listed)]
        others = as_well(command, self.known, listed)
        guesses = [
            choices.advise(answers, table, self._asides(place, others)) for place, table in enumerate(self.guesses)
        ]
        return self._explained(self._reasoned(choices.in_short(choices.between(guesses)), answers))

    def _reasoned(self, found: Advice | None, answers: Sequence[Command]) -> Advice | None:
        """Advice with the game's reason, or with chances side by side; against strangers such as may be told."""
        if found is None:
            return found
        best, other = (_chosen(one, answers) for one in (found.best, found.compared))
        reason = best.recommendation(self.known) if best and not self.is_guessed else ""
        if not reason and best and other and type(best) is type(other):
            reason = reasons.by_chance(self._odds_of(best), self._odds_of(other), found.compared.label)
        return replace(found, reason=reason)

    def _odds_of(self, command: Command) -> Odds | None:
        with suppress(Refused):
            return self.odds(command)
        return None

    def _explained(self, found: Advice | None) -> Advice | None:
        """Advice with a sentence on what others are told, or on what is not known, while sheets are closed."""
        if found is None or self.known.encounter is None:
            return found
        if self.is_guessed and not found.sentence.endswith(choices.IN_THE_MIDDLE):
            return replace(found, sentence=f"{found.sentence} {choices.UNREAD}")
        return (
            replace(found, sentence=f"{found.sentence} {choices.OTHERS_UNREAD}") if self.is_closed_to_others else found
        )

    def _asides(self, place: int, others: Sequence[Command]) -> list[Aside]:
        """The choices of other commands of the turn, by one guess; they hang on nothing that stands in the form."""
        for other in others:
            if (place, other.name) not in self.memory:
                self.memory[place, other.name] = choices.aside(other, self.guesses[place])
        found = (self.memory[place, other.name] for other in others)
        return [one for one in found if one]


def _chosen(one: Weighed, answers: Sequence[Command]) -> Command | None:
    """The command of a choice, filled in; ``None`` for one of another command of the turn."""
    command = next((answer for answer in answers if answer.name == one.command), None)
    if one.aside or command is None:
        return None
    stands = {name: getattr(command, name) for name in described_fields(type(command))}
    return type(command)(**{**stands, **one.given})


class Resting(ChainMap[str, Sheet]):
    """Sheets in layers, those at rest on top: looked up there first, and at once."""

    def get(self, who: str, default: Any = None) -> Any:
        return self.maps[0].get(who) or super().get(who, default)


class StillTable(Table):
    """A table at which nothing happens, so that what follows from its sheets can be cached."""

    sheets: Resting
    #: Names of the conditions by which sheets hang on each other.
    bonds: Collection[str] = ()

    @classmethod
    def of(cls, table: Table, bonds: Collection[str]) -> "StillTable":
        """A still copy of a table, with everybody there at rest; ``bonds`` are conditions that tie sheets together."""
        there = filter(None, (table.actor, *(table.encounter.combatants if table.encounter else ())))
        resting: dict[str, Sheet] = {who: at_rest(sheet) for who in there if (sheet := table.sheets.get(who))}
        still = cls._like(table, table.actor, Resting(resting, table.sheets))
        still.bonds, still.entangled = bonds, _are_bound(resting.values(), bonds)
        return still

    def had_it(self, sheets: Mapping[str, Sheet]) -> "StillTable":
        """A copy of the table on which these people have these sheets."""
        return self._once_more(self.actor, self.sheets | {who: at_rest(sheet) for who, sheet in sheets.items()})

    def as_actor(self, who: str) -> "StillTable":
        return self._once_more(who, self.sheets)

    def supposing(self, happens: Callable[[Table], None]) -> "StillTable":
        """A copy of the table on which something has happened; the sheets that did not change keep their caches."""
        tried = super().supposing(happens)
        changed = {fact.who: at_rest(tried.sheets[fact.who]) for fact in tried.facts if isinstance(fact, SheetFact)}
        other = self._once_more(self.actor, self.sheets | changed)
        other.encounter, other.entangled = tried.encounter, self.entangled or _are_bound(changed.values(), self.bonds)
        return other

    def alone(self, sheets: dict[str, Sheet]) -> "StillTable":
        """A copy of the table with these sheets alone, out of every fight."""
        other = self._once_more(self.actor, Resting(sheets))
        other.encounter = None
        return other

    def happen(self, *happened: Fact) -> None:
        """Fail: nothing may happen at this table."""
        raise AssertionError(f"Nothing happens at this table: {happened}")

    def _once_more(self, actor: str, sheets: Resting) -> "StillTable":
        other = self._like(self, actor, sheets)
        other.bonds, other.entangled = self.bonds, self.entangled
        return other

    @classmethod
    def _like(cls, table: Table, actor: str, sheets: Resting) -> "StillTable":
        other = cls(sheets, table.encounter, table.house_rules, actor, table.rank_range, table._cast)
        # The rules of one house are one thing, by which what hangs on them is found again.
        other.house_rules = table.house_rules
        return other


def _are_bound(sheets: Iterable[Sheet], bonds: Collection[str]) -> bool:
    """Whether a sheet has a condition by which its numbers may hang on another sheet."""
    return any(bond in sheet.conditions for bond in bonds for sheet in sheets)


# -- commands that may be given in place of another --------------------------------------------------------------------


def as_well(command: Command, table: Table, commands: Sequence[type[Command]]) -> list[Command]:
    """The commands that may be given on the turn instead of this one, as their forms begin; none off the turn."""
    if type(command).place is not Place.TURN or not _is_on_turn(table):
        return []
    found: list[Command] = []
    for kind in commands:
        if kind.place is Place.TURN and kind.name != command.name and kind.weighing is not Command.weighing:
            with suppress(Refused):
                kind.possible(table)
                found.append(as_suggested(kind, table))
    return found


def _is_on_turn(table: Table) -> bool:
    scene = table.encounter
    return scene is not None and not scene.asks and scene.current is not None and scene.current.who == table.actor


def instead_of(command: Command, table: Table, commands: Sequence[type[Command]]) -> list[Command]:
    """The other commands that answer the ask which a command answers, as their forms begin."""
    ask = _answered(command, table)
    found: list[Command] = []
    for kind in commands if ask else ():
        if ask and kind.name in ask.commands and kind.name != command.name:
            with suppress(Refused):
                found.append(as_suggested(kind, table, ask))
    return found


def _answered(command: Command, table: Table) -> Ask | None:
    """The ask that a command answers, ``None`` without one; a command that is no reply may be an answer, too."""
    if table.encounter is None:
        return None
    if isinstance(command, Reply):
        return table.encounter.asks.get(command.ask)
    return next(iter(table.asks_for(table.actor, command.name)), None)
