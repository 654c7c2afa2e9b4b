"""The defensive stance: successes kept for the blows to come, and the boxes that they save (SDA-249)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import Choice, Condition, ConditionSet, Dice, NotNow, Table, Told, Weighing
from rules.engine.odds import Odds
from rules.systems.sda.core.person import Side, distribution
from rules.systems.sda.core.rolls import Aim, Pool, with_each_bought
from rules.systems.sda.fight.actions.efforts import Effort
from rules.systems.sda.fight.advice import NONE, Duel, coming, shared, still_to_come
from rules.systems.sda.fight.base import (
    STANCE,
    arm_named,
    arms,
    best_arm,
    calm,
    free_to_act,
    lost_to_taunt,
    melee_pool,
    reactions_left,
    used,
)
from rules.systems.sda.fight.moves import bodily_choices, weapon_field
from rules.systems.sda.fight.wounds import BOXES, RATES, SPIRIT_OF_A_BOX

Blow = tuple[Duel, Side]


def saved_by_stance(table: Table, who: str, most: int) -> tuple[float, ...]:
    """Boxes saved by 0, 1, 2 ... up to ``most`` MoS kept in a stance.

    Dice for reactions are shared out among the blows as they would be without it, and the MoS kept are shared out
    beforehand as well.
    """
    left = reactions_left(table, who)
    blows = [one for other in still_to_come(table, who) if (one := coming(table, other, who, left))]
    saved = [_by_kept(blow, dice, most) for blow, dice in zip(blows, _allotted(blows, left), strict=True)]
    return shared(saved, most)


def _by_kept(blow: Blow, dice: int, most: int) -> tuple[float, ...]:
    """Boxes saved of a blow that up to ``dice`` dice meet, by 0, 1, 2 ... MoS that a stance takes off it.

    Nobody in a stance does harm by defending.
    """
    duel, attack = blow
    # More than it can score cannot be taken off it.
    scored = len(distribution(attack.sides, attack.count, attack.how)) - min(0, attack.malus)
    without, guarded = _cost(duel, attack, dice), replace(duel, taken=NONE)
    costs = [_cost(guarded, replace(attack, cancelled=kept), dice) for kept in range(min(most + 1, scored))]
    saved = [without - cost for cost in costs]
    return (*saved, *saved[-1:] * (most + 1 - len(saved)))


def _cost(duel: Duel, attack: Side, dice: int) -> float:
    return min(duel.met(attack)[: dice + 1])


def _allotted(blows: Sequence[Blow], dice: int) -> list[int]:
    """The number of dice that meet each of the blows, shared out as is best."""
    met = [tuple(-cost for cost in duel.by_dice(attack)) for duel, attack in blows]
    found: list[int] = []
    for place, one in enumerate(met):
        others = shared(met[place + 1 :], dice)
        most = range(min(dice, len(one) - 1) + 1)
        given = max(most, key=lambda count: (one[count] + others[dice - count], -count))
        found.append(given)
        dice -= given
    return found


#: The aim by which a stance is weighed.
SAVED = Aim(
    BOXES,
    "Average injury boxes it saves you from opponents in reach who have yet to act, beyond what your reactions save, "
    "minus what these would score without the stance. "
    f"{RATES}",
    spirit=SPIRIT_OF_A_BOX,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DefensiveStance(Effort, name="turn.stance", label="Defensive stance"):
    """Roll a weapon's speciality for nothing but defence: an open-ended test (SDA-249).

    The MoS are kept until the start of your next turn, and cancel those of melee attacks. Until then you attack nobody,
    strike at no opening, and score nothing by defending (C-74).
    """

    aim: ClassVar[Aim] = SAVED
    leaves_dice: ClassVar[bool] = False

    weapon: str = weapon_field()

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        calm(table)
        if used(table, table.actor).attacked:
            raise NotNow("You have attacked this round. A stance takes the place of an attack: take it next round.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        held = arms(table.me).values()
        hands = (Choice(arm.key, arm.name, melee_pool(table, table.actor, arm).notation) for arm in held)
        return {**bodily_choices(table), "weapon": tuple(hands)}

    def odds(self, table: Table) -> Odds:
        return self._open_odds(table, "keep something")

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to roll, by what they save of blows to come, less hits lost in defending (SDA-249)."""
        largest = with_each_bought(table, self._pool(table))[-1]
        most = len(largest.measure(largest.available)) - 1
        saved = saved_by_stance(table, table.actor, most)
        if not any(saved):
            raise NotNow("No attack left for a stance to stop. Attack, or end your turn.")

        def brings(_: DefensiveStance, pool: Pool, count: int) -> float:
            return sum(share * saved[kept] for kept, share in enumerate(pool.measure(count)))

        return self.weighed(table, brings=brings)

    def perform(self, table: Table, dice: Dice) -> None:
        result = self._open_ended(table, dice, "defensive stance")
        table.happen(ConditionSet(table.actor, Condition(STANCE, "Defensive stance", result.net)))
        table.happen(Told((table.actor,), f"{{0}} takes a defensive stance: {result.net} MoS."))

    def _pool(self, table: Table) -> Pool:
        arm = arm_named(table.me, self.weapon) if self.weapon else best_arm(table, table.actor)
        dice = self.bonus - lost_to_taunt(table, table.actor)
        return melee_pool(table, table.actor, arm, bonus=dice, malus=self.malus, virtue=self.virtue, called=self.called)
