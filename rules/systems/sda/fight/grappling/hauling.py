"""The way of two in a grapple: the holder takes the other along (SDA-237)."""

from rules.engine.fight.ground import place, shifted
from rules.engine.fight.sequence import Step
from rules.engine.kernel.facts import Moved
from rules.engine.kernel.table import Table
from rules.systems.sda.fight.grappling.holds import hold_between

#: A step that is still to come: ``{"do": "haul", "by", "on", "towards", "metres"}``.
HAUL = "haul"


def haul(table: Table, step: Step) -> None:
    """Move both in a direction, unless the hold was lost on the way."""
    if hold_between(table, step["by"], step["on"]) is None:
        return
    for who in (step["by"], step["on"]):
        end = shifted(place(table, who), step["towards"], step["metres"])
        table.happen(Moved(who, *end, table.combatant(who).facing))
