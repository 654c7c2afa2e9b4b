"""Three styles of fighting: aggressive, cautious, and by the exact odds of one step.

A style decides the choices; the rest of a turn is the same for all. The worth of an attack is counted in shares of the
hit points left: an attack of worth 1 fells its target for sure.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.engine.fight import Pick, Policy, first_by, most_won, possible
from rules.engine.kernel import Table
from rules.systems.kaos.core import chance, own_score
from rules.systems.kaos.fight.actions.melee import MELEE, SHIELD, Attack, MeleeAttack, SurpriseStrike, blow_at
from rules.systems.kaos.fight.actions.shield_bash import FOLLOWS, ShieldBash
from rules.systems.kaos.fight.actions.shooting import MissileAttack
from rules.systems.kaos.fight.base import Arm, Blow, arms, left_of, shield_of, squares_between
from rules.systems.kaos.fight.exchange.effects import past, taken


def gain(table: Table, attack: Attack) -> float:
    """The worth of an attack of the actor, with the shield that may come after it (PCT-028)."""
    trial, blow = attack.aimed(table)
    struck = past(table, blow) * taken(table, blow)
    bashed = _bashed(table, blow) if blow.after == FOLLOWS else 0.0
    return trial.chance * (struck + bashed) / left_of(table.sheet(attack.target))


def _bashed(table: Table, blow: Blow) -> float:
    """The hit points that the shield takes after the weapon has struck: a hard test, and another defence (C-05)."""
    shield = blow_at(table, blow.target, SHIELD)
    return chance(own_score(table.me, MELEE), "hard") * past(table, shield) * taken(table, shield)


# -- every attack ------------------------------------------------------------------------------------------------------


def weighed(table: Table, target: str, *, tricks: bool) -> list[tuple[float, Attack]]:
    """Every attack that the actor can make on a target this turn, with its worth; surprise and shield last."""
    held = arms(table.me).values()
    found: list[Attack] = [MeleeAttack(target, arm.key) for arm in held if arm.is_melee]
    found += [MissileAttack(target, arm.key) for arm in held if arm.flies and may_fly(table, arm)]
    if tricks and squares_between(table, table.actor, target) <= 1:
        found += _tricks(table, target, held)
    return possible(found, lambda attack: gain(table, attack))


def best_attack(table: Table, target: str, *, tricks: bool) -> tuple[float, Attack] | None:
    """The attack worth most, with its worth; of equals the plainest. None without one."""
    return max(weighed(table, target, tricks=tricks), key=lambda one: one[0], default=None)


def may_fly(table: Table, arm: Arm) -> bool:
    """Whether a weapon may be shot or thrown: not the last one that one strikes with."""
    item = table.me.items.get(arm.key)
    return arm.weapon.shot > 0 or not arm.is_melee or item is None or item.count > 1


def _tricks(table: Table, target: str, held: Iterable[Arm]) -> Iterable[Attack]:
    has_shield = shield_of(table.me) is not None
    for arm in held:
        if arm.is_melee and own_score(table.me, "deception"):
            yield SurpriseStrike(target, arm.key)
        if arm.is_melee and has_shield:
            yield ShieldBash(target, arm.key)


@dataclass(frozen=True, slots=True)
class Style:
    """A way of fighting.

    ``pick`` chooses the attack. ``tricks`` are surprise and the shield; ``charges`` runs at foes far away, while others
    approach on guard; ``spares`` keeps the badly hurt out of it while a companion stands: a potion, or full defence.
    """

    policy: Policy
    pick: Pick[Attack]
    tricks: bool
    charges: bool
    spares: bool


def far(table: Table, who: str) -> int:
    return squares_between(table, table.actor, who)


#: The attack on the nearest, of several on the one with the fewest hit points left.
NEAREST: Pick[Attack] = first_by(lambda table, who: (far(table, who), left_of(table.sheet(who))))
#: The attack on the one with the fewest hit points left, of several on the nearest.
WEAKEST: Pick[Attack] = first_by(lambda table, who: (left_of(table.sheet(who)), far(table, who)))
AGGRESSIVE = Style(
    Policy("aggressive", "Aggressive", "Runs at the nearest and strikes at any cost."),
    NEAREST,
    tricks=False,
    charges=True,
    spares=False,
)
CAUTIOUS = Style(
    Policy(
        "cautious",
        "Cautious",
        "Advances on guard and attacks the weakest; when badly hurt, drinks a potion or only defends.",
    ),
    WEAKEST,
    tricks=False,
    charges=False,
    spares=True,
)
ADVISED = Style(
    Policy(
        "advised",
        "By the odds",
        "Follows the exact odds of the next step: target, weapon, shot or blow, surprise, shield.",
    ),
    most_won,
    tricks=True,
    charges=False,
    spares=False,
)
STYLES = (AGGRESSIVE, CAUTIOUS, ADVISED)
