"""A weapon in each hand: a second attack on the same turn (SDA-274, C-51)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import distance
from rules.engine.kernel import Choice, NotNow, Refused, Table
from rules.systems.sda.content.equipment import weapon_of
from rules.systems.sda.fight.base import (
    LONGEST,
    UNARMED,
    Arm,
    acting,
    actions_left,
    arm_named,
    band_at,
    melee_pool,
    own_turn,
    spared,
    worth,
)
from rules.systems.sda.fight.base.arms import arms
from rules.systems.sda.fight.melee.attack import MeleeAttack, bought_in_rage, struck_with
from rules.systems.sda.fight.moves import picks
from rules.systems.sda.fight.moves.holds import attackable

#: MoS that the second attack of a turn loses (SDA-274).
SECOND = 1


@dataclass(frozen=True, slots=True)
class SecondAttack(MeleeAttack):
    """Strike with the other hand too: with 1 MoS less, and the dice that the first attack left (SDA-274, SDA-246).

    Both weapons are of the kind that one hand holds.
    """

    name: ClassVar[str] = "melee.second"
    label: ClassVar[str] = "Attack with the other hand"
    handicap: ClassVar[int] = SECOND

    @classmethod
    def possible(cls, table: Table) -> None:
        rung = own_turn(table)
        first = struck_with(table, rung.key)
        if not first:
            raise NotNow("Attack with one weapon first; the other hand strikes after it, once a turn.")
        others = _other_hand(table, first)
        if not others:
            raise NotNow("That takes two weapons in hand that one hand can hold each.")
        if not any(distance(table, table.actor, who) <= LONGEST for who in attackable(table, table.actor)):
            raise NotNow("Nobody is within 3 metres any more.")
        if not any(actions_left(table, melee_pool(table, table.actor, arm)) for arm in others.values()):
            raise NotNow("The first attack took all dice. Keep some back for the other hand next time.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        first = struck_with(table, own_turn(table).key)
        hands = (
            Choice(arm.key, arm.name, melee_pool(table, table.actor, arm).notation)
            for arm in _other_hand(table, first).values()
        )
        return {"target": picks.targets(table), **picks.ways(table), "weapon": tuple(hands)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        near = min(attackable(table, table.actor), key=lambda who: distance(table, table.actor, who))
        arm = _best(table, near)
        pool = melee_pool(table, table.actor, arm)
        most = max(1, spared(table, pool, acting(table, pool.who)))
        return {"target": near, "weapon": arm.key, "dice": most, **bought_in_rage(table, pool)}

    def _arm(self, table: Table) -> Arm:
        far = distance(table, table.actor, self.target)
        if far > LONGEST:
            raise Refused(f"{table.name(self.target)} is {far:g} metres away. Up to 3 can be reached.", "target")
        return arm_named(table.me, self.weapon) if self.weapon else _best(table, self.target)


def _best(table: Table, target: str) -> Arm:
    """The weapon of the other hand that strikes the target best from where the actor stands."""
    band = band_at(distance(table, table.actor, target))
    found = _other_hand(table, struck_with(table, own_turn(table).key)).values()

    def serves(arm: Arm) -> float:
        off = arm.malus_at(band) if band != "far" else 0
        return worth(melee_pool(table, table.actor, arm)) - off

    return max(found, key=serves)


def _other_hand(table: Table, first: str) -> dict[str, Arm]:
    """The weapons for one hand by key, but for the one that struck first; none if that took both hands."""
    fit = {key: arm for key, arm in arms(table.me).items() if key != UNARMED and _for_one_hand(table, key)}
    return {key: arm for key, arm in fit.items() if key != first} if first in fit else {}


def _for_one_hand(table: Table, key: str) -> bool:
    item = table.me.items.get(key)
    weapon = weapon_of(item) if item else None
    return weapon is not None and "two_handed" not in weapon.specials
