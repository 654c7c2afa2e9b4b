"""Three styles of fighting: aggressive, cautious, and by the exact odds of one exchange.

A style decides the choices; the rest of a turn is the same for all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.engine.fight import Policy, possible
from rules.engine.kernel import Table
from rules.systems.fortune.core import HEALTH, STAMINA, arms, best_arm
from rules.systems.fortune.fight.actions.attacks import Attack
from rules.systems.fortune.fight.base import feet_between
from rules.systems.fortune.fight.exchange.worth import worth_of_attack


def gain(table: Table, attack: Attack) -> float:
    """The worth of an attack, less what counter moves cost."""
    trial, blow = attack.aimed(table)
    return sum(worth_of_attack(table, blow, trial))


def plain_attack(table: Table, target: str) -> tuple[float, Attack] | None:
    """The attack with the arm that hurts most; None if none serves."""
    arm = best_arm(table.me, feet_between(table, table.actor, target))
    return (0.0, Attack(target, arm.key)) if arm else None


def best_attack(table: Table, target: str) -> tuple[float, Attack] | None:
    """The attack worth most on somebody, with its worth; None without one."""
    feet = feet_between(table, table.actor, target)
    able = [Attack(target, arm.key) for arm in arms(table.me).values() if arm.serves(feet)]
    return max(possible(able, lambda attack: gain(table, attack)), key=lambda one: one[0], default=None)


#: A function for the best attack on somebody, with its worth; None if they are out of reach.
Weigh = Callable[[str], tuple[float, Attack] | None]
#: A function for the attack to make, on one of those who can still fight.
Pick = Callable[[Table, Sequence[str], Weigh], Attack | None]


@dataclass(frozen=True, slots=True)
class Style:
    """A way of fighting.

    ``pick`` chooses the attack. ``risks`` strikes in every clash, and ``reckons`` where that is worth it; others hold
    back. ``charges`` sprints at foes far away, ``spares`` defends when badly hurt while a companion stands.
    """

    policy: Policy
    pick: Pick
    risks: bool
    reckons: bool
    charges: bool
    spares: bool


def strength(table: Table, who: str) -> int:
    """The Health and Stamina that somebody has left."""
    return table.sheet(who).now(HEALTH) + table.sheet(who).now(STAMINA)


def nearest(table: Table, foes: Sequence[str], weigh: Weigh) -> Attack | None:
    """The attack on the nearest, of several on the weakest."""
    far = {who: feet_between(table, table.actor, who) for who in foes}
    return _first(sorted(foes, key=lambda who: (far[who], strength(table, who))), weigh)


def weakest(table: Table, foes: Sequence[str], weigh: Weigh) -> Attack | None:
    """The attack on the weakest, of several on the nearest."""
    far = {who: feet_between(table, table.actor, who) for who in foes}
    return _first(sorted(foes, key=lambda who: (strength(table, who), far[who])), weigh)


def most_won(table: Table, foes: Sequence[str], weigh: Weigh) -> Attack | None:
    """The attack that takes most, less what it costs."""
    able = [found for who in foes if (found := weigh(who))]
    return max(able, key=lambda found: found[0])[1] if able else None


def _first(foes: Sequence[str], weigh: Weigh) -> Attack | None:
    """The attack on the first of them who can be reached; None if nobody can."""
    return next((found[1] for who in foes if (found := weigh(who))), None)


AGGRESSIVE = Style(
    Policy("aggressive", "Aggressive", "Sprints at the nearest, and strikes in every clash, whatever it costs."),
    nearest,
    risks=True,
    reckons=False,
    charges=True,
    spares=False,
)
CAUTIOUS = Style(
    Policy(
        "cautious",
        "Cautious",
        "Goes at the weakest and holds back in clashes; badly hurt, defends while others fight.",
    ),
    weakest,
    risks=False,
    reckons=False,
    charges=False,
    spares=True,
)
ADVISED = Style(
    Policy("advised", "By the odds", "Does what the exact odds of the next exchange say, in clashes as well."),
    most_won,
    risks=False,
    reckons=True,
    charges=True,
    spares=False,
)
STYLES = (AGGRESSIVE, CAUTIOUS, ADVISED)
