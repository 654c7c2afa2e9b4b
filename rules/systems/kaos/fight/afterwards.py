"""What follows a blow whose attack roll succeeded, once it is settled: a shield bash, another step of a tumble."""

from collections.abc import Callable

from rules.engine.dice import Dice
from rules.engine.table import Table
from rules.systems.kaos.fight.blow import Blow
from rules.systems.kaos.fight.state import is_helpless, takes_part

#: By the name that the blow has for it.
AFTERWARDS: dict[str, Callable[[Table, Dice, Blow], None]] = {}


def settle(table: Table, dice: Dice, blow: Blow) -> None:
    """The blow is done, whether it hurt or was defended."""
    follows = AFTERWARDS.get(blow.after)
    if follows is None or table.scene.stage != "fighting" or not takes_part(table, blow.attacker):
        return
    if not is_helpless(table.sheet(blow.attacker)):
        follows(table, dice, blow)
