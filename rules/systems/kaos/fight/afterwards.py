"""Consequences of a blow whose attack roll succeeded, once it is settled: a shield bash, another step of a tumble."""

from collections.abc import Callable

from rules.engine.kernel.dice import Dice
from rules.engine.kernel.table import Table
from rules.engine.odds import Chance
from rules.systems.kaos.fight.blow import Blow
from rules.systems.kaos.fight.state import is_helpless, takes_part

#: Functions that go on after a settled blow, by the name in its ``after``.
AFTERWARDS: dict[str, Callable[[Table, Dice, Blow], None]] = {}
#: Functions that give the chances of what comes after a blow, by that name; none where it only asks.
CHANCES: dict[str, Callable[[Table, Blow], tuple[Chance, ...]]] = {}


def settle(table: Table, dice: Dice, blow: Blow) -> None:
    """Go on after a blow that is settled, whether it hurt or was defended."""
    if _goes_on(table, blow):
        AFTERWARDS[blow.after](table, dice, blow)


def chances_afterwards(table: Table, blow: Blow) -> tuple[Chance, ...]:
    """The chances of what dice will decide once the blow is settled; empty if they decide nothing."""
    foretell = CHANCES.get(blow.after)
    return foretell(table, blow) if foretell and _goes_on(table, blow) else ()


def _goes_on(table: Table, blow: Blow) -> bool:
    """Whether something comes after the blow, and the attacker can still do it."""
    if blow.after not in AFTERWARDS or table.scene.stage != "fighting" or not takes_part(table, blow.attacker):
        return False
    return not is_helpless(table.sheet(blow.attacker))
