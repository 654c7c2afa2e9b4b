"""The blow at the end of a charge, where both strike at once, and its worth (SDA-246 to SDA-248, C-35)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import Point, bearing, place
from rules.engine.kernel import Choice, Dice, Moved, Reply, Table, Told, Weighing, Worth, counted, number, pick, switch
from rules.engine.odds import Distribution, Odds
from rules.systems.sda.core.rolls import Aim, Pool, buy, carry, dice_said, with_bought, with_each_bought
from rules.systems.sda.fight.advice import Attack, Duel, blow
from rules.systems.sda.fight.base import (
    Arm,
    act,
    acting,
    arms,
    best_arm,
    check_bought,
    costly,
    lost_to_taunt,
    melee_pool,
    own_turn,
    spared,
)
from rules.systems.sda.fight.blows import CHARGE, Blow, Exchange, attack_pool, odds_of_blow
from rules.systems.sda.fight.melee import bought_in_rage, gives_opening, high_ground, strike
from rules.systems.sda.fight.moves import MOST, AnnouncedRoll, carry_on, ways
from rules.systems.sda.fight.wounds import BOXES, RATES, SPIRIT_OF_A_BOX, bleed

#: The aim by which a charge is weighed.
CHARGED = Aim(
    BOXES,
    "Their average loss minus yours, counted in injury boxes: the chance to get there, then the blow with the dice "
    "left, against their best answer, or no blow where that is better. Openings on the way are not counted. "
    f"{RATES}",
    spirit=SPIRIT_OF_A_BOX,
)
#: The sentence of advice about the blow at its end, and the name of its share.
OF_ITS_BLOW = f"Their average loss minus yours, counted in injury boxes; against their best answer. {RATES}"
THE_BLOW = "The blow"


def charged(table: Table, target: str, arm: Arm, first: Pool, *, shield: bool = True) -> Duel:
    """The duel at the end of a charge, in which both attack and running up is an opening (SDA-248)."""
    opening = gives_opening(table, Exchange(Blow.of(first, 1, "", arm.key, shield=shield), target, CHARGE, both=True))
    return blow(table, table.actor, target, arm, both=True, shield=shield, opening=opening)


def arrived(table: Table, who: str, goal: Point, target: str) -> Table:
    """The imagined table once the runner, with a rider, stands at the goal and faces the target."""
    there = table.imagined()
    there.happen(Moved(who, *goal, bearing(goal, place(table, target))))
    carry(there, who)
    return there


@dataclass(frozen=True, slots=True)
class Arrival:
    """The end of a run: the duel there, and the ``pool`` of the blow by the MoS that running left for it."""

    table: Table
    duel: Duel
    pool: Callable[[int], Pool]

    def worth(self, spare: Distribution, dice: int) -> float:
        """The mean worth of the blow in boxes; ``spare`` are the chances to arrive with 0, 1, 2 ... MoS left."""
        return sum(share * self._struck(mos, dice) for mos, share in enumerate(spare) if share)

    def _struck(self, mos: int, dice: int) -> float:
        pool = self.pool(mos)
        ready = min(dice, pool.available - costly(self.table, pool))
        return max(0.0, self.duel.split(pool.side(ready), None)[0]) if ready > 0 else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeStrike(AnnouncedRoll, Reply, name="charge.strike", label="Strike"):
    """The blow at the end of a charge, with the MoS that running left (SDA-247).

    Whoever is charged may strike at the opening; both count as attackers, and the charge disarms nobody (SDA-248).
    """

    unasked: ClassVar[str] = "You are not charging."
    leading: ClassVar[tuple[str, ...]] = (
        *("dice", "skill", "attribute", "bought", "bonus", "malus"),
        *("high", "worsen", "shield"),
    )
    purpose: ClassVar[str] = "this blow"

    dice: int = number("Dice", most=MOST, help="0: hold back")
    skill: str = pick("Speciality", default="")
    attribute: str = pick("Attribute", default="")
    high: bool = switch("From high ground", help="+1 die")
    shield: bool = switch("Shield ready", default=True, help="Stops hits for damage, once a round")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {name: found for name, found in ways(table).items() if name != "weapon"}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        high = high_ground(table, ask.known["target"])
        pool = melee_pool(table, table.actor, charging_arm(table, ask.known), bonus=high)
        dice = spared(table, pool, acting(table, pool.who))
        return {"ask": ask.key, "dice": dice, **(bought_in_rage(table, pool) if dice else {})}

    def odds(self, table: Table) -> Odds:
        known = table.open_ask(self.ask, self.name).known
        if not self.dice:
            return Odds("You hold back")
        pool = self._rolled(table, with_bought(table, self._pool(table, known), self.bought))
        return odds_of_blow(table, pool, known["target"], charging_arm(table, known).key, self)

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many of the dice that running left to strike with, or none (SDA-248)."""
        known = table.open_ask(self.ask, self.name).known
        plain, arm = replace(self, dice=0)._pool(table, known), charging_arm(table, known)
        duel = charged(table, known["target"], arm, plain, shield=self.shield)
        attack = Attack(table, with_each_bought(table, plain), again=False)

        def worth(chosen: ChargeStrike) -> Worth:
            if not chosen.dice:
                return (0.0,)
            check_bought(table, plain, chosen.bought)
            rolled = chosen._rolled(table, attack.whole(chosen.bought))
            return attack.worth(duel, attack.effort(rolled, chosen.dice, chosen.bought))

        def said(chosen: ChargeStrike) -> str:
            return dice_said(chosen) if chosen.dice else "Hold back"

        upto = {"dice": attack.most, "bought": len(attack.pools) - 1}
        return Weighing(("dice", "bought"), BOXES, OF_ITS_BLOW, worth, (THE_BLOW,), upto, said)

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        if not self.dice:
            table.happen(Told((table.actor,), "{0} holds back."))
            carry_on(table)
            return
        whole = buy(table, self._pool(table, known), self.bought)
        pool = self._rolled(table, whole)
        act(table, pool, self.dice, own_turn(table).key)
        told = f"{{0}} strikes at {{1}} in the charge with {counted(self.dice, 'die', 'dice')}."
        table.happen(Told((table.actor, known["target"]), told))
        bleed(table, dice, whole, pool, self.worsen)
        blow = Blow.of(pool, self.dice, self.reward, charging_arm(table, known).key, shield=self.shield)
        strike(table, dice, Exchange(blow, known["target"], kind=CHARGE, both=True))

    def _pool(self, table: Table, known: Mapping[str, Any]) -> Pool:
        target, arm = known["target"], charging_arm(table, known)
        hindered = self.malus - known["spare"]
        helped = self.bonus + high_ground(table, target, said=self.high) - lost_to_taunt(table, table.actor, target)
        said = (self.skill, self.attribute, helped, hindered, self.virtue, self.called)
        pool = attack_pool(table, table.actor, target, arm, *said)
        if self.dice:
            check_bought(table, pool, self.bought)
        return pool


def charging_arm(table: Table, known: Mapping[str, Any]) -> Arm:
    """The weapon that the charge began with; should it have left the hand, the best that is left."""
    return arms(table.me).get(known["weapon"]) or best_arm(table, table.actor)
