"""A weapon in each hand: a second attack on the same turn (SDA-274, C-51)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import distance
from rules.engine.kernel import Choice, NotNow, Table
from rules.systems.sda.content.equipment import weapon_of
from rules.systems.sda.fight.base import (
    UNARMED,
    Arm,
    actions_left,
    arms,
    band_at,
    melee_pool,
    own_turn,
    worth,
)
from rules.systems.sda.fight.melee.attack import MeleeAttack, struck_with
from rules.systems.sda.fight.moves import targets, ways, within_reach

#: MoS that the second attack of a turn loses (SDA-274).
SECOND = 1


@dataclass(frozen=True, slots=True, kw_only=True)
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
            raise NotNow("Attack with one weapon first; then the other hand, once a turn.")
        others = _other_hand(table, first)
        if not others:
            raise NotNow("You need two one-handed weapons in hand.")
        if not within_reach(table):
            raise NotNow("Nobody is within 3 metres any more.")
        if not any(actions_left(table, melee_pool(table, table.actor, arm)) for arm in others.values()):
            raise NotNow("No dice left. Keep some back for the other hand next time.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        first = struck_with(table, own_turn(table).key)
        hands = (
            Choice(arm.key, arm.name, melee_pool(table, table.actor, arm).notation)
            for arm in _other_hand(table, first).values()
        )
        return {"target": targets(table), **ways(table), "weapon": tuple(hands)}

    @classmethod
    def _best_arm(cls, table: Table, target: str) -> Arm:
        """The weapon of the other hand that strikes the target best from where the actor stands."""
        band = band_at(distance(table, table.actor, target))

        def serves(arm: Arm) -> float:
            off = arm.malus_at(band) if band != "far" else 0
            return worth(melee_pool(table, table.actor, arm)) - off

        return max(_other_hand(table, struck_with(table, own_turn(table).key)).values(), key=serves)


def _other_hand(table: Table, first: str) -> dict[str, Arm]:
    """The weapons for one hand by key, but for the one that struck first; none if that took both hands."""
    fit = {key: arm for key, arm in arms(table.me).items() if key != UNARMED and _for_one_hand(table, key)}
    return {key: arm for key, arm in fit.items() if key != first} if first in fit else {}


def _for_one_hand(table: Table, key: str) -> bool:
    item = table.me.items.get(key)
    weapon = weapon_of(item) if item else None
    return weapon is not None and "two_handed" not in weapon.specials
