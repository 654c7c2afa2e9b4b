"""Three styles of fighting: aggressive, cautious, and by the best choice that the odds of one step give.

A style makes the choices below; everything else about a turn or an answer is alike for all (`choosing`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.engine.fight.ground import distance
from rules.engine.fight.tactics import Policy
from rules.engine.kernel.sheets import Ask, Sheet
from rules.engine.kernel.table import Table
from rules.systems.sda.fight.actions.hits import Spend
from rules.systems.sda.fight.base.bleeding import lines
from rules.systems.sda.fight.base.ground import LONGEST
from rules.systems.sda.fight.base.state import opponents
from rules.systems.sda.fight.melee.defence import MeleeDefend
from rules.systems.sda.fight.wounds.damage import room
from rules.systems.sda.turns.tactics import best

#: The opponent in reach to strike at; the dice to defend with; the command that spends hits.
Target = Callable[[Table, str, Sequence[str]], str]
Defence = Callable[[Table, Ask, MeleeDefend], int]
Spending = Callable[[Table, Ask, Spend], Spend]


@dataclass(frozen=True, slots=True)
class Style:
    """The choices of somebody in a forecast; it ``strikes`` at openings, and ``spares`` boxes at the cost of armour."""

    policy: Policy
    target: Target
    defence: Defence
    spending: Spending
    strikes: bool
    spares: bool


def health(sheet: Sheet) -> int:
    """Injury boxes that somebody has left on their freest line and points of spirit, added up."""
    freest = max((room(line) for line in lines(sheet)), default=0)
    return freest + sheet.now("spirit")


def nearest(table: Table, who: str, there: Sequence[str]) -> str:
    """The id of the nearest of those ``there``, of equals the one with the least `health`."""
    return min(there, key=lambda other: (distance(table, who, other), health(table.sheet(other))))


def weakest(table: Table, who: str, there: Sequence[str]) -> str:
    """The id of the one with the least `health` of those ``there``, of equals the nearest."""
    return min(there, key=lambda other: (health(table.sheet(other)), distance(table, who, other)))


def with_all(table: Table, ask: Ask, most: MeleeDefend) -> int:
    """All dice, for the blow at hand."""
    return most.dice


def with_a_share(table: Table, ask: Ask, most: MeleeDefend) -> int:
    """An equal share of the dice, rounded up, for this blow and each that may still come this round."""
    return -(-most.dice // (1 + len(still_to_come(table, ask))))


def still_to_come(table: Table, ask: Ask) -> list[str]:
    """The ids of opponents in reach whose turns come later in the round, but for the attacker."""
    near = {other for other in opponents(table, ask.to) if distance(table, ask.to, other) <= LONGEST}
    near.discard(ask.known["attacker"])
    return [rung.who for rung in table.scene.ladder if not rung.done and rung.who in near]


def by_odds(table: Table, ask: Ask, most: MeleeDefend) -> int:
    """Dice that bring most, if all opponents who may still strike do so like this one."""
    return best.defence(table, ask, most, len(still_to_come(table, ask)))


def into_damage(table: Table, ask: Ask, form: Spend) -> Spend:
    """The command as its form begins: all hits on damage, wherever it can be done."""
    return form


AGGRESSIVE = Style(
    Policy("aggressive", "Aggressive", "Goes at the nearest, meets each blow with all dice, strikes at every opening."),
    nearest,
    with_all,
    into_damage,
    strikes=True,
    spares=False,
)
CAUTIOUS = Style(
    Policy("cautious", "Cautious", "Goes at the weakest, keeps dice for every blow to come, lets armour suffer."),
    weakest,
    with_a_share,
    into_damage,
    strikes=False,
    spares=True,
)
ADVISED = Style(
    Policy("advised", "By the odds", "Does what the exact odds of the next step say: target, dice, type of damage."),
    best.target,
    by_odds,
    best.spending,
    strikes=True,
    spares=False,
)
#: All styles; the first is that of somebody for whom none is chosen.
STYLES = (AGGRESSIVE, CAUTIOUS, ADVISED)
