"""What may come of a command, and which choice is worth most, as far as somebody may know.

Whoever may not read every sheet is told what holds for the weakest and the strongest that a stranger may be. Such a
question is asked at tables that stand still: nothing happens at them, so that what one choice needs is known for the
next, and what hangs on nobody's guess is worked out once for all guesses. All of it ends with the question.
"""

from collections import ChainMap
from collections.abc import Callable, Collection, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine import advice, commands, strangers
from rules.engine.advice import Advice, Aside
from rules.engine.commands import Command
from rules.engine.facts import Fact, SheetFact
from rules.engine.known import at_rest
from rules.engine.odds import Odds
from rules.engine.sheets import Sheet
from rules.engine.system import System
from rules.engine.table import Table

#: Choices of other commands of a turn that were weighed already, by the number of the guess and the command.
Memory = MutableMapping[tuple[int, str], Aside | None]


@dataclass(frozen=True, slots=True)
class Prospect:
    """A table as somebody knows it, and as it would be for each guess about those whose sheets they may not read."""

    system: System
    known: Table
    guesses: Sequence[Table]
    #: What other commands come to, by guess and name: it may be kept as long as the table stays as it is.
    memory: Memory = field(default_factory=dict)
    #: Whether others may not read a sheet that whoever looks may read.
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
        """With nobody ``closed`` there is nothing to guess."""
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
        """What may come of it: against strangers a range."""
        type(command).possible(self.known)
        return strangers.between([commands.foretell(command, table) for table in self.guesses])

    def advice(self, command: Command) -> Advice | None:
        """Which choice is worth most: against strangers in the middle of that range."""
        listed = self.system.commands
        answers = [command, *advice.instead_of(command, self.known, listed)]
        others = advice.as_well(command, self.known, listed)
        guesses = [
            advice.advise(answers, table, self._asides(place, others)) for place, table in enumerate(self.guesses)
        ]
        return self._explained(advice.in_short(advice.between(guesses)))

    def _explained(self, found: Advice | None) -> Advice | None:
        """With a word on what others are told, or on what is not known, as long as there are closed sheets."""
        if found is None or self.known.encounter is None:
            return found
        if self.is_guessed and not found.sentence.endswith(advice.IN_THE_MIDDLE):
            return replace(found, sentence=f"{found.sentence} {advice.UNREAD}")
        return (
            replace(found, sentence=f"{found.sentence} {advice.OTHERS_UNREAD}") if self.is_closed_to_others else found
        )

    def _asides(self, place: int, others: Sequence[Command]) -> list[Aside]:
        """What else may be done on the turn, by one guess: it hangs on nothing that stands in the form."""
        for other in others:
            if (place, other.name) not in self.memory:
                self.memory[place, other.name] = advice.aside(other, self.guesses[place])
        found = (self.memory[place, other.name] for other in others)
        return [one for one in found if one]


class Resting(ChainMap[str, Sheet]):
    """Sheets at rest before all others: asked for all the time, so that they are looked up at once."""

    def get(self, who: str, default: Any = None) -> Any:
        return self.maps[0].get(who) or super().get(who, default)


class StillTable(Table):
    """A table at which nothing happens."""

    sheets: Resting
    #: The conditions by which sheets hang on each other.
    bonds: Collection[str] = ()

    @classmethod
    def of(cls, table: Table, bonds: Collection[str]) -> "StillTable":
        """The same table, with everybody who is there at rest; by ``bonds`` sheets hang on each other."""
        there = filter(None, (table.actor, *(table.encounter.combatants if table.encounter else ())))
        resting: dict[str, Sheet] = {who: at_rest(sheet) for who in there if (sheet := table.sheets.get(who))}
        still = cls._like(table, table.actor, Resting(resting, table.sheets))
        still.bonds, still.entangled = bonds, _are_bound(resting.values(), bonds)
        return still

    def had_it(self, sheets: Mapping[str, Sheet]) -> "StillTable":
        """The same table, had these people such sheets."""
        return self._once_more(self.actor, self.sheets | {who: at_rest(sheet) for who, sheet in sheets.items()})

    def as_actor(self, who: str) -> "StillTable":
        return self._once_more(who, self.sheets)

    def supposing(self, happens: Callable[[Table], None]) -> "StillTable":
        """Whoever it did not happen to is at rest as before: what is known of them still holds."""
        tried = super().supposing(happens)
        changed = {fact.who: at_rest(tried.sheets[fact.who]) for fact in tried.facts if isinstance(fact, SheetFact)}
        other = self._once_more(self.actor, self.sheets | changed)
        other.encounter, other.entangled = tried.encounter, self.entangled or _are_bound(changed.values(), self.bonds)
        return other

    def alone(self, sheets: dict[str, Sheet]) -> "StillTable":
        """The same table with nobody but them, out of every fight."""
        other = self._once_more(self.actor, Resting(sheets))
        other.encounter = None
        return other

    def happen(self, *happened: Fact) -> None:
        """Whoever asks what may come of something lets nothing happen."""
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
    """Whether numbers of one of them may hang on another sheet."""
    return any(bond in sheet.conditions for bond in bonds for sheet in sheets)
