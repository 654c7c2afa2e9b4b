"""Three styles of fighting: aggressive, cautious, and by the exact odds of one step.

A style decides the choices; the rest of a turn is the same for all. The worth of an attack is counted in steps of the
damage track, and that of a plan is less by what the action points that it takes would have saved as reactions.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from rules.engine.fight import Policy, possible
from rules.engine.kernel import Table
from rules.systems.grim.core import DAMAGE, LAST_STEP, level
from rules.systems.grim.fight.actions.readiness import PER_POINT
from rules.systems.grim.fight.attacks.aims import Attack
from rules.systems.grim.fight.attacks.defences import loss, past
from rules.systems.grim.fight.attacks.outlook import attacks, price, saved
from rules.systems.grim.fight.base import (
    ap_left,
    is_helpless,
    yards_between,
)

#: The part of the body that a called shot aims at at no difficulty (GRM-046).
BODY = "body"


def steps_left(table: Table, who: str) -> int:
    """The steps that somebody can go on the damage track before they die."""
    return LAST_STEP - level(table.sheet(who), DAMAGE)


def gain(table: Table, attack: Attack, aim: int = 0) -> float:
    """The steps that an attack of the actor takes on average, after so many action points of aiming (GRM-117)."""
    trial, blow = attack.aimed(table)
    worth = loss(table, blow)
    if is_helpless(table.sheet(blow.target)):
        return worth
    critical, plain, _, _ = trial.shares
    more = min(PER_POINT * aim, 99 - trial.total) / 100
    return (critical + (plain + more) * past(table, blow)) * worth


# -- every attack ------------------------------------------------------------------------------------------------------

#: An attack with the action points of aiming that come before it, and its worth.
Plan = tuple[float, Attack, int]


def plans(table: Table, target: str, *, tricks: bool) -> list[Plan]:
    """Every attack that the actor can make on a target this turn; with ``tricks`` also called and aimed ones."""
    found = [(worth, attack, 0) for worth, attack in possible(attacks(table, [target]), lambda one: gain(table, one))]
    return [*found, *_tricky(table, target, found)] if tricks and found else found


def _tricky(table: Table, target: str, found: Iterable[Plan]) -> Iterable[Plan]:
    """Aimed attacks, and shots at the body that nobody dodges or parries, as far as the action points go."""
    saves, left = saved(table), ap_left(table)
    best = max(found, key=lambda plan: plan[0])[1]
    called = type(best)(target, best.weapon, location=BODY)
    for attack in (best, called):
        for aim in range(3):
            points = attack.price() + aim
            if points <= left and (aim or attack is called):
                less = price(table, points, saves) - price(table, best.price(), saves)
                yield from (
                    (worth - less, one, aim) for worth, one in possible([attack], partial(gain, table, aim=aim))
                )


#: A function for the best plan against somebody; None if they are out of reach.
Weigh = Callable[[str], Plan | None]
#: A function for the plan to follow, against one of those who can still fight.
Pick = Callable[[Table, Sequence[str], Weigh], Plan | None]


@dataclass(frozen=True, slots=True)
class Style:
    """A way of fighting.

    ``pick`` chooses the attack, which is called or aimed where ``tricks`` has it so. ``aims`` spends what is left on
    aiming, ``charges`` runs at foes far away; ``spares`` keeps the badly hurt out of it while a companion stands, and
    ``lucky`` spends Fortune.
    """

    policy: Policy
    pick: Pick
    tricks: bool = False
    aims: bool = False
    charges: bool = False
    spares: bool = False
    lucky: bool = False


def nearest(table: Table, foes: Sequence[str], weigh: Weigh) -> Plan | None:
    """The attack on the nearest, of several on the one closest to death."""
    far = {who: yards_between(table, table.actor, who) for who in foes}
    return _first(sorted(foes, key=lambda who: (far[who], steps_left(table, who))), weigh)


def weakest(table: Table, foes: Sequence[str], weigh: Weigh) -> Plan | None:
    """The attack on the one closest to death, of several on the nearest."""
    far = {who: yards_between(table, table.actor, who) for who in foes}
    return _first(sorted(foes, key=lambda who: (steps_left(table, who), far[who])), weigh)


def most_taken(table: Table, foes: Sequence[str], weigh: Weigh) -> Plan | None:
    """The attack that takes most steps on average."""
    able = [found for who in foes if (found := weigh(who))]
    return max(able, key=lambda found: found[0]) if able else None


def _first(foes: Sequence[str], weigh: Weigh) -> Plan | None:
    return next((found for who in foes if (found := weigh(who))), None)


AGGRESSIVE = Style(
    Policy("aggressive", "Aggressive", "Charges the nearest, aims with the AP left, keeps nothing back."),
    nearest,
    aims=True,
    charges=True,
)
CAUTIOUS = Style(
    Policy(
        "cautious",
        "Cautious",
        "Attacks the weakest and keeps AP for reactions; when badly hurt, only defends.",
    ),
    weakest,
    spares=True,
    lucky=True,
)
ADVISED = Style(
    Policy(
        "advised",
        "By the odds",
        "Follows the exact odds of the next step: target, weapon, aim, called shots, AP for reactions.",
    ),
    most_taken,
    tricks=True,
    charges=True,
    lucky=True,
)
STYLES = (AGGRESSIVE, CAUTIOUS, ADVISED)
