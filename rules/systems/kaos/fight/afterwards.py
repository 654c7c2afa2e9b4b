"""What follows a blow whose attack roll succeeded, once it is settled: a shield bash, another step of a tumble."""

from collections.abc import Callable

from rules.engine.dice import Dice
from rules.engine.odds import Chance
from rules.engine.table import Table
from rules.systems.kaos.fight.blow import Blow
from rules.systems.kaos.fight.state import is_helpless, takes_part

#: By the name that the blow has for it.
AFTERWARDS: dict[str, Callable[[Table, Dice, Blow], None]] = {}
#: What dice decide of it, by the same name; nothing where it only asks.
CHANCES: dict[str, Callable[[Table, Blow], tuple[Chance, ...]]] = {}


def settle(table: Table, dice: Dice, blow: Blow) -> None:
    """The blow is done, whether it hurt or was defended."""
    if _goes_on(table, blow):
        AFTERWARDS[blow.after](table, dice, blow)


def chances_afterwards(table: Table, blow: Blow) -> tuple[Chance, ...]:
    """What dice will decide once the blow is done."""
    foretell = CHANCES.get(blow.after)
    return foretell(table, blow) if foretell and _goes_on(table, blow) else ()


def _goes_on(table: Table, blow: Blow) -> bool:
    """Whether something follows, and whoever struck can still do it."""
    if blow.after not in AFTERWARDS or table.scene.stage != "fighting" or not takes_part(table, blow.attacker):
        return False
    return not is_helpless(table.sheet(blow.attacker))
