"""The worth of a spell that hurts, for advice: hit points less willpower (DRB-023, D-4)."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.engine.kernel.table import Table
from rules.engine.kernel.valuation import Weighing, Worth
from rules.systems.dragonbane.core.checks import Check
from rules.systems.dragonbane.fight.base.aiming import called
from rules.systems.dragonbane.fight.base.blow import Blow
from rules.systems.dragonbane.fight.base.odds import succeeds
from rules.systems.dragonbane.fight.base.valuation import HIT_POINTS, MEASURE, loss

SHARES = ("They lose", "Willpower")
OF_SPELLS = (
    "What they lose on average, if they do nothing against it, less the willpower. What a Dragon or a Demon adds is "
    f"left out. {MEASURE}"
)
OF_DRAGONS = f"What they lose on average, if they do nothing against it, and willpower given back. {MEASURE}"
Aimed = Callable[[Any], tuple[Check, Blow, int]]


def of_spell(table: Table, aimed: Aimed, whom: Sequence[str], most: int) -> Weighing:
    """Targets and power levels weighed; ``aimed`` gives roll, blow and price, ``most`` is the top level (DRB-023)."""

    def worth(chosen: Any) -> Worth:
        check, blow, price = aimed(chosen)
        return succeeds(check) * loss(table, blow), -float(price)

    def said(chosen: Any) -> str:
        level = f", power level {chosen.power}" if most > 1 else ""
        return f"{called(table, chosen.target)}{level}"

    upto, among = {"power": most}, {"target": whom}
    return Weighing(("power", "target"), HIT_POINTS, OF_SPELLS, worth, SHARES, upto, said, among)


def of_effects(table: Table, chosen_blow: Callable[[Any], Blow], back: Callable[[Any], int]) -> Weighing:
    """A Dragon's effects on a spell weighed: twice as much, or its willpower back (D-4)."""

    def worth(chosen: Any) -> Worth:
        return loss(table, chosen_blow(chosen)), float(back(chosen))

    return Weighing(("effect",), HIT_POINTS, OF_DRAGONS, worth, SHARES)
