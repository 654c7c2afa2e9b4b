"""Three styles of fighting: aggressive, cautious, and by the exact odds of one step.

A style decides the choices; the rest of a turn is the same for all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.engine.fight.tactics import Policy
from rules.engine.kernel.table import Table
from rules.systems.kaos.fight.base.harm import left_of
from rules.systems.kaos.fight.base.squares import squares_between
from rules.systems.kaos.fight.tactics.worth import Attack

#: A function for the best attack on somebody, with its worth; None if they are out of reach.
Weigh = Callable[[str], tuple[float, Attack] | None]
#: A function for the attack to make, on one of those who can still fight.
Pick = Callable[[Table, Sequence[str], Weigh], Attack | None]


@dataclass(frozen=True, slots=True)
class Style:
    """A way of fighting.

    ``pick`` chooses the attack. ``tricks`` are surprise and the shield; ``charges`` runs at foes far away, while others
    approach on guard; ``spares`` keeps the badly hurt out of it while a companion stands: a potion, or full defence.
    """

    policy: Policy
    pick: Pick
    tricks: bool
    charges: bool
    spares: bool


def nearest(table: Table, foes: Sequence[str], weigh: Weigh) -> Attack | None:
    """The attack on the nearest, of several on the one with the fewest hit points left."""
    far = {who: squares_between(table, table.actor, who) for who in foes}
    return _first(sorted(foes, key=lambda who: (far[who], left_of(table.sheet(who)))), weigh)


def weakest(table: Table, foes: Sequence[str], weigh: Weigh) -> Attack | None:
    """The attack on the one with the fewest hit points left, of several on the nearest."""
    far = {who: squares_between(table, table.actor, who) for who in foes}
    return _first(sorted(foes, key=lambda who: (left_of(table.sheet(who)), far[who])), weigh)


def most_taken(table: Table, foes: Sequence[str], weigh: Weigh) -> Attack | None:
    """The attack that takes the largest share of its target's hit points left."""
    able = [found for who in foes if (found := weigh(who))]
    return max(able, key=lambda found: found[0])[1] if able else None


def _first(foes: Sequence[str], weigh: Weigh) -> Attack | None:
    """The attack on the first of them who can be reached; None if nobody can."""
    return next((found[1] for who in foes if (found := weigh(who))), None)


AGGRESSIVE = Style(
    Policy("aggressive", "Aggressive", "Runs at the nearest and strikes, whatever it costs."),
    nearest,
    tricks=False,
    charges=True,
    spares=False,
)
CAUTIOUS = Style(
    Policy(
        "cautious",
        "Cautious",
        "Comes on guard, goes at the weakest; badly hurt, drinks a potion or only defends while others fight.",
    ),
    weakest,
    tricks=False,
    charges=False,
    spares=True,
)
ADVISED = Style(
    Policy(
        "advised",
        "By the odds",
        "Does what the exact odds of the next step say: target, weapon, shot or blow, surprise, the shield after it.",
    ),
    most_taken,
    tricks=True,
    charges=False,
    spares=False,
)
STYLES = (AGGRESSIVE, CAUTIOUS, ADVISED)
