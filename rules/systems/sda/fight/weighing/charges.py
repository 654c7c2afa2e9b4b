"""What a charge is worth: how likely it gets there, and what the blow then comes to (SDA-246 to SDA-248, C-35)."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine.facts import Moved
from rules.engine.ground import Point, bearing, place
from rules.engine.odds import Distribution
from rules.engine.table import Table
from rules.systems.sda.fight.arms import Arm
from rules.systems.sda.fight.bleeding import costly
from rules.systems.sda.fight.exchange import CHARGE, Blow, Exchange
from rules.systems.sda.fight.melee import gives_opening
from rules.systems.sda.fight.riding.pairs import carry
from rules.systems.sda.fight.weighing.duels import Duel, blow
from rules.systems.sda.fight.weighing.units import BOXES, RATES, SPIRIT_OF_A_BOX
from rules.systems.sda.pools import Pool
from rules.systems.sda.weighing import Aim

#: What is wanted of a charge.
CHARGED = Aim(
    BOXES,
    "Injury boxes on them less those on you, on average: the chance to get there, and the blow with all dice that "
    "running leaves, if they answer as well as they can. Whoever would only be hurt holds back. "
    f"What others do at openings on the way is not weighed. {RATES}",
    spirit=SPIRIT_OF_A_BOX,
)
#: What is expected of the blow at the end of it.
OF_ITS_BLOW = f"Injury boxes on them less those on you, on average, if they answer as well as they can. {RATES}"
THE_BLOW = "The blow"


def charged(table: Table, target: str, arm: Arm, first: Pool, *, shield: bool = True) -> Duel:
    """The blow at the end of a charge, and what may answer it: both attack, and running up is an opening (SDA-248)."""
    opening = gives_opening(table, Exchange(Blow.of(first, arm, 1, "", shield), target, CHARGE, both=True))
    return blow(table, table.actor, target, arm, both=True, shield=shield, opening=opening)


def arrived(table: Table, who: str, goal: Point, target: str) -> Table:
    """The same table once whoever runs has come so far, with whoever rides on them."""
    there = table.imagined()
    there.happen(Moved(who, *goal, bearing(goal, place(table, target))))
    carry(there, who)
    return there


@dataclass(frozen=True, slots=True)
class Arrival:
    """What waits at the end of a run: ``pool`` is the blow's, by the MoS that running left for it."""

    table: Table
    duel: Duel
    pool: Callable[[int], Pool]

    def worth(self, spare: Distribution, dice: int) -> float:
        """What the blow comes to on average; ``spare`` says how likely so many MoS are left on arrival."""
        return sum(share * self._struck(mos, dice) for mos, share in enumerate(spare) if share)

    def _struck(self, mos: int, dice: int) -> float:
        pool = self.pool(mos)
        ready = min(dice, pool.available - costly(self.table, pool))
        return max(0.0, self.duel.split(pool.side(ready), None)[0]) if ready > 0 else 0.0
