"""What an attack is worth in this one step: exact, from the same distributions as the odds.

Worth is counted in shares of what somebody has left: an attack that is worth 1 fells its target for sure.
"""

from collections.abc import Iterable

from rules.engine.refusals import Refused
from rules.engine.sheets import Sheet
from rules.engine.table import Table
from rules.systems.kaos import health
from rules.systems.kaos.fight.arms import Arm, arms, shield_of
from rules.systems.kaos.fight.attack import past
from rules.systems.kaos.fight.bash import FOLLOWS, ShieldBash
from rules.systems.kaos.fight.blow import Blow
from rules.systems.kaos.fight.defence import score_against
from rules.systems.kaos.fight.melee import MELEE, SHIELD, MeleeAttack, SurpriseStrike, blow_at
from rules.systems.kaos.fight.piercing import expected_harm
from rules.systems.kaos.fight.shooting import MissileAttack
from rules.systems.kaos.fight.squares import squares_between
from rules.systems.kaos.fight.state import is_helpless
from rules.systems.kaos.trials import Trial, own_score

Attack = MeleeAttack | MissileAttack | SurpriseStrike | ShieldBash


def left_of(sheet: Sheet) -> int:
    """The hit points that somebody can lose before they fall (PCT-016)."""
    return max(1, health.hp(sheet) + sheet.now(health.TEMPORARY))


def toll(table: Table, blow: Blow) -> float:
    """The share of what the target has left that a blow takes on average, once it is past the defence (PCT-014)."""
    left = left_of(table.sheet(blow.target))
    return sum(share * min(lost, left) for lost, share in enumerate(expected_harm(table, blow))) / left


def through(table: Table, trial: Trial, blow: Blow) -> float:
    """P(an attack strikes, and gets past a defence roll) (PCT-011, PCT-012)."""
    target = table.sheet(blow.target)
    return trial.chance if is_helpless(target) else past(trial, score_against(target, blow))


def gain(table: Table, attack: Attack) -> float:
    """What an attack of the actor is worth, with the shield that may follow it (PCT-028)."""
    trial, blow = attack.aimed(table)
    found = through(table, trial, blow) * toll(table, blow)
    return found + trial.chance * _bashed(table, blow) if blow.after == FOLLOWS else found


def _bashed(table: Table, blow: Blow) -> float:
    """What the shield is worth once the weapon has struck: a hard test, and another defence (C-05)."""
    shield = blow_at(table, blow.target, SHIELD)
    trial = Trial(table.actor, "", own_score(table.me, MELEE), "hard")
    return through(table, trial, shield) * toll(table, shield)


# -- every attack ------------------------------------------------------------------------------------------------------


def weighed(table: Table, target: str, *, tricks: bool) -> list[tuple[float, Attack]]:
    """Every attack that the actor can make at somebody this turn, with what it is worth; surprise and shield last."""
    held = arms(table.me).values()
    found: list[Attack] = [MeleeAttack(target, arm.key) for arm in held if arm.is_melee]
    found += [MissileAttack(target, arm.key) for arm in held if arm.flies and may_fly(table, arm)]
    if tricks and squares_between(table, table.actor, target) <= 1:
        found += _tricks(table, target, held)
    worth = ((_worth(table, attack), attack) for attack in found)
    return [(value, attack) for value, attack in worth if value is not None]


def _worth(table: Table, attack: Attack) -> float | None:
    """What an attack is worth; None where it cannot be made."""
    try:
        return gain(table, attack)
    except Refused:
        return None


def best_attack(table: Table, target: str, *, tricks: bool) -> tuple[float, Attack] | None:
    """The attack that is worth most, and how much; of equals the plainest."""
    return max(weighed(table, target, tricks=tricks), key=lambda one: one[0], default=None)


def may_fly(table: Table, arm: Arm) -> bool:
    """Nobody throws the weapon that they strike with, unless they have several."""
    item = table.me.items.get(arm.item)
    return arm.weapon.shot > 0 or not arm.is_melee or item is None or item.count > 1


def _tricks(table: Table, target: str, held: Iterable[Arm]) -> Iterable[Attack]:
    has_shield = shield_of(table.me) is not None
    for arm in held:
        if arm.is_melee and own_score(table.me, "deception"):
            yield SurpriseStrike(target, arm.key)
        if arm.is_melee and has_shield:
            yield ShieldBash(target, arm.key)
