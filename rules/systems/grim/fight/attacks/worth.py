"""The worth of a blow for advice: steps on the damage track, and death counted as five more."""

from rules.engine.kernel import Table
from rules.engine.odds import mean
from rules.systems.grim.core import LAST_STEP
from rules.systems.grim.fight.attacks.defences import defences
from rules.systems.grim.fight.base import Blow, is_helpless

STEPS = "Each step of the damage track counts 1, death 5 more."
SHARES = ("They lose",)
OF_ATTACKS = f"Average steps dealt against their best reaction. {STEPS}"


def loss(table: Table, blow: Blow) -> float:
    """The worth that a blow takes that nothing averts."""
    sheet = table.sheet(blow.target)
    if is_helpless(sheet) and not blow.harmless:
        return float(2 * LAST_STEP)
    return mean(blow.steps(sheet)) + LAST_STEP * blow.slays(sheet)


def past(table: Table, blow: Blow) -> float:
    """P(a hit gets past the best reaction of its target)."""
    ways = defences(table, blow)
    return 1 - max((trial.chance for trial in ways.values()), default=0.0)
