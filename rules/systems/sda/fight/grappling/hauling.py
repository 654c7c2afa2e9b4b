"""The way of two who are in one grapple: whoever holds takes the other along (SDA-237)."""

from rules.engine.facts import Moved
from rules.engine.ground import place, shifted
from rules.engine.sequence import Step
from rules.engine.table import Table
from rules.systems.sda.fight.grappling.holds import hold_between

#: A step that is still to come: ``{"do": "haul", "by", "on", "towards", "metres"}``.
HAUL = "haul"


def haul(table: Table, step: Step) -> None:
    """Both stand as much farther on; whoever lost their hold on the way takes nobody anywhere."""
    if hold_between(table, step["by"], step["on"]) is None:
        return
    for who in (step["by"], step["on"]):
        end = shifted(place(table, who), step["towards"], step["metres"])
        table.happen(Moved(who, *end, table.combatant(who).facing))
