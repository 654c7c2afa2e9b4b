"""A second blow in a turn at another enemy, by the ability that allows it (DRB-022)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, NotNow, Refused, Table
from rules.engine.odds import Odds
from rules.systems.dragonbane.core import Check, affordable, call_upon, price_of_use, refuse_unpaid, refuse_without
from rules.systems.dragonbane.fight.attacks.attack import MeleeAttack
from rules.systems.dragonbane.fight.base import Arm, apart, is_able, opponents, own_turn, reach_of, reaching, use, used

AGAIN = "second_strike"


@dataclass(frozen=True, slots=True)
class SecondStrike(MeleeAttack):
    """After an attack hand to hand, strike at another enemy in reach: willpower, and no action (DRB-022, DRB-011)."""

    name: ClassVar[str] = "melee.second"
    label: ClassVar[str] = "Strike again"

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_without(table.me, AGAIN, "You have no ability to strike twice. Attack once.")
        now = used(table, table.actor)
        if not now.struck:
            raise NotNow("Make a melee attack first; the second follows.")
        if now.again:
            raise NotNow("You have struck twice already. Move, take a free action, or end your turn.")
        if not _others(table):
            raise NotNow("No other enemy in reach. Move closer, or end your turn.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        offered = MeleeAttack.choices(table)
        return {**offered, "target": tuple(one for one in offered["target"] if one.value in _others(table))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        others = _others(table)
        target = min(
            (who for who in others if is_able(table, who)),
            key=lambda who: apart(table, table.actor, who),
            default=others[0],
        )
        return {"target": target, "weapon": (reaching(table, target) or cls.arms(table))[0].key}

    def odds(self, table: Table) -> Odds:
        odds = MeleeAttack.odds(self, table)
        price = price_of_use(table.me, AGAIN)
        return Odds(f"{odds.sentence}, for {price} WP", odds.chances, odds.measure, odds.measured)

    def _ready(self, table: Table) -> tuple[Arm, Check]:
        if self.target not in _others(table):
            raise Refused("Choose another enemy for the second strike.", "target")
        refuse_unpaid(table.me, (affordable(table.me, AGAIN), *self.abilities))
        return MeleeAttack._ready(self, table)

    def _spend(self, table: Table) -> None:
        call_upon(table, table.actor, (affordable(table.me, AGAIN),))
        use(table, table.actor, again=True)


def _others(table: Table) -> list[str]:
    """Enemies in reach at whom nothing was struck this turn."""
    struck, reach = used(table, table.actor).struck, reach_of(table.me)
    near = (who for who in opponents(table, table.actor) if apart(table, table.actor, who) <= reach)
    return [who for who in near if who not in struck]
