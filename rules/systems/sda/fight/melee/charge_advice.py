"""The worth of a charge: the chance to get there, and the blow at its end (SDA-246 to SDA-248, C-35)."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine.fight.ground import Point, bearing, place
from rules.engine.kernel.facts import Moved
from rules.engine.kernel.table import Table
from rules.engine.odds import Distribution
from rules.systems.sda.core.rolls.mounts import carry
from rules.systems.sda.core.rolls.pools import Pool
from rules.systems.sda.core.rolls.valuation import Aim
from rules.systems.sda.fight.advice.duels import Duel, blow
from rules.systems.sda.fight.base.arms import Arm
from rules.systems.sda.fight.base.bleeding import costly
from rules.systems.sda.fight.blows.exchange import CHARGE, Blow, Exchange
from rules.systems.sda.fight.melee.attack import gives_opening
from rules.systems.sda.fight.wounds.valuation import BOXES, RATES, SPIRIT_OF_A_BOX

#: The aim by which a charge is weighed.
CHARGED = Aim(
    BOXES,
    "Injury boxes on them less those on you, on average: the chance to get there, and the blow with all dice that "
    "running leaves, if they answer as well as they can. Whoever would only be hurt holds back. "
    f"What others do at openings on the way is not weighed. {RATES}",
    spirit=SPIRIT_OF_A_BOX,
)
#: The sentence of advice about the blow at its end, and the name of its share.
OF_ITS_BLOW = f"Injury boxes on them less those on you, on average, if they answer as well as they can. {RATES}"
THE_BLOW = "The blow"


def charged(table: Table, target: str, arm: Arm, first: Pool, *, shield: bool = True) -> Duel:
    """The duel at the end of a charge, in which both attack and running up is an opening (SDA-248)."""
    opening = gives_opening(table, Exchange(Blow.of(first, arm, 1, "", shield), target, CHARGE, both=True))
    return blow(table, table.actor, target, arm, both=True, shield=shield, opening=opening)


def arrived(table: Table, who: str, goal: Point, target: str) -> Table:
    """The imagined table once the runner, with a rider, stands at the goal and faces the target."""
    there = table.imagined()
    there.happen(Moved(who, *goal, bearing(goal, place(table, target))))
    carry(there, who)
    return there


@dataclass(frozen=True, slots=True)
class Arrival:
    """The end of a run: the duel there, and the ``pool`` of the blow by the MoS that running left for it."""

    table: Table
    duel: Duel
    pool: Callable[[int], Pool]

    def worth(self, spare: Distribution, dice: int) -> float:
        """The mean worth of the blow in boxes; ``spare`` are the chances to arrive with 0, 1, 2 ... MoS left."""
        return sum(share * self._struck(mos, dice) for mos, share in enumerate(spare) if share)

    def _struck(self, mos: int, dice: int) -> float:
        pool = self.pool(mos)
        ready = min(dice, pool.available - costly(self.table, pool))
        return max(0.0, self.duel.split(pool.side(ready), None)[0]) if ready > 0 else 0.0
