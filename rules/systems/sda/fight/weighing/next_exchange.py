"""The next exchange of blows between two as they stand, in boxes: its change is the worth of control."""

from rules.engine.fight.ground import distance
from rules.engine.kernel.facts import SceneMemoKept
from rules.engine.kernel.table import Table
from rules.systems.sda.fight.arms import best_arm, melee_pool
from rules.systems.sda.fight.grappling.holds import may_attack
from rules.systems.sda.fight.ground import LONGEST, band_at
from rules.systems.sda.fight.lasting import lost_to_taunt
from rules.systems.sda.fight.maluses import attack_malus
from rules.systems.sda.fight.melee import HIGH_GROUND
from rules.systems.sda.fight.riding.pairs import is_above
from rules.systems.sda.fight.state import is_out
from rules.systems.sda.fight.weighing.duels import blow

#: The sentence of advice about it, and the name of its share.
OF_THE_NEXT = (
    "Control counts by what it changes in the next exchange: your blow at them less theirs at you, each with what "
    "serves best and all dice of a fresh round, met as well as can be, before anybody moves or picks anything up."
)
NEXT = "The next exchange"


def next_exchange(table: Table, who: str, other: str) -> float:
    """Boxes that the best blow of ``who`` at the other is worth, less that of the other at them (SDA-176 to 184).

    Both have all dice; nobody strikes at somebody out of reach or out of the fight.
    """
    return best_blow(table, who, other) - best_blow(table, other, who)


def begin_afresh(table: Table, *people: str) -> None:
    """Give people all their dice and shields again, as in every new round."""
    table.happen(*(SceneMemoKept(f"used.{who}", None) for who in people))


def best_blow(table: Table, who: str, target: str) -> float:
    """Boxes that a blow with the best weapon and all dice is worth; 0 if it would only do harm to the striker."""
    if distance(table, who, target) > LONGEST or is_out(table.sheet(who)) or is_out(table.sheet(target)):
        return 0.0
    arm = best_arm(table, who, band_at(distance(table, who, target)))
    helped = HIGH_GROUND * is_above(table, who, target) - lost_to_taunt(table, who, target)
    pool = melee_pool(table, who, arm, bonus=helped, malus=attack_malus(table, who, target, arm))
    if pool.available <= 0 or not may_attack(table, who, target):
        return 0.0
    now, _ = blow(table, who, target, arm, both=False).split(pool.side(pool.available), None)
    return max(0.0, now)
