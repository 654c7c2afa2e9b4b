"""People in stored facts are ids: whoever is named in a text of a game's own would be named to everybody."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace

from rules import codec
from rules.engine.kernel import Begun, Command, Dice, Fact, Refused, Table, TextChanged
from tests.rules.legal_play import LegalPlay

Perform = Callable[[Command, Table, Dice], None]
#: A name that stands in no text of any game, before the id of whoever bears it.
NAME = "Zaunkoenig "
#: The facts that hold what people write: a sheet as it began, and the texts on it.
WRITTEN = (Begun, TextChanged)


def naming(happened: Iterable[Fact]) -> list[Fact]:
    """The facts in which a game names somebody of that name."""
    return [fact for fact in happened if not isinstance(fact, WRITTEN) and NAME in codec.dump(fact)]


class Renamed(LegalPlay):
    """Random legal play of people of that name."""

    def _begin(self) -> list[Fact]:
        return [_renamed(fact) if isinstance(fact, Begun) else fact for fact in super()._begin()]


def _renamed(fact: Begun) -> Begun:
    return replace(fact, sheet=replace(fact.sheet, name=NAME + fact.who))


def performed_by_others(perform: Perform, command: Command, table: Table, dice: Dice) -> list[Fact]:
    """The facts of a command at a copy of the table where all have that name, with the dice as they fall."""
    others = table.imagined()
    for who in table.sheets:
        others.sheets[who].name = NAME + who
    with suppress(Refused):
        perform(command, others, deepcopy(dice))
    return others.facts
