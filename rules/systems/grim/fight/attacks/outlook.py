"""The outlook of a turn, for advice: attacks that can be made from here, and what action points save as reactions.

All of it is counted in steps of the damage track, as attacks are.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from rules.engine.kernel import Refused, Table
from rules.systems.grim.core import state_with
from rules.systems.grim.fight.attacks.aims import Attack
from rules.systems.grim.fight.attacks.defences import loss, past, toll
from rules.systems.grim.fight.attacks.melee import MeleeAttack, opportunity
from rules.systems.grim.fight.attacks.shooting import RangedAttack
from rules.systems.grim.fight.base import (
    Arm,
    ap_left,
    engaged,
    is_helpless,
    is_out,
    opponents,
    ranged,
    refuse_second_attack,
    renew_all,
)


def attacks(table: Table, whom: Iterable[str]) -> list[Attack]:
    """Every plain attack of the actor on some people, whether or not it reaches."""
    near, far = MeleeAttack.arms(table), [arm for arm in ranged(table.me) if may_fly(table, arm)]
    return [
        kind(who, arm.key) for who in whom for kind, held in ((MeleeAttack, near), (RangedAttack, far)) for arm in held
    ]


def may_fly(table: Table, arm: Arm) -> bool:
    """Whether a weapon may be shot or thrown: not the last one that one strikes with."""
    item = table.me.items.get(arm.key)
    return not arm.is_melee or item is None or item.count > 1


def best_of_turn(table: Table) -> float:
    """The steps that the best of the usual attacks takes that are left to the actor this turn; 0 without one (D-1)."""
    with suppress(Refused):
        refuse_second_attack(table)
        usual = (usual_attack(table, foe) for foe in opponents(table, table.actor))
        return max((attack.worth(table) for attack in usual if attack), default=0.0)
    return 0.0


def rested(table: Table) -> Table:
    """The table with the action points of a turn for everybody, and a turn used for nothing yet: of attacks to come."""

    return table.supposing(renew_all)


def usual_attack(table: Table, who: str) -> Attack | None:
    """The actor's attack on somebody with the weapon that hurts most of those that reach, in melee before shots.

    None where nothing serves from here.
    """
    for kind in (MeleeAttack, RangedAttack):
        with suppress(Refused):
            return kind(who, kind.usual(table, [who])[1].key)
    return None


def hardest(table: Table, who: str) -> tuple[Table, Attack] | None:
    """The usual attack of a foe that takes most of somebody, with that foe's table; None where nobody reaches them."""
    found: dict[float, tuple[Table, Attack]] = {}
    for foe in able_to_act(table, opponents(table, who)):
        theirs = table.as_actor(foe)
        if attack := usual_attack(theirs, who):
            found.setdefault(attack.worth(theirs), (theirs, attack))
    return found[max(found)] if found else None


def able_to_act(table: Table, foes: Iterable[str]) -> list[str]:
    """Ids of those who can act, of some people."""
    return [foe for foe in foes if not is_out(table.sheet(foe)) and not state_with(table.sheet(foe), "no_actions")]


def saved(table: Table) -> list[float]:
    """Steps that each reaction saves the actor until their next turn, from the worst foe beside them down."""
    at = rested(table)
    near = able_to_act(table, engaged(table, table.actor))
    found = (strike for foe in near if (strike := strike_at(at.as_actor(foe), table.actor)))
    return sorted((averted for _, averted in found), reverse=True)


def strike_at(table: Table, who: str) -> tuple[float, float] | None:
    """The steps that the actor's usual attack takes of somebody who does not react, and those that a reaction averts.

    None where nothing serves from here.
    """
    attack = usual_attack(table, who)
    if attack is None:
        return None
    trial, blow = attack.aimed(table)
    takes = toll(table, trial, blow)
    averts = 0.0 if is_helpless(table.sheet(who)) else trial.shares[1] * (1 - past(table, blow)) * loss(table, blow)
    return takes + averts, averts


def struck(table: Table, foe: str) -> float:
    """The steps that a foe takes of the actor on average, if the actor gives them an opening (GRM-122)."""
    found = opportunity(table.as_actor(foe), foe, table.actor)
    return toll(table, *found) if found else 0.0


def price(table: Table, points: int, saves: Sequence[float]) -> float:
    """The steps that action points would have saved as reactions, of those that are left."""
    left = ap_left(table)
    return sum(saves[max(0, left - points) : left])
