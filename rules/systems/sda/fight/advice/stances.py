"""The boxes that MoS kept in a defensive stance save of the blows still to come (SDA-249)."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.kernel.table import Table
from rules.systems.sda.core.person.chances import Side, distribution
from rules.systems.sda.fight.advice.duels import Duel
from rules.systems.sda.fight.advice.harm import NONE
from rules.systems.sda.fight.advice.later import coming, shared, still_to_come
from rules.systems.sda.fight.base.budgets import reactions_left

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
