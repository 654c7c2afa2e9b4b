"""Three ways to fight: aggressive, cautious, and by the best advice that the odds of one step give.

A style says what is done with a choice; everything else about a turn or an answer is the same for all (`choosing`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.engine.forecast import Policy
from rules.engine.ground import distance
from rules.engine.sheets import Ask, Sheet
from rules.engine.table import Table
from rules.systems.sda.fight.bleeding import lines
from rules.systems.sda.fight.damage import room
from rules.systems.sda.fight.defending import MeleeDefend
from rules.systems.sda.fight.ground import LONGEST
from rules.systems.sda.fight.hits import Spend
from rules.systems.sda.fight.state import opponents
from rules.systems.sda.fight.tactics import advice

#: Whom to strike at of those in reach; how many of the dice to defend with; which hits go where.
Target = Callable[[Table, str, Sequence[str]], str]
Defence = Callable[[Table, Ask, MeleeDefend], int]
Spending = Callable[[Table, Ask, Spend], Spend]


@dataclass(frozen=True, slots=True)
class Style:
    """What somebody makes of their choices; ``strikes`` at openings, ``spares`` their skin at the cost of armour."""

    policy: Policy
    target: Target
    defence: Defence
    spending: Spending
    strikes: bool
    spares: bool


def health(sheet: Sheet) -> int:
    """The injury boxes that somebody has left on their freest line, and what spirit keeps them going."""
    freest = max((room(line) for line in lines(sheet)), default=0)
    return freest + sheet.now("spirit")


def nearest(table: Table, who: str, there: Sequence[str]) -> str:
    """Whoever stands next to them, of several the one with the least left."""
    return min(there, key=lambda other: (distance(table, who, other), health(table.sheet(other))))


def weakest(table: Table, who: str, there: Sequence[str]) -> str:
    """Whoever has the least left."""
    return min(there, key=lambda other: (health(table.sheet(other)), distance(table, who, other)))


def with_all(table: Table, ask: Ask, most: MeleeDefend) -> int:
    """All dice on the blow at hand."""
    return most.dice


def with_a_share(table: Table, ask: Ask, most: MeleeDefend) -> int:
    """As many dice as leave the same for everybody in reach who may still strike this round."""
    return -(-most.dice // (1 + len(still_to_come(table, ask))))


def still_to_come(table: Table, ask: Ask) -> list[str]:
    """Opponents in reach whose turn comes later in the round."""
    near = {other for other in opponents(table, ask.to) if distance(table, ask.to, other) <= LONGEST}
    near.discard(ask.known["attacker"])
    return [rung.who for rung in table.scene.ladder if not rung.done and rung.who in near]


def by_odds(table: Table, ask: Ask, most: MeleeDefend) -> int:
    """As many dice as bring the most, if all who may still strike do so like this one."""
    return advice.defence(table, ask, most, len(still_to_come(table, ask)))


def into_damage(table: Table, ask: Ask, form: Spend) -> Spend:
    """As the form begins: all hits on damage, wherever it can be done."""
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
    advice.target,
    by_odds,
    advice.spending,
    strikes=True,
    spares=False,
)
#: The first is that of whoever has none.
STYLES = (AGGRESSIVE, CAUTIOUS, ADVISED)
