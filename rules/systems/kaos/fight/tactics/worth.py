"""The worth of an attack in this one step: exact, from the distributions of the odds.

Worth is counted in shares of the hit points left: an attack of worth 1 fells its target for sure.
"""

from collections.abc import Iterable

from rules.engine.kernel.refusals import Refused
from rules.engine.kernel.table import Table
from rules.systems.kaos.core.chances import chance
from rules.systems.kaos.core.trials import own_score
from rules.systems.kaos.fight.actions.bash import FOLLOWS, ShieldBash
from rules.systems.kaos.fight.actions.melee import MELEE, SHIELD, MeleeAttack, SurpriseStrike, blow_at
from rules.systems.kaos.fight.actions.shooting import MissileAttack
from rules.systems.kaos.fight.base.arms import Arm, arms, shield_of
from rules.systems.kaos.fight.base.blow import Blow
from rules.systems.kaos.fight.base.harm import left_of
from rules.systems.kaos.fight.base.squares import squares_between
from rules.systems.kaos.fight.exchange.stakes import past, taken

Attack = MeleeAttack | MissileAttack | SurpriseStrike | ShieldBash


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
    worth = ((_worth(table, attack), attack) for attack in found)
    return [(value, attack) for value, attack in worth if value is not None]


def _worth(table: Table, attack: Attack) -> float | None:
    """The worth of an attack; None if it cannot be made."""
    try:
        return gain(table, attack)
    except Refused:
        return None


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
